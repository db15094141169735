"""Many tables put into a store at once: copies of evenings that were played through the acts."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, Final

from sqlalchemy import Connection, func, insert, select

from squarescores.store import engine, rows
from squarescores.store.schema import KNOWN, MARKS, PEOPLE, TABLES
from squarescores.web.tables.codes import ALPHABET
from tests.bench.evening import BEGAN, CODE, Evening

TOGETHER: Final = 400
"""Tables that are inserted in one go."""
_STRIDE: Final = 7_919_023
"""No multiple of the alphabet's length, so that codes differ."""

Rows = list[dict[str, Any]]


def key(table: int) -> str:
    """The key of the table of that number: always the same, and as scattered as a drawn one."""
    return _scattered(f"table {table}", 16)


def person(table: int, seat: str) -> str:
    """The id of who sits there."""
    return _scattered(f"person {table} {seat}", 12)


def code(table: int) -> str:
    """Its join code."""
    number, letters = table * _STRIDE, ""
    for _ in CODE:
        number, place = divmod(number, len(ALPHABET))
        letters += ALPHABET[place]
    return letters


def _scattered(what: str, size: int) -> str:
    digest = hashlib.blake2b(what.encode(), digest_size=size).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def fill(database_url: str, tables: range, evenings: Sequence[Evening], *, awaits_disk: bool = True) -> None:
    """Put tables with these numbers, from 1, into a store that is up to date and has none of them."""
    patterns = [_pattern(evening) for evening in evenings]
    database = engine.connect(database_url)
    with database.connect() as connection:
        if not awaits_disk:
            connection.exec_driver_sql("PRAGMA synchronous=OFF")
        for first in range(tables.start, tables.stop, TOGETHER):
            some = range(first, min(first + TOGETHER, tables.stop))
            _insert(connection, some, patterns)
            connection.commit()
        if connection.dialect.name == "postgresql":  # which counts by itself, and is not asked here
            last = select(func.setval(func.pg_get_serial_sequence("tables", "id"), tables.stop - 1))
            connection.execute(last)
            connection.commit()
    database.dispose()


def _pattern(evening: Evening) -> Rows:
    """An evening's rows as they are in every copy, but for whose they are."""
    return [rows.row(0, mark, f"seed-{mark.number:07}", _scattered(str(mark), 24)) for mark in evening.marks]


def _insert(connection: Connection, tables: range, patterns: Sequence[Rows]) -> None:
    played = [(table, patterns[table % len(patterns)]) for table in tables]
    seated = [(table, person(table, seat)) for table in tables for seat in "NESW"]
    at = rows.stored(BEGAN)
    people = [{"id": who, "version": 1, "made_at": at} for _table, who in seated]
    connection.execute(insert(PEOPLE), people)
    connection.execute(insert(TABLES), [_table(table, pattern) for table, pattern in played])
    connection.execute(insert(KNOWN), [{"person_id": who, "table_id": table} for table, who in seated])
    connection.execute(insert(MARKS), [mark for table, pattern in played for mark in _marks(table, pattern)])


def _table(table: int, pattern: Rows) -> dict[str, Any]:
    first, last = pattern[0], pattern[-1]
    return {
        "id": table, "key": key(table), "code": code(table), "seq": last["number"],
        "opened_by": person(table, "N"), "opened_op": first["op"],
        "made_at": first["at"], "touched_at": last["at"],
    }  # fmt: skip


def _marks(table: int, pattern: Rows) -> Iterator[dict[str, Any]]:
    """The rows of one copy: its own people, and its own join code."""
    people = {seat: person(table, seat) for seat in "NESW"}
    for row in pattern:
        own = row | {"table_id": table, "by": people[row["by"]]}
        if row["number"] == 1:
            own["content"] = row["content"].replace(CODE, code(table))
        yield own
