"""The way to the database: connections, transactions, and one answer for all that can go wrong there."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, InvalidatePoolError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from squarescores.store import file

_log = logging.getLogger(__name__)

T = TypeVar("T")

CONNECTIONS: Final = 20
TRIES: Final = 4
WAIT: Final = 10
"""Seconds a statement waits for another's lock, or a thread for a connection."""

QUEUE: Final = 2
"""How many times as long a thread waits for its turn to write: those before it may wait for a slow disk."""

_AGAIN: Final = ("40001", "40P01")
"""PostgreSQL's codes for "could not serialise" and "deadlock": the same transaction may be tried again."""


class StoreAway(Exception):
    """The store does not answer: disk full, locked by another program, connection lost. It may come back."""


def address(database_url: str) -> URL:
    """The address with the driver this program uses."""
    url = make_url(database_url)
    if url.drivername == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise ValueError("SQLite needs a file: each connection to :memory: is another database")
    return url


def connect(database_url: str) -> Engine:
    """An engine whose connections are safe to write with. Nothing is opened yet."""
    url = address(database_url)
    pool: dict[str, Any] = {"pool_size": CONNECTIONS, "max_overflow": 0, "pool_timeout": WAIT}
    if url.get_backend_name() == "sqlite":
        path = Path(url.database or "")
        engine = create_engine(url, creator=lambda: file.opened(path, WAIT), **pool)
        event.listen(engine, "connect", _prepare_sqlite)
        file.watch(engine, path)
        return engine
    network = {"connect_timeout": WAIT, "keepalives_idle": 30, "keepalives_interval": 10}
    return create_engine(url, connect_args=network, **pool)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    _log_ahead(connection)
    connection.execute("PRAGMA synchronous=FULL").close()  # an acknowledged mark is on disk
    connection.execute("PRAGMA foreign_keys=ON").close()


def _log_ahead(connection: Any) -> None:
    """Let readers never wait for the writer.

    A new file is changed over by one of those who open it first: a lock that SQLite does not wait for.
    """
    until = time.monotonic() + WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL").close()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return


class Database:
    """Short reads and short write transactions, from any thread."""

    def __init__(self, database_url: str) -> None:
        self.engine = connect(database_url)
        # Every read is one statement, which sees one moment of the database by itself.
        self._reads = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        # SQLite has one writer at a time; waiting here is fair and quick, waiting in SQLite is neither.
        self._turn = threading.Lock()
        self._away: set[str] = set()
        """Of reads and writes, what was not answered when it was last asked: a full disk still reads."""
        self.insert = sqlite.insert if self.is_sqlite else postgresql.insert

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for one statement that only reads."""
        with self._reads.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that comes to nothing unless it is committed. Its first statement has to write.

        A transaction that reads first and writes later can lose what others wrote between (SQLite: fail).
        """
        with self._alone(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if not self.is_sqlite:
            yield
            return
        if not self._turn.acquire(timeout=QUEUE * WAIT):
            raise NoConnectionFree("another write does not come to its end")
        try:
            yield
        finally:
            self._turn.release()

    def close(self) -> None:
        self.engine.dispose()

    def reads(self, work: Callable[[], T]) -> T:
        """Do `work`, which reads; raises as `writes`."""
        return self._ask("reads", work)

    def writes(self, work: Callable[[], T]) -> T:
        """Do `work`, which writes and can be done again, until it is not disturbed.

        Raises StoreAway where the database does not answer, and whatever else `work` raises.
        """
        return self._ask("writes", work)

    def keeps(self) -> bool:
        """Whether a write would be kept. Where the last one was, nothing is tried."""
        if "writes" not in self._away:
            return True
        try:
            self.writes(self._write_nothing)
        except StoreAway:
            return False
        return True

    def _write_nothing(self) -> None:
        """Something that has to reach the disk and changes nothing."""
        with self.writing() as connection:
            if self.is_sqlite:
                connection.exec_driver_sql("PRAGMA user_version=0")
            else:
                connection.execute(select(func.pg_logical_emit_message(True, "squarescores", "")))
            connection.commit()

    def _ask(self, kind: str, work: Callable[[], T]) -> T:
        for _ in range(TRIES - 1):
            try:
                return self._once(kind, work)
            except _Disturbed:
                continue
        try:
            return self._once(kind, work)
        except _Disturbed as error:
            raise self._is_away(kind, error) from error

    def _once(self, kind: str, work: Callable[[], T]) -> T:
        try:
            done = work()
        except (IntegrityError, ProgrammingError, DataError):
            raise
        except DBAPIError as error:
            if error.connection_invalidated or getattr(error.orig, "sqlstate", None) in _AGAIN:
                raise _Disturbed(str(error.orig)) from error
            raise self._is_away(kind, error.orig) from error
        except (NoConnectionFree, InvalidatePoolError) as error:
            raise self._is_away(kind, error) from error
        if kind in self._away:
            self._away.discard(kind)
            _log.warning("The store answers %s again.", kind)
        return done

    def _is_away(self, kind: str, why: object) -> StoreAway:
        """The answer to whoever asked; whoever runs the server is told once, not by every page."""
        if kind not in self._away:
            self._away.add(kind)
            _log.error("The store does not answer %s: %s", kind, str(why).strip())
        return StoreAway(str(why))


class _Disturbed(Exception):
    """The transaction came to nothing through no fault of its own; a new one may do."""
