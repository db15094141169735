"""A table as its marks tell it: who sits where, who is host, and the matches played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from squarescores.pedro import marks
from squarescores.pedro.deal import CLOCKWISE, Both, Seat
from squarescores.pedro.marks import Mark
from squarescores.pedro.match import Match
from squarescores.pedro.proposal import Proposal
from squarescores.pedro.row import Ink

NO_OFFERS: Final[Mapping[Seat, int]] = MappingProxyType({})


class Holder(NamedTuple):
    """Who holds a seat: a name, and the person whose phone it is (None: a name without a phone)."""

    name: str
    person: str | None


class Table(NamedTuple):
    """Everything that follows from a table's marks. `number` is the last mark's: the version of all of it."""

    number: int
    host: str
    code: str
    is_open: bool
    sides: Both[str | None]
    matches: tuple[Match, ...]
    names: Mapping[str, str]
    """What each person is called here, whether seated or not; a former player's is empty."""
    seats: Mapping[Seat, Holder]
    recovery: str = ""
    """The digest of the code that makes whoever types it the host."""
    offers: Mapping[Seat, int] = NO_OFFERS
    """Of a seat that a link may bring to another phone: the mark that made the link."""
    proposal: Proposal | None = None
    """Who is to be the host, where players have proposed somebody."""

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

    def phone_at(self, seat: Seat) -> str | None:
        """The person whose phone holds the seat; None for a free one, or a name without a phone."""
        return held.person if (held := self.seats.get(seat)) else None

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
        return [name for name in names if name and name != besides]

    def after(self, mark: Mark) -> Table:
        """The table one mark later."""
        from squarescores.pedro.changes import changed  # it has to know what a table is

        table = changed(mark.what, self, mark)._replace(number=mark.number)
        return table.without_what_fell() if table.offers or table.proposal else table

    def without_what_fell(self) -> Table:
        """Without what ends by itself: the link of a seat nobody holds, a proposal that lost its people."""
        offers = {seat: mark for seat, mark in self.offers.items() if seat in self.seats}
        people = {self.phone_at(seat) for seat in self.proposal.seats} if self.proposal else set()
        fell = None in people or self.host in people
        return self._replace(offers=offers, proposal=None if fell else self.proposal)

    def ink(self, mark: Mark) -> Ink:
        return Ink(mark.number, mark.by, self.names.get(mark.by, ""), mark.at)

    def seated(self, seat: Seat, holder: Holder | None) -> Table:
        """With that holder, or nobody, in the seat."""
        seats = {each: held for each, held in self.seats.items() if each is not seat}
        if holder is None:
            return self._replace(seats=seats)
        names = {**self.names, holder.person: holder.name} if holder.person else self.names
        return self._replace(seats={**seats, seat: holder}, names=names)

    def with_match(self, match: Match) -> Table:
        """With that match in its place."""
        at = match.number - 1
        return self._replace(matches=(*self.matches[:at], match, *self.matches[at + 1 :]))


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
        recovery=what.recovery,
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
