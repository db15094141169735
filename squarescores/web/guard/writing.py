"""How a write goes in: who asks, what they may, the shape of the fields, the rule, the mark."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import jsonify, redirect, request
from flask.typing import ResponseReturnValue

from squarescores.pedro.acts import Stands
from squarescores.pedro.marks import Written
from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Refused
from squarescores.pedro.sheet import sheet
from squarescores.pedro.table import Table
from squarescores.web.forms import HouseForm
from squarescores.web.guard.problem import wants_json
from squarescores.web.house import house
from squarescores.web.identity import who

Permission = Callable[[Table, str | None], None]
Act = Callable[[Table], Written | Stands]


def the_table(key: str) -> Table:
    """The table at an address. Raises Refused where there is none."""
    table = house().store.read(key)
    if table is None:
        raise Refused("no_table")
    return table


def the_match(table: Table, number: int | None) -> Match:
    """The match of that number, the one played for None. Raises Refused where there is none."""
    match = table.match(number)
    if match is None:
        raise Refused("no_match", match=number)
    return match


def asked() -> str:
    """A digest of what was asked: the same `op` must come with the same fields."""
    fields = sorted(
        (name, value) for name, value in request.form.items(multi=True) if name not in ("csrf_token", "op")
    )
    return hashlib.sha256(repr((request.path, fields)).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Wrote:
    """What a write came to: a mark, new or standing, and the table as it is now."""

    key: str
    mark: int
    table: Table
    is_new: bool

    def answer(self, to: str, match: Match | None = None, **more: Any) -> ResponseReturnValue:
        """201 or 200 with the sheet for a script, else the way back to a page."""
        if not wants_json():
            return redirect(to, 303)
        shown = {"table": self.key, **sheet(self.table, match)}
        return jsonify({"mark": self.mark, "sheet": shown, **more}), 201 if self.is_new else 200


def write(key: str, form: HouseForm, may: Permission, act: Act, by: str | None = None) -> Wrote:
    """Write one mark at a table: permission first, then the fields, then the rule.

    Raises Refused, Invalid or WrongError; nothing is written then, but for the clash of two partners.
    """
    person = by or who()

    def decide(table: Table) -> Written | Stands:
        may(table, person)
        match = table.match(form.match.data) or table.played
        form.check(match.rules)
        return act(table)

    try:
        answer = house().store.write(
            key, by=person or "", op=form.op.data or "", asked=asked(), act=decide, at=datetime.now(UTC)
        )
    except Refused as refused:
        if refused.reason == "op_reused":
            may(the_table(key), person)  # whoever may not write here any more is told that first
        raise
    return Wrote(key, answer.mark, answer.table, answer.written)
