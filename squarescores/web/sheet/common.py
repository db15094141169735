"""What everybody who looks at a sheet sees alike: the news, the score, the band of the rules, the rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import render_template
from markupsafe import Markup

from squarescores.pedro.table import Table
from squarescores.web import drawn, shown, words
from squarescores.web.languages import language
from squarescores.web.rows import rows_shown
from squarescores.web.sheet import banner, news


@dataclass(frozen=True, slots=True)
class Common:
    """The pieces, in the order of the page."""

    news: Markup
    score: Markup
    banner: Markup
    deals: Markup


def common(key: str, table: Table, *, is_linked: bool) -> Common:
    """The pieces of the match played; `is_linked`: a tap on a row says why."""

    def draw() -> Common:
        seen = _shown(key, table) | {"linked": is_linked}
        return Common(
            *(Markup(render_template(f"sheet/_{name}.html", **seen)) for name in Common.__slots__)  # noqa: S704 -- our own templates
        )

    return drawn.once(table, ("common", key, language(), is_linked), draw)


def seats(table: Table) -> dict[str, str]:
    """Who holds each seat, or its own word."""
    return {seat: words.holder(table, seat) for seat in "NESW"}


def _shown(key: str, table: Table) -> dict[str, Any]:
    match = table.played
    return {
        "key": key,
        "table": table,
        "match": match,
        "sides": shown.sides_shown(table, match),
        "seats": seats(table),
        "banner": banner.banner(table, match),
        "news": news.latest(table, match),
        "rows": rows_shown(table, match),
    }
