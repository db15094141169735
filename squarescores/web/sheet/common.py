"""What everybody who looks at a sheet sees alike: the news, the score, the band of the rules, the rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import get_template_attribute, url_for
from markupsafe import Markup
from werkzeug.utils import cached_property

from squarescores.pedro.table import Table
from squarescores.web import drawn
from squarescores.web.languages import language
from squarescores.web.packing import Block, chained
from squarescores.web.rows import RowSeen, rows_seen
from squarescores.web.sheet.banner import banner
from squarescores.web.sheet.news import News, latest
from squarescores.web.sheet.sight import Sight

PARTS: Final = {"sheet": "sheet/part.html", "board": "sheet/board_part.html"}
"""Where the pieces are put together; on the sheet a tap on a row says why."""

SCORE: Final = ("sheet/_score.html", "score")

GROUP: Final = 8
ROWS: Final = Markup("<!-- rows -->")
"""Stands for the rows while what is around them is drawn; a name never looks like it."""

Rows = dict[int, tuple[RowSeen, Markup]]
"""Rows by their numbers: what each was drawn of, and how that is drawn."""


@dataclass(frozen=True)
class Common:
    """The pieces, in the order of the page."""

    sheet: Sight
    said: News
    news: Markup
    score: Markup
    around: tuple[str, str]
    """What stands above the rows, and what below."""
    rows: Rows
    packed_before: tuple[Block, ...]
    """The blocks of the mark before; most say the same."""

    @property
    def rest(self) -> Markup:
        """All that comes after the score and before the slip."""
        return Markup("".join(self._rest()))  # noqa: S704 -- drawn by our own templates

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The same packed; a group of rows that has filled up is packed once in a match."""
        return chained(self._rest(), self.packed_before)

    def _rest(self) -> list[str]:
        (above, below), rows = self.around, [row for _seen, row in self.rows.values()]
        full = len(rows) // GROUP * GROUP
        groups = ["".join(rows[at : at + GROUP]) for at in range(0, full, GROUP)]
        groups.append("".join([*rows[full:], below]))
        return [above + groups[0], *groups[1:]]


def common(key: str, table: Table, view: str) -> Common:
    """The pieces of the match played, as the sheet or the board has them."""
    name = ("common", key, table.played.number, language(), view)
    return drawn.once(table, name, lambda before: _drawn(Sight(key, table), before, view))


def _drawn(sheet: Sight, before: Common | None, view: str) -> Common:
    table, match, sides = sheet.table, sheet.match, sheet.sides
    said = latest(table, match, before.said if before else None)
    rest, score = (get_template_attribute(*macro) for macro in ((PARTS[view], "rest"), SCORE))
    names = (side.names for side in sides.values())
    above, _, below = drawn.fragment(rest, sheet.key, banner(table, match), *names, ROWS).partition(ROWS)
    return Common(
        sheet=sheet,
        said=said,
        news=drawn.piece("sheet/_news.html", "news", said),
        score=drawn.fragment(score, sheet.score),
        around=(str(above), str(below)),
        rows=_rows(sheet, before.rows if before else {}, is_linked=view == "sheet"),
        packed_before=before.blocks if before and "blocks" in before.__dict__ else (),
    )


def _rows(sheet: Sight, before: Rows, *, is_linked: bool) -> Rows:
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
