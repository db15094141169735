"""A live page: it waits for the bell, and hears what the store says then."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from squarescores.live.presence import Holders, Presence, holders, presence
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


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the store said of a table: the last mark's number, and whose phones its seats are."""

    number: int
    holders: Holders


class Round:
    """The live pages of one table: woken together, and one of them looks for all."""

    def __init__(self, key: str, lock: threading.RLock) -> None:
        self.key = key
        self.pages = 0
        self.rung = 0
        self.marked = 0
        """How many of the rings were of marks; the others were of people who came or went."""
        self.lock = lock
        self.wake = threading.Condition(lock)
        self.turns: dict[Page, Callable[[], None]] = {}
        """What is done after a ring for those pages that have no thread to wait in."""
        self.is_called = False
        """Whether the crier was called and has not set out yet."""
        self.looking = threading.Lock()
        self.looked = 0
        """The mark's ring that `seen` was looked up after."""
        self.seen: _Seen | None = None

    def ring(self, *, is_mark: bool) -> None:
        self.rung += 1
        self.marked += is_mark
        self.wake.notify_all()

    def go(self) -> None:
        """Do what is to be done after a ring."""
        with self.lock:
            self.is_called = False
            turns = list(self.turns.values())
        for turn in turns:
            turn()


class Page:
    """One open page.

    Whoever serves it either waits in `hear`, in a thread of its own, or is called after each ring (`calls`).
    """

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
        """What there is to tell, and the ring it is told after: the pages of a table read it once a mark."""
        around = self._round
        with around.looking:
            rung, marked = around.rung, around.marked
            if around.seen is None or around.looked != marked:
                table = self._look(around.key)
                if table is None:
                    raise NoTable(around.key)
                around.seen = _Seen(table.number, holders(table))
                around.looked = marked
            seen = around.seen
        return rung, News(seen.number, presence(seen.holders, self._bell.pages(around.key)))

    def knows(self, table: Table, rung: int) -> None:
        """The table was read after the bell had rung so often; where it has not since, it stands so."""
        around = self._round
        with around.looking, around.lock:
            is_later = around.seen is None or around.seen.number < table.number
            if is_later and self._bell.rung == rung:
                around.seen = _Seen(table.number, holders(table))
                around.looked = around.marked

    def calls(self, turn: Callable[[], None]) -> None:
        """From now on call `turn` soon after each ring; at once where it has rung since this page heard.

        It is to `hear(0)`, and must not wait for a phone, nor raise.
        """
        with self._round.lock:
            if self._is_closed:  # the phone hung up before it came to this: nobody would take it off again
                return
            self._bell.crier.open()
            self._round.turns[self] = turn
            if self._round.rung != self._heard:
                self._bell.cry(self._round)

    def calls_again(self) -> None:
        """Call it once more, as if it had rung."""
        with self._round.lock:
            self._bell.cry(self._round)

    def rest(self, seconds: float) -> None:
        """Wait without listening; ends with the server."""
        with self._round.lock:
            if self.is_live:
                self._round.wake.wait(seconds)

    def close(self) -> None:
        """The page is gone. May be called twice."""
        if not self._is_closed:
            self._is_closed = True
            self._bell.leave(self, self._round, self._person)
