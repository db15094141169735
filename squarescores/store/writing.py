"""Writing a mark: decided on the table as it was read, kept if it still is that one, else decided again."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Row, bindparam, select
from sqlalchemy.exc import IntegrityError

from squarescores.pedro import table as tables
from squarescores.pedro.acts import Stands
from squarescores.pedro.marks import Clashed, JoiningSet, Mark
from squarescores.pedro.refusal import Refused
from squarescores.pedro.table import Table
from squarescores.store.adding import Adding
from squarescores.store.database import Database
from squarescores.store.decision import Act, Decision
from squarescores.store.holding import hold
from squarescores.store.press import Answer, CodeTaken, Press
from squarescores.store.reading import Reading
from squarescores.store.rows import is_kept
from squarescores.store.schema import MARKS, TABLES
from squarescores.store.shelf import Shelf

_Row = Row[Any, Any, Any]

RACES: Final = 3
"""How often another writer may come first; after that the table is held while it is decided."""

_FIRST: Final = (
    select(MARKS.c.number, MARKS.c.asked, MARKS.c.kind)
    .join_from(MARKS, TABLES)
    .where(TABLES.c.key == bindparam("of"), MARKS.c.by == bindparam("by_"), MARKS.c.op == bindparam("op"))
)


class Writing:
    """How marks come to a table, one at a time."""

    def __init__(self, database: Database, shelf: Shelf, reading: Reading, adding: Adding) -> None:
        self._database = database
        self._shelf = shelf
        self._reading = reading
        self._adding = adding

    def write(self, press: Press, act: Act, known: Table | None) -> tuple[Answer, Refused | None]:
        """What the press is answered, and the refusal it has to hear although a mark was written.

        `known` is the table as whoever asks has just read it, where they have.
        """
        if not is_kept(press.key):
            raise Refused("no_table")
        return self._database.writes(lambda: self._write(Decision(press, act), known))

    def as_remembered(self, press: Press, act: Act) -> tuple[Answer, Refused | None] | None:
        """The same where a mark can be kept without reading first; None where that is to be done.

        The mark's own statement finds out whether the table still is the one that is remembered here.
        """
        table = self._shelf.get(press.key) if is_kept(press.by + press.op) else None
        if table is None:
            return None
        decision = Decision(press, act)
        mark = decision.on(table)
        if mark is None or not self._database.tries(lambda: self._adds(press, table, mark)):
            return None
        return self._kept(decision, mark)

    def _adds(self, press: Press, table: Table, mark: Mark) -> bool:
        try:
            return self._adding.add(press, table, mark)
        except IntegrityError:  # pressed before, or its code is taken: to be told with what stands
            return False

    def _kept(self, decision: Decision, mark: Mark) -> tuple[Answer, Refused | None]:
        self._database.count(mark)
        self._shelf.put(decision.press.key, decision.after)
        return Answer(mark.number, decision.after, True, decision.press.key), decision.refusal

    def _write(self, decision: Decision, known: Table | None) -> tuple[Answer, Refused | None]:
        press = decision.press
        try:
            self._decide_and_keep(decision, known)
        except IntegrityError as broken:
            first = self._first(press)
            if first is None and isinstance(decision.decided, JoiningSet):
                raise CodeTaken from broken
            if first is None:
                raise
            return self._stands(decision, first), None
        if decision.mark is None:
            return self._stands(decision, self._first(press)), None
        return self._kept(decision, decision.mark)

    def _decide_and_keep(self, decision: Decision, known: Table | None) -> None:
        press = decision.press
        for _ in range(RACES):
            table, known = known or self._reading.table(press.key), None
            if table is None:
                raise Refused("no_table")
            mark = decision.on(table)
            if mark is None or self._adding.add(press, table, mark):
                return
        with self._database.writing() as connection:
            held = hold(connection, press)
            table = tables.read(held.written)
            if mark := decision.on(table):
                self._adding.put(connection, held.table_id, table, mark, press)
                connection.commit()

    def _first(self, press: Press) -> _Row | None:
        """The mark this press wrote before, if it did."""
        if not is_kept(press.by + press.op):
            return None

        def work() -> _Row | None:
            with self._database.reading() as connection:
                asked = {"of": press.key, "by_": press.by, "op": press.op}
                return connection.execute(_FIRST, asked).one_or_none()

        return self._database.reads(work)

    def _stands(self, decision: Decision, first: _Row | None) -> Answer:
        """The answer where nothing is written: the press's own first mark goes before what is decided now."""
        key, table, decided = decision.press.key, decision.table, decision.decided
        if first is not None and first.asked != decision.press.asked:
            raise Refused("op_reused")
        if first is not None and first.kind != Clashed.__name__:
            if first.number > table.number:  # it came while this was decided
                table = self._reading.table(key) or table
            return Answer(first.number, table, False, key)
        if isinstance(decided, Exception):
            raise decided
        if decided is None or isinstance(decided, Stands):
            return Answer(decided.mark if decided else table.number, table, False, key)
        raise Refused("op_reused")  # it clashed then, and would not now
