"""People: who they are to the app, their account if they made one, and whose tables are theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Row, bindparam, select, update
from sqlalchemy.exc import IntegrityError

from squarescores.pedro.names import folded
from squarescores.store import rows
from squarescores.store.database import Database
from squarescores.store.rows import is_kept
from squarescores.store.schema import KNOWN, PEOPLE, TABLES

T = TypeVar("T")

FIRST: Final = 1
"""The version everybody begins with."""


class UsernameTaken(Exception):
    """Somebody else has that username, or one that differs only in case."""


@dataclass(frozen=True, slots=True)
class Person:
    """A guest, or somebody with an account. `version` is raised to end every sign-in made before."""

    id: str
    username: str | None
    """As it was typed."""
    version: int

    @property
    def has_ended_cookies(self) -> bool:
        """Whether there are cookies of before that open nothing any more."""
        return self.version > FIRST


COLUMNS: Final = (PEOPLE.c.id, PEOPLE.c.shown_name, PEOPLE.c.version)
_BY_ID = select(*COLUMNS).where(PEOPLE.c.id == bindparam("id"))
_BY_USERNAME = select(*COLUMNS, PEOPLE.c.password).where(PEOPLE.c.username == bindparam("username"))
_TABLES_OF = (
    select(TABLES.c.key, TABLES.c.touched_at)
    .join_from(KNOWN, TABLES)
    .where(KNOWN.c.person_id == bindparam("id"))
    .order_by(TABLES.c.touched_at.desc(), TABLES.c.id.desc())
    .limit(bindparam("limit"))
)


def meet(database: Database, connection: Connection, person: str, at: datetime) -> None:
    """Make sure that person has a row."""
    known = {"id": person, "version": FIRST, "made_at": rows.stored(at)}
    connection.execute(database.insert(PEOPLE).on_conflict_do_nothing(), known)


def know(database: Database, connection: Connection, person: str, table_id: int, at: datetime) -> None:
    """Make sure the table is among that person's."""
    meet(database, connection, person, at)
    connection.execute(
        database.insert(KNOWN).on_conflict_do_nothing(), {"person_id": person, "table_id": table_id}
    )


class People:
    """The people the store knows."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _write(self, work: Callable[[Connection], T]) -> T:
        def attempt() -> T:
            with self._database.writing() as connection:
                done = work(connection)
                connection.commit()
                return done

        return self._database.writes(attempt)

    def _read(self, work: Callable[[Connection], T]) -> T:
        def attempt() -> T:
            with self._database.reading() as connection:
                return work(connection)

        return self._database.reads(attempt)

    def person(self, person: str) -> Person | None:
        def find(connection: Connection) -> Row[Any, Any, Any] | None:
            return connection.execute(_BY_ID, {"id": person}).one_or_none()

        found = self._read(find) if is_kept(person) else None
        return Person(*found) if found else None

    def account(self, username: str) -> tuple[Person, str] | None:
        """Who has that username, whatever its case, and the digest of their password."""

        def find(connection: Connection) -> Row[Any, Any, Any, Any] | None:
            return connection.execute(_BY_USERNAME, {"username": folded(username)}).one_or_none()

        found = self._read(find) if is_kept(username) else None
        return (Person(*found[:3]), found[3]) if found else None

    def meet(self, person: str, at: datetime) -> Person:
        def work(connection: Connection) -> Person:
            meet(self._database, connection, person, at)
            return Person(*connection.execute(_BY_ID, {"id": person}).one())

        return self._write(work)

    def register(self, person: str, username: str, password: str, at: datetime) -> None:
        named = {
            "username": folded(username),
            "shown_name": username,
            "password": password,
            "version": PEOPLE.c.version + 1,  # whoever had the guest's cookie has not the account's
        }

        def work(connection: Connection) -> None:
            meet(self._database, connection, person, at)
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(named))

        try:
            self._write(work)
        except IntegrityError:
            raise UsernameTaken(username) from None

    def revoke(self, person: str) -> None:
        raised = update(PEOPLE).where(PEOPLE.c.id == person).values(version=PEOPLE.c.version + 1)
        self._write(lambda connection: connection.execute(raised))

    def erase(self, person: str) -> None:
        """Take away the account, and end every sign-in. The id stays, as the author of what was written."""
        nobody = {"username": None, "shown_name": None, "password": None, "version": PEOPLE.c.version + 1}
        erased = update(PEOPLE).where(PEOPLE.c.id == person).values(nobody)
        self._write(lambda connection: connection.execute(erased))

    def tables(self, person: str, limit: int) -> list[tuple[str, datetime]]:
        asked = {"id": person, "limit": limit}
        found = self._read(lambda connection: connection.execute(_TABLES_OF, asked).all())
        return [(key, rows.moment(touched)) for key, touched in found]
