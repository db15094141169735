"""Bringing a table back that was taken away: its marks as they were, under a new key."""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from squarescores.pedro.marks import OPERATOR, JoiningSet, Mark
from squarescores.pedro.whole import Whole
from squarescores.store import people, rows
from squarescores.store.database import Database
from squarescores.store.press import CodeTaken
from squarescores.store.schema import MARKS, TABLES


class Bringing:
    """How tables come back."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def bring(self, whole: Whole, at: datetime, code: str) -> str:
        """Keep the table whole, or nothing of it; its key. Its people are new here: no cookie is theirs.

        The key is new too: by the old one some process or phone may still know the table as it was.

        `code` is for a table whose join code another has now. Raises CodeTaken where that one is taken too.
        """
        ids = {person: secrets.token_urlsafe(12) for person in whole.people}
        brought = whole.called(ids)
        try:
            return self._database.writes(lambda: self._bring(brought, at, code))
        except IntegrityError as broken:
            raise CodeTaken from broken

    def _bring(self, whole: Whole, at: datetime, code: str) -> str:
        with self._database.writing() as connection:
            for person in {OPERATOR, *(mark.by for mark in whole.marks)}:
                people.meet(self._database, connection, person, at)
            key = secrets.token_urlsafe(16)
            written = _with_code(connection, whole, at, code)
            table_id = self._table(connection, key, written, at)
            connection.execute(
                insert(MARKS), [rows.row(table_id, mark, f"brought-{mark.number}", "") for mark in written]
            )
            connection.commit()
        return key

    @staticmethod
    def _table(connection: Connection, key: str, written: list[Mark], at: datetime) -> int:
        row = {
            "key": key,
            "code": Whole(key, tuple(written)).table.code,
            "seq": len(written),
            "opened_by": written[0].by,
            "opened_op": "brought",
            "made_at": rows.stored(written[0].at),
            "touched_at": rows.stored(at),
        }
        found: int = connection.execute(insert(TABLES).returning(TABLES.c.id), row).scalar_one()
        return found


def _with_code(connection: Connection, whole: Whole, at: datetime, code: str) -> list[Mark]:
    """The marks; where another table has the join code now, with one more that changes it."""
    table, written = whole.table, [*whole.marks]
    if connection.execute(select(TABLES.c.id).where(TABLES.c.code == table.code)).first() is not None:
        another = JoiningSet(table.is_open, code)
        written.append(Mark(len(written) + 1, at, OPERATOR, another))
    return written
