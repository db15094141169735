"""`squarescores table host`: a new host, or a recovery code that makes whoever types it the host."""

from __future__ import annotations

import argparse
import secrets
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
    from squarescores.pedro import Seat
    from squarescores.pedro.table import Table
    from squarescores.settings import Settings
    from squarescores.store.decision import Act
    from squarescores.web.house import House


def add(commands: Commands) -> None:
    """Say what it is for and what it takes."""
    host = commands.add_parser("host", help="give a table a new host, or print a new recovery code for it")
    host.add_argument("key", metavar="KEY", type=key_of, help="the table's key, or its link")
    who = host.add_mutually_exclusive_group()
    who.add_argument("--seat", choices=("N", "E", "S", "W"), help="whoever holds that seat with a phone")
    who.add_argument("--name", help="whoever is called so and holds a seat with a phone")
    takes_instance(host)
    host.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it, and say what was done; the answer is the exit status."""
    return with_settings(args, partial(_host, key=args.key, seat=args.seat, name=args.name))


def _host(settings: Settings, *, key: str, seat: str | None, name: str | None) -> int:
    with house_of(settings) as house:
        table = the_table(house.store, key)
        return _hand_on(house, key, _seat(table, seat, name)) if seat or name else _recovery(house, key)


def _seat(table: Table, seat: str | None, name: str | None) -> Seat:
    """The seat meant, where a phone holds it. Raises SettingsError."""
    from squarescores.pedro.names import folded
    from squarescores.settings import SettingsError

    for each, holder in table.seats.items():
        is_meant = each == seat if seat else folded(holder.name) == folded(name or "")
        if is_meant and holder.person is not None:
            return each
    raise SettingsError(f"Nobody holds {f'the seat {seat}' if seat else f'a seat as {name}'} with a phone.")


def _hand_on(house: House, key: str, seat: Seat) -> int:
    from squarescores.pedro.acts import hand_on
    from squarescores.pedro.marks import OPERATOR

    table = _write(house, key, lambda table: hand_on(table, OPERATOR, seat))
    print(f"{table.host_name} is the host; the table's history says that whoever runs the server did it.")
    return 0


def _recovery(house: House, key: str) -> int:
    from squarescores.pedro.acts import set_recovery
    from squarescores.pedro.marks import OPERATOR
    from squarescores.web.tables import recovery

    code = recovery.draw(OPERATOR, key, secrets.token_urlsafe(12))
    _write(house, key, lambda table: set_recovery(table, OPERATOR, recovery.digest(code)))
    print(
        f"{code} makes whoever types it at /t/{key}/host/recovery the host, once; the code before it ended."
    )
    return 0


def _write(house: House, key: str, act: Act) -> Table:
    from squarescores.pedro.marks import OPERATOR
    from squarescores.store import Press

    now = house.clock()
    house.store.meet(OPERATOR, now)
    return house.store.write(Press(key, by=OPERATOR, op=secrets.token_urlsafe(12), at=now), act).table
