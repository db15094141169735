"""`squarescores upgrade`: the database as this version wants it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from squarescores.commands.common import Commands, takes_instance, with_settings

if TYPE_CHECKING:
    from squarescores.settings import Settings


def add(commands: Commands) -> None:
    """Say what it is for and what it takes."""
    upgrade = commands.add_parser("upgrade", help="bring the database up to date with this version")
    takes_instance(upgrade)
    upgrade.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Upgrade, and say so; the answer is the exit status."""
    return with_settings(args, _upgrade)


def _upgrade(settings: Settings) -> int:
    from squarescores import instance
    from squarescores.store.upgrades import upgrade

    settings = instance.prepare(settings)
    instance.check_kept(settings)
    upgrade(settings.database_url)
    instance.note_kept(settings)
    print("The database is up to date.")
    return 0
