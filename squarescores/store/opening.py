"""Opening a table: its row and its first mark, once for one press."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from squarescores.pedro import table as tables
from squarescores.pedro.marks import Mark, Opened
from squarescores.pedro.refusal import Refused
from squarescores.store import people, rows
from squarescores.store.database import Database
from squarescores.store.press import Answer, CodeTaken, Press
from squarescores.store.reading import Reading
from squarescores.store.schema import MARKS, TABLES
from squarescores.store.shelf import Shelf

_OPENED = (
    select(TABLES.c.key, MARKS.c.asked)
    .join_from(TABLES, MARKS)
    .where(TABLES.c.opened_by == bindparam("by_"), TABLES.c.opened_op == bindparam("op"), MARKS.c.number == 1)
)


class Opening:
    """How tables begin."""

    def __init__(self, database: Database, shelf: Shelf, reading: Reading) -> None:
        self._database = database
        self._shelf = shelf
        self._reading = reading

    def open(self, press: Press, opened: Opened) -> Answer:
        """The new table under the press's key, or the one the same press opened before."""
        return self._database.writes(lambda: self._open(press, opened))

    def _open(self, press: Press, opened: Opened) -> Answer:
        mark = Mark(1, press.at, press.by, opened)
        table = tables.read([mark])
        with self._database.writing() as connection:
            try:
                self._keep(connection, press, mark, opened)
            except IntegrityError as broken:
                connection.rollback()
                first = connection.execute(_OPENED, {"by_": press.by, "op": press.op}).one_or_none()
                if first is None:
                    raise CodeTaken from broken
            else:
                connection.commit()
                first = None
        if first is not None:
            return self._again(press, first)
        self._database.count(mark)
        self._shelf.put(press.key, table)
        return Answer(1, table, True, press.key)

    def _keep(self, connection: Connection, press: Press, mark: Mark, opened: Opened) -> None:
        people.meet(self._database, connection, press.by, press.at)
        at = rows.stored(press.at)
        row = {
            "key": press.key,
            "code": opened.code,
            "seq": 1,
            "opened_by": press.by,
            "opened_op": press.op,
            "made_at": at,
            "touched_at": at,
        }
        table_id = connection.execute(insert(TABLES).returning(TABLES.c.id), row).scalar_one()
        people.know(self._database, connection, press.by, table_id, press.at)
        connection.execute(insert(MARKS), rows.row(table_id, mark, press.op, press.asked))

    def _again(self, press: Press, first: Row[Any, Any]) -> Answer:
        if first.asked != press.asked:
            raise Refused("op_reused")
        table = self._reading.table(first.key)
        assert table is not None  # noqa: S101 -- its first mark was just read
        return Answer(1, table, False, first.key)
