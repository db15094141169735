"""How an open sheet's answer, once begun, is handed on by the thread that began it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from squarescores.web.live import HOLD, Telling

WSGI = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Handed(BaseException):
    """An answer that has begun and goes on while a page is open. No Exception: the server would answer it."""

    def __init__(self, telling: Telling, *, is_chunked: bool, end: Callable[[], None]) -> None:
        super().__init__()
        self.telling = telling
        self.is_chunked = is_chunked
        self.end = end


def handing(app: WSGI) -> WSGI:
    """The app, whose open pages raise Handed where another server would wait with them."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        told: list[Telling] = []
        environ[HOLD] = told.append
        body = app(environ, start_response)
        is_chunked = environ["SERVER_PROTOCOL"] == "HTTP/1.1"
        return _Opening(body, told[0], is_chunked=is_chunked) if told else body

    return answer


class _Opening:
    """What is said at once, and then the page is handed on instead of being closed."""

    def __init__(self, body: Any, telling: Telling, *, is_chunked: bool) -> None:
        self._body = body
        self._said: Iterator[bytes] = iter(body)
        self._telling = telling
        self._is_chunked = is_chunked
        self._is_handed = False

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        try:
            return next(self._said)
        except StopIteration:
            self._is_handed = True
            # Made only here: one that was kept would keep all that led to it while the page is open.
            raise Handed(self._telling, is_chunked=self._is_chunked, end=self._body.close) from None

    def close(self) -> None:
        if not self._is_handed:
            self._body.close()
