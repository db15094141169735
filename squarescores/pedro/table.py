"""A table as its marks tell it: who sits where, who is host, and the matches played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import singledispatch

from squarescores.pedro import marks
from squarescores.pedro.deal import CLOCKWISE, Both, Seat
from squarescores.pedro.ink import inked
from squarescores.pedro.marks import Mark
from squarescores.pedro.match import Ink, Match


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a seat: a name, and the person whose phone it is (None: a name without a phone)."""

    name: str
    person: str | None


@dataclass(frozen=True)
class Table:
    """Everything that follows from a table's marks. `number` is the last mark's: the version of all of it."""

    number: int
    host: str
    code: str
    is_open: bool
    sides: Both[str | None]
    matches: tuple[Match, ...]
    names: Mapping[str, str]
    """What each person is called here, whether seated or not."""
    seats: Mapping[Seat, Holder]

    @property
    def played(self) -> Match:
        """The match being played, or the last one banked."""
        return self.matches[-1]

    def match(self, number: int | None) -> Match | None:
        """The match of that number; the one played for None."""
        if number is None:
            return self.played
        return self.matches[number - 1] if 1 <= number <= len(self.matches) else None

    def seat_of(self, person: str | None) -> Seat | None:
        return next((seat for seat, holder in self.seats.items() if person and holder.person == person), None)

    def is_host(self, person: str | None) -> bool:
        return person is not None and person == self.host

    @property
    def host_name(self) -> str:
        return self.names[self.host]

    def free_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in CLOCKWISE if seat not in self.seats)

    def taken_names(self, besides: str | None = None) -> list[str]:
        """Names in use, the host's also where the host has no seat; without the one about to be replaced."""
        names = dict.fromkeys([*(holder.name for holder in self.seats.values()), self.host_name])
        return [name for name in names if name != besides]

    def after(self, mark: Mark) -> Table:
        """The table one mark later."""
        return replace(_after(mark.what, self, mark), number=mark.number)

    def ink(self, mark: Mark) -> Ink:
        return Ink(mark.number, mark.by, self.names.get(mark.by, ""), mark.at)

    def seated(self, seat: Seat, holder: Holder | None) -> Table:
        """With that holder, or nobody, in the seat."""
        seats = {each: held for each, held in self.seats.items() if each is not seat}
        if holder is None:
            return replace(self, seats=seats)
        names = {**self.names, holder.person: holder.name} if holder.person else self.names
        return replace(self, seats={**seats, seat: holder}, names=names)

    def with_match(self, match: Match) -> Table:
        """With that match in its place."""
        at = match.number - 1
        return replace(self, matches=(*self.matches[:at], match, *self.matches[at + 1 :]))


def opened(mark: Mark) -> Table:
    """The table that its first mark opens."""
    what = mark.what
    assert isinstance(what, marks.Opened)  # noqa: S101 -- the first mark of every table, by the store's key
    match = Match(1, mark.number, what.rules, what.first_dealer, what.drawn)
    seats = {seat: Holder(name, None) for seat, name in what.names.items()}
    if what.seat is not None:
        seats[what.seat] = Holder(what.name, mark.by)
    return Table(
        number=mark.number,
        host=mark.by,
        code=what.code,
        is_open=True,
        sides=what.sides,
        matches=(match,),
        names={mark.by: what.name},
        seats=seats,
    )


def read(written: Iterable[Mark], since: Table | None = None) -> Table:
    """The table its marks tell of, in order; with `since`, only the marks that came later are needed.

    Raises ValueError when there is no mark and no table to begin with.
    """
    table = since
    for mark in written:
        table = table.after(mark) if table else opened(mark)
    if table is None:
        raise ValueError("a table begins with its first mark")
    return table


@singledispatch
def _after(what: marks.Written, table: Table, mark: Mark) -> Table:
    """The table with what the mark says. Raises TypeError for a kind nobody reads."""
    raise TypeError(f"no way to read {type(what).__name__} in mark {mark.number}")


@_after.register
def _(what: marks.Sat, table: Table, mark: Mark) -> Table:
    return table.seated(what.seat, Holder(what.name, mark.by))


@_after.register
def _(what: marks.Named, table: Table, mark: Mark) -> Table:
    held = table.seats.get(what.seat)
    return table.seated(what.seat, Holder(what.name, held.person if held else None))


@_after.register
def _(what: marks.Moved, table: Table, mark: Mark) -> Table:
    return table.seated(what.seat, None).seated(what.to, table.seats[what.seat])


@_after.register
def _(what: marks.Freed, table: Table, mark: Mark) -> Table:
    return table.seated(what.seat, None)


@_after.register
def _(what: marks.SignedIn, table: Table, mark: Mark) -> Table:
    name, seat = table.names[what.was], table.seat_of(what.was)
    is_seated, is_host = table.seat_of(what.now) is not None, table.host == what.was
    if seat is not None:
        # One person, one seat: where the account sits already, the guest's seat keeps only its name.
        table = table.seated(seat, Holder(name, None if is_seated else what.now))
    if what.now not in table.names or (is_host and not is_seated):
        table = replace(table, names={**table.names, what.now: name})
    return replace(table, host=what.now) if is_host else table


@_after.register
def _(what: marks.HandedOn, table: Table, mark: Mark) -> Table:
    return replace(table, host=table.seats[what.seat].person or table.host)


@_after.register
def _(what: marks.JoiningSet, table: Table, mark: Mark) -> Table:
    return replace(table, is_open=what.open, code=what.code)


@_after.register
def _(what: marks.SidesNamed, table: Table, mark: Mark) -> Table:
    return replace(table, sides=what.sides)


@_after.register
def _(what: marks.OnSheet, table: Table, mark: Mark) -> Table:
    return table.with_match(inked(what, table.matches[what.match - 1], table.ink(mark)))


@_after.register
def _(what: marks.Reopened, table: Table, mark: Mark) -> Table:
    match = replace(table.matches[what.match - 1], banking=None)
    return replace(table, matches=(*table.matches[: what.match - 1], match))


@_after.register
def _(what: marks.Began, table: Table, mark: Mark) -> Table:
    last = table.played
    assert last.banking is not None  # noqa: S101 -- `acts` begins a match only after a banked one
    match = Match(what.match, mark.number, last.rules, last.banking.next_dealer, drawn=False)
    return replace(table, matches=(*table.matches, match))
