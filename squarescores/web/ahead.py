"""Drawing before anybody asks: when a mark is told, all phones of its table want their part at once."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import groupby
from typing import Final, NamedTuple

from flask import Flask

from squarescores.pedro.table import Table
from squarescores.web.languages import speak

VIEWS: Final = ("sheet", "board")
"""What of a table is drawn for its open pages."""

# Addresses are made as for any page of this house; it is nobody's.
_NOBODY: Final = {
    "REQUEST_METHOD": "GET",
    "SERVER_NAME": "localhost",
    "SERVER_PORT": "80",
    "PATH_INFO": "/",
    "wsgi.url_scheme": "http",
}


class Shows(NamedTuple):
    """What an open page shows of its table: one of VIEWS, in a language, to a person or a stranger."""

    language: str
    view: str
    person: str | None


def ahead(
    app: Flask, draw: Callable[[str, Table, Shows], object]
) -> Callable[[str, Table, Collection[Shows]], None]:
    """Draws what pages show of the table with that key, as `draw` does when one of them asks."""

    def draw_all(key: str, table: Table, shown: Collection[Shows]) -> None:
        for language, alike in groupby(sorted(shown, key=_language), _language):
            # With a context of its own: Flask would go on with that of a request which has this drawn.
            with app.app_context(), app.request_context(_NOBODY.copy()):
                speak(language)
                for shows in alike:
                    draw(key, table, shows)

    return draw_all


def _language(shows: Shows) -> str:
    return shows.language
