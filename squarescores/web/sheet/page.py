"""The sheet's page, and the board."""

from __future__ import annotations

from flask import Response, render_template, url_for
from flask.typing import ResponseReturnValue

from squarescores.web import drawn, guard
from squarescores.web.forms import HouseForm
from squarescores.web.guard import Problem
from squarescores.web.identity import who
from squarescores.web.languages import language
from squarescores.web.packing import Blank
from squarescores.web.sheet.asked import asked_by_link, asked_with, in_address
from squarescores.web.sheet.look import NOT_AGAIN, Again, Look
from squarescores.web.sheet.room import bp
from squarescores.web.sheet.viewer import Viewer


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
    table, asked = guard.the_table(key), asked_by_link()
    name = template, key, language(), Viewer.of(table, who()).sees(table), asked

    def draw(_before: object) -> Blank:
        return drawn.blank(_drawn(template, Look.of(view, key, table, who(), asked)))

    return drawn.filled(drawn.once(table, name, draw))


def draw_again(key: str, form: HouseForm, trouble: Problem | None = None, question: str = "") -> str:
    """The sheet with what was refused or is asked, and what was typed still there.

    What cannot stand in the slip any more, as the sheet moved on or as no key says it, is told beside it.
    """
    if trouble:
        form.show(trouble.errors)
    table = guard.the_table(key)
    look = Look.of("sheet", key, table, who(), asked_with(form, table.played))
    fits = look.slip.asks_for(form, look.table.played)
    is_told = trouble is not None and trouble.reason == "already_entered"  # its sentence has the figure
    kept = [] if is_told or (fits and not form.errors) else form.filled()
    return _drawn("sheet/page.html", look, Again(form if fits else None, kept, trouble, question))


def _drawn(template: str, look: Look, again: Again = NOT_AGAIN) -> str:
    """A page with that in it."""
    return render_template(
        template,
        key=look.key,
        table=look.table,
        viewer=Viewer.of(look.table, who()),
        part_url=url_for("sheet.part", key=look.key, **in_address()),
        heading=look.heading,
        part=look.drawn(again),
    )
