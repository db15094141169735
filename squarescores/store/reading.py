"""Reading tables: as they stand, their history, and where a join code leads."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import bindparam, select

from squarescores.pedro import table as tables
from squarescores.pedro.marks import Mark
from squarescores.pedro.table import Table
from squarescores.store import rows
from squarescores.store.database import Database
from squarescores.store.schema import TABLES
from squarescores.store.shelf import Shelf

_NUMBER = select(TABLES.c.seq).where(TABLES.c.key == bindparam("key"))
_NEWEST = (
    select(TABLES.c.key, TABLES.c.touched_at)
    .order_by(TABLES.c.touched_at.desc(), TABLES.c.id.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("skip"))
)
_NUMBERS = select(TABLES.c.key, TABLES.c.seq).where(TABLES.c.key.in_(bindparam("keys", expanding=True)))
_AT_ONCE = 500
"""Keys that one statement asks for."""

_KEY = select(TABLES.c.key).where(TABLES.c.code == bindparam("code"))


def is_kept(text: str) -> bool:
    """Whether a text can be in the store at all; a database will not even look for some."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


class Reading:
    """What can be read of tables; each is one statement where nothing else is said."""

    def __init__(self, database: Database, shelf: Shelf) -> None:
        self._database = database
        self._shelf = shelf

    def table(self, key: str) -> Table | None:
        """The table as it stands, or None where there is none of that key."""
        kept = self._shelf.get(key)
        found = self._since(key, kept.number if kept else 0)
        if kept and (found is None or found[0] < kept.number or rows.forgets(found[1])):
            # The table is gone, names were struck from it, or another database was put in this one's place.
            self._shelf.drop(key)
            kept, found = None, self._since(key, 0)
        if found is None:
            return None
        table = tables.read(found[1], since=kept)
        self._shelf.put(key, table)
        return table

    def tables(self, keys: Collection[str]) -> dict[str, Table]:
        """Those of the tables that there are, as they stand: one statement for all that are kept already."""
        found = {}
        for key, number in self.numbers(keys).items():
            kept = self._shelf.get(key)
            table = kept if kept and kept.number == number else self.table(key)
            if table is not None:
                found[key] = table
        return found

    def marks(self, key: str) -> list[Mark]:
        """Every mark of the table, in order; none where there is no such table."""
        found = self._since(key, 0)
        return found[1] if found else []

    def _since(self, key: str, after: int) -> tuple[int, list[Mark]] | None:
        def work() -> tuple[int, list[Mark]] | None:
            with self._database.reading() as connection:
                return rows.since(connection, key, after)

        return self._database.reads(work) if is_kept(key) else None

    def newest(self, limit: int, skip: int) -> list[tuple[str, datetime]]:
        """Keys of every table and when each was written on, the last one first."""

        def work() -> list[tuple[str, datetime]]:
            with self._database.reading() as connection:
                found = connection.execute(_NEWEST, {"limit": limit, "skip": skip}).all()
                return [(key, rows.moment(touched)) for key, touched in found]

        return self._database.reads(work)

    def number(self, key: str) -> int | None:
        """The number of the table's last mark, or None where there is no such table."""

        def work() -> int | None:
            with self._database.reading() as connection:
                return connection.execute(_NUMBER, {"key": key}).scalar()

        return self._database.reads(work) if is_kept(key) else None

    def numbers(self, keys: Collection[str]) -> dict[str, int]:
        """The numbers of the last marks of those tables that there are."""
        asked = [key for key in keys if is_kept(key)]
        found: dict[str, int] = {}
        for first in range(0, len(asked), _AT_ONCE):
            found |= self._some_numbers(asked[first : first + _AT_ONCE])
        return found

    def _some_numbers(self, keys: list[str]) -> dict[str, int]:
        def work() -> dict[str, int]:
            with self._database.reading() as connection:
                rows = connection.execute(_NUMBERS, {"keys": keys})
                return {row.key: row.seq for row in rows}

        return self._database.reads(work)

    def key(self, code: str) -> str | None:
        """The key of the table with that join code."""

        def work() -> str | None:
            with self._database.reading() as connection:
                return connection.execute(_KEY, {"code": code}).scalar()

        return self._database.reads(work) if is_kept(code) else None
