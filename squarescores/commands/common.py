"""What several commands say and take in the same way."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from squarescores.pedro.table import Table
    from squarescores.settings import Settings
    from squarescores.store import Store
    from squarescores.web.house import House

Commands = Any
"""Where a command is added; argparse keeps the type of it to itself."""


def takes_instance(command: argparse.ArgumentParser) -> None:
    """Give a command the option that says where the house keeps its things."""
    command.add_argument(
        "--instance", metavar="DIR", type=Path, help="the folder that keeps the database and the secret key"
    )


def with_settings(args: argparse.Namespace, work: Callable[[Settings], int]) -> int:
    """Do it with the settings of environment and command line; say in one sentence what is in the way."""
    from squarescores.settings import SettingsError, read
    from squarescores.store import StoreAway
    from squarescores.store.kept import BackupError
    from squarescores.store.upgrades import DamagedDatabase, NewerDatabase

    options = {name: getattr(args, name, None) for name in ("host", "port", "instance")}
    try:
        return work(read(os.environ, **options))
    except (SettingsError, NewerDatabase, DamagedDatabase, BackupError) as error:
        return refuse(str(error))
    except StoreAway as error:
        return refuse(f"The database does not answer: {str(error).splitlines()[0]}.")
    except BrokenPipeError:  # no file is in the way: whoever read the answer has seen enough
        raise
    except OSError as error:
        return refuse(f"{error.filename}: {error.strerror}.")


@contextmanager
def house_of(settings: Settings) -> Iterator[House]:
    """The house with these settings, beside a server that may be running; sentences are in English.

    Raises SettingsError where its database is of an earlier version.
    """
    from flask_babel import force_locale

    from squarescores import create_app, instance
    from squarescores.settings import SettingsError
    from squarescores.store.upgrades import is_current

    settings = instance.prepare(settings)
    if not is_current(settings.database_url):
        raise SettingsError("The database is of an earlier version: `squarescores upgrade` comes first.")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name the terminal has no letters for
    app = create_app(settings, serves=False)
    house: House = app.extensions["squarescores"]
    try:
        with app.app_context(), force_locale("en"):
            yield house
    finally:
        house.store.close()


def the_table(store: Store, key: str) -> Table:
    """The table of that key. Raises SettingsError where there is none."""
    from squarescores.settings import SettingsError

    table = store.read(key)
    if table is None:
        raise SettingsError("There is no table of that key.")
    return table


def table_line(key: str, touched: str, table: Table) -> str:
    """A table in one line: its key, when it was written on, its marks, its host, who plays."""
    players = ", ".join(f"{seat} {holder.name}" for seat, holder in sorted(table.seats.items()))
    host = table.host_name or "former player"
    return f"{key}  {touched}  {table.number:>5} marks  host {host}  {players}".rstrip()


def key_of(typed: str) -> str:
    """The key in a link, or the key itself."""
    return typed.rpartition("/t/")[2].partition("/")[0].partition("?")[0]


def count(typed: str) -> int:
    """A whole number from 0. Raises what argparse makes a sentence of."""
    if not (typed.isascii() and typed.isdigit() and len(typed) < 10):
        raise argparse.ArgumentTypeError(f"{typed!r} is not a whole number")
    return int(typed)


def embedded(settings: Settings, instead: str) -> Path:
    """The embedded store's file. Raises SettingsError that names PostgreSQL's own program for the same."""
    from squarescores.settings import SettingsError

    if not settings.embedded:
        raise SettingsError(f"The database is PostgreSQL's, which has its own program for this: {instead}.")
    return settings.database_file


def refuse(why: str) -> int:
    """Say why nothing was done; the answer is the exit status for it."""
    print(f"squarescores: {why}", file=sys.stderr)
    return 2
