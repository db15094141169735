"""The sheet's page, its live part, the board, and why a row says what it says."""

from __future__ import annotations

from typing import Any

from flask import make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from squarescores import __version__
from squarescores.pedro import Side
from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Refused
from squarescores.pedro.table import Table
from squarescores.web import guard, shown, words
from squarescores.web.identity import who
from squarescores.web.languages import language
from squarescores.web.rows import rows_shown
from squarescores.web.sheet import banner, news
from squarescores.web.sheet.room import bp
from squarescores.web.sheet.slip import Viewer, dispute_words, heading, slip_for


@bp.get("")
def page(key: str) -> ResponseReturnValue:
    table = guard.the_table(key)
    return draw("sheet/page.html", key, table)


@bp.get("/part")
def part(key: str) -> ResponseReturnValue:
    """The live part: what the page shows of the table, and the slip that goes with it."""
    table = guard.the_table(key)
    is_board = request.args.get("view") == "board"
    viewer = Viewer.of(table, who())
    response = make_response()
    response.set_etag(f"{table.number}-{viewer.kind}-{language()}-{__version__}-{'b' if is_board else 's'}")
    if request.if_none_match.contains(response.get_etag()[0] or ""):
        return response.make_conditional(request)
    response.set_data(draw("sheet/board_part.html" if is_board else "sheet/part.html", key, table))
    return response


@bp.get("/board")
def board(key: str) -> ResponseReturnValue:
    return draw("sheet/board.html", key, guard.the_table(key))


def draw(template: str, key: str, table: Table, **more: Any) -> str:
    """A page of the sheet for whoever asks."""
    return render_template(template, **view(key, table), **more)


def view(key: str, table: Table) -> dict[str, Any]:
    """Everything the sheet's templates draw."""
    match = table.played
    viewer = Viewer.of(table, who())
    side = request.args.get("side", "")
    slip = slip_for(
        table,
        match,
        viewer,
        Side(side) if side in list(Side) else None,
        change="bid" in request.args.getlist("change"),
    )
    return {
        "key": key,
        "table": table,
        "match": match,
        "viewer": viewer,
        "slip": slip,
        "part_url": url_for(
            "sheet.part",
            key=key,
            **{name: request.args[name] for name in ("side", "change") if name in request.args},
        ),
        "heading": heading(table, match, slip),
        "sides": shown.sides_shown(table, match),
        "rows": rows_shown(table, match),
        "seats": {seat: words.holder(table, seat) for seat in "NESW"},
        "banner": banner.banner(table, match),
        "dispute": dispute_words(table, match, slip.row) if slip.kind == "disputed" and slip.row else "",
        "news": news.latest(table, match),
        "is_first": not match.has_begun,
        "ended": shown.ending_words(table, match) if match.banking else "",
    }


def asked_match(table: Table) -> Match:
    """The match named in the address, the one played where none is. Raises Refused where there is no such."""
    named = request.args.get("match", "")
    if not named:
        return table.played
    return guard.the_match(table, int(named) if named.isascii() and named.isdigit() and len(named) < 6 else 0)


@bp.get("/deals/<int:deal>")
def deal(key: str, deal: int) -> ResponseReturnValue:
    """Why a row says what it says: the page a tap on a cell opens, or unfolds."""
    table = guard.the_table(key)
    match = asked_match(table)
    row = match.row(deal)
    if row is None or row.bid is None:
        raise Refused("no_deal", deal=deal, open=match.open_row.number)
    drawn = next(each for each in rows_shown(table, match) if each.number == deal)
    return render_template(
        "sheet/why_part.html" if "part" in request.args else "sheet/why.html",
        key=key,
        table=table,
        match=match,
        row=row,
        rows=[drawn],
        shown=drawn,
        because=banner.because(table, match, row),
        viewer=Viewer.of(table, who()),
        title=_("Deal %(deal)s", deal=deal),
        fix_url=url_for("sheet.fix", key=key, deal=deal, match=match.number),
    )
