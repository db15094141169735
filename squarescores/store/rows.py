"""Marks as rows of the database, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, bindparam, select

from squarescores.pedro.marks import Forgotten, Mark
from squarescores.pedro.packed import pack, unpack
from squarescores.store.schema import MARKS, TABLES

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)

_written: Final = json.JSONEncoder(separators=(",", ":")).encode

COLUMNS: Final = (MARKS.c.number, MARKS.c.at, MARKS.c.by, MARKS.c.kind, MARKS.c.content)


def is_kept(text: str) -> bool:
    """Whether a text can be in the store at all; a database will not even look for some."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


def stored(at: datetime) -> int:
    """A time as it is kept; `at` has a zone."""
    return (at - _EPOCH) // _MICROSECOND


def moment(at: int) -> datetime:
    """The time that was kept, in UTC."""
    return _EPOCH + at * _MICROSECOND


def row(table_id: int, mark: Mark, op: str, asked: str) -> dict[str, Any]:
    """What is kept of a mark at that table."""
    return {"table_id": table_id, **of(mark, op, asked)}


def of(mark: Mark, op: str, asked: str) -> dict[str, Any]:
    """What is kept of a mark, at whatever table."""
    kind, content = pack(mark.what)
    return {
        "number": mark.number,
        "at": stored(mark.at),
        "by": mark.by,
        "op": op,
        "asked": asked,
        "kind": kind,
        "content": _written(content),
    }


def read(found: Iterable[Any]) -> list[Mark]:
    """The marks that were kept, in the order of the rows."""
    return [
        Mark(number, moment(at), by, unpack(kind, json.loads(content)))
        for number, at, by, kind, content in found
    ]


def forgets(written: Iterable[Mark]) -> bool:
    """Whether one of the marks came with a change to those before it."""
    return any(isinstance(mark.what, Forgotten) for mark in written)


_LATER: Final = (
    select(*COLUMNS)
    .where(MARKS.c.table_id == bindparam("table_id"), MARKS.c.number > bindparam("after"))
    .where(MARKS.c.number < bindparam("before"))
    .order_by(MARKS.c.number)
)


def between(connection: Connection, table_id: int, after: int, before: int) -> list[Mark]:
    """A table's marks with a number above `after` and below `before`."""
    found = connection.execute(_LATER, {"table_id": table_id, "after": after, "before": before})
    return read(found)


# One statement: the number and the marks are of one moment. One row without a mark where none came later.
_SINCE: Final = (
    select(TABLES.c.seq, *COLUMNS)
    .select_from(
        TABLES.outerjoin(MARKS, (MARKS.c.table_id == TABLES.c.id) & (MARKS.c.number > bindparam("after")))
    )
    .where(TABLES.c.key == bindparam("key"))
    .order_by(MARKS.c.number)
)


def since(connection: Connection, key: str, after: int) -> tuple[int, list[Mark]] | None:
    """A table's present number and its marks above `after`; None where there is no such table."""
    found = connection.execute(_SINCE, {"key": key, "after": after}).all()
    if not found:
        return None
    return found[0][0], read(each[1:] for each in found if each[1] is not None)
