"""`squarescores table history`: everything that was written at a table."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from squarescores.commands.common import (
    Commands,
    house_of,
    key_of,
    takes_instance,
    the_table,
    with_settings,
)

if TYPE_CHECKING:
    from squarescores.settings import Settings


def add(commands: Commands) -> None:
    """Say what it is for and what it takes."""
    history = commands.add_parser("history", help="print every mark of a table, by whom and when")
    history.add_argument("key", metavar="KEY", type=key_of, help="the table's key, or its link")
    takes_instance(history)
    history.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print it; the answer is the exit status."""
    return with_settings(args, partial(_history, key=args.key))


def _history(settings: Settings, *, key: str) -> int:
    from squarescores.web.sheet.history import lines_of
    from squarescores.web.words import unmarked

    with house_of(settings) as house:
        the_table(house.store, key)
        _table, lines = lines_of(house.store.marks(key))
        for line in lines:
            reason = f" “{line.reason}”" if line.reason else ""
            print(f"{line.mark.number:>4}  {line.at:%Y-%m-%d %H:%M:%S}  {unmarked(line.text)}{reason}")
    return 0
