"""What everybody who looks at a sheet sees alike: the news, the score, the band of the rules, the rows."""

from __future__ import annotations

from dataclasses import dataclass

from flask import get_template_attribute, render_template, url_for
from markupsafe import Markup

from squarescores.pedro.table import Table
from squarescores.web import drawn, shown, words
from squarescores.web.languages import language
from squarescores.web.rows import RowShown, rows_shown
from squarescores.web.sheet import banner, news

Rows = dict[int, tuple[RowShown, Markup]]
"""Rows by their numbers: what each says, and how that is drawn."""


@dataclass(frozen=True, slots=True)
class Common:
    """The pieces, in the order of the page; `rows` are those in `deals`, one by one."""

    news: Markup
    score: Markup
    banner: Markup
    deals: Markup
    rows: Rows


def common(key: str, table: Table, *, is_linked: bool) -> Common:
    """The pieces of the match played; `is_linked`: a tap on a row says why."""
    name = ("common", key, table.played.number, language(), is_linked)
    return drawn.once(table, name, lambda before: _drawn(key, table, before, is_linked=is_linked))


def seats(table: Table) -> dict[str, str]:
    """Who holds each seat, or its own word."""
    return {seat: words.holder(table, seat) for seat in "NESW"}


def _drawn(key: str, table: Table, before: Common | None, *, is_linked: bool) -> Common:
    match = table.played
    rows = _rows(key, table, before.rows if before else {}, is_linked=is_linked)
    seen = {
        "key": key,
        "table": table,
        "match": match,
        "sides": shown.sides_shown(table, match),
        "seats": seats(table),
        "banner": banner.banner(table, match),
        "news": news.latest(table, match),
        "rows": Markup("").join(row for _says, row in rows.values()),
    }
    pieces = {
        name: Markup(render_template(f"sheet/_{name}.html", **seen))  # noqa: S704 -- our own templates
        for name in ("news", "score", "banner", "deals")
    }
    return Common(**pieces, rows=rows)


def _rows(key: str, table: Table, before: Rows, *, is_linked: bool) -> Rows:
    """The rows of the match played; one that says what it said before stays as it was drawn."""
    match, rows = table.played, {}
    draw = get_template_attribute("sheet/_row.html", "row_of")
    for says in rows_shown(table, match):
        if says.number in before and before[says.number][0] == says:
            rows[says.number] = before[says.number]
        else:
            why = url_for("sheet.deal", key=key, deal=says.number, match=match.number) if is_linked else None
            rows[says.number] = says, draw(says, why)
    return rows
