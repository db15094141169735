"""What the tests of the sheet share: the contract's statuses, and a refusal that writes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from flask import Flask

from tests.web.cast import Answer, Party, Phone

CASES: Final = Path(__file__).parents[1] / "cases"

STATUS: Final = {
    "csrf": 400,
    "not_seated": 403, "not_your_side": 403, "host_only": 403,
    "no_table": 404, "no_deal": 404, "no_match": 404,
    "already_entered": 409, "bid_noted": 409, "no_bid": 409, "points_in": 409, "row_changed": 409,
    "sheet_moved_on": 409, "deal_voided": 409, "disputed": 409, "match_won": 409, "match_banked": 409,
    "op_reused": 409,
    "invalid": 422,
}  # fmt: skip


def posted(phone: Phone, path: str, **fields: Any) -> Answer:
    """Exactly these fields and the token, and no `op` unless it is one of them."""
    sent = {"csrf_token": phone.token, **fields}
    sent = {name: value for name, value in sent.items() if value is not None}
    path = path.replace("{key}", phone.party.key)
    return Answer(phone.client.post(path, data=sent, headers={"Accept": "application/json"}))


def refused(party: Party, reason: str, press: Callable[[], Answer]) -> Answer:
    """That the press is refused for that reason, in a sentence, and leaves no mark."""
    with party.nothing_written():
        answer = press()
    assert (answer.refused, answer.status) == (reason, STATUS[reason]), answer.text
    assert answer.message.strip()
    return answer


def wrong(party: Party, field: str, press: Callable[[], Answer]) -> str:
    """That the press is refused for what stands in that field alone; answers what is said of it."""
    answer = refused(party, "invalid", press)
    assert list(answer.errors) == [field], answer.text
    (told,) = answer.errors[field]
    return told


def plays_case(app: Flask, name: str, besides: int = 0) -> Party:
    """A table on which a case of the game is played from the host's phone; `besides` its last deals."""
    case = json.loads((CASES / f"{name}.json").read_text())["case"]
    rules = {rule: _typed(value) for rule, value in case.get("rules", {}).items()}
    party = Party(app)
    party.opens(first_dealer=case.get("first_dealer", "N"), **rules)
    for number, deal in enumerate(case["deals"][: len(case["deals"]) - besides], 1):
        assert party.alice.bids(number, deal["bidder"], deal["bid"]).status == 201
        for side in ("NS", "EW"):
            assert party.alice.enters(number, deal["taken"][side], side).status == 201
    return party


def _typed(rule: Any) -> Any:
    """A rule's value as the form has it."""
    return {None: "none", True: "yes", False: "no"}[rule] if rule is None or isinstance(rule, bool) else rule


def newcomer(party: Party, name: str, seat: str, at: Phone | None = None) -> Phone:
    """Somebody who sits at the party's table, or at the one another phone has opened."""
    phone = Phone(party, name)
    phone.key = at.key if at else None
    answer = phone.joins(seat, code=at.me["code"] if at else None)
    assert answer.status == 201, answer.text
    phone.key = None
    return phone
