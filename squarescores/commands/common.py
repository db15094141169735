"""What several commands say and take in the same way."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from squarescores.settings import Settings

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
    except OSError as error:
        return refuse(f"{error.filename}: {error.strerror}.")


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
