"""Whether the instance folder is its owner's alone, and has room."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Final

from squarescores import keys
from squarescores.doctor.finding import Finding, bad, ok, warn
from squarescores.settings import Settings
from squarescores.store.file import parts

LITTLE: Final = 1024**3
TOO_LITTLE: Final = 100 * 1024**2
"""Bytes free: an evening of four is some 100 kB, the log ahead of the database a few MB."""


def kept_key(settings: Settings) -> str:
    """The secret keys that an earlier start made; none where there was no start yet."""
    try:
        return ",".join((settings.instance / keys.NAME).read_text(encoding="utf-8").split())
    except OSError:
        return ""


def permissions(settings: Settings) -> Iterator[Finding]:
    """Each thing that others could read, and whether the server could write there."""
    folder = settings.instance
    if not folder.is_dir():
        yield warn("folder", f"{folder} is not there yet; the first start makes it.")
        return
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield bad("folder", f"{folder} cannot be written; run this as the account that serves, or chown it.")
    if folder.stat().st_mode & 0o007:
        yield warn("folder", f"{folder} can be looked into by others; chmod 700 {folder}")
    private = [folder / keys.NAME]
    if settings.embedded:
        private += parts(settings.database_file)
    readable = [path for path in private if path.exists() and path.stat().st_mode & 0o077]
    yield from (bad("folder", f"{path} can be read by others; chmod 600 {path}") for path in readable)
    if not readable:
        yield ok("folder", f"nobody else reads the key or the database in {folder}")


def disk(settings: Settings) -> Iterator[Finding]:
    """Room for more marks, where they are kept."""
    where = settings.database_file.parent if settings.embedded else settings.instance
    there = next(path for path in (where.absolute(), *where.absolute().parents) if path.exists())
    free = shutil.disk_usage(there).free
    room = f"{free // 1024**2} MB free at {there}"
    if free < TOO_LITTLE:
        yield bad("disk", f"{room}: no room for marks soon; make some.")
    elif free < LITTLE:
        yield warn("disk", f"{room}; make room before a backup needs it.")
    else:
        yield ok("disk", room)
