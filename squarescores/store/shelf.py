"""Tables as they were last read, so that only later marks have to be."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from squarescores.pedro.table import Table

FIRSTS: Final = 64
"""Tables that are read whole at once; any two of them seldom share a turn."""

PATIENCE: Final = 0.5
"""Seconds to wait for a turn: a store that hangs is to keep nobody waiting twice."""


class Shelf:
    """The tables used last, by key.

    Never the truth: whoever takes one asks the database what came after its number.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()
        self._firsts = [threading.Lock() for _ in range(FIRSTS)]

    @contextmanager
    def first(self, key: str) -> Iterator[None]:
        """For whoever finds no table there, and reads all of it: others wait for that a moment.

        After a restart the four phones of a table come at once, and one of them need read it.
        """
        turn = self._firsts[hash(key) % FIRSTS]
        has_turn = turn.acquire(timeout=PATIENCE)
        try:
            yield
        finally:
            if has_turn:
                turn.release()

    def get(self, key: str) -> Table | None:
        with self._lock:
            table = self._tables.get(key)
            if table is not None:
                self._tables.move_to_end(key)
            return table

    def put(self, key: str, table: Table) -> None:
        """Keep the table, unless a later one is here already."""
        with self._lock:
            kept = self._tables.get(key)
            if kept is None or kept.number < table.number:
                self._tables[key] = table
            self._tables.move_to_end(key)
            if len(self._tables) > self._most:
                self._tables.popitem(last=False)

    def drop(self, key: str) -> None:
        with self._lock:
            self._tables.pop(key, None)
