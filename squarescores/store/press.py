"""A press of a button that means to write, and what it is answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from squarescores.pedro.table import Table


class CodeTaken(Exception):
    """Another table has that join code; draw another."""


@dataclass(frozen=True, slots=True)
class Press:
    """Where, by whom, the phone's id of it, a digest of what was asked, and when."""

    key: str
    by: str
    op: str
    asked: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Answer:
    """The mark that says it, the table as it stands, whether anything was written, and the table's key."""

    mark: int
    table: Table
    written: bool
    key: str
