"""The live part of the sheet: drawn at a mark for the pages that are open, or for whoever asks first."""

from __future__ import annotations

from flask import Response, request
from flask.typing import ResponseReturnValue

from squarescores.pedro.table import Table
from squarescores.web import drawn, guard
from squarescores.web.ahead import Shows
from squarescores.web.identity import who
from squarescores.web.languages import language
from squarescores.web.packing import Whole
from squarescores.web.sheet.asked import NOTHING, Asked, asked_by_link, named
from squarescores.web.sheet.look import Look
from squarescores.web.sheet.room import bp
from squarescores.web.sheet.viewer import Viewer
from squarescores.web.version import version


@bp.get("/part")
def part(key: str) -> ResponseReturnValue:
    """What the page shows of the table, drawn anew at each mark; nothing where it is drawn already."""
    table, view = guard.the_table(key), "board" if named("view") == "board" else "sheet"
    shows = Shows(language(), view, who())
    etag = f"{table.number}-{Viewer.of(table, shows.person).kind}-{shows.language}-{version()}-{view}"
    if request.if_none_match.contains_weak(etag):
        response = Response(status=304)
    else:
        response = draw(key, table, shows, asked_by_link()).answer()
    response.set_etag(etag, weak=True)  # the same part, packed or not
    return response


def draw(key: str, table: Table, shows: Shows, asked: Asked = NOTHING) -> Whole:
    """The part in the language of this request, drawn already where it was for somebody who sees the same."""
    name = shows.view, key, shows.language, Viewer.of(table, shows.person).sees(table), asked
    return drawn.once(
        table, name, lambda _before: _for_many(Look.of(shows.view, key, table, shows.person, asked))
    )


def _for_many(look: Look) -> Whole:
    """Drawn once for all who see the same, though they are not of one kind."""
    return drawn.alike(look.table, ("part", look.view, look.key, language()), look, look.packed)
