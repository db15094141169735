"""Copies of the embedded store: taken while it is written on, looked through before one takes its place."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from squarescores.store import file as files
from squarescores.store.file import address
from squarescores.store.kept import BackupError, Kept, look_through, read, told


def back_up(store: Path, to: Path) -> Kept:
    """Copy the store as it stands at one moment, others may go on writing; the copy is looked through.

    Raises BackupError where `to` is there already, or the store is none.
    """
    if to.exists():
        raise BackupError(f"{to} is there already, and stays as it is; name another file.")
    with _aside(to) as part:
        _copy(store, part)
        kept = look_through(part)
        to.touch(mode=0o600, exist_ok=False)  # nobody else's came there meanwhile
        part.replace(to)
    _is_on_disk(to.parent)
    return kept


def restore(backup: Path, store: Path, *, replace: bool, now: datetime) -> tuple[Kept, Path | None]:
    """Put a backup in the store's place; what it holds, and where the old one is now, if there was one.

    The backup is copied, brought up to date and looked through first, and itself left alone. Nobody may have
    the store open. Raises BackupError where it is no whole backup, or where `replace` is needed and not said.
    """
    with _aside(store) as part:
        _copy(backup, part)
        kept = look_through(part)
        if not replace and (there := _in_the_way(store)):
            raise BackupError(
                f"The store in use holds {there}; the backup holds {kept}. "
                "Say --replace to put the backup in its place; the old one is kept beside it."
            )
        old = _put_aside(store, now)
        part.replace(store)
    _is_on_disk(store.parent)
    return kept, old


def _in_the_way(store: Path) -> str:
    """What a restored backup would replace, in words; empty where it is nothing."""
    if not store.exists() or not store.stat().st_size:
        return ""
    try:
        kept = read(store)
    except Exception:  # noqa: BLE001 -- whatever it is, somebody may want it
        return "what this program cannot read"
    return str(kept) if kept.tables else ""


def _put_aside(store: Path, now: datetime) -> Path | None:
    if not store.exists():
        return None
    old = store.with_name(f"{store.name}.{now.astimezone(UTC):%Y%m%dT%H%M%S.%fZ}")
    # The file first: one without what lies beside it would be taken for whole, and a lost one is missed.
    for was, now_is in zip(files.parts(store), files.parts(old), strict=True):
        if was.exists():
            was.rename(now_is)
    return old


def _copy(store: Path, to: Path) -> None:
    if not store.exists():
        raise BackupError(f"There is no {store}.")
    with (
        told(store),
        closing(sqlite3.connect(address(store, "ro"), uri=True)) as source,
        closing(sqlite3.connect(address(to), uri=True)) as copy,
    ):
        source.backup(copy)


@contextmanager
def _aside(place: Path) -> Iterator[Path]:
    """A new file beside the place, its owner's alone, whose end is on the disk; gone afterwards."""
    part = place.with_name(f"{place.name}.part-{os.getpid()}")
    try:
        files.make(part)
        yield part
    except OSError as error:
        raise BackupError(f"{error.filename}: {error.strerror}.") from error
    finally:
        for each in (*files.parts(part), part.with_name(f"{part.name}-journal")):
            each.unlink(missing_ok=True)


def _is_on_disk(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
