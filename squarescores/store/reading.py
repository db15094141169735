"""Reading tables: as they stand, their history, and where a join code leads."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, bindparam, literal, select

from squarescores.pedro import table as tables
from squarescores.pedro.marks import Mark
from squarescores.pedro.table import Table
from squarescores.store import people, rows
from squarescores.store.database import Database
from squarescores.store.people import Person
from squarescores.store.rows import is_kept
from squarescores.store.schema import MARKS, PEOPLE, TABLES
from squarescores.store.shelf import Shelf

NOBODY: Final = ""
"""No person's id, and no table's key."""

# One row to begin with: where there is no such table there may be the person, and the other way round.
_SEEN: Final = (
    select(TABLES.c.seq, *people.COLUMNS, *rows.COLUMNS)
    .select_from(
        select(literal(1).label("one"))
        .subquery()
        .outerjoin(TABLES, TABLES.c.key == bindparam("key"))
        .outerjoin(PEOPLE, PEOPLE.c.id == bindparam("person"))
        .outerjoin(MARKS, (MARKS.c.table_id == TABLES.c.id) & (MARKS.c.number > bindparam("after")))
    )
    .order_by(MARKS.c.number)
)
_MARK: Final = 1 + len(people.COLUMNS)
"""Where in a row of it the mark begins."""

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


@dataclass(frozen=True, slots=True)
class Seen:
    """A table as it stands and a person, of one moment; None where there is no such."""

    table: Table | None
    person: Person | None


class Reading:
    """What can be read of tables; each is one statement where nothing else is said."""

    def __init__(self, database: Database, shelf: Shelf) -> None:
        self._database = database
        self._shelf = shelf

    def table(self, key: str) -> Table | None:
        """The table as it stands, or None where there is none of that key."""
        return self.seen(key, NOBODY).table

    def seen(self, key: str, person: str) -> Seen:
        """The table and the person: one statement, unless what is kept of the table is no beginning of it."""
        if (kept := self._shelf.get(key)) is not None:
            return self._seen(key, person, kept)
        with self._shelf.first(key):
            return self._seen(key, person, self._shelf.get(key))

    def _seen(self, key: str, person: str, kept: Table | None) -> Seen:
        number, somebody, later = self._look(key, person, kept.number if kept else 0)
        if kept and (number is None or number < kept.number or rows.forgets(later)):
            # The table is gone, names were struck from it, or another database was put in this one's place.
            self._shelf.drop(key)
            kept = None
            number, somebody, later = self._look(key, person, 0)
        if number is None or (kept and not later):
            return Seen(kept, somebody)
        table = tables.read(later, since=kept)
        self._shelf.put(key, table)
        return Seen(table, somebody)

    def _look(self, key: str, person: str, after: int) -> tuple[int | None, Person | None, list[Mark]]:
        """The table's number, the person, and the table's marks above `after`."""
        asked = {name: each if is_kept(each) else NOBODY for name, each in (("key", key), ("person", person))}

        def work() -> Sequence[Row[*tuple[Any, ...]]]:
            with self._database.reading() as connection:
                return connection.execute(_SEEN, {**asked, "after": after}).all()

        found = self._database.reads(work)
        number, *somebody = found[0][:_MARK]
        marks = rows.read(each[_MARK:] for each in found if each[_MARK] is not None)
        return number, None if somebody[0] is None else Person(*somebody), marks

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

        def work() -> list[Mark]:
            with self._database.reading() as connection:
                return rows.written(connection, key)

        return self._database.reads(work) if is_kept(key) else []

    def newest(self, limit: int, skip: int) -> list[tuple[str, datetime]]:
        """Keys of every table and when each was written on, the last one first."""

        def work() -> list[tuple[str, datetime]]:
            with self._database.reading() as connection:
                found = connection.execute(_NEWEST, {"limit": limit, "skip": skip}).all()
                return [(key, rows.moment(touched)) for key, touched in found]

        return self._database.reads(work)

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
