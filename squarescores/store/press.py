"""A press of a button that means to write, and what it is answered."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from datetime import datetime

from squarescores.pedro.table import Table


class CodeTaken(Exception):
    """Another table has that join code; draw another."""


@dataclass(frozen=True, slots=True)
class Press:
    """Where, by whom, the phone's id of it, a digest of what was asked, and when."""

    key: str
    _: KW_ONLY
    by: str
    op: str
    asked: str = ""
    at: datetime
    version: int | None = None
    """Of the person, where the write is to find out whether it still is that."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The mark that says it, the table as it stands, whether anything was written, and the table's key."""

    mark: int
    table: Table
    written: bool
    key: str
