"""What each kind of mark changes at a table."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from squarescores.pedro import marks
from squarescores.pedro.ink import inked
from squarescores.pedro.marks import Mark
from squarescores.pedro.match import Match
from squarescores.pedro.proposal import Agreed, Proposal
from squarescores.pedro.table import Holder, Table


@singledispatch
def changed(what: marks.Written, table: Table, mark: Mark) -> Table:
    """The table with what the mark says. Raises TypeError for a kind nobody reads."""
    raise TypeError(f"no way to read {type(what).__name__} in mark {mark.number}")


# Who sits where


@changed.register
def _(what: marks.Sat, table: Table, mark: Mark) -> Table:
    return table.seated(what.seat, Holder(what.name, mark.by))


@changed.register
def _(what: marks.Named, table: Table, mark: Mark) -> Table:
    return table.seated(what.seat, Holder(what.name, table.phone_at(what.seat)))


@changed.register
def _(what: marks.Moved, table: Table, mark: Mark) -> Table:
    return table.seated(what.seat, None).seated(what.to, table.seats[what.seat])


@changed.register
def _(what: marks.Freed, table: Table, mark: Mark) -> Table:
    return table.seated(what.seat, None)


@changed.register
def _(what: marks.MoveOffered, table: Table, mark: Mark) -> Table:
    return table._replace(offers={**table.offers, what.seat: mark.number})


@changed.register
def _(what: marks.TookOver, table: Table, mark: Mark) -> Table:
    was = table.seats[what.seat]
    offers = {seat: offer for seat, offer in table.offers.items() if seat is not what.seat}
    host = mark.by if table.is_host(was.person) else table.host
    return table.seated(what.seat, Holder(was.name, mark.by))._replace(offers=offers, host=host)


@changed.register
def _(what: marks.SignedIn, table: Table, mark: Mark) -> Table:
    name, seat = table.names[what.was], table.seat_of(what.was)
    is_seated, is_host = table.seat_of(what.now) is not None, table.host == what.was
    if seat is not None:
        # One person, one seat: where the account sits already, the guest's seat keeps only its name.
        table = table.seated(seat, Holder(name, None if is_seated else what.now))
    if what.now not in table.names or (is_host and not is_seated):
        table = table._replace(names={**table.names, what.now: name})
    return table._replace(host=what.now) if is_host else table


@changed.register
def _(what: marks.Forgotten, table: Table, mark: Mark) -> Table:
    left = {seat: held for seat, held in table.seats.items() if held.person != mark.by}
    seats = {seat: held for seat, held in left.items() if seat not in what.seats}
    return table._replace(seats=seats, names={**table.names, mark.by: ""})


# Who is host


def _hosted(table: Table, host: str | None) -> Table:
    """With that person as the one host; whatever was proposed before is about another table.

    So are links to seats: the host of before could have made one for anybody's seat, and kept it.
    """
    return table._replace(host=host or table.host, proposal=None, offers={})


@changed.register
def _(what: marks.HandedOn, table: Table, mark: Mark) -> Table:
    return _hosted(table, table.phone_at(what.seat))


@changed.register
def _(what: marks.HostProposed, table: Table, mark: Mark) -> Table:
    by = table.seat_of(mark.by)
    assert by is not None  # noqa: S101 -- `acts` lets players propose, and a player has a seat
    return table._replace(proposal=Proposal(mark.number, what.seat, by))


@changed.register
def _(what: marks.HostAgreed, table: Table, mark: Mark) -> Table:
    by = table.seat_of(mark.by)
    assert table.proposal is not None and by is not None  # noqa: S101, PT018 -- so do `acts` here
    return table._replace(proposal=replace(table.proposal, agreed=Agreed(mark.number, by, mark.at)))


@changed.register
def _(what: marks.HostKept, table: Table, mark: Mark) -> Table:
    return table._replace(proposal=None)


@changed.register
def _(what: marks.HostChosen, table: Table, mark: Mark) -> Table:
    return _hosted(table, table.phone_at(what.seat))


@changed.register
def _(what: marks.RecoverySet, table: Table, mark: Mark) -> Table:
    return table._replace(recovery=what.recovery)


@changed.register
def _(what: marks.Recovered, table: Table, mark: Mark) -> Table:
    names = {**table.names, mark.by: what.name}
    return _hosted(table, mark.by)._replace(names=names, recovery=what.recovery)


# The table, and its matches


@changed.register
def _(what: marks.JoiningSet, table: Table, mark: Mark) -> Table:
    return table._replace(is_open=what.open, code=what.code)


@changed.register
def _(what: marks.SidesNamed, table: Table, mark: Mark) -> Table:
    return table._replace(sides=what.sides)


@changed.register
def _(what: marks.OnSheet, table: Table, mark: Mark) -> Table:
    return table.with_match(inked(what, table.matches[what.match - 1], table.ink(mark)))


@changed.register
def _(what: marks.Reopened, table: Table, mark: Mark) -> Table:
    match = table.matches[what.match - 1]._replace(banking=None)
    return table._replace(matches=(*table.matches[: what.match - 1], match))


@changed.register
def _(what: marks.Began, table: Table, mark: Mark) -> Table:
    last = table.played
    assert last.banking is not None  # noqa: S101 -- `acts` begins a match only after a banked one
    match = Match(what.match, mark.number, last.rules, last.banking.next_dealer, drawn=False)
    return table._replace(matches=(*table.matches, match))
