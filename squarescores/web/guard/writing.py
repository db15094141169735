"""How a write goes in: who asks, what they may, the shape of the fields, the rule, the mark."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from flask import g, jsonify, redirect, request, url_for
from flask.typing import ResponseReturnValue

from squarescores.pedro.acts import Stands, choose_host
from squarescores.pedro.marks import Written
from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Refused
from squarescores.pedro.sheet import sheet
from squarescores.pedro.table import Table
from squarescores.store import Answer, Press, StoreAway
from squarescores.web import seen, tokens
from squarescores.web.forms import HouseForm
from squarescores.web.guard.problem import wants_json
from squarescores.web.house import house
from squarescores.web.identity import believed, who

Permission = Callable[[Table, str | None], None]
Act = Callable[[Table], Written | Stands]


class HostDue(Exception):
    """Both sides agreed on a new host, and the time to refuse is over: that is to be written first."""


def the_table(key: str) -> Table:
    """The table at an address, with the host that is due. Raises Refused where there is none."""
    who()  # is read with the table
    table, now = seen.table(key), house().clock()
    if table is None:
        raise Refused("no_table")
    if choose_host(table, now):
        with suppress(StoreAway):  # then the next request writes it
            table = _with_due_host(key, table, now)
    g.key, g.table = key, table  # for what every page of the table shows
    return table


def _with_due_host(key: str, table: Table, now: datetime) -> Table:
    """The table with its new host: the first request after the time to refuse writes it, as one mark."""
    agreed = table.proposal.agreed if table.proposal else None
    by = table.phone_at(agreed.by) if agreed else None
    press = Press(key, by=by or "", op=secrets.token_urlsafe(12), at=now)  # one that nobody made before
    return house().store.write(press, lambda table: choose_host(table, now) or Stands(table.number)).table


def the_match(table: Table, number: int | None) -> Match:
    """The match of that number, the one played for None. Raises Refused where there is none."""
    match = table.match(number)
    if match is None:
        raise Refused("no_match", match=number)
    return match


def asked() -> str:
    """A digest of what was asked: the same `op` must come with the same fields."""
    fields = sorted(
        (name, value) for name, value in request.form.items(multi=True) if name not in (tokens.FIELD, "op")
    )
    return hashlib.sha256(repr((request.path, fields)).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Wrote:
    """What a write came to: a mark, new or standing, and the table as it is now."""

    key: str
    mark: int
    table: Table
    is_new: bool

    @classmethod
    def of(cls, answer: Answer) -> Self:
        """What the store says."""
        return cls(answer.key, answer.mark, answer.table, answer.written)

    def answer(self, to: str | None = None, match: Match | None = None, **more: Any) -> ResponseReturnValue:
        """201 or 200 with the sheet for a script, else the way back to a page, the sheet's at first.

        Our own page asks for less (RFC 7240): it fetches what is drawn, and a long match has a long sheet.
        """
        if not wants_json():
            return redirect(to or url_for("sheet.page", key=self.key), 303)
        told: dict[str, Any] = {"mark": self.mark, **more}
        if request.headers.get("Prefer") != "return=minimal":
            told["sheet"] = {"table": self.key, **sheet(self.table, match)}
        return jsonify(told), 201 if self.is_new else 200


def write(key: str, form: HouseForm, may: Permission, act: Act, by: str | None = None) -> Wrote:
    """Write one mark at a table: permission first, then the fields, then the rule.

    Raises Refused, Invalid or WrongError; nothing is written then, but for the clash of two partners.
    """
    now = house().clock()
    if by is None and (wrote := _write_as_remembered(key, form, may, act, now)):
        return wrote
    person = by or who()
    decide = _deciding(form, may, act, person, now)
    try:
        answer = house().store.write(_press(key, form, person or "", now), decide, known=seen.table(key))
    except HostDue:
        _with_due_host(key, the_table(key), now)  # not told twice: the first of them writes it
        return write(key, form, may, act, by)
    except Refused as refused:
        if refused.reason == "op_reused":
            may(the_table(key), person)  # whoever may not write here any more is told that first
        raise
    return Wrote.of(answer)


def _write_as_remembered(key: str, form: HouseForm, may: Permission, act: Act, now: datetime) -> Wrote | None:
    """The same without reading first, who asks taken at their word: nothing but the mark itself comes of it.

    Whatever else is to be answered is answered by what was read.
    """
    with believed() as visitor:
        if visitor is None:
            return None
        press = _press(key, form, visitor.person_id, now, visitor.version)
        answer = house().store.write_as_remembered(press, _deciding(form, may, act, press.by, now))
    return Wrote.of(answer) if answer else None


def _press(key: str, form: HouseForm, by: str, now: datetime, version: int | None = None) -> Press:
    return Press(key, by=by, op=form.op.data or "", asked=asked(), at=now, version=version)


def _deciding(form: HouseForm, may: Permission, act: Act, person: str | None, now: datetime) -> Act:
    """Permission, then the fields, then the rule."""

    def decide(table: Table) -> Written | Stands:
        if choose_host(table, now):
            raise HostDue
        may(table, person)
        match = table.match(form.match.data) or table.played
        form.check(match.rules)
        return act(table)

    return decide
