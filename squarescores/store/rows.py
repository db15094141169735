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
    kept = [*found]
    contents = json.loads(f"[{','.join(each[-1] for each in kept)}]")  # at once: less than half the time
    return [
        Mark(number, moment(at), by, unpack(kind, content))
        for (number, at, by, kind, _), content in zip(kept, contents, strict=True)
    ]


def forgets(written: Iterable[Mark]) -> bool:
    """Whether one of the marks came with a change to those before it."""
    return any(isinstance(mark.what, Forgotten) for mark in written)


_WRITTEN: Final = (
    select(*COLUMNS).join_from(MARKS, TABLES).where(TABLES.c.key == bindparam("key")).order_by(MARKS.c.number)
)


def written(connection: Connection, key: str) -> list[Mark]:
    """Every mark of the table, in order; none where there is no such table, for each begins with one."""
    return read(connection.execute(_WRITTEN, {"key": key}))
