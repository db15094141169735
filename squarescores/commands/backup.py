"""`squarescores backup`: a copy of the database, also while the app is served."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from squarescores.commands.common import Commands, embedded, takes_instance, with_settings

if TYPE_CHECKING:
    from squarescores.settings import Settings


def add(commands: Commands) -> None:
    """Say what it is for and what it takes."""
    backup = commands.add_parser("backup", help="copy the database to a file, also while the app is served")
    backup.add_argument(
        "file", metavar="FILE", type=Path, help="where the copy goes; a file that is there is refused"
    )
    takes_instance(backup)
    backup.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it, and say what the copy holds; the answer is the exit status."""
    return with_settings(args, lambda settings: _back_up(settings, args.file))


def _back_up(settings: Settings, file: Path) -> int:
    from squarescores.store.backup import back_up

    kept = back_up(embedded(settings, "pg_dump"), file)
    print(f"{file} holds {kept}.")
    return 0
