"""The one way a write goes in and a refusal comes out: CSRF, who, permission, shape, rule, answer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from flask import Response, jsonify, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from squarescores.pedro.acts import Stands
from squarescores.pedro.marks import Written
from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.sheet import sheet
from squarescores.pedro.table import Table
from squarescores.web import words
from squarescores.web.forms import HouseForm, WrongError
from squarescores.web.house import house
from squarescores.web.identity import who

STATUS: Final = {
    "csrf": 400,
    "not_seated": 403, "not_your_side": 403, "host_only": 403,
    "no_table": 404, "no_deal": 404, "no_match": 404, "no_code": 404,
    "too_large": 413, "not_a_form": 415, "invalid": 422, "slow_down": 429, "store_away": 503,
}  # fmt: skip
CONFLICT: Final = 409  # every other refusal: the sheet is not as the page believed

Permission = Callable[[Table, str | None], None]
Act = Callable[[Table], Written | Stands]


@dataclass(frozen=True, slots=True)
class Problem:
    """A refusal as it is told: its code, a sentence, its facts, and what is wrong with which field."""

    reason: str
    message: str
    facts: dict[str, Any] = field(default_factory=dict)
    errors: dict[str, list[str]] = field(default_factory=dict)

    @property
    def status(self) -> int:
        return STATUS.get(self.reason, CONFLICT)

    def as_json(self) -> dict[str, Any]:
        if self.reason == "invalid":
            return {"refused": "invalid", "errors": self.errors, "message": self.message}
        return {"refused": self.reason, "facts": words.facts_as_json(self.facts), "message": self.message}


def problem(refused: Exception, table: Table | None = None) -> Problem:
    """What a Refused, an Invalid or a WrongError says to the person who sent it."""
    if isinstance(refused, Refused):
        return Problem(refused.reason, words.refusal(refused.reason, refused.facts, table), refused.facts)
    errors = refused.errors if isinstance(refused, WrongError) else {}
    if isinstance(refused, Invalid):
        errors = {refused.field: [words.invalid(refused.reason, refused.facts)]}
    told = [sentence for sentences in errors.values() for sentence in sentences]
    return Problem("invalid", " ".join(dict.fromkeys(told)), errors=errors)


def wants_json() -> bool:
    return request.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"


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
        form.check()
        return act(table)

    answer = house().store.write(
        key, by=person or "", op=form.op.data or "", asked=asked(), act=decide, at=datetime.now(UTC)
    )
    return Wrote(key, answer.mark, answer.table, answer.written)


def told(refused: Exception, key: str | None = None) -> Problem:
    """The problem a refusal is, with the names of the table it happened at."""
    table = house().store.read(key) if key else None
    return problem(refused, table)


def refuse(trouble: Problem, page: Callable[[Problem], str] | None = None) -> ResponseReturnValue:
    """A refusal's answer: JSON for a script, else `page` drawn again, else a page of its own."""
    if wants_json():
        return jsonify(trouble.as_json()), trouble.status
    return (page or _refused_page)(trouble), trouble.status


def _refused_page(trouble: Problem) -> str:
    if trouble.reason in ("no_table", "no_code"):
        return render_template("errors/lost.html", message=trouble.message)
    return render_template(
        "errors/refused.html",
        title=_("Not written"),
        message=trouble.message,
        kept=[(name, value) for name, value in request.form.items() if name not in HIDDEN],
        back_url=request.path if request.method == "GET" else _back(),
    )


HIDDEN: Final = ("csrf_token", "op", "match", "was", "seen", "deal", "password")


def _back() -> str:
    """The table's sheet where the address is a table's, else home."""
    key = (request.view_args or {}).get("key")
    return f"/t/{key}" if key else "/"


def no_store(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response
