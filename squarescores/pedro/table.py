"""A table as its marks tell it: who sits where, who is host, and the matches played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Any

from squarescores.pedro import marks
from squarescores.pedro.deal import CLOCKWISE, Both, Seat, Side, Suit
from squarescores.pedro.marks import Mark
from squarescores.pedro.match import Banking, Correction, Ink, Match, Row


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a seat: a name, and the person whose phone it is (None: a name without a phone)."""

    name: str
    person: str | None


def _nobody() -> dict[Seat, Holder]:
    return {}


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
    seats: Mapping[Seat, Holder] = field(default_factory=_nobody)

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

    def taken_names(self, besides: Seat | None = None) -> list[str]:
        """Names in use: the holders', and the host's where the host has no seat."""
        names = [holder.name for seat, holder in self.seats.items() if seat is not besides]
        host_seat = self.seat_of(self.host)
        return names if host_seat else [*names, self.host_name]

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

    def with_row(self, mark: Mark, match: int, deal: int, **changes: Any) -> Table:
        """With a row changed, and the mark that did it remembered in the row."""
        played = self.matches[match - 1]
        row = played.rows[deal - 1] if deal <= len(played.rows) else Row(deal)
        return self.with_match(played.put(replace(row, **changes, mark=mark.number)))


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
    """A mark that changes nothing but the history: the clash of two partners."""
    return table


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
def _(what: marks.HostSat, table: Table, mark: Mark) -> Table:
    return table.seated(what.seat, Holder(table.host_name, table.host))


@_after.register
def _(what: marks.Freed, table: Table, mark: Mark) -> Table:
    return table.seated(what.seat, None)


@_after.register
def _(what: marks.SignedIn, table: Table, mark: Mark) -> Table:
    seat = table.seat_of(what.was)
    name = table.names[what.was]
    if seat is not None:
        # One person, one seat: where the account sits already, the guest's seat keeps only its name.
        table = table.seated(seat, Holder(name, None if table.seat_of(what.now) else what.now))
    names = {what.now: name, **table.names}
    return replace(table, names=names, host=what.now if table.host == what.was else table.host)


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
def _(what: marks.RulesChosen, table: Table, mark: Mark) -> Table:
    return table.with_match(replace(table.matches[what.match - 1], rules=what.rules))


@_after.register
def _(what: marks.DealerPicked, table: Table, mark: Mark) -> Table:
    match = table.matches[what.match - 1]
    return table.with_match(replace(match, first_dealer=what.seat, drawn=what.drawn))


@_after.register
def _(what: marks.Noted, table: Table, mark: Mark) -> Table:
    bid = {"bidder": what.bidder, "bid": what.bid, "trump": what.trump}
    return table.with_row(mark, what.match, what.deal, **bid, noted=table.ink(mark))


@_after.register
def _(what: marks.TrumpNamed, table: Table, mark: Mark) -> Table:
    return table.with_row(mark, what.match, what.deal, trump=what.trump)


@_after.register
def _(what: marks.Entered, table: Table, mark: Mark) -> Table:
    row = table.matches[what.match - 1].rows[what.deal - 1]
    return table.with_row(
        mark,
        what.match,
        what.deal,
        taken=row.taken.put(what.side, what.points),
        cards=row.cards.put(what.side, what.cards),
        entered=row.entered.put(what.side, table.ink(mark)),
    )


@_after.register
def _(what: marks.Corrected, table: Table, mark: Mark) -> Table:
    match = table.matches[what.match - 1]
    row = match.rows[what.deal - 1] if what.deal <= len(match.rows) else Row(what.deal)
    trace = Correction(table.ink(mark), what.reason, tuple(what.changes), _struck(match, row))
    changed = corrected_row(row, what.changes, table.ink(mark))
    changed = replace(changed, mark=mark.number, corrections=(*row.corrections, trace))
    return table.with_match(match.put(changed))


def corrected_row(row: Row, changes: Mapping[str, Any], ink: Ink | None) -> Row:
    """The row with the host's new values; a cell the host fills or changes has the host's ink."""
    taken, cards, entered = row.taken, row.cards, row.entered
    for side in Side:
        if side in changes:
            taken = taken.put(side, changes[side])
            cards = cards.put(side, None)
            entered = entered.put(side, ink)
    return replace(
        row,
        taken=taken,
        cards=cards,
        entered=entered,
        dealer=changes.get("dealer", row.dealer),
        bidder=changes.get("bidder", row.bidder),
        bid=changes.get("bid", row.bid),
        trump=Suit(changes["trump"]) if changes.get("trump") else (None if "trump" in changes else row.trump),
    )


def _struck(match: Match, row: Row) -> Both[int | None]:
    """What the sheet showed in the row before a correction: its cells, or the points of an open row."""
    shown = next((scored.cells for each, scored in match.scored() if each is row), None)
    return Both(shown.ns, shown.ew) if shown else row.taken


@_after.register
def _(what: marks.Voided, table: Table, mark: Mark) -> Table:
    later = table.matches[what.match - 1].rows[what.deal :]
    passed = any(row.bid is not None for row in later)
    return table.with_row(mark, what.match, what.deal, voided=table.ink(mark), passed=passed)


@_after.register
def _(what: marks.Restored, table: Table, mark: Mark) -> Table:
    # A later row without a bid was only a dealer set for the redeal, which there is no more.
    match = table.matches[what.match - 1]
    table = table.with_match(replace(match, rows=match.rows[: what.deal]))
    return table.with_row(mark, what.match, what.deal, voided=None, passed=False)


@_after.register
def _(what: marks.Banked, table: Table, mark: Mark) -> Table:
    match = table.matches[what.match - 1]
    return table.with_match(replace(match, banking=Banking(table.ink(mark), match.dealer)))


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
