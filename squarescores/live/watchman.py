"""The watchman: now and then he compares what open pages were told with the store, and rings what was missed.

A mark rings by itself. But a line between processes may hang without being broken, and a connection may go
down between a mark's commit and its bell: whatever it was, no page is behind for longer than he takes.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from squarescores.live.bell import Bell

EVERY: Final = 10
"""Seconds from one time to the next: one short question for all tables with an open page here."""

_log = logging.getLogger(__name__)


class Watchman:
    """One thread, which begins with the first live page.

    `numbers` reads the last marks of those of the tables that there are.
    """

    def __init__(self, numbers: Callable[[Collection[str]], Mapping[str, int]]) -> None:
        self._numbers = numbers
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()

    def open(self, bell: Bell) -> None:
        """Begin; nothing where that has been done."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, args=(bell,), name="watchman", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """End soon."""
        self._ended.set()

    def _run(self, bell: Bell) -> None:
        while not self._ended.wait(EVERY):
            try:
                keys = bell.open_keys()
                numbers = self._numbers(keys)
                bell.compare({key: numbers.get(key) for key in keys})
            except Exception as error:  # noqa: BLE001 -- a store that is away is asked again the next time
                _log.info("The watchman was not answered: %s", error)
