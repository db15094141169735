"""A table goes into a file and comes back the same; a file that is no table is refused in one sentence."""

from __future__ import annotations

import json
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from squarescores.pedro.packed import KINDS
from squarescores.pedro.sheet import sheet
from squarescores.pedro.whole import Whole, WholeError, read, taken_away
from tests.pedro.cast import Party
from tests.pedro.evenings import EVENINGS

KEY = "a-key-that-nobody-guesses"
SEEDED = settings(
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)
WAYS = ("mark", "change", "change", "drop", "add")
VALUES = st.one_of(
    st.sampled_from(
        [None, True, 0, -1, 1, 2, 7, 99, 10**30, 1.5, "", "N", "S", "NS", "28-56", "x" * 300, [], {}]
    ),
    st.sampled_from(
        ["operator", "\x07", "\ud800", " Bob", "2026-01-01", "9999-12-31T23:59:59-14:00", [1], {"a": 1}]
    ),
    st.sampled_from(sorted(KINDS)),
)


def file(party: Party) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(taken_away(KEY, party.marks))
    return told


@settings(SEEDED, max_examples=30)
@given(EVENINGS)
def test_any_evening_comes_back_with_the_same_figures(party):
    brought = read(taken_away(KEY, party.marks))
    assert brought.key == KEY
    assert sheet(brought.table) == party.sheet
    for match in party.table.matches:
        assert sheet(brought.table, brought.table.match(match.number)) == sheet(party.table, match)
    assert [mark.at for mark in brought.marks] == [mark.at for mark in party.marks]


def test_it_says_nothing_of_who_people_are_to_the_app():
    party = Party.of_four()
    party.alice.signs_in("an account")
    text = taken_away(KEY, party.marks)
    assert "an account" not in text
    assert read(text).people == ["1", "2", "3", "4", "5", "6"]


def test_other_ids_are_given_to_its_people():
    party = Party.of_four()
    party.alice.signs_in("anna")
    brought = read(taken_away(KEY, party.marks))
    called = brought.called({person: f"new {person}" for person in brought.people})
    assert called.table.host.startswith("new ")
    assert called.table.host_name == "Alice"


@st.composite
def spoiled(draw: st.DrawFn, ways: tuple[str, ...] = WAYS) -> str:
    """A table's file with something in it changed, left out, put in, or cut short."""
    told = file(draw(EVENINGS))
    for _ in range(draw(st.integers(1, 3))):
        spoil(draw, told, ways)
    text = json.dumps(told)
    return text[: draw(st.integers(0, len(text)))] if draw(st.integers(0, 9)) == 0 else text


def spoil(draw: st.DrawFn, told: dict[str, Any], ways: tuple[str, ...]) -> None:
    """One mark left out, or one thing changed, left out or put in: of a mark or of the file."""
    way, given = draw(st.sampled_from(ways)), told.get("marks")
    if not isinstance(given, list) or not given or not all(isinstance(mark, dict) for mark in given):
        return
    mark = draw(st.sampled_from(given))
    if way == "mark":
        given.remove(mark)
        for number, each in enumerate(given, 1):
            each["number"] = number
        return
    what = mark.get("what") if isinstance(mark.get("what"), dict) else mark
    thing = draw(st.sampled_from([what] * 6 + [mark] * 3 + [told]))
    key = draw(st.sampled_from([*sorted(thing)] or ["more"])) if way != "add" else "more"
    if way == "drop":
        thing.pop(key, None)
    else:
        thing[key] = draw(VALUES)


@settings(SEEDED, max_examples=100)
@given(st.one_of(spoiled(), spoiled(), st.text(max_size=30), st.binary(max_size=30)))
def test_a_spoiled_file_is_refused_in_one_sentence_or_makes_a_sheet(text):
    try:
        brought = read(text)
    except WholeError as wrong:
        said = str(wrong)
        assert said.isascii()
        assert "\n" not in said
        assert len(said) < 250
    else:
        assert isinstance(brought, Whole)
        sheet(brought.table)


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("squarescores", "person", "table: this is no table that was taken away"),
        ("version", 2, "version: 2 is not 1"),
        ("marks", [], "marks: a list is not a list with a table's marks"),
        ("marks.1.kind", "Sang", 'marks[1].kind: "Sang" is no kind of mark'),
        ("marks.1.number", 3, "marks[1].number: 3 is not 2"),
        ("marks.1.by", 0, "marks[1].by: 0 is not a whole number from 1 to 1000000"),
        ("marks.1.at", "yesterday", 'marks[1].at: "yesterday" is no time in UTC'),
        ("marks.1.at", "9999-12-31T23:59:59Z", 'marks[1].at: "9999-12-31T23:59:59Z" is no time in UTC'),
        ("marks.1.what.seat", "X", 'marks[1].what.seat: "X" is not one of "N", "E", "S", "W"'),
        ("marks.1.what.name", " Bob", 'marks[1].what.name: " Bob" is not written as a name is'),
        ("marks.0.kind", "Banked", 'marks[0].what.rules: an object is not wanted in Banked'),
        ("marks.0.what.rules.target", 0, "marks[0].what.rules.target: 0 is not a whole number from 1 to 999"),
        ("marks.6.what.points", 17, "marks[6].what.points: 17 is not a whole number from 0 to 16"),
        ("marks.6.what.deal", 4, "marks[6]: Entered cannot be written there"),
        ("marks.6.what.match", 2, "marks[6]: Entered cannot be written there"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(path, value, says):
    party = Party()
    for phone, seat in (party.bob, "E"), (party.carol, "S"), (party.dave, "W"):
        phone.joins(seat)
    party.alice.names_sides(NS="Us", EW=None)
    party.plays("N", 8, 9)
    told = thing = file(party)
    *way, last = path.split(".")
    for step in way:
        thing = thing[int(step) if step.isdigit() else step]
    thing[last] = value
    with pytest.raises(WholeError) as refused:
        read(json.dumps(told))
    assert str(refused.value).startswith(says)


ROW = {"match": 1, "deal": 1}
BID = {**ROW, "bidder": "N", "bid": 8, "trump": None}
VOID = "Voided", {**ROW, "reason": ""}
CHANGED = "Corrected", {**ROW, "reason": "", "changes": {"bid": 7}}
ENTERED = "Entered", {**ROW, "side": "NS", "points": 9, "cards": None}


@pytest.mark.parametrize(
    "written",
    [
        [CHANGED],
        [VOID],
        [ENTERED],
        [("Noted", BID), ("Restored", {**ROW, "reason": ""})],
        [("Noted", BID), VOID, VOID],
        [("Noted", BID), VOID, CHANGED],
        [("Noted", BID), VOID, ENTERED],
        [("Noted", BID), ENTERED, ("Noted", BID)],
    ],
)
def test_a_row_takes_nothing_that_nobody_could_have_written_there(written):
    told = file(Party())
    *before, last = [
        {
            "number": len(told["marks"]) + number,
            "at": "2026-01-09T20:00:00Z",
            "by": 1,
            "kind": kind,
            "what": what,
        }
        for number, (kind, what) in enumerate(written, 1)
    ]
    told["marks"] += before
    read(json.dumps(told))
    told["marks"].append(last)
    with pytest.raises(WholeError, match=f"{last['kind']} cannot be written there"):
        read(json.dumps(told))
