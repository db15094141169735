"""`squarescores restore`: a backup in the place of the database, while nobody serves it."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from squarescores.commands.common import Commands, embedded, takes_instance, with_settings

if TYPE_CHECKING:
    from squarescores.settings import Settings


def add(commands: Commands) -> None:
    """Say what it is for and what it takes."""
    restore = commands.add_parser("restore", help="put a backup in the place of the database")
    restore.add_argument("file", metavar="FILE", type=Path, help="what `squarescores backup` wrote")
    restore.add_argument(
        "--replace",
        action="store_true",
        help="also where the database holds tables; it is kept beside",
    )
    takes_instance(restore)
    restore.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it, and say what the database holds; the answer is the exit status."""
    return with_settings(args, lambda settings: _restore(settings, args.file, replace=args.replace))


def _restore(settings: Settings, file: Path, *, replace: bool) -> int:
    from squarescores import instance
    from squarescores.store.backup import restore

    settings = instance.prepare(settings)
    store = embedded(settings, "pg_restore")
    with instance.alone(settings):
        kept, old = restore(file, store, replace=replace, now=datetime.now(UTC))
        instance.note_kept(settings)
    print(f"The database holds {kept}.")
    if old:
        print(f"What it held before is in {old}.")
    return 0
