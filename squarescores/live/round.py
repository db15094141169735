"""A round: the live pages of one table, for whom it is looked at and drawn once a mark."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from squarescores.live.presence import Holders, holders
from squarescores.pedro.table import Table

if TYPE_CHECKING:
    from squarescores.live.page import Page

_log = logging.getLogger(__name__)

Look = Callable[[str], Table | None]
"""Reads a table as it stands."""

Draw = Callable[[str, Table, Collection[Hashable]], None]
"""Draws what the pages of the table with that key will ask for, as each of their `shows` says."""


class NoTable(LookupError):
    """There is no table of that key."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the store said of a table: the last mark's number, and whose phones its seats are."""

    number: int
    holders: Holders


class Round:
    """The live pages of one table: woken together, and one of them looks for all."""

    def __init__(self, key: str, lock: threading.RLock, look: Look, draw: Draw | None) -> None:
        self.key = key
        self.pages: set[Page] = set()
        self.rung = 0
        self._unseen = 0
        """How many of the rings were of marks that the table has to be read for."""
        self._looked = 0
        """How many of those there had been when it was read last."""
        self._brought: Table | None = None
        """The latest table that came with a ring, until it was looked at."""
        self.lock = lock
        self.wake = threading.Condition(lock)
        self.turns: dict[Page, Callable[[], None]] = {}
        """What is done after a ring for those pages that have no thread to wait in."""
        self.is_called = False
        """Whether the crier was called and has not set out yet."""
        self.is_visited = False
        """Whether he is there: one is at a table at a time, so that a slow one keeps no other waiting."""
        self._look = look
        self._draw = draw
        self._looking = threading.Lock()
        self.seen: Seen | None = None

    def ring(self, table: Table | None = None) -> None:
        """A mark was written; with it the table has come that somebody here wrote it on."""
        if table is None:
            self._unseen += 1
        elif self._brought is None or self._brought.number < table.number:
            self._brought = table
        self.stir()

    def stir(self) -> None:
        """Somebody came or went."""
        self.rung += 1
        self.wake.notify_all()

    def go(self) -> bool:
        """Do what is to be done after a ring; whether it has rung again by then."""
        with self.lock:
            self.is_called, self.is_visited = False, True
            turns = list(self.turns.values())
        for turn in turns:
            try:
                turn()
            except Exception:  # noqa: BLE001 -- the others are to be told, and the table to be come to again
                _log.exception("The crier stumbled.")
        with self.lock:
            self.is_visited = False
            return self.is_called

    def look(self) -> tuple[int, Seen]:
        """The ring that this is told after, and how the table stands: it is read at most once a mark.

        Raises NoTable, and whatever reading raises: the next call then reads again.
        """
        with self._looking:
            with self.lock:
                rung, unseen, table = self.rung, self._unseen, self._brought
                self._brought = None
            if self.seen is None or self._looked != unseen:
                table = self._look(self.key)
                if table is None:
                    raise NoTable(self.key)
            elif table is None or table.number <= self.seen.number:
                return rung, self.seen
            if self.seen is not None and self.seen.number != table.number:
                self._draw_ahead(table)
            self.seen = Seen(table.number, holders(table))
            self._looked = unseen
            return rung, self.seen

    def _draw_ahead(self, table: Table) -> None:
        """All pages ask at once when they are told: what they ask for is to lie ready by then."""
        with self.lock:
            shown = {page.shows for page in self.pages} - {None}
        if self._draw and shown:
            try:
                self._draw(self.key, table, shown)
            except Exception:  # noqa: BLE001 -- whoever asks has it drawn then; all are to be told whatever it was
                _log.exception("A table could not be drawn before its pages were told.")

    def knows(self, table: Table, *, is_now: Callable[[], bool]) -> None:
        """The table was read elsewhere; `is_now`: nothing was written meanwhile."""
        with self._looking, self.lock:
            is_later = self.seen is None or self.seen.number < table.number
            if is_later and is_now():
                self.seen = Seen(table.number, holders(table))
                self._looked = self._unseen
