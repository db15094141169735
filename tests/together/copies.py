"""Copies of the database taken in the middle of everything, and what has to stand in them."""

from __future__ import annotations

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.house.serving import PATIENCE, PROGRAM, plain_environment
from tests.together.evening import Fault, Table


class Copy:
    """One `squarescores backup`, begun while the tables write."""

    def __init__(self, folder: Path, name: str, tables: list[Table]) -> None:
        self._kept = folder / "instance" / "squarescores.db"
        self._file = folder / f"{name}.db"
        self._told = {table.key: last_told(table) for table in tables}
        """By the table's key, the last mark acknowledged before the copy began."""
        words = ["backup", str(self._file), "--instance", str(self._kept.parent)]
        self._running = subprocess.Popen([PROGRAM, *words], env=plain_environment(), cwd=folder)

    def is_taken(self) -> None:
        """Whatever became of the server meanwhile, it comes to its end."""
        if self._running.wait(PATIENCE):
            raise Fault("a copy was not taken")

    def is_right(self) -> None:
        """For each table the beginning of what is kept now, and at least what was acknowledged then."""
        for key, told in self._told.items():
            copied, kept = marks(self._file, key), marks(self._kept, key)
            if copied != kept[: len(copied)] or len(copied) < told:
                raise Fault(f"a copy holds {len(copied)} marks of a table that had {told}, or others")


def last_told(table: Table) -> int:
    return max((press.mark for press in list(table.presses) if press.status < 300), default=0)


def marks(file: Path, key: str) -> list[tuple[Any, ...]]:
    """What is kept of a table, in order."""
    asked = "SELECT marks.* FROM marks JOIN tables ON id = table_id WHERE key = ? ORDER BY number"
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(asked, (key,)).fetchall()
