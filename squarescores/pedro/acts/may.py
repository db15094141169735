"""Who may do what: every permission of the table, each a function that passes or raises Refused.

`who` is a person's id, or None for somebody without one. Answered before any field is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable

from squarescores.pedro.deal import Seat, Side
from squarescores.pedro.marks import OPERATOR
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.table import Table


def come(table: Table, who: str | None) -> None:
    """Anybody who brings a code or a link: it is the permission, and the act itself looks at it."""


def play(table: Table, who: str | None) -> None:
    """A seated player, or the host: bids, entries, End match, the first dealer, the next match."""
    if table.seat_of(who) is None and not table.is_host(who):
        raise Refused("not_seated")


def host(table: Table, who: str | None) -> None:
    """The host alone: corrections, voids, reopening, rules, code, other people's seats."""
    if not table.is_host(who):
        raise Refused("host_only", host=table.host_name)


def appoint(table: Table, who: str | None) -> None:
    """The host, or whoever runs the server: say who is host, have a recovery code made."""
    if who != OPERATOR:
        host(table, who)


def take_away(table: Table, who: str | None) -> None:
    """The host alone: everything that was written, with the codes, in one file."""
    host(table, who)


def delete(table: Table, who: str | None) -> None:
    """The host alone: the whole table, for everybody."""
    host(table, who)


def write_for(table: Table, who: str | None, side: Side) -> None:
    """A player for the own side, the host for either."""
    play(table, who)
    seat = table.seat_of(who)
    if not (table.is_host(who) or (seat and seat.side is side)):
        raise Refused("not_your_side", side=side)


def name_sides(table: Table, who: str | None, sides: Iterable[Side]) -> None:
    """The host names either side, a player the own one."""
    play(table, who)
    for side in sides:
        write_for(table, who, side)


def enter(table: Table, who: str | None, side: Side | None) -> None:
    """A player a side's points, the own one's where none is named; the host either side's."""
    play(table, who)
    if side is not None:
        write_for(table, who, side)


def side_to_write(table: Table, who: str | None, side: Side | None) -> Side:
    """The side an entry is for: the one named, else one's own seat's.

    Raises Invalid where a host without a seat names none.
    """
    enter(table, who, side)
    if side is not None:
        return side
    seat = table.seat_of(who)
    if seat is None:
        raise Invalid("side", "side_needed")
    return seat.side


def change_seat(table: Table, who: str | None, seat: Seat | None) -> None:
    """The host for any seat; a player renames the own one and may move to a free one before the first bid."""
    if seat in table.seats or table.played.has_begun:
        free_seat(table, who, seat)
    else:
        play(table, who)


def free_seat(table: Table, who: str | None, seat: Seat | None) -> None:
    """The host for any seat; a player leaves the own one."""
    play(table, who)
    if seat is not None and seat is not table.seat_of(who):
        host(table, who)


def bring_seat(table: Table, who: str | None, seat: Seat | None) -> None:
    """Make the link that brings a seat to another phone: the host for any seat, a player for the own one."""
    free_seat(table, who, seat)


def agree_on_host(table: Table, who: str | None, agree: bool | None) -> None:
    """One player of each side agrees; the host refuses, and whoever proposed or agreed takes it back."""
    play(table, who)
    proposal = table.proposal
    if agree is False and not (proposal and table.seat_of(who) in proposal.makers):
        host(table, who)
