"""`squarescores prune`: tables that nobody would miss, deleted."""

from __future__ import annotations

import argparse
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from squarescores.commands.common import Commands, count, house_of, takes_instance, with_settings

if TYPE_CHECKING:
    from squarescores.settings import Settings

LONGEST = 36_500
"""Days; a time further back is before there were any."""


def add(commands: Commands) -> None:
    """Say what it is for and what it takes."""
    prune = commands.add_parser("prune", help="delete tables that were opened and never used")
    prune.add_argument(
        "--older-than", metavar="DAYS", type=count, required=True, help="only what nobody touched for so long"
    )
    prune.add_argument(
        "--dry-run", action="store_true", help="list what would be deleted, and delete nothing"
    )
    takes_instance(prune)
    prune.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it, and say which; the answer is the exit status."""
    return with_settings(args, partial(_prune, days=min(args.older_than, LONGEST), dry_run=args.dry_run))


def _prune(settings: Settings, *, days: int, dry_run: bool) -> int:
    with house_of(settings) as house:
        found = house.store.unused(house.clock() - timedelta(days=days))
        gone = [each for each in found if dry_run or house.store.prune(each)]
    for each in gone:
        print(f"{each.key}  {each.touched:%Y-%m-%d %H:%M}  {each.marks:>5} marks")
    tables, were = ("1 table", "was") if len(gone) == 1 else (f"{len(gone)} tables", "were")
    print(f"{tables} {'would be' if dry_run else were} deleted.")
    return 0
