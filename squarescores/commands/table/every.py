"""`squarescores table list`: every table, the one written on last first."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from squarescores.commands.common import Commands, count, house_of, table_line, takes_instance, with_settings

if TYPE_CHECKING:
    from squarescores.pedro.table import Table
    from squarescores.settings import Settings
    from squarescores.store import Store

PAGE = 200
"""How many are asked for at once where somebody is looked for."""


def add(commands: Commands) -> None:
    """Say what it is for and what it takes."""
    every = commands.add_parser("list", help="list the tables, the one written on last first")
    every.add_argument("--name", help="only tables where somebody is called so, at a seat or as host")
    every.add_argument("--limit", type=count, default=50, help="how many; 50 where it is not said")
    every.add_argument("--skip", type=count, default=0, help="how many to leave out first")
    takes_instance(every)
    every.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print them; the answer is the exit status."""
    return with_settings(args, partial(_list, name=args.name, limit=args.limit, skip=args.skip))


def _list(settings: Settings, *, name: str | None, limit: int, skip: int) -> int:
    with house_of(settings) as house:
        found = _tables(house.store) if name is None else _called(house.store, name)
        for at, (key, touched, table) in enumerate(found):
            if at >= skip + limit:
                break
            if at >= skip:
                print(table_line(key, touched, table))
    return 0


def _tables(store: Store) -> Iterator[tuple[str, str, Table]]:
    skip = 0
    while found := store.newest(PAGE, skip):
        for key, touched in found:
            if (table := store.read(key)) is not None:
                yield key, f"{touched:%Y-%m-%d %H:%M}", table
        skip += PAGE


def _called(store: Store, name: str) -> Iterator[tuple[str, str, Table]]:
    from squarescores.pedro.names import folded

    for key, touched, table in _tables(store):
        if folded(name) in {folded(each) for each in table.taken_names()}:
            yield key, touched, table
