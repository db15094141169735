"""The instance folder: made with its parents, with the secret key in it, and had by one server alone."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from squarescores import keys
from squarescores.settings import Settings, SettingsError


def prepare(settings: Settings) -> Settings:
    """Make the folder, and answer the settings with the secret key filled in.

    Raises SettingsError where the folder cannot be made or written, or a package is missing.
    """
    _check_packages(settings)
    folder = settings.instance
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return replace(settings, secret_key=settings.secret_key or ",".join(keys.read(folder)))
    except OSError as error:
        raise SettingsError(f"The instance folder {folder} cannot be used: {error.strerror}.") from error


@contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """Have the embedded store to oneself: two servers on one file would each ring only their own phones.

    Raises SettingsError where a server or another command has it; PostgreSQL serves as many as come.
    """
    if not settings.embedded:
        yield
        return
    with _mark(settings).open("a") as mark:
        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SettingsError(f"Another squarescores already serves {settings.database_file}.") from None
        yield


def _mark(settings: Settings) -> Path:
    """What is locked by whoever has the embedded store; it says, too, whether there was one."""
    file = settings.database_file
    return file.with_name(file.name + "-serving")


def note_kept(settings: Settings) -> None:
    """Note that there is a database, which from now on can be missed."""
    if settings.embedded and not _was_kept(settings):
        _mark(settings).write_text("The database beside this file is in use.\n", encoding="utf-8")


def check_kept(settings: Settings) -> None:
    """Raises SettingsError where the database is gone that was here: an empty one would be believed."""
    if not settings.embedded or not _was_kept(settings):
        return
    file = settings.database_file
    if not file.exists() or not file.stat().st_size:
        raise SettingsError(
            f"The database {file} was here and is {'empty' if file.exists() else 'gone'}: put it back, or "
            f"restore a backup; to begin with an empty one, remove {_mark(settings)}."
        )


def _was_kept(settings: Settings) -> bool:
    mark = _mark(settings)
    return mark.exists() and mark.stat().st_size > 0


def _check_packages(settings: Settings) -> None:
    for url, package, extra in (
        (settings.database_url, "psycopg", "postgres"),
        (settings.limits_store, "redis", "redis"),
    ):
        if url.startswith(extra) and find_spec(package) is None:
            raise SettingsError(f"The package {package} is missing; install squarescores[{extra}].")
