"""The sheet's page, its live part, and the board."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from flask import Response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from squarescores.pedro import Side
from squarescores.pedro.match import Match
from squarescores.pedro.table import Table
from squarescores.web import drawn, guard
from squarescores.web.agreement import agreement_shown
from squarescores.web.forms import BidForm, EntryForm, HouseForm
from squarescores.web.guard import Problem
from squarescores.web.identity import who
from squarescores.web.languages import language
from squarescores.web.packing import Blank, Block, Whole
from squarescores.web.sheet.common import PARTS, Common, common
from squarescores.web.sheet.room import bp
from squarescores.web.sheet.slip import heading, slip_for
from squarescores.web.sheet.viewer import Viewer
from squarescores.web.version import version

ASKED: Final = {"side": ("NS", "EW"), "change": ("bid",)}
"""What may stand in the address of a sheet, and which values mean something."""


@dataclass(frozen=True, slots=True)
class Again:
    """What a sheet that is shown once more after a refusal says besides."""

    typed: HouseForm | None = None
    """A form that fits the slip: what was typed still stands there."""
    kept: list[tuple[str, str]] = field(default_factory=list)
    """What was typed and fits no more, told beside it."""
    trouble: Problem | None = None
    question: str = ""


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

    def draw(_before: Blank | None) -> Blank:
        shown = _shown(key, table)
        return drawn.blank(render_template(template, **shown, part=_joined(_pieces(shown, view))))

    name = (template, key, language(), Viewer.of(table, who()).sees(table), *_asked().items())
    return drawn.filled(drawn.once(table, name, draw))


@bp.get("/part")
def part(key: str) -> ResponseReturnValue:
    """What the page shows of the table, drawn anew at each mark; nothing where it is drawn already."""
    table = guard.the_table(key)
    view, viewer = "board" if request.args.get("view") == "board" else "sheet", Viewer.of(table, who())
    etag = f"{table.number}-{viewer.kind}-{language()}-{version()}-{view}"
    if request.if_none_match.contains_weak(etag):
        response = Response(status=304)
    else:
        name = (view, key, language(), viewer.sees(table), *_asked().items())
        response = drawn.once(table, name, lambda _before: _for_many(_shown(key, table), view)).answer()
    response.set_etag(etag, weak=True)  # the same part, packed or not
    return response


def _for_many(shown: dict[str, Any], view: str) -> Whole:
    """A part, drawn once for all who are shown the same."""
    name, like = ("part", view, shown["key"], language()), (shown["slip"], shown["agreement"])

    def draw() -> Whole:
        head, seen, foot = _pieces(shown, view)
        above, below = (drawn.without_own(piece) for piece in (head, foot))
        return Whole(Block(above), seen.block, Block(below, after=seen.block))

    return drawn.alike(shown["table"], name, like, draw)


def draw_again(key: str, form: HouseForm, trouble: Problem | None = None, question: str = "") -> str:
    """The sheet with what was refused or is asked, and what was typed still there.

    What cannot stand in the slip any more, as the sheet moved on or as no key says it, is told beside it.
    """
    if trouble:
        form.show(trouble.errors)
    table = guard.the_table(key)
    shown = _shown(key, table, form)
    fits = shown["slip"].asks_for(form, table.played)
    is_told = trouble is not None and trouble.reason == "already_entered"  # its sentence has the figure
    kept = [] if is_told or (fits and not form.errors) else form.filled()
    again = Again(form if fits else None, kept, trouble, question)
    return render_template("sheet/page.html", **shown, part=_joined(_pieces(shown, "sheet", again)))


def _shown(key: str, table: Table, form: HouseForm | None = None) -> dict[str, Any]:
    """Everything the sheet's page draws; a form that is shown again asks for its own slip."""
    match, viewer = table.played, Viewer.of(table, who())
    slip = slip_for(table, match, viewer, _asked_side(form), change=_asks_change(form, match))
    return {
        "key": key,
        "table": table,
        "viewer": viewer,
        "slip": slip,
        "part_url": url_for("sheet.part", key=key, **_asked()),
        "heading": heading(table, match, slip),
        "agreement": agreement_shown(table, who()),
    }


def _pieces(shown: dict[str, Any], view: str, again: Again = Again()) -> tuple[Markup, Common, Markup]:
    """What a page shows of the table: what is this viewer's, what is everybody's, and the slip."""
    seen, slip, foot = common(shown["key"], shown["table"], view), shown["slip"], Markup()
    if view == "sheet":
        foot = drawn.piece(f"sheet/_slip_{slip.kind}.html", "draw", slip, seen.sheet, again)
    return drawn.piece(PARTS[view], "head", seen, shown["heading"], shown["agreement"]), seen, foot


def _joined(pieces: tuple[Markup, Common, Markup]) -> Markup:
    head, seen, foot = pieces
    return head + seen.rest + foot


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
