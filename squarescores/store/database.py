"""Short reads and writes, from any thread, and one answer for all that can go wrong with them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from sqlalchemy import func, select
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, InvalidatePoolError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from squarescores.pedro.marks import Mark
from squarescores.store import engine
from squarescores.store.connections import Connections

_log = logging.getLogger(__name__)

T = TypeVar("T")

TRIES: Final = 4
FRESH: Final = 5
"""Seconds for which a write that was kept says that the next one would be."""

SOON: Final = 1
"""Seconds that whoever only asks whether writes are kept waits for those who write."""

_AGAIN: Final = ("40001", "40P01")
"""PostgreSQL's codes for "could not serialise" and "deadlock": the same transaction may be tried again."""


class Watch(Protocol):
    """Whoever counts what is written. None of it may take long or fail."""

    def wrote(self, kind: str) -> None:
        """A mark of that kind is kept."""

    def took(self, seconds: float) -> None:
        """A write was answered, whatever with, after so long."""

    def disturbed(self) -> None:
        """A transaction came to nothing and is begun again."""


class Database(Connections):
    """Short reads and short write transactions, from any thread."""

    def __init__(self, database_url: str, connections: int = engine.CONNECTIONS, process: str = "") -> None:
        super().__init__(database_url, connections, process)
        self.watch: Watch | None = None
        self._away: set[str] = set()
        """Of reads and writes, what was not answered when it was last asked: a full disk still reads."""

    def reads(self, work: Callable[[], T]) -> T:
        """Do `work`, which reads; raises as `writes`."""
        return self._ask("reads", work)

    def writes(self, work: Callable[[], T]) -> T:
        """Do `work`, which writes and can be done again, until it is not disturbed.

        Raises engine.StoreAway where the database does not answer, and whatever else `work` raises.
        """
        began = time.perf_counter()
        try:
            return self._ask("writes", work)
        finally:
            self._took(began)

    def tries(self, work: Callable[[], bool]) -> bool:
        """As `writes`; where `work` says False it wrote nothing, and only the write in its place is timed."""
        began, is_over = time.perf_counter(), True
        try:
            is_over = self._ask("writes", work)
        finally:
            if is_over:
                self._took(began)
        return is_over

    def _took(self, began: float) -> None:
        if self.watch is not None:
            self.watch.took(time.perf_counter() - began)

    def keeps(self) -> bool:
        """Whether a write would be kept. Where one just was, nothing is tried: anybody may ask often."""
        if "writes" not in self._away and time.monotonic() < self.kept_at + FRESH:
            return True
        try:
            self._ask("writes", self._write_nothing)  # nobody waits for it: it is not timed
        except engine.StoreAway:
            return False
        return True

    def _write_nothing(self) -> None:
        """Something that has to reach the disk and changes nothing."""
        with self.writing(SOON) as connection:
            if self.is_sqlite:
                with engine.waiting(connection, SOON):
                    connection.exec_driver_sql("PRAGMA user_version=0")
            else:
                connection.execute(select(func.pg_logical_emit_message(True, "squarescores", "")))
            connection.commit()

    def count(self, mark: Mark) -> None:
        """Let whoever counts know of a mark that was committed."""
        if self.watch is not None:
            self.watch.wrote(type(mark.what).__name__)

    def _ask(self, kind: str, work: Callable[[], T]) -> T:
        for _ in range(TRIES - 1):
            try:
                return self._once(kind, work)
            except _Disturbed:
                if self.watch is not None:
                    self.watch.disturbed()
        try:
            return self._once(kind, work)
        except _Disturbed as error:
            raise self._away_for(kind, error) from error

    def _once(self, kind: str, work: Callable[[], T]) -> T:
        began = time.monotonic()
        try:
            done = work()
        except (IntegrityError, ProgrammingError, DataError):
            raise
        except DBAPIError as error:
            if error.connection_invalidated or getattr(error.orig, "sqlstate", None) in _AGAIN:
                raise _Disturbed(str(error.orig)) from error
            raise self._away_for(kind, error.orig) from error
        except (NoConnectionFree, InvalidatePoolError) as error:
            raise self._away_for(kind, error) from error
        if kind in self._away and (kind == "reads" or self.kept_at > began):
            self._away.discard(kind)
            _log.warning("The store answers %s again.", kind)
        return done

    def _away_for(self, kind: str, why: object) -> engine.StoreAway:
        """The answer to whoever asked; whoever runs the server is told once, not by every page."""
        if getattr(why, "sqlite_errorname", "").startswith("SQLITE_READONLY"):
            # What was opened while the disk took no writes would not write on the mended one either.
            self.engine.dispose()
        if kind not in self._away:
            self._away.add(kind)
            _log.error("The store does not answer %s: %s", kind, str(why).strip())
        return engine.StoreAway(str(why))


class _Disturbed(Exception):
    """The transaction came to nothing through no fault of its own; a new one may do."""
