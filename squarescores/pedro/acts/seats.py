"""Who sits where: open a table, sit, rename, move, leave, free; the code, the sides' names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from squarescores.pedro.acts import may
from squarescores.pedro.acts.rows import Stands
from squarescores.pedro.deal import Both, Seat, Side
from squarescores.pedro.marks import (
    Freed,
    JoiningSet,
    Moved,
    Named,
    Opened,
    Sat,
    SidesNamed,
    SignedIn,
    TookOver,
)
from squarescores.pedro.names import clean, folded, unlike
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.rules import Rules
from squarescores.pedro.table import Table

UNNAMED: Final[Both[str | None]] = Both(None, None)


def open_table(
    name: str,
    seat: Seat | None,
    rules: Rules,
    first_dealer: Seat,
    code: str,
    *,
    drawn: bool = True,
    sides: Both[str | None] = UNNAMED,
    names: Mapping[Seat, str] | None = None,
    recovery: str = "",
) -> Opened:
    """A new table; whoever opens it is its host, seated or not. `recovery` is the digest of a code."""
    own = clean(name)
    others = {each: clean(other, f"name_{each}") for each, other in (names or {}).items()}
    if seat in others:
        raise Invalid(f"name_{seat}", "seat_is_yours")
    used = [own]
    for each, other in others.items():
        check_unused(other, used, f"name_{each}")
        used.append(other)
    named = _told_apart(sides, "side_")
    return Opened(rules, own, seat, code, first_dealer, drawn, named, others, recovery)


def check_unused(name: str, used: list[str], field: str = "name") -> None:
    """Raise Invalid, with a free name, where a used one is the same whatever its case."""
    if folded(name) in {folded(other) for other in used}:
        raise Invalid(field, "name_taken", free=unlike(name, used))


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


def set_joining(
    table: Table, who: str | None, *, is_open: bool | None, code: str | None
) -> JoiningSet | Stands:
    """Open or close joining, or put another code in place of the old one."""
    may.host(table, who)
    wanted = JoiningSet(table.is_open if is_open is None else is_open, code or table.code)
    return Stands(table.number) if wanted == JoiningSet(table.is_open, table.code) else wanted


def name_sides(table: Table, who: str | None, names: Mapping[Side, str | None]) -> SidesNamed | Stands:
    """The host names either side, a player the own one; None takes a name away."""
    may.play(table, who)
    for side in names:
        may.write_for(table, who, side)
    sides = table.sides
    for side, name in names.items():
        sides = sides.put(side, name)
    wanted = _told_apart(sides, blamed=Side.EW if Side.EW in names else Side.NS)
    return Stands(table.number) if wanted == table.sides else SidesNamed(wanted)


def _told_apart(sides: Both[str | None], prefix: str = "", blamed: Side = Side.EW) -> Both[str | None]:
    """Both names cleaned, and told apart; where they are the same, `blamed` needs another."""
    cleaned = Both(
        *(clean(name, f"{prefix}{side}") if name else None for side, name in sides.by_side().items())
    )
    name, other = cleaned[blamed], cleaned[blamed.other]
    if name and other:
        check_unused(name, [other], f"{prefix}{blamed}")
    return cleaned


def sign_in(table: Table, was: str, now: str) -> SignedIn | None:
    """What was the guest's becomes the account's; None where nothing here is the guest's."""
    if was not in table.names or was == now:
        return None
    is_here = table.seat_of(was) is not None or table.is_host(was)
    return SignedIn(was, now) if is_here or now not in table.names else None
