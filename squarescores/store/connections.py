"""Connections to the database: for a short read, for a transaction that writes, and whose turn that is."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from squarescores.store import engine

QUEUE: Final = 2
"""How many times as long a thread waits for its turn to write: those before it may wait for a slow disk."""


class Connections:
    """Each for one short piece of work, from any thread."""

    def __init__(self, database_url: str, most: int, process: str) -> None:
        # Nearly all that PostgreSQL is asked is one statement, and sees one moment by itself. SQLite begins
        # nothing for a read anyway, and being told so each time takes longer than reading.
        self.engine = engine.connect(database_url, most, process, begins=False)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        begins = self.engine.execution_options(isolation_level="READ COMMITTED")
        self._writes = self.engine if self.is_sqlite else begins
        # SQLite has one writer at a time; waiting here is fair and quick, waiting in SQLite is neither.
        self._turn = threading.Lock()
        self.kept_at = -math.inf
        """When something was kept last, by the clock that only runs on."""
        # The other dialect takes its time to import.
        self.insert = import_module(f"sqlalchemy.dialects.{self.engine.dialect.name}").insert

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for one statement that only reads."""
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self, wait: float | None = None) -> Iterator[Connection]:
        """A transaction that comes to nothing unless it is committed. Its first statement has to write.

        A transaction that reads first and writes later can lose what others wrote between (SQLite: fail).
        `wait` is how many seconds it waits for its turn.
        """
        with self.turn(wait), self.transaction() as connection:
            yield connection

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """As `writing`, for whoever has the turn."""
        with self._writes.connect() as connection:
            yield connection
            if not connection.in_transaction():  # what decides to write nothing tells nothing of the disk
                self.kept_at = time.monotonic()

    def write_at_once(self, write: Callable[[Connection], bool]) -> bool:
        """One statement of PostgreSQL, kept when it is answered; whether `write` says that it wrote."""
        with self.engine.connect() as connection:
            has_written = write(connection)
        if has_written:
            self.kept_at = time.monotonic()
        return has_written

    @contextmanager
    def turn(self, wait: float | None = None) -> Iterator[None]:
        """The turn to write on SQLite, after so many seconds at most; on PostgreSQL nobody has to wait."""
        if not self.is_sqlite:
            yield
            return
        if not self._turn.acquire(timeout=wait or QUEUE * engine.WAIT):
            raise NoConnectionFree("another write does not come to its end")
        try:
            yield
        finally:
            self._turn.release()

    def close(self) -> None:
        self.engine.dispose()
