"""What a store holds, and whether all of it can be read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import func, select

from squarescores.pedro import table as tables
from squarescores.store import rows
from squarescores.store.engine import connect
from squarescores.store.file import address
from squarescores.store.schema import MARKS, TABLES
from squarescores.store.upgrades import NewerDatabase, upgrade


class BackupError(Exception):
    """Nothing was copied or replaced; its text is one sentence."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a store holds: how many tables and marks, and when the last mark was written (UTC)."""

    tables: int
    marks: int
    last: datetime | None

    def __str__(self) -> str:
        when = f", the last of {self.last:%Y-%m-%d %H:%M} UTC" if self.last else ""
        return f"{self.tables} tables with {self.marks} marks{when}"


def look_through(store: Path) -> Kept:
    """Bring a copy up to date and read every table in it. Raises BackupError, NewerDatabase."""
    with closing(sqlite3.connect(address(store), uri=True)) as connection, told(store):
        said = connection.execute("PRAGMA integrity_check").fetchone()[0]
        if said != "ok":
            raise BackupError(f"{store.name} is damaged: {said}.")
        found = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'")
        if not found.fetchone()[0]:
            raise BackupError(f"{store.name} is a database of something else.")
    with told(store):
        upgrade(f"sqlite:///{store}")
        kept = read(store)
    with closing(sqlite3.connect(address(store), uri=True)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE").close()  # one file, with nothing beside it
    return kept


def read(store: Path) -> Kept:
    """What a store of this version holds, every table read through the game."""
    engine = connect(f"sqlite:///{store}")
    try:
        with engine.connect() as connection:
            last = connection.execute(select(func.max(MARKS.c.at))).scalar()
            marks = connection.execute(select(func.count()).select_from(MARKS)).scalar_one()
            each = connection.execute(select(TABLES.c.key, TABLES.c.seq)).all()
            for key, seq in each:
                table = tables.read(rows.written(connection, key))
                if table.number != seq:
                    raise BackupError(
                        f"A table of {store.name} has {seq} marks, and {table.number} can be read."
                    )
    finally:
        engine.dispose()
    return Kept(len(each), marks, rows.moment(last) if last else None)


@contextmanager
def told(store: Path) -> Iterator[None]:
    """Whatever SQLite, the store or the game cannot make sense of is a BackupError about that file."""
    try:
        yield
    except (BackupError, NewerDatabase):
        raise
    except Exception as error:
        raise BackupError(f"{store} cannot be read whole: {str(error).splitlines()[0]}.") from error
