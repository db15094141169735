"""The sheet to take away: a case file, a spreadsheet, and what this viewer is at the table."""

from __future__ import annotations

import csv
import io
from typing import Any, Final

from flask import jsonify
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from squarescores.pedro import Side
from squarescores.pedro.match import Match
from squarescores.pedro.sheet import sheet
from squarescores.pedro.table import Table
from squarescores.web import guard, words
from squarescores.web.downloads import download
from squarescores.web.identity import who
from squarescores.web.sheet.asked import asked_match
from squarescores.web.sheet.room import bp
from squarescores.web.sheet.viewer import Viewer

# What a spreadsheet takes for a formula where a text begins with it; some read the full-width ones so too.
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@bp.get("/sheet.json")
def json(key: str) -> ResponseReturnValue:
    """The sheet as a case file with its answer, the same for everybody."""
    table = guard.the_table(key)
    return jsonify({"table": key, **sheet(table, asked_match(table))})


@bp.get("/me")
def me(key: str) -> ResponseReturnValue:
    """What whoever asks is at the table; the join code for host and players."""
    table = guard.the_table(key)
    viewer = Viewer.of(table, who())
    return jsonify(
        {
            "seat": viewer.seat,
            "side": viewer.seat.side if viewer.seat else None,
            "host": viewer.is_host,
            "code": table.code if viewer.plays else None,
        }
    )


@bp.get("/sheet.csv", endpoint="csv")
def spreadsheet(key: str) -> ResponseReturnValue:
    """One line a settled deal; opens in a spreadsheet as it is."""
    table = guard.the_table(key)
    match = asked_match(table)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([harmless(each) for each in _head(table)])
    for line in _lines(table, match):
        writer.writerow([harmless(each) for each in line])
    # The mark at the head tells spreadsheets that this is UTF-8.
    return download("\ufeff" + text.getvalue(), f"pedro-match-{match.number}.csv")


def harmless(value: Any) -> Any:
    """A text that a spreadsheet would run is quoted; a number stays a number."""
    return f"'{value}" if isinstance(value, str) and value.lstrip().startswith(FORMULA) else value


def _head(table: Table) -> list[str]:
    sides = [" & ".join(words.side_names(table, side)) for side in Side]
    columns = [_("Deal"), _("Dealer"), _("Bidder"), _("Bid"), _("Trump"), _("Result")]
    for word in (_("points taken"), _("on the sheet"), _("total"), _("owes"), _("net")):
        columns += [f"{side}: {word}" for side in sides]
    return columns


def _lines(table: Table, match: Match) -> list[list[Any]]:
    lines = []
    for row, scored in match.scored():
        assert row.bidder is not None  # noqa: S101 -- a settled row has a bidder
        figures = [
            *row.taken,
            *scored.cells,
            *(tally.total for tally in scored.tallies),
            *(tally.shortfall for tally in scored.tallies),
            *(tally.net for tally in scored.tallies),
        ]
        told = [
            row.number,
            words.holder(table, match.dealers[row.number]),
            words.holder(table, row.bidder),
            row.bid,
            words.suit(row.trump) if row.trump else "",
            _("after the end") if scored.after_end else _("made") if scored.made else _("set"),
        ]
        lines.append([*told, *figures])
    return lines
