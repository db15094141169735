"""A case, a whole sheet as JSON, and the answer to it (rules.md, The case file).

>>> from squarescores.pedro import Case, answer
>>> case = Case.read('{"deals": [{"bidder": "E", "bid": 8, "taken": {"NS": 7, "EW": 7}}]}')
>>> answer(case.standing())["nets"]
{'NS': 7, 'EW': -8}
>>> Case.read('{"deals": [{"bidder": "E", "bid": 8, "taken": {"NS": 7, "EW": 8}}]}')
Traceback (most recent call last):
squarescores.pedro.case.CaseError: deals[0].taken: 7 + 8 = 15, but the pack has 14 points
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from squarescores.pedro.checks import SEATS, CheckError, Head, one_of, settled
from squarescores.pedro.deal import Both, Deal, Seat
from squarescores.pedro.rules import Rules, RulesError, shown
from squarescores.pedro.standing import Scored, Standing, fold
from squarescores.pedro.tally import Tally
from squarescores.pedro.text import TextError, parsed


class CaseError(ValueError):
    """A case that breaks a check: one ASCII line that names the place and the values."""


@dataclass(frozen=True, slots=True)
class Case:
    """A sheet as it was played: every deal settled, `heads` beside `deals` one for one."""

    rules: Rules
    first_dealer: Seat
    deals: tuple[Deal, ...]
    heads: tuple[Head, ...]

    @classmethod
    def read(cls, text: str | bytes) -> Case:
        """The case a JSON text holds, in UTF-8 where it comes as bytes. Raises CaseError."""
        try:
            return cls.of(parsed(text))
        except TextError as wrong:
            raise CaseError(f"case: {wrong}") from None

    @classmethod
    def of(cls, thing: object) -> Case:
        """The case a parsed JSON value holds. Raises CaseError, with positions counted from 0."""
        if not isinstance(thing, dict):
            raise CaseError(f"case: {shown(thing)} is not an object")
        if "deals" not in thing:
            raise CaseError("deals: missing")
        rules = _rules(thing.get("rules", {}))
        try:
            first_dealer = one_of(SEATS, "first_dealer", thing.get("first_dealer", "N"))
        except CheckError as wrong:
            raise CaseError(str(wrong)) from None
        heads, deals = _rows(thing["deals"], rules, first_dealer)
        return cls(rules, first_dealer, deals, heads)

    def standing(self) -> Standing:
        """How the match stands after all of its deals."""
        return fold(self.rules, self.deals)


def _rules(wanted: object) -> Rules:
    if not isinstance(wanted, dict):
        raise CaseError(f"rules: {shown(wanted)} is not an object")
    try:
        return Rules.of(wanted)
    except RulesError as wrong:
        raise CaseError(f"rules.{wrong}") from None


def _rows(rows: object, rules: Rules, dealer: Seat) -> tuple[tuple[Head, ...], tuple[Deal, ...]]:
    """Every row checked; one that does not name its dealer is dealt by the seat after the row before it."""
    if not isinstance(rows, list):
        raise CaseError(f"deals: {shown(rows)} is not a list")
    heads, deals = [], []
    number = 1
    for position, row in enumerate(rows):
        if not isinstance(row, dict):
            raise CaseError(f"deals[{position}]: {shown(row)} is not an object")
        try:
            head, deal = settled(row, rules, number, dealer)
        except CheckError as wrong:
            raise CaseError(f"deals[{position}].{wrong}") from None
        heads.append(head)
        deals.append(deal)
        number, dealer = head.number + 1, head.dealer.next
    return tuple(heads), tuple(deals)


def answer(standing: Standing) -> dict[str, Any]:
    """What the sheet comes to, as `squarescores score --json` prints it and `sheet.json` repeats it."""
    outcome = standing.outcome
    return {
        "rows": [row_answer(row) for row in standing.rows],
        "status": outcome.status,
        "winner": outcome.winner and outcome.winner.value,
        "decided_by": outcome.decided_by,
        **_figures(standing.tallies),
    }


def row_answer(row: Scored) -> dict[str, Any]:
    """One row of the answer."""
    before, after = row.before, row.tallies
    return {
        "made": row.made,
        "bidder_goes_out": row.bidder_goes_out,
        "after_end": row.after_end,
        "cells": {"NS": after.ns.total - before.ns.total, "EW": after.ew.total - before.ew.total},
        **_figures(after),
    }


def _figures(tallies: Both[Tally]) -> dict[str, dict[str, int]]:
    ns, ew = tallies.ns, tallies.ew
    return {
        "shortfalls": {"NS": ns.shortfall, "EW": ew.shortfall},
        "totals": {"NS": ns.total, "EW": ew.total},
        "nets": {"NS": ns.net, "EW": ew.net},
    }
