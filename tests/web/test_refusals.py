"""Every refusal the program can give has its sentence, its status, and the facts its sentence needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import squarescores
from squarescores.web.guard.problem import CONFLICT, STATUS
from squarescores.web.words.fields import _WRONG
from squarescores.web.words.refusals import _TOLD

SOURCES = sorted(Path(squarescores.__file__).parent.rglob("*.py"))
FROM = {"wait": "seconds", "who": "by", "bidder": "row", "bid": "row"}  # what a word of a sentence is made of
WORKED_OUT = {"sum"}


def calls(*names: str) -> Iterator[tuple[str, ast.Call]]:
    """Where the program makes one of these, and with what."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                called = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                if called in names:
                    yield f"{path.name}:{node.lineno}", node


def constants(call: ast.Call) -> list[str]:
    return [
        each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]


def words_of(sentence: object) -> set[str]:
    """The places for words in a sentence, in the language it is written in."""
    return set(re.findall(r"%\((\w+)\)s", str(sentence)))


@pytest.fixture(autouse=True)
def _english(app):
    with app.test_request_context(headers={"Accept-Language": "en"}):
        yield


def test_every_refusal_has_a_sentence_and_the_facts_for_it():
    given = set()
    for where, call in calls("Refused"):
        for reason in constants(call):
            given.add(reason)
            facts = {keyword.arg for keyword in call.keywords}
            needed = {FROM.get(word, word) for word in words_of(_TOLD[reason])}
            assert None in facts or needed <= facts, (where, reason, needed - facts)
    assert given == set(_TOLD)


def test_everything_wrong_with_a_field_has_a_sentence_and_the_facts_for_it():
    for where, call in calls("Invalid", "wrong", "invalid"):
        reason = constants(call)[-1:] if len(constants(call)) < 3 else constants(call)[1:2]
        for each in reason:
            if each == "name_long":
                continue
            facts = {keyword.arg for keyword in call.keywords}
            needed = words_of(_WRONG[each]) - WORKED_OUT
            assert None in facts or needed <= facts, (where, each, needed - facts)


def test_every_status_is_the_contract_s():
    assert set(STATUS) - {"invalid", "broken"} <= set(_TOLD)
    conflicts = set(_TOLD) - set(STATUS)
    assert CONFLICT == 409
    assert conflicts == {
        "already_entered", "bid_noted", "no_bid", "points_in", "row_changed", "sheet_moved_on",
        "deal_voided", "disputed", "match_won", "match_banked", "not_banked", "next_match_begun",
        "rules_fixed", "seat_taken",
        "joining_closed", "op_reused",
    }  # fmt: skip


def test_no_sentence_about_a_field_is_never_said():
    sources = [path for path in SOURCES if path.parts[-2:] != ("words", "fields.py")]
    source = "\n".join(path.read_text() for path in sources)
    assert not [reason for reason in _WRONG if f'"{reason}"' not in source]
