"""The blueprint that the parts of this room add their views to, and the address they all lead to."""

from __future__ import annotations

from flask import Blueprint, url_for

from squarescores.pedro.match import Match

bp = Blueprint("bank", __name__, url_prefix="/t/<key>")


def result_of(key: str, match: Match) -> str:
    """Where a match's result stands."""
    return url_for("bank.result", key=key, match=match.number)
