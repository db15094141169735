"""Holding a table while it is decided what becomes of it: its other writers wait until that is done."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, bindparam, update

from squarescores.pedro import table as tables
from squarescores.pedro.refusal import Refused
from squarescores.pedro.table import Table
from squarescores.store import rows
from squarescores.store.press import Press
from squarescores.store.schema import TABLES
from squarescores.store.shelf import Shelf

_TAKE: Final = (
    update(TABLES)
    .where(TABLES.c.key == bindparam("of"))
    .values(seq=TABLES.c.seq + 1, touched_at=bindparam("at"))
    .returning(TABLES.c.id, TABLES.c.seq)
)


def hold(connection: Connection, shelf: Shelf, press: Press) -> tuple[int, int, Table]:
    """The table's id, the number its next mark gets, and the table as it stands. Raises Refused("no_table").

    The first statement of its transaction: it takes the number, and with it the table's row.
    """
    taken = connection.execute(_TAKE, {"of": press.key, "at": rows.stored(press.at)}).one_or_none()
    if taken is None:
        raise Refused("no_table")
    table_id, number = taken
    kept = shelf.get(press.key)
    if kept is None or kept.number >= number:
        kept = tables.read(rows.between(connection, table_id, 0, number))
    elif kept.number < number - 1:
        later = rows.between(connection, table_id, kept.number, number)
        is_as_read = not rows.forgets(later)
        written = later if is_as_read else rows.between(connection, table_id, 0, number)
        kept = tables.read(written, since=kept if is_as_read else None)
    return table_id, number, kept
