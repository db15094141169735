"""Holding a table while it is decided what becomes of it: its other writers wait until that is done."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, update

from squarescores.pedro.marks import Mark
from squarescores.pedro.refusal import Refused
from squarescores.store import rows
from squarescores.store.press import Press
from squarescores.store.schema import TABLES

_TAKE: Final = (
    update(TABLES)
    .where(TABLES.c.key == bindparam("of"))
    .values(seq=TABLES.c.seq + 1, touched_at=bindparam("at"))
    .returning(TABLES.c.id, TABLES.c.seq)
)


class Held(NamedTuple):
    """A table's id, the number its next mark gets, and all that is written there."""

    table_id: int
    number: int
    written: list[Mark]


def hold(connection: Connection, press: Press) -> Held:
    """Hold the press's table until the transaction ends. Raises Refused("no_table").

    To be the first in its transaction: it takes the number, and with it the table's row.
    """
    taken = connection.execute(_TAKE, {"of": press.key, "at": rows.stored(press.at)}).one_or_none()
    if taken is None:
        raise Refused("no_table")
    table_id, number = taken
    return Held(table_id, number, rows.written(connection, press.key))
