"""The way to the database: its address, and connections that are safe to write with."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.engine import URL, make_url

from squarescores.store import file

_ROW: Final = re.compile(r"\n?^DETAIL:.*$", re.MULTILINE)

CONNECTIONS: Final = 20
"""How many are open at once, unless a setting says otherwise. None is held but for a read or a write."""

WAIT: Final = 10
"""Seconds a statement waits for another's lock, or a thread for a connection."""


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


def connect(
    database_url: str, connections: int = CONNECTIONS, process: str = "", *, begins: bool = True
) -> Engine:
    """An engine whose connections are safe to write with. Nothing is opened yet.

    It has that many connections at most; PostgreSQL shows them under the name of the process. Where nothing
    `begins` by itself, each statement there is a transaction of its own.
    """
    url = address(database_url)
    pool: dict[str, Any] = {"pool_size": connections, "max_overflow": 0, "pool_timeout": WAIT}
    pool["pool_use_lifo"] = True  # the one used last has what it read still at hand
    # Errors go to the log, where no key and no name belongs: they hide what was asked with.
    if url.get_backend_name() == "sqlite":
        path = Path(url.database or "")
        engine = create_engine(url, creator=lambda: file.opened(path, WAIT), hide_parameters=True, **pool)
        event.listen(engine, "connect", _prepare_sqlite)
        file.watch(engine, path)
        return engine
    network: dict[str, Any] = {
        "application_name": f"squarescores {process}".strip(),
        "connect_timeout": WAIT,
        # A server that is gone without a goodbye is given up after half a minute, asked or idle.
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 4,
        "tcp_user_timeout": 30_000,
    }
    if not begins:
        pool |= {"isolation_level": "AUTOCOMMIT", "skip_autocommit_rollback": True}
    engine = create_engine(url, connect_args=network, hide_parameters=True, **pool)
    event.listen(engine, "handle_error", _hide_the_row)
    return engine


def _hide_the_row(context: ExceptionContext) -> None:
    """PostgreSQL's errors end with the row that broke a rule, whole."""
    for error in (context.original_exception, context.sqlalchemy_exception):
        if error is not None:
            error.args = tuple(_ROW.sub("", said) if isinstance(said, str) else said for said in error.args)


@contextmanager
def waiting(connection: Connection, seconds: float) -> Iterator[None]:
    """Let a connection to SQLite wait so long for another's lock, and afterwards as long as always."""
    connection.exec_driver_sql(f"PRAGMA busy_timeout={seconds * 1000:.0f}")
    try:
        yield
    finally:
        connection.exec_driver_sql(f"PRAGMA busy_timeout={WAIT * 1000:.0f}")


def _prepare_sqlite(connection: Any, _record: object) -> None:
    _log_ahead(connection)
    connection.execute("PRAGMA synchronous=FULL").close()  # an acknowledged mark is on disk
    connection.execute("PRAGMA foreign_keys=ON").close()
    connection.execute("PRAGMA secure_delete=ON").close()  # what is deleted leaves no traces in the file


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
