"""A seat goes to another phone: by a link that works once."""

from __future__ import annotations

from squarescores.pedro.acts import may
from squarescores.pedro.acts.rows import Stands
from squarescores.pedro.deal import Seat
from squarescores.pedro.marks import MoveOffered, TookOver
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.table import Table


def offer_move(table: Table, who: str | None, seat: Seat) -> MoveOffered:
    """Make a link for the seat, by its own phone or the host; every link made for it before ends."""
    may.bring_seat(table, who, seat)
    if seat not in table.seats:
        raise Invalid("seat", "seat_free", seat=seat)
    return MoveOffered(seat)


def take_over(table: Table, who: str, seat: Seat, offer: int) -> TookOver | Stands:
    """The phone that opened the link of that mark holds the seat from now on; the one before it watches.

    The link is the permission. Whoever has the seat already keeps it, and the link.
    """
    if table.phone_at(seat) == who:
        return Stands(table.number)
    if table.offers.get(seat) != offer:
        raise Refused("no_code", link=seat)
    own = table.seat_of(who)
    if own is not None:
        raise Refused("seat_taken", seat=own, name=table.seats[own].name, wanted=seat)
    return TookOver(seat, offer)
