"""Writing a mark: one short transaction that first takes the table's next number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Connection, Executable, Row, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from squarescores.pedro import table as tables
from squarescores.pedro.acts import Stands
from squarescores.pedro.marks import (
    Clashed,
    JoiningSet,
    Mark,
    Recovered,
    Sat,
    SignedIn,
    TookOver,
    Written,
)
from squarescores.pedro.refusal import Refused
from squarescores.pedro.table import Table
from squarescores.store import people, rows
from squarescores.store.database import Database
from squarescores.store.press import Answer, CodeTaken, Press
from squarescores.store.rows import is_kept
from squarescores.store.schema import MARKS, TABLES
from squarescores.store.shelf import Shelf

_Row = Row[Any, Any, Any]
Act = Callable[[Table], Written | Stands | None]
"""Decides what to write at a table as it stands; None or Stands: nothing."""

Decided = Written | Stands | Exception | None

COMES: Final = (Sat, TookOver, SignedIn, Recovered)
"""Marks that make the table one of somebody's, who may be new to the house."""

CHANNEL: Final = "squarescores"
"""Where PostgreSQL tells other processes of each mark: `mark`, the process that wrote it, the table's key."""


_TAKE = (
    update(TABLES)
    .where(TABLES.c.key == bindparam("of"))
    .values(seq=TABLES.c.seq + 1, touched_at=bindparam("at"))
    .returning(TABLES.c.id, TABLES.c.seq)
)
_FIRST = select(MARKS.c.number, MARKS.c.asked, MARKS.c.kind).where(
    MARKS.c.table_id == bindparam("table_id"), MARKS.c.by == bindparam("by_"), MARKS.c.op == bindparam("op")
)


class Writing:
    """How marks come to a table, one at a time."""

    def __init__(self, database: Database, shelf: Shelf, process: str) -> None:
        self._database = database
        self._shelf = shelf
        self._process = process
        # In the mark's own statement: told by the commit or not at all, and no way to the server more.
        notify = insert(MARKS).returning(func.pg_notify(CHANNEL, bindparam("told")))
        self._insert: Executable = insert(MARKS) if database.is_sqlite else notify

    def write(self, press: Press, act: Act) -> tuple[Answer, Refused | None]:
        """What the press is answered, and the refusal it has to hear although a mark was written."""
        if not is_kept(press.key):
            raise Refused("no_table")
        return self._database.writes(lambda: self._write(press, act))

    def _write(self, press: Press, act: Act) -> tuple[Answer, Refused | None]:
        with self._database.writing() as connection:
            table_id, number, table = self.take(connection, press)
            decided = _decide(act, table)
            what = decided.leaves if isinstance(decided, Refused) else decided
            if what is None or isinstance(what, Stands | Exception):
                first = _first(connection, table_id, press)
                return _stands(press, first, decided, table), None
            mark = Mark(number, press.at, press.by, what)
            after = table.after(mark)  # before the commit: a mark that cannot be read is never kept
            try:
                self._keep(connection, table_id, table, mark, press)
            except IntegrityError as broken:
                connection.rollback()
                first = _first(connection, table_id, press)
                if first is None and isinstance(what, JoiningSet):
                    raise CodeTaken from broken
                if first is None:
                    raise
                return _stands(press, first, decided, table), None
            connection.commit()
        self._database.count(mark)
        self._shelf.put(press.key, after)
        refusal = decided if isinstance(decided, Refused) else None
        return Answer(number, after, True, press.key), refusal

    def take(self, connection: Connection, press: Press) -> tuple[int, int, Table]:
        """The table's id, the number its next mark gets, and the table as it stands; other writers wait."""
        taken = connection.execute(_TAKE, {"of": press.key, "at": rows.stored(press.at)}).one_or_none()
        if taken is None:
            raise Refused("no_table")
        table_id, number = taken
        kept = self._shelf.get(press.key)
        if kept is None or kept.number >= number:
            kept = tables.read(rows.between(connection, table_id, 0, number))
        elif kept.number < number - 1:
            later = rows.between(connection, table_id, kept.number, number)
            is_as_read = not rows.forgets(later)
            written = later if is_as_read else rows.between(connection, table_id, 0, number)
            kept = tables.read(written, since=kept if is_as_read else None)
        return table_id, number, kept

    def _keep(self, connection: Connection, table_id: int, table: Table, mark: Mark, press: Press) -> None:
        """Insert the mark, with what follows from it elsewhere in the database."""
        what = mark.what
        if isinstance(what, COMES):
            who = what.now if isinstance(what, SignedIn) else mark.by
            people.know(self._database, connection, who, table_id, mark.at)
        if isinstance(what, JoiningSet) and what.code != table.code:
            connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(code=what.code))
        row = rows.row(table_id, mark, press.op, press.asked)
        told = {"told": f"mark {self._process} {press.key}"}
        connection.execute(self._insert, row if self._database.is_sqlite else row | told)


def _decide(act: Act, table: Table) -> Decided:
    try:
        return act(table)
    except Exception as refusal:  # noqa: BLE001 -- raised again, unless this press already wrote its mark
        return refusal


def _first(connection: Connection, table_id: int, press: Press) -> _Row | None:
    """The mark this press wrote before, if it did."""
    if not is_kept(press.by + press.op):
        return None
    asked = {"table_id": table_id, "by_": press.by, "op": press.op}
    return connection.execute(_FIRST, asked).one_or_none()


def _stands(press: Press, first: _Row | None, decided: Decided, table: Table) -> Answer:
    """The answer where nothing is written: the press's own first mark goes before what is decided now."""
    if first is not None and first.asked != press.asked:
        raise Refused("op_reused")
    if first is not None and first.kind != Clashed.__name__:
        return Answer(first.number, table, False, press.key)
    if isinstance(decided, Exception):
        raise decided
    if decided is None or isinstance(decided, Stands):
        return Answer(decided.mark if decided else table.number, table, False, press.key)
    raise Refused("op_reused")  # it clashed then, and would not now
