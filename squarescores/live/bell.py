"""The bell: it wakes a table's live pages, which then look at the store for what came since.

It says that something changed; who has written it here brings the table along, which need not be read then.
A page that missed it, comes back or opens late looks at the store.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Mapping
from typing import Protocol

from squarescores.live.crier import Crier
from squarescores.live.page import Page
from squarescores.live.presence import STRANGER, Connected, Pages
from squarescores.live.round import Draw, Look, Round
from squarescores.live.watchman import Watchman
from squarescores.pedro.table import Table


class Full(Exception):
    """As many pages are live as may be, or the server is about to end."""


class Line(Protocol):
    """A way to the bells of other processes. None of it may take long or fail."""

    def open(self, bell: Bell) -> None:
        """Begin to listen; nothing where that has been done."""

    def tell(self, key: str, pages: Pages) -> None:
        """Tell the others who is connected here."""

    @property
    def is_up(self) -> bool:
        """Whether it leads anywhere, or nobody has needed it yet."""

    def close(self) -> None: ...


class Bell:
    """Wakes the open pages of a table, and knows who is behind them.

    `look` reads a table as it stands, `most` is how many pages may be live at once, `line` leads to the bells
    of other processes, `watchman` looks whether anything was missed.
    """

    def __init__(
        self,
        look: Look,
        most: int,
        line: Line | None = None,
        watchman: Watchman | None = None,
    ) -> None:
        self._look = look
        self._most = most
        self._line = line
        self._watchman = watchman
        # May be taken again by whoever holds it: a signal that ends the server comes between any two lines.
        self._lock = threading.RLock()
        self._rounds: dict[str, Round] = {}
        self.crier = Crier()
        self.draw: Draw | None = None
        """What is done between a mark and the telling of it."""
        self._connected = Connected()
        self.count = 0
        """How many pages are live."""
        self.rung = 0
        """How often it has rung for a mark, wherever."""
        self.is_open = True

    def listen(self, key: str, person: str | None, shows: Hashable = None) -> Page:
        """A page of that table, live from now until its `close`. Raises Full.

        `shows` says what of a table is drawn for it, in words of whoever draws.
        """
        with self._lock:
            if not self.is_open or self.count >= self._most:
                raise Full
            if self._line is not None:
                self._line.open(self)
            if self._watchman is not None:
                self._watchman.open(self)
            self.count += 1
            around = self._rounds.get(key)
            if around is None:
                around = self._rounds[key] = Round(key, self._lock, self._look, self.draw)
            whose = person or STRANGER
            page = Page(self, around, whose, shows)
            around.pages.add(page)
            self._changed(key, self._connected.come(key, whose))
        return page

    def leave(self, page: Page, around: Round, person: str) -> None:
        """A page is closed."""
        with self._lock:
            around.turns.pop(page, None)
            self.count -= 1
            around.pages.discard(page)
            if not around.pages:
                del self._rounds[around.key]
            self._changed(around.key, self._connected.go(around.key, person))

    def _changed(self, key: str, is_seen: bool) -> None:
        if is_seen:
            self._stir(key)
            if self._line is not None:
                self._line.tell(key, self._connected.here(key))

    def ring(self, key: str, table: Table | None = None) -> None:
        """Something was written at that table; `table` is how it stands then, where the one who rings knows.

        Takes microseconds and never fails.
        """
        with self._lock:
            self.rung += 1
            if around := self._rounds.get(key):
                around.ring(table)
                self.cry(around)

    def ring_all(self) -> None:
        """Something may have been written anywhere."""
        with self._lock:
            self.rung += 1
            for around in self._rounds.values():
                around.ring()
                self.cry(around)

    def _stir(self, key: str) -> None:
        """Somebody came to that table or went."""
        with self._lock:
            if around := self._rounds.get(key):
                around.stir()
                self.cry(around)

    def cry(self, around: Round) -> None:
        """Send the crier to those pages of a table that wait for him."""
        if around.turns and not around.is_called:
            around.is_called = True
            if not around.is_visited:  # else he goes there again
                self.crier.call(around)

    def open_keys(self) -> list[str]:
        """The tables with a live page here."""
        with self._lock:
            return list(self._rounds)

    def compare(self, numbers: Mapping[str, int | None]) -> None:
        """Ring wherever the last mark is not the one that was told; None is that of a table that is gone."""
        with self._lock:
            for key, number in numbers.items():
                around = self._rounds.get(key)
                if around is not None and around.seen is not None and around.seen.number != number:
                    self.ring(key)

    @property
    def is_up(self) -> bool:
        """Whether pages hear what is written, in every process."""
        return self.is_open and (self._line is None or self._line.is_up)

    def close(self) -> None:
        """The server ends: so does every live page, at once."""
        with self._lock:
            self.is_open = False
            self.ring_all()
            self.crier.close()
        if self._watchman is not None:
            self._watchman.close()
        if self._line is not None:
            self._line.close()

    # Who is connected

    def pages(self, key: str) -> Pages:
        """How many pages each person has open at a table, in every process."""
        with self._lock:
            return self._connected.at(key)

    def here(self) -> dict[str, dict[str, int]]:
        """The same for every table, in this process alone."""
        with self._lock:
            return {key: self._connected.here(key) for key in self._connected.keys_here()}

    def hear(self, process: str, key: str, pages: Pages) -> None:
        """Another process says who is connected to it."""
        with self._lock:
            self._connected.hear(process, key, pages)
            self._stir(key)

    def lose(self, process: str) -> None:
        """Another process is gone, and with it whoever was connected to it."""
        with self._lock:
            for key in self._connected.lose(process):
                self._stir(key)
