"""What open pages listen to: the number of the last mark, and who is connected."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, g, request

from squarescores.live import Full, News, NoTable, Page
from squarescores.pedro.refusal import Refused
from squarescores.store import StoreAway
from squarescores.web import seen
from squarescores.web.ahead import VIEWS, Shows
from squarescores.web.house import house
from squarescores.web.identity import sign, who
from squarescores.web.languages import language
from squarescores.web.version import version

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

bp = Blueprint("live", __name__)

BEAT: Final = 10
"""Seconds of silence after which a comment is sent: it finds phones that are gone."""

AWAY: Final = 1
"""Seconds until a store that did not answer is asked again."""

RETRY: Final = 2000
"""Milliseconds until a browser comes back after a connection that broke."""

STILL_HERE: Final = ": still here\n\nevent: beat\ndata:\n\n"
"""A comment for whatever stands between, an event for the page, which hears no comments."""

HOLD: Final = "squarescores.hold"
"""In the environment of a server that keeps an open page without a thread: takes its Telling."""

KIND: Final = "text/event-stream; charset=utf-8"
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@bp.get("/t/<key>/live")
def stream(key: str) -> Response:
    """Server-sent events for as long as the page is open."""
    if request.method == "HEAD":
        return Response((), content_type=KIND, headers=HEADERS)
    bell = house().bell
    rung, person, table = bell.rung, who(), seen.table(key)
    if table is None:
        raise Refused("no_table")
    try:
        page = bell.listen(key, person, _shown(person))
    except Full:
        return Response("", 503, {**HEADERS, "Retry-After": "30"})
    try:
        page.knows(table, rung)
        telling = Telling(page, f"{version()} {sign()}")
    except NoTable:
        page.close()
        raise Refused("no_table") from None
    except BaseException:
        page.close()
        raise
    g.unheard = page
    return _Stream(telling, request.environ.get(HOLD))


class _Stream(Response):
    """An open page's answer, which counts from when it goes out: until then another may take its place."""

    def __init__(self, telling: Telling, hold: Callable[[Telling], None] | None) -> None:
        body = iter((telling.opening,)) if hold else _waiting(telling)  # of no length that could be told
        super().__init__(body, content_type=KIND, headers=HEADERS)
        self._telling = telling
        self._hold = hold

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        # Not in the generator: one that was never begun never ends either.
        self.call_on_close(g.pop("unheard").close)
        if self._hold:
            self._hold(self._telling)
        return super().__call__(environ, start_response)


@bp.teardown_request
def _leave_unheard(_error: BaseException | None) -> None:
    if page := g.pop("unheard", None):
        page.close()


def _shown(person: str | None) -> Shows | None:
    """What is drawn for the page at each mark; nothing for one that shows something else of its table."""
    view = request.args.get("view", "sheet")
    return Shows(language(), view, person) if view in VIEWS else None


class Telling:
    """What one page is told, as server-sent events: where the table stands, then each change."""

    def __init__(self, page: Page, drawn: str) -> None:
        """`drawn`: by which program and for whom answers are drawn; a page of another one has to look.

        Raises NoTable, StoreAway.
        """
        self.page = page
        self._told: News | None = None
        self.opening = f": listening\n\nretry: {RETRY}\n\n{self.news()}event: drawn\ndata: {drawn}\n\n"
        """Said at once, whatever the browser knew."""

    def news(self, seconds: float = 0) -> str:
        """What is new within that time; nothing where nothing is. Raises NoTable, StoreAway."""
        news, told = self.page.hear(seconds), self._told
        self._told = news or told
        return _said(news, told)


def _waiting(telling: Telling) -> Iterator[str]:
    """For a server that gives each page a thread of its own."""
    yield telling.opening
    while True:
        try:
            said = telling.news(BEAT)
        except StoreAway:
            telling.page.rest(AWAY)
            said = ""
        except NoTable:
            return
        if not telling.page.is_live:
            return
        yield said or STILL_HERE


def _said(news: News | None, told: News | None) -> str:
    """The events that tell the difference; several marks since are told by the last one's number."""
    if news is None:
        return ""
    said = ""
    if told is None or news.number != told.number:
        said += f"id: {news.number}\ndata: {news.number}\n\n"
    if told is None or news.presence != told.presence:
        here = {"seats": news.presence.seats, "watching": news.presence.watching}
        said += f"event: presence\ndata: {json.dumps(here)}\n\n"
    return said
