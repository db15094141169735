"""Home: this person's tables, a code to join with, a table to open; and whether the house is up."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, jsonify, render_template, url_for

from squarescores.pedro.table import Table
from squarescores.web import shown
from squarescores.web.house import house
from squarescores.web.identity import visitor, who

bp = Blueprint("home", __name__)

TABLES: Final = 30


@bp.get("/")
def index() -> str:
    """The tables of whoever asks, the one written on last first."""
    person, account = who(), visitor()
    known = house().store.tables_of(person, TABLES) if person else []
    tables = house().store.read_all([key for key, _touched in known]) if known else {}
    return render_template(
        "home/index.html",
        tables=[{**_stub(key, tables[key]), "at": touched} for key, touched in known if key in tables],
        now=house().clock(),
        account=account.username if account else None,
    )


def _stub(key: str, table: Table) -> dict[str, Any]:
    match = table.played
    return {
        "url": url_for("sheet.page", key=key),
        **shown.sides_shown(table, match),
        "say": shown.open_words(match),
    }


@bp.get("/readyz")
def ready() -> tuple[Response, int, dict[str, str]]:
    """Whether phones may be sent here: each part the answer depends on, and whether it is as it should be."""
    store, bell = house().store, house().bell
    parts = {"store": store.is_up(), "schema": store.is_current(), "bell": bell.is_up}
    return jsonify(parts), 200 if all(parts.values()) else 503, {"Cache-Control": "no-store"}


@bp.get("/healthz")
def health() -> Response:
    """Whether the store answers, for whoever watches over the server."""
    is_up = house().store.is_up()
    said = "ok\n" if is_up else "the store does not answer\n"
    return Response(said, 200 if is_up else 503, mimetype="text/plain", headers={"Cache-Control": "no-store"})
