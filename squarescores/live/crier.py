"""The crier: a few threads that go round the pages of a table after its bell has rung."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from squarescores.live.round import Round

THREADS: Final = 4
"""A store that takes its time with one table is not to keep the others waiting."""


class Crier:
    """Goes to those pages that have no thread of their own to wait in."""

    def __init__(self) -> None:
        self._called: queue.SimpleQueue[Round | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._is_ending = False

    def open(self) -> None:
        """Begin; nothing where that has been done."""
        while len(self._threads) < THREADS:
            self._threads.append(threading.Thread(target=self._run, name="crier", daemon=True))
            self._threads[-1].start()

    def call(self, around: Round) -> None:
        """Have the pages of that table gone round soon; takes microseconds, also within a signal."""
        self._called.put(around)

    def close(self) -> None:
        """End, after all that was called for."""
        self._is_ending = True
        self._called.put(None)

    def _run(self) -> None:
        while not (self._is_ending and self._called.empty()):
            around = self._called.get()
            if around is not None and around.go():
                self._called.put(around)  # after those that were called for meanwhile
        self._called.put(None)  # for the next who waits
