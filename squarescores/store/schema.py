"""What the store keeps, as tables of a database; `migrations/` brings every database here.

Times are whole microseconds of UTC: exact, and the same on SQLite and PostgreSQL.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, Table, Text, UniqueConstraint

METADATA: Final = MetaData(
    naming_convention={
        "pk": "%(table_name)s_key",
        "fk": "%(table_name)s_%(column_0_name)s_known",
        "uq": "%(table_name)s_%(column_0_N_name)s_once",
    }
)

PEOPLE: Final = Table(
    "people",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("username", Text, unique=True),  # folded; null for a guest
    Column("shown_name", Text),
    Column("password", Text),
    Column("version", Integer, nullable=False),  # a sign-in names it; raised, every sign-in before it ends
    Column("made_at", BigInteger, nullable=False),
)

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("code", Text, nullable=False, unique=True),
    Column("seq", Integer, nullable=False),  # the last mark's number; who raises it writes the next
    Column("opened_by", Text, ForeignKey("people.id"), nullable=False),
    Column("opened_op", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("touched_at", BigInteger, nullable=False),
    UniqueConstraint("opened_by", "opened_op"),
)

# Without row ids a table's marks lie side by side, and an entry writes one page less.
MARKS: Final = Table(
    "marks",
    METADATA,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("by", Text, ForeignKey("people.id"), nullable=False, quote=True),
    Column("op", Text, nullable=False),
    Column("asked", Text, nullable=False),  # a digest of what the op asked for
    Column("kind", Text, nullable=False),
    Column("content", Text, nullable=False),  # JSON
    UniqueConstraint("table_id", "by", "op"),
    sqlite_with_rowid=False,
)

KNOWN: Final = Table(
    "known",
    METADATA,
    Column("person_id", Text, ForeignKey("people.id"), primary_key=True),
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
