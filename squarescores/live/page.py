"""A live page: it waits for the bell, and hears what the store says then."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from squarescores.live.presence import Presence, presence
from squarescores.pedro.table import Table

if TYPE_CHECKING:
    from squarescores.live.bell import Bell


class NoTable(LookupError):
    """There is no table of that key."""


@dataclass(frozen=True, slots=True)
class News:
    """What a live page is told: the last mark's number, and who is connected."""

    number: int
    presence: Presence


class Round:
    """The live pages of one table: woken together, and one of them looks for all."""

    def __init__(self, key: str, lock: threading.RLock) -> None:
        self.key = key
        self.pages = 0
        self.rung = 0
        self.lock = lock
        self.wake = threading.Condition(lock)
        self.looking = threading.Lock()
        self.looked = 0
        """The ring that `news` was looked up after."""
        self.news: News | None = None

    def ring(self) -> None:
        self.rung += 1
        self.wake.notify_all()


class Page:
    """One open page, for the thread that serves it."""

    __slots__ = ("_bell", "_heard", "_is_closed", "_look", "_person", "_round")

    def __init__(self, bell: Bell, around: Round, person: str, look: Callable[[str], Table | None]) -> None:
        self._bell = bell
        self._round = around
        self._person = person
        self._look = look
        self._heard = 0
        self._is_closed = False

    @property
    def is_live(self) -> bool:
        return self._bell.is_open and not self._is_closed

    def hear(self, seconds: float) -> News | None:
        """Wait for the bell and look; None where it does not ring in that time. The first time it has rung.

        Raises NoTable, and whatever looking raises: the next call then looks again.
        """
        around = self._round
        with around.lock:
            if around.rung == self._heard and self.is_live:
                around.wake.wait(seconds)
            if around.rung == self._heard or not self.is_live:
                return None
        self._heard, news = self._news()
        return news

    def _news(self) -> tuple[int, News]:
        """What the store says, and the ring it says it after: the pages of a table read it once a ring."""
        around = self._round
        with around.looking:
            rung = around.rung
            if around.news is None or around.looked != rung:
                table = self._look(around.key)
                if table is None:
                    raise NoTable(around.key)
                around.news = News(table.number, presence(table, self._bell.pages(around.key)))
                around.looked = rung
            return rung, around.news

    def rest(self, seconds: float) -> None:
        """Wait without listening; ends with the server."""
        with self._round.lock:
            if self.is_live:
                self._round.wake.wait(seconds)

    def close(self) -> None:
        """The page is gone. May be called twice."""
        if not self._is_closed:
            self._is_closed = True
            self._bell.leave(self._round, self._person)
