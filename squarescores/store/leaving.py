"""A person leaves for good: their names are struck from every table of theirs, their account is deleted."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime
from functools import partial

from sqlalchemy import Connection, Select, delete, insert, select, update

from squarescores.pedro import table as tables
from squarescores.pedro.forgetting import left, phones_of
from squarescores.pedro.marks import Mark
from squarescores.pedro.refusal import Refused
from squarescores.store import rows
from squarescores.store.database import Database
from squarescores.store.holding import hold
from squarescores.store.people import People
from squarescores.store.press import Press
from squarescores.store.removal import Removal
from squarescores.store.schema import KNOWN, MARKS, TABLES


class Leaving:
    """How people end."""

    def __init__(self, database: Database, people: People, removal: Removal) -> None:
        self._database = database
        self._people = people
        self._removal = removal

    def forget(self, person: str, at: datetime, told: Callable[[str], None]) -> None:
        """Forget a person: at each of their tables, then their account. Broken off, it can be asked again.

        A table that nobody else ever came to goes with them. `told` hears the key of each.
        """
        self._leave_tables(person, at, told)
        self._people.erase(person)
        # Another phone of theirs may have come to one meanwhile; from now on none can.
        self._leave_tables(person, at, told)
        self._removal.write_back()

    def _leave_tables(self, person: str, at: datetime, told: Callable[[str], None]) -> None:
        while known := self._people.tables(person, 100):
            for key, _touched in known:
                press = Press(key, by=person, op=secrets.token_urlsafe(12), at=at)
                with suppress(Refused):  # deleted a moment ago
                    self._database.writes(partial(self._forget, press))
                self._removal.gone(key)
                told(key)

    def is_alone(self, key: str, person: str) -> bool:
        """Whether nobody else ever came to a table with a phone: it would go with that person."""

        def work() -> bool:
            with self._database.reading() as connection:
                written = rows.written(connection, key)
                table_id = connection.execute(select(TABLES.c.id).where(TABLES.c.key == key)).scalar()
                if not written or table_id is None:
                    return False
                mine = _leaving(written, person)
                return connection.execute(_others(table_id, mine)).first() is None

        return self._database.reads(work)

    def _forget(self, press: Press) -> None:
        with self._database.writing() as connection:
            table_id, number, written = hold(connection, press)
            mine = _leaving(written, press.by)
            connection.execute(delete(KNOWN).where(KNOWN.c.table_id == table_id, KNOWN.c.person_id.in_(mine)))
            if connection.execute(_others(table_id, mine)).first() is None:
                self._removal.delete(connection, table_id, press.key)
            else:
                struck, forgotten = left(written, press.by)
                mark = Mark(number, press.at, press.by, forgotten)
                tables.read([*struck, mark])  # what cannot be read is never kept
                self._strike(connection, table_id, written, struck)
                connection.execute(insert(MARKS), rows.row(table_id, mark, press.op, press.asked))
                self._removal.tell(connection, press.key)
            connection.commit()

    @staticmethod
    def _strike(connection: Connection, table_id: int, written: list[Mark], struck: list[Mark]) -> None:
        """Put marks without the person's names in place of those that held them."""
        for mark, now in zip(written, struck, strict=True):
            if now != mark:
                # The digest of what was asked could be tried with every name there is.
                kept = {"content": rows.row(table_id, now, "", "")["content"], "asked": ""}
                this = (MARKS.c.table_id == table_id) & (MARKS.c.number == mark.number)
                connection.execute(update(MARKS).where(this).values(kept))


def _leaving(written: list[Mark], person: str) -> frozenset[str]:
    """Every id that leaves a table with a person; a phone of before that sits there on its own stays."""
    table = tables.read(written)
    here = {holder.person for holder in table.seats.values()} | {table.host}
    return phones_of(written, person) - (here - {person})


def _others(table_id: int, mine: Collection[str]) -> Select[str]:
    """Whoever else has the table among theirs."""
    return (
        select(KNOWN.c.person_id).where(KNOWN.c.table_id == table_id, KNOWN.c.person_id.not_in(mine)).limit(1)
    )
