"""Adding a mark to a table, if the table is still the one it was decided on."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, bindparam, exists, func, insert, or_, select, update

from squarescores.pedro.marks import JoiningSet, Mark, Recovered, Sat, SignedIn, TookOver
from squarescores.pedro.table import Table
from squarescores.store import people, rows
from squarescores.store.database import Database
from squarescores.store.press import Press
from squarescores.store.ready import Ready
from squarescores.store.schema import MARKS, PEOPLE, TABLES
from squarescores.store.together import Together

COMES: Final = (Sat, TookOver, SignedIn, Recovered)
"""Marks that make the table one of somebody's, who may be new to the house."""

CHANNEL: Final = "squarescores"
"""Where PostgreSQL tells other processes of each mark: `mark`, the process that wrote it, the table's key."""

# Of several who decided on the same number one is the first; for the others there is no such row any more.
_IS_THE_ONE: Final = (TABLES.c.key == bindparam("of"), TABLES.c.seq == bindparam("decided_on"))
# Nobody's sign-in ended meanwhile, where the write is to say so.
_IS_WHO_THEY_SAY: Final = or_(
    bindparam("version", type_=PEOPLE.c.version.type).is_(None),
    exists().where(PEOPLE.c.id == bindparam("who"), PEOPLE.c.version == bindparam("version")),
)
_STANDS: Final = (*_IS_THE_ONE, _IS_WHO_THEY_SAY)
_RAISE: Final = (
    update(TABLES)
    .where(*_STANDS)
    .values(seq=TABLES.c.seq + 1, touched_at=bindparam("touched"))
    .returning(TABLES.c.id)
)
_NAMES: Final = [column.name for column in MARKS.c]
_ITS: Final = [bindparam(f"its_{column.name}", type_=column.type) for column in [*MARKS.c][1:]]

# On SQLite the mark first: where it breaks a rule, that statement alone is undone, and nothing else was done.
_ADD: Final = insert(MARKS).from_select(_NAMES, select(TABLES.c.id, *_ITS).where(*_STANDS))
_RAISE_TOO: Final = (
    update(TABLES)
    .where(TABLES.c.key == bindparam("of"))
    .values(seq=bindparam("its_number"), touched_at=bindparam("touched"))
)

# In the mark's own statement: told by the commit or not at all, and no way to the server more.
_NOTIFY: Final = func.pg_notify(CHANNEL, bindparam("told"))
_RAISED: Final = _RAISE.cte("raised")
_AT_ONCE: Final = insert(MARKS).from_select(_NAMES, select(_RAISED.c.id, *_ITS)).returning(_NOTIFY)
"""All of it in one statement of PostgreSQL, which commits by itself: one way to the server and back."""

INSERT: Final = insert(MARKS)
INSERT_AND_NOTIFY: Final = INSERT.returning(_NOTIFY)


class Adding:
    """How a mark that was decided on comes to its table."""

    def __init__(self, database: Database, process: str) -> None:
        self._database = database
        self._process = process
        self._together = Together(database)
        dialect = database.engine.dialect
        if database.is_sqlite:
            self._add, self._raise = Ready(_ADD, dialect), Ready(_RAISE_TOO, dialect)
        else:
            self._at_once = Ready(_AT_ONCE, dialect)

    def add(self, press: Press, table: Table, mark: Mark) -> bool:
        """Keep the mark; False, and nothing is kept, where the table has moved on or is gone.

        The same where the press says another version of its person than there is. Raises IntegrityError where
        that press wrote its mark before, or its join code is taken.
        """
        asked = {
            "of": press.key,
            "decided_on": table.number,
            "who": press.by,
            "version": press.version,
            "touched": rows.stored(press.at),
        }
        if _brings_more(table, mark):
            return self._add_with_more(press, table, mark, asked)
        row = rows.of(mark, press.op, press.asked)
        asked |= {f"its_{name}": each for name, each in row.items()}
        if self._database.is_sqlite:
            return self._together.keep(lambda connection: self._add_in_turn(connection, asked))
        asked |= self._told(press)
        return self._database.write_at_once(
            lambda connection: self._at_once.ask(connection, asked).one_or_none() is not None
        )

    def _add_in_turn(self, connection: Connection, asked: dict[str, Any]) -> bool:
        if not self._add.ask(connection, asked).rowcount:
            return False
        self._raise.ask(connection, asked)
        return True

    def _add_with_more(self, press: Press, table: Table, mark: Mark, asked: dict[str, Any]) -> bool:
        with self._database.writing() as connection:
            table_id: int | None = connection.execute(_RAISE, asked).scalar()
            if table_id is not None:
                self.put(connection, table_id, table, mark, press)
                connection.commit()
        return table_id is not None

    def put(self, connection: Connection, table_id: int, table: Table, mark: Mark, press: Press) -> None:
        """Insert the mark, with what follows from it elsewhere in the database."""
        what = mark.what
        if isinstance(what, COMES):
            who = what.now if isinstance(what, SignedIn) else mark.by
            people.know(self._database, connection, who, table_id, mark.at)
        if isinstance(what, JoiningSet) and what.code != table.code:
            connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(code=what.code))
        row = rows.row(table_id, mark, press.op, press.asked)
        if self._database.is_sqlite:
            connection.execute(INSERT, row)
        else:
            connection.execute(INSERT_AND_NOTIFY, row | self._told(press))

    def _told(self, press: Press) -> dict[str, str]:
        return {"told": f"mark {self._process} {press.key}"}


def _brings_more(table: Table, mark: Mark) -> bool:
    """Whether more than the mark follows from it."""
    what = mark.what
    return isinstance(what, COMES) or (isinstance(what, JoiningSet) and what.code != table.code)
