"""A live page: it waits for the bell, and hears what the store says then."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from squarescores.live.presence import Presence, presence
from squarescores.live.round import Round
from squarescores.pedro.table import Table

if TYPE_CHECKING:
    from squarescores.live.bell import Bell


@dataclass(frozen=True, slots=True)
class News:
    """What a live page is told: the last mark's number, and who is connected."""

    number: int
    presence: Presence


class Page:
    """One open page.

    Whoever serves it either waits in `hear`, in a thread of its own, or is called after each ring (`calls`).
    """

    __slots__ = ("_bell", "_heard", "_is_closed", "_person", "_round", "shows")

    def __init__(self, bell: Bell, around: Round, person: str, shows: Hashable) -> None:
        self._bell = bell
        self._round = around
        self._person = person
        self.shows = shows
        """What is drawn for it before it hears of a mark; None: nothing."""
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
        self._heard, seen = around.look()
        return News(seen.number, presence(seen.holders, self._bell.pages(around.key)))

    def knows(self, table: Table, rung: int) -> None:
        """The table was read after the bell had rung so often; where it has not since, it stands so."""
        self._round.knows(table, is_now=lambda: self._bell.rung == rung)

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
