"""The embedded store's file: its owner's alone, made on purpose, and missed when it is gone."""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import Engine, event
from sqlalchemy.exc import InvalidatePoolError

_log = logging.getLogger(__name__)

_ADDED: Final = ("", "-wal", "-shm")
"""What SQLite adds to the file's name for what lies beside it; those take the file's own permissions."""


def parts(file: Path) -> list[Path]:
    """The file, and where what belongs to it lies while it is used: the file first."""
    return [file.with_name(file.name + added) for added in _ADDED]


def address(file: Path, mode: str = "rw") -> str:
    """What sqlite3 opens, where it is told that it is an address."""
    return f"file:{quote(str(file))}?mode={mode}"


def make(file: Path) -> None:
    """Make an empty file that only its owner reads, unless there is one; narrow what others could read."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for path in parts(file):
        if path.exists() and path.stat().st_mode & 0o077:
            path.chmod(0o600)
            _log.warning("%s could be read by others; it no longer can.", path.name)


def damage(file: Path) -> str:
    """What SQLite finds wrong with the file; empty where it is whole. Nothing is written."""
    try:
        with closing(sqlite3.connect(address(file, "ro"), uri=True)) as connection:
            said = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        # Locked, or no file to be opened: that is for whoever asks for more to say.
        return "" if isinstance(error, sqlite3.OperationalError) else str(error)
    return "" if said == "ok" else str(said).splitlines()[-1]


def opened(file: Path, wait: float) -> sqlite3.Connection:
    """A connection to a file there is. SQLite alone would answer for a lost one with an empty new one."""
    return sqlite3.connect(address(file), uri=True, timeout=wait, check_same_thread=False)


def watch(engine: Engine, file: Path) -> None:
    """Give up every connection once its file is gone or another lies in its place.

    What was written into a file that nobody can find again would be acknowledged and lost.
    """

    def remembers(_connection: Any, record: Any) -> None:
        record.info["file"] = _which(file)

    def looks(_connection: Any, record: Any, _proxy: Any) -> None:
        if record.info["file"] != _which(file):
            raise InvalidatePoolError("the database file is another one")

    event.listen(engine, "connect", remembers)
    event.listen(engine, "checkout", looks)


def _which(file: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(file)  # noqa: PTH116 -- asked for with every connection, and half as long this way
    except OSError:
        return None
    return found.st_dev, found.st_ino
