"""Who sits where: sit, rename, move, leave, free; a guest who signs in."""

from __future__ import annotations

from squarescores.pedro.acts import may
from squarescores.pedro.acts.rows import Stands
from squarescores.pedro.deal import Seat
from squarescores.pedro.marks import Freed, Moved, Named, Sat, SignedIn, TookOver
from squarescores.pedro.names import check_unused, clean, folded
from squarescores.pedro.refusal import Refused
from squarescores.pedro.table import Table


def sit(table: Table, who: str, code: str, seat: Seat, name: str) -> Sat | TookOver | Stands:
    """Take a free seat with the join code; one person, one seat.

    A seat held by a name without a phone is taken over by whoever comes with that very name.
    """
    if code != table.code:
        raise Refused("no_code")
    if table.seat_of(who) is not None:
        return Stands(table.number)
    if not table.is_open:
        raise Refused("joining_closed", host=table.host_name)
    wanted = clean(name)
    held = table.seats.get(seat)
    if held and held.person is None and folded(held.name) == folded(wanted):
        return TookOver(seat, None)
    _check_free(table, seat)
    check_unused(wanted, table.taken_names(besides=table.host_name if table.is_host(who) else None))
    return Sat(seat, wanted)


def _check_free(table: Table, seat: Seat) -> None:
    if seat in table.seats:
        raise Refused("seat_taken", seat=seat, name=table.seats[seat].name)


def change_seat(table: Table, who: str | None, seat: Seat, name: str | None) -> Named | Moved | Sat | Stands:
    """A name without a phone, a rename, or a move, as the seat and the name tell.

    Without a name: whoever asks moves to that free seat. With one: its holder is named so; where the name
    already sits elsewhere and the seat is free, that player moves there.
    """
    may.change_seat(table, who, seat)
    own = table.seat_of(who)
    if name is None:
        return _move_oneself(table, own, seat)
    wanted = clean(name)
    held = table.seats.get(seat)
    if held is None:
        sitting = next((at for at, each in table.seats.items() if folded(each.name) == folded(wanted)), None)
        if sitting is not own:
            may.host(table, who)
        if sitting is not None:
            return Moved(sitting, seat)
        if folded(wanted) == folded(table.host_name):
            return Sat(seat, table.host_name)
    elif held.name == wanted:
        return Stands(table.number)
    check_unused(wanted, table.taken_names(besides=held.name if held else None))
    return Named(seat, wanted)


def _move_oneself(table: Table, own: Seat | None, seat: Seat) -> Moved | Sat | Stands:
    if own is seat:
        return Stands(table.number)
    _check_free(table, seat)
    return Moved(own, seat) if own else Sat(seat, table.host_name)  # only a host has come here without a seat


def free_seat(table: Table, who: str | None, seat: Seat) -> Freed | Stands:
    """The host frees a seat, a player leaves; rows keep their authors, points belong to seats."""
    may.free_seat(table, who, seat)
    return Freed(seat) if seat in table.seats else Stands(table.number)


def sign_in(table: Table, was: str, now: str) -> SignedIn | None:
    """What was the guest's becomes the account's; None where nothing here is the guest's."""
    if was not in table.names or was == now:
        return None
    is_here = table.seat_of(was) is not None or table.is_host(was)
    return SignedIn(was, now) if is_here or now not in table.names else None
