"""What everybody who looks at a sheet sees alike: the news, the score, the band of the rules, the rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from flask import get_template_attribute, url_for
from markupsafe import Markup

from squarescores.pedro.table import Table
from squarescores.web import drawn
from squarescores.web.languages import language
from squarescores.web.packing import Block
from squarescores.web.rows import RowSeen, rows_seen
from squarescores.web.sheet import banner, news
from squarescores.web.sheet.seen import Seen

PARTS: Final = {"sheet": "sheet/part.html", "board": "sheet/board_part.html"}
"""Where the pieces are put together; on the sheet a tap on a row says why."""

Rows = dict[int, tuple[RowSeen, Markup]]
"""Rows by their numbers: what each was drawn of, and how that is drawn."""


@dataclass(frozen=True)
class Common:
    """The pieces, in the order of the page; `rest` has the `rows`, and comes before the slip."""

    sheet: Seen
    news: Markup
    score: Markup
    rest: Markup
    rows: Rows

    @cached_property
    def block(self) -> Block:
        """The rest packed."""
        return Block(self.rest)


def common(key: str, table: Table, view: str) -> Common:
    """The pieces of the match played, as the sheet or the board has them."""
    name = ("common", key, table.played.number, language(), view)
    return drawn.once(table, name, lambda before: _drawn(Seen(key, table), before, view))


def _drawn(sheet: Seen, before: Common | None, view: str) -> Common:
    table, match = sheet.table, sheet.match
    rows = _rows(sheet, before.rows if before else {}, is_linked=view == "sheet")
    every_row = Markup("".join(row for _seen, row in rows.values()))  # noqa: S704 -- drawn by our own template
    return Common(
        sheet=sheet,
        news=drawn.piece("sheet/_news.html", "news", news.latest(table, match)),
        score=drawn.piece("sheet/_score.html", "score", sheet),
        rest=drawn.piece(PARTS[view], "rest", sheet, banner.banner(table, match), every_row),
        rows=rows,
    )


def _rows(sheet: Seen, before: Rows, *, is_linked: bool) -> Rows:
    """The rows of the match played; one drawn of what it was drawn of before stays as it was drawn."""
    match, rows = sheet.match, {}
    draw = get_template_attribute("sheet/_row.html", "row_of")
    for seen in rows_seen(sheet.table, match):
        number = seen.row.number
        if number in before and before[number][0] == seen:
            rows[number] = before[number]
        else:
            why = url_for("sheet.deal", key=sheet.key, deal=number, match=match.number) if is_linked else None
            rows[number] = seen, draw(seen.shown(), why)
    return rows
