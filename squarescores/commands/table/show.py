"""`squarescores table show`: who sits at a table, and its sheet."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from squarescores.commands.common import (
    Commands,
    count,
    house_of,
    key_of,
    takes_instance,
    the_table,
    with_settings,
)

if TYPE_CHECKING:
    from squarescores.pedro.match import Match
    from squarescores.pedro.table import Table
    from squarescores.settings import Settings

SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}


def add(commands: Commands) -> None:
    """Say what it is for and what it takes."""
    show = commands.add_parser("show", help="print who sits at a table, and its sheet")
    show.add_argument("key", metavar="KEY", type=key_of, help="the table's key, or its link")
    show.add_argument("--match", type=count, help="an earlier match; the one played where it is not said")
    takes_instance(show)
    show.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print it; the answer is the exit status."""
    return with_settings(args, partial(_show, key=args.key, number=args.match))


def _show(settings: Settings, *, key: str, number: int | None) -> int:
    from squarescores.settings import SettingsError

    with house_of(settings) as house:
        table = the_table(house.store, key)
        match = table.match(number)
        if match is None:
            raise SettingsError(f"There is no match {number} at this table.")
        print("\n".join([*_head(table), "", *_sheet(table, match)]))
    return 0


def _head(table: Table) -> Iterator[str]:
    for seat, word in SEATS.items():
        holder = next((held for at, held in table.seats.items() if at == seat), None)
        said = [holder.name or "former player"] if holder else ["free"]
        said += ["no phone"] if holder and holder.person is None else []
        said += ["host"] if holder and table.is_host(holder.person) else []
        yield f"{word:<6} {', '.join(said)}"
    if table.seat_of(table.host) is None:
        yield f"Host   {table.host_name or 'former player'}, without a seat"


def _sheet(table: Table, match: Match) -> Iterator[str]:
    from squarescores import paper
    from squarescores.pedro import Case
    from squarescores.pedro.sheet import sheet

    told = sheet(table, match)
    case = Case.of({name: told[name] for name in ("rules", "first_dealer", "deals")})
    banked = told["banked"]
    ended = f", banked {banked['at']} by {banked['by'] or 'former player'}" if banked else ""
    yield f"Match {match.number} of {len(table.matches)}{ended}"
    yield paper.sheet(case, case.standing(), paper.Signs.of(getattr(sys.stdout, "encoding", None)))
    if (deal := told["open_deal"]) and deal["bid"] is not None:
        taken = " and ".join("-" if points is None else str(points) for points in deal["taken"].values())
        bid = f"{SEATS[deal['bidder']]} bid {deal['bid']}"
        yield f"Deal {deal['number']} is open: {bid}; taken {taken}."
