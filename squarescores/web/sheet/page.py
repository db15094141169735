"""The sheet's page, its live part, and the board."""

from __future__ import annotations

from typing import Any, Final

from flask import Response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from squarescores.pedro import Side
from squarescores.pedro.match import Match
from squarescores.pedro.table import Table
from squarescores.web import drawn, guard
from squarescores.web.forms import BidForm, EntryForm, HouseForm
from squarescores.web.guard import Problem
from squarescores.web.identity import who
from squarescores.web.languages import language
from squarescores.web.packing import Whole
from squarescores.web.sheet.look import NOT_AGAIN, Again, Look
from squarescores.web.sheet.room import bp
from squarescores.web.sheet.viewer import Viewer
from squarescores.web.version import version

ASKED: Final = {"side": ("NS", "EW"), "change": ("bid",)}
"""What may stand in the address of a sheet, and which values mean something."""


@bp.get("")
def page(key: str) -> ResponseReturnValue:
    """The score, the rows, and the one thing this person can do next."""
    return _page("sheet/page.html", key, "sheet")


@bp.get("/board")
def board(key: str) -> ResponseReturnValue:
    """The same sheet for a screen across the room."""
    return _page("sheet/board.html", key, "board")


def _page(template: str, key: str, view: str) -> Response:
    """A page with what is its own, drawn already where somebody asked who sees the same."""
    table = guard.the_table(key)
    name = (template, key, language(), Viewer.of(table, who()).sees(table), *_asked().items())
    return drawn.filled(
        drawn.once(table, name, lambda _before: drawn.blank(_drawn(template, _look(view, key, table))))
    )


@bp.get("/part")
def part(key: str) -> ResponseReturnValue:
    """What the page shows of the table, drawn anew at each mark; nothing where it is drawn already."""
    table, view, speaks = guard.the_table(key), "board" if _named("view") == "board" else "sheet", language()
    viewer = Viewer.of(table, who())
    etag = f"{table.number}-{viewer.kind}-{speaks}-{version()}-{view}"
    if request.if_none_match.contains_weak(etag):
        response = Response(status=304)
    else:
        name = (view, key, speaks, viewer.sees(table), *_asked().items())
        response = drawn.once(table, name, lambda _before: _for_many(_look(view, key, table))).answer()
    response.set_etag(etag, weak=True)  # the same part, packed or not
    return response


def _for_many(look: Look) -> Whole:
    """A part, drawn once for all who see the same."""
    return drawn.alike(look.table, ("part", look.view, look.key, language()), look, look.packed)


def draw_again(key: str, form: HouseForm, trouble: Problem | None = None, question: str = "") -> str:
    """The sheet with what was refused or is asked, and what was typed still there.

    What cannot stand in the slip any more, as the sheet moved on or as no key says it, is told beside it.
    """
    if trouble:
        form.show(trouble.errors)
    look = _look("sheet", key, guard.the_table(key), form)
    fits = look.slip.asks_for(form, look.table.played)
    is_told = trouble is not None and trouble.reason == "already_entered"  # its sentence has the figure
    kept = [] if is_told or (fits and not form.errors) else form.filled()
    return _drawn("sheet/page.html", look, Again(form if fits else None, kept, trouble, question))


def _look(view: str, key: str, table: Table, form: HouseForm | None = None) -> Look:
    """What whoever asks sees; a form that is shown again asks for its own slip."""
    return Look.of(view, key, table, who(), _asked_side(form), change=_asks_change(form, table.played))


def _drawn(template: str, look: Look, again: Again = NOT_AGAIN) -> str:
    """A page with that in it."""
    return render_template(
        template,
        key=look.key,
        table=look.table,
        viewer=Viewer.of(look.table, who()),
        part_url=url_for("sheet.part", key=look.key, **_asked()),
        heading=look.heading,
        part=look.drawn(again),
    )


def _asked() -> dict[str, Any]:
    """What a player asked for by a link: another side's pad, the bid once more."""
    return {name: value for name, known in ASKED.items() if (value := _named(name)) in known}


def _named(name: str) -> str | None:
    """What stands in the address under that name; nearly every one has nothing to look through."""
    return request.args.get(name) if request.query_string else None


def _asked_side(form: HouseForm | None) -> Side | None:
    if isinstance(form, EntryForm):
        return Side(form.side.data) if form.side.data else None
    named = _asked().get("side")
    return Side(named) if named else None


def _asks_change(form: HouseForm | None, match: Match) -> bool:
    if isinstance(form, BidForm):
        is_played = form.match.data in (None, match.number)
        return is_played and form.deal.data == match.open_row.number
    return "change" in _asked()


def asked_match(table: Table) -> Match:
    """The match named in the address, the one played where none is. Raises Refused where there is no such."""
    named = request.values.get("match", "")
    if not named:
        return table.played
    return guard.the_match(table, int(named) if named.isascii() and named.isdigit() and len(named) < 6 else 0)
