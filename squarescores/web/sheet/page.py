"""The sheet's page, its live part, and the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from flask import make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from squarescores.pedro import Side
from squarescores.pedro.match import Match
from squarescores.pedro.table import Table
from squarescores.web import drawn, endings, guard, shown
from squarescores.web.agreement import agreement_shown
from squarescores.web.forms import BidForm, EntryForm, HouseForm
from squarescores.web.guard import Problem
from squarescores.web.identity import who
from squarescores.web.languages import language
from squarescores.web.sheet.common import common, seats
from squarescores.web.sheet.dispute import dispute_words
from squarescores.web.sheet.room import bp
from squarescores.web.sheet.slip import heading, may_change_bid, slip_for
from squarescores.web.sheet.viewer import Viewer
from squarescores.web.version import version

T = TypeVar("T")

ASKED: Final = {"side": ("NS", "EW"), "change": ("bid",)}
"""What may stand in the address of a sheet, and which values mean something."""

BOARDS: Final = ("sheet/board.html", "sheet/board_part.html")


@bp.get("")
def page(key: str) -> ResponseReturnValue:
    """The score, the rows, and the one thing this person can do next."""
    return drawn.filled(_draw("sheet/page.html", key, guard.the_table(key), drawn.blank))


@bp.get("/part")
def part(key: str) -> ResponseReturnValue:
    """What the page shows of the table, drawn anew at each mark; nothing where it is drawn already."""
    table = guard.the_table(key)
    viewer, view = Viewer.of(table, who()), "board" if request.args.get("view") == "board" else "sheet"
    response = make_response()
    response.set_etag(f"{table.number}-{viewer.kind}-{language()}-{version()}-{view}")
    if not request.if_none_match.contains_weak(response.get_etag()[0] or ""):
        template = BOARDS[1] if view == "board" else "sheet/part.html"
        response.set_data(_draw(template, key, table, lambda text: drawn.without_own(text).encode()))
    return response.make_conditional(request)


@bp.get("/board")
def board(key: str) -> ResponseReturnValue:
    """The same sheet for a screen across the room."""
    return drawn.filled(_draw(BOARDS[0], key, guard.the_table(key), drawn.blank))


def _draw(template: str, key: str, table: Table, done: Callable[[str], T]) -> T:
    """A page or a part for whoever asks, drawn and `done` already where somebody asked who sees the same."""
    name = (template, key, language(), Viewer.of(table, who()).sees(table), *_asked().items())

    def draw(_before: T | None) -> T:
        return done(render_template(template, **_shown(key, table, is_linked=template not in BOARDS)))

    return drawn.once(table, name, draw)


def draw_again(key: str, form: HouseForm, trouble: Problem | None = None, question: str = "") -> str:
    """The sheet with what was refused or is asked, and what was typed still there.

    What cannot stand in the slip any more, as the sheet moved on or as no key says it, is told beside it.
    """
    if trouble:
        form.show(trouble.errors)
    table = guard.the_table(key)
    seen = _shown(key, table, form)
    fits = seen["slip"].asks_for(form, table.played)
    is_told = trouble is not None and trouble.reason == "already_entered"  # its sentence has the figure
    kept = [] if is_told or (fits and not form.errors) else form.filled()
    again = {"typed": form if fits else None, "kept": kept, "trouble": trouble, "question": question}
    return render_template("sheet/page.html", **seen, **again)


def _shown(
    key: str, table: Table, form: HouseForm | None = None, *, is_linked: bool = True
) -> dict[str, Any]:
    """Everything the sheet's templates draw; a form that is shown again asks for its own slip."""
    match, viewer = table.played, Viewer.of(table, who())
    slip = slip_for(table, match, viewer, _asked_side(form), change=_asks_change(form, match))
    return {
        "key": key,
        "table": table,
        "match": match,
        "viewer": viewer,
        "slip": slip,
        "part_url": url_for("sheet.part", key=key, **_asked()),
        "heading": heading(table, match, slip),
        "common": common(key, table, is_linked=is_linked),
        "sides": shown.sides_shown(table, match),
        "seats": seats(table),
        "agreement": agreement_shown(table, who()),
        "dispute": dispute_words(table, slip.row) if slip.kind == "disputed" and slip.row else "",
        "may_change_bid": may_change_bid(match.open_row),
        "is_first": not match.has_begun,
        "ended": endings.in_words(table, match) if match.banking else "",
    }


def _asked() -> dict[str, Any]:
    """What a player asked for by a link: another side's pad, the bid once more."""
    return {name: value for name, known in ASKED.items() if (value := request.args.get(name)) in known}


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
