"""The blueprint that the parts of this room add their views to, and what more than one of them needs."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, jsonify, redirect
from flask.typing import ResponseReturnValue

from squarescores.web import guard
from squarescores.web.identity import visitor

bp = Blueprint("people", __name__)

TABLES: Final = 1000
"""Of one person's, more than anybody opens."""


def username() -> str | None:
    """The username of whoever asks; None for a guest and for a stranger."""
    person = visitor()
    return person.username if person else None


def done(to: str, status: int = 200, **told: Any) -> ResponseReturnValue:
    """The answer to a press: who asks now, or the way on."""
    if guard.wants_json():
        return jsonify({"username": username(), **told}), status
    return redirect(to, 303)
