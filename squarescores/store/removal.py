"""Taking a table out for good: deleted by its host, or pruned because nobody would miss it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, func, select, update

from squarescores.pedro import table as tables
from squarescores.pedro.marks import Mark
from squarescores.pedro.refusal import Refused
from squarescores.pedro.table import Table
from squarescores.store import rows
from squarescores.store.adding import CHANNEL
from squarescores.store.database import Database
from squarescores.store.engine import StoreAway
from squarescores.store.holding import hold
from squarescores.store.press import Press
from squarescores.store.rows import is_kept
from squarescores.store.schema import KNOWN, MARKS, PEOPLE, TABLES
from squarescores.store.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Unused:
    """A table that nobody would miss: its key, when it was touched last, and how many marks it has."""

    key: str
    touched: datetime
    marks: int


class Removal:
    """How tables end."""

    def __init__(self, database: Database, shelf: Shelf, process: str) -> None:
        self._database = database
        self._shelf = shelf
        self._process = process

    def table(self, key: str, permit: Callable[[Table], None], at: datetime) -> None:
        """Delete a table, where `permit` lets it pass. Raises Refused("no_table"), and as `permit`."""
        if not is_kept(key):
            raise Refused("no_table")

        def work() -> None:
            with self._database.writing() as connection:
                held = hold(connection, Press(key, by="", op="", at=at))
                permit(tables.read(held.written))
                self.delete(connection, held.table_id, key)
                connection.commit()

        self._database.writes(work)
        self.gone(key)

    def delete(self, connection: Connection, table_id: int, key: str) -> None:
        """Delete a table in a transaction that has its number."""
        for kept in (MARKS, KNOWN):
            connection.execute(delete(kept).where(kept.c.table_id == table_id))
        connection.execute(delete(TABLES).where(TABLES.c.id == table_id))
        self.tell(connection, key)

    def tell(self, connection: Connection, key: str) -> None:
        """Let other processes hear of it with the commit."""
        if not self._database.is_sqlite:
            connection.execute(select(func.pg_notify(CHANNEL, f"mark {self._process} {key}")))

    def gone(self, key: str) -> None:
        """Nothing of it is read from memory any more, nor left on the disk."""
        self._shelf.drop(key)
        self.write_back()

    def write_back(self) -> None:
        """Empty SQLite's log of what was written last into its file, where nothing deleted is left."""
        if self._database.is_sqlite:
            with suppress(StoreAway):  # then the next one does it
                self._database.reads(self._checkpoint)

    def _checkpoint(self) -> None:
        with self._database.reading() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").close()

    def unused(self, before: datetime) -> list[Unused]:
        """Tables not touched since then, where no deal counts and nobody with an account ever sat."""
        has_an_account = (
            select(KNOWN.c.table_id)
            .join(PEOPLE, PEOPLE.c.id == KNOWN.c.person_id)
            .where(PEOPLE.c.username.is_not(None), KNOWN.c.table_id == TABLES.c.id)
            .exists()
        )
        asked = (
            select(TABLES.c.key, TABLES.c.touched_at, TABLES.c.seq)
            .where(TABLES.c.touched_at < rows.stored(before), ~has_an_account)
            .order_by(TABLES.c.touched_at, TABLES.c.id)
        )

        def work() -> list[Unused]:
            with self._database.reading() as connection:
                return [
                    Unused(key, rows.moment(touched), seq)
                    for key, touched, seq in connection.execute(asked).all()
                ]

        return [each for each in self._database.reads(work) if not self._counts(each.key)]

    def _counts(self, key: str) -> bool:
        def work() -> list[Mark]:
            with self._database.reading() as connection:
                return rows.written(connection, key)

        written = self._database.reads(work)
        return not written or any(
            match.banking or match.standing.rows for match in tables.read(written).matches
        )

    def prune(self, unused: Unused) -> bool:
        """Delete such a table; False where somebody has come to it meanwhile."""
        untouched = (
            update(TABLES)
            .where(TABLES.c.key == unused.key, TABLES.c.seq == unused.marks)
            .where(TABLES.c.touched_at == rows.stored(unused.touched))
            .values(seq=TABLES.c.seq)
            .returning(TABLES.c.id)
        )

        def work() -> bool:
            with self._database.writing() as connection:
                table_id = connection.execute(untouched).scalar()
                if table_id is not None:
                    self.delete(connection, table_id, unused.key)
                    connection.commit()
                return table_id is not None

        is_done = self._database.writes(work)
        self.gone(unused.key)
        return is_done
