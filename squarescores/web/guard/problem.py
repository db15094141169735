"""How a refusal comes out: its status, its sentence, JSON for a script, for a person a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from flask import g, jsonify, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.table import Table
from squarescores.web import tokens, words
from squarescores.web.forms import HIDDEN, HouseForm, WrongError
from squarescores.web.house import house

STATUS: Final = {
    "csrf": 400,
    "not_seated": 403, "not_your_side": 403, "host_only": 403,
    "no_table": 404, "no_deal": 404, "no_match": 404, "no_code": 404,
    "too_large": 413, "not_a_form": 415, "invalid": 422, "slow_down": 429, "broken": 500, "store_away": 503,
}  # fmt: skip
CONFLICT: Final = 409  # every other refusal: the sheet is not as the page believed
AWAY: Final = 5
"""Seconds until it is worth asking a store again that was away."""

ONLY_JSON: Final = ("sheet.json", "sheet.me")
"""Addresses that a script asks, whatever it says it accepts."""


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

    @property
    def may_be_put_right(self) -> bool:
        """The same page may be of use to whoever sent it: the sheet moved on, or a field is wrong."""
        return self.status in (CONFLICT, STATUS["invalid"])

    def as_json(self) -> dict[str, Any]:
        """As the contract has it."""
        if self.reason == "invalid":
            return {"refused": "invalid", "errors": self.errors, "message": self.message}
        facts = words.facts_as_json(self.facts)
        return {"refused": self.reason, "facts": facts, "message": self.message}


def problem(refused: Exception, table: Table | None = None) -> Problem:
    """What a Refused, an Invalid or a WrongError says to the person who sent it."""
    if isinstance(refused, Refused):
        message = words.refusal(refused.reason, refused.facts, table)
        return Problem(refused.reason, message, refused.facts)
    errors = refused.errors if isinstance(refused, WrongError) else {}
    if isinstance(refused, Invalid):
        errors = {refused.field: [words.invalid(refused.reason, **refused.facts)]}
    sentences = [sentence for each in errors.values() for sentence in each]
    return Problem("invalid", " ".join(dict.fromkeys(sentences)), errors=errors)


def told(refused: Exception, key: str | None = None) -> Problem:
    """The problem a refusal is, with the names of the table it happened at."""
    return problem(refused, house().store.read(key) if key else None)


def told_beside(form: HouseForm, trouble: Problem | None) -> str:
    """Put what is wrong beside the fields of a form; the answer is what no field says, for its head."""
    if trouble is None:
        return ""
    form.show(trouble.errors)
    return "" if trouble.errors else trouble.message


def wants_json() -> bool:
    """Whether a script asks, not a person."""
    if request.endpoint in ONLY_JSON:
        return True
    return _wants_json(request.headers.get("Accept", ""))


@lru_cache(1000)
def _wants_json(accept: str) -> bool:
    """The same words always say the same, and every page of ours says the same words."""
    kinds = parse_accept_header(accept, MIMEAccept)
    return kinds.best_match(["text/html", "application/json"]) == "application/json"


def refuse(trouble: Problem, page: Callable[[Problem], str] | None = None) -> ResponseReturnValue:
    """A refusal's answer: JSON for a script, else `page` drawn again, else a page of its own."""
    g.refused = trouble.reason
    wait = AWAY if trouble.reason == "store_away" else trouble.facts.get("seconds")
    headers = {"Retry-After": str(wait)} if wait else {}
    if wants_json():
        return jsonify(trouble.as_json()), trouble.status, headers
    return (page or _page)(trouble), trouble.status, headers


def _page(trouble: Problem) -> str:
    if trouble.reason == "no_table":
        return render_template("errors/lost.html")
    if trouble.reason == "no_code":
        return render_template("errors/lost.html", message=trouble.message)
    fields = _fields(trouble)
    return render_template(
        "errors/refused.html",
        title=_("Not written") if request.method == "POST" else trouble.message,
        message=trouble.message,
        kept=[(name, value) for name, value in fields if name not in HIDDEN and value.strip()],
        again=fields if _may_send_again(trouble, fields) else [],
        here=request.full_path if request.query_string else request.path,
        back_url=_back(),
        number=trouble.facts.get("request"),
    )


def _fields(trouble: Problem) -> list[tuple[str, str]]:
    """What was sent; what is no form, or too large, is not read at all."""
    if trouble.reason in ("too_large", "not_a_form"):
        return []
    return [(name, value) for name, value in request.form.items(multi=True) if name != tokens.FIELD]


def _may_send_again(trouble: Problem, fields: list[tuple[str, str]]) -> bool:
    """Whether one press may send the same once more: with the same `op`, so that it counts once.

    A stale token is only the page's fault where the cookie still says who asks. No page holds a password.
    """
    if any(name == "password" for name, _value in fields):
        return False
    if trouble.reason == "csrf":
        return "_user_id" in session or "guest" in session
    return trouble.reason == "store_away" and request.method == "POST"


def _back() -> str | None:
    """The table's sheet where the address is a table's."""
    key = (request.view_args or {}).get("key")
    return url_for("sheet.page", key=key) if key else None
