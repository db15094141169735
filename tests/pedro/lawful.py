"""Who may write what and when, in other words than the acts': every mark there is was allowed."""

from __future__ import annotations

from squarescores.pedro import Side, marks
from squarescores.pedro.marks import Mark
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table

HOSTS = (
    *(marks.HandedOn, marks.RecoverySet, marks.JoiningSet, marks.RulesChosen),
    *(marks.Corrected, marks.Voided, marks.Restored),
)
COMES = marks.Sat | marks.TookOver | marks.SignedIn | marks.Recovered
"""What somebody without a seat may write."""
FIRST = (marks.RulesChosen, marks.DealerPicked)
PLAY = (marks.Noted, marks.TrumpNamed, marks.Entered)


def check_lawful(before: Table, mark: Mark) -> None:
    what, is_host, seat = mark.what, before.is_host(mark.by), before.seat_of(mark.by)
    if isinstance(what, (*HOSTS, marks.Reopened)):
        assert is_host
    elif not isinstance(what, COMES):
        assert is_host or seat
    if isinstance(what, marks.OnSheet):
        check_match(before, what)
    if isinstance(what, marks.Reopened):
        assert before.played.banking or not before.played.has_begun
    check_seats(before, mark)
    check_phones(before, mark)
    check_host(before, mark)
    check_proposal(before, mark)
    check_sides(before, mark)
    if isinstance(what, PLAY):
        check_play(before, what)


def check_match(before: Table, what: marks.OnSheet) -> None:
    """Only a correction may reach a match that is banked, or not the one played."""
    match = before.match(what.match)
    assert match is not None
    assert isinstance(what, marks.Corrected) or (match is before.played and not match.banking)
    assert not (isinstance(what, FIRST) and match.has_begun)
    if isinstance(what, marks.Restored):
        assert not any(row.bid is not None for row in match.rows[what.deal :])
    if isinstance(what, marks.Corrected):
        assert not row_of(before, what).voided


def check_seats(before: Table, mark: Mark) -> None:
    what, is_host, seat = mark.what, before.is_host(mark.by), before.seat_of(mark.by)
    if isinstance(what, marks.Sat):
        assert seat is None
        assert what.seat not in before.seats
    if isinstance(what, marks.Named | marks.Freed | marks.Moved):
        assert is_host or what.seat is seat
    if isinstance(what, marks.Moved):
        assert what.to not in before.seats
        assert is_host or not before.played.has_begun


def check_phones(before: Table, mark: Mark) -> None:
    """A link is made by the seat's phone or the host; a seat goes by its newest link, or to its name."""
    what, seat = mark.what, before.seat_of(mark.by)
    if isinstance(what, marks.MoveOffered):
        assert what.seat in before.seats
        assert before.is_host(mark.by) or what.seat is seat
    if isinstance(what, marks.TookOver):
        assert seat is None
        held = before.seats[what.seat]
        assert held.person != mark.by
        if what.offer is None:
            assert held.person is None
            assert before.is_open
        else:
            assert before.offers[what.seat] == what.offer


def check_host(before: Table, mark: Mark) -> None:
    """Always exactly one host: the one before, unless the mark says who follows."""
    what, host = mark.what, before.host
    if isinstance(what, marks.HandedOn | marks.HostChosen):
        host = before.seats[what.seat].person or ""
        assert host not in ("", before.host)
    if isinstance(what, marks.Recovered):
        assert host != mark.by
        assert before.recovery
        host = mark.by
    if isinstance(what, marks.TookOver) and before.seats[what.seat].person == host:
        host = mark.by
    if isinstance(what, marks.SignedIn) and what.was == host:
        host = what.now
    assert before.after(mark).host == host


def check_proposal(before: Table, mark: Mark) -> None:
    """One of each side, neither of them host, and the host has two minutes; then nothing else comes first."""
    what, proposal, seat = mark.what, before.proposal, before.seat_of(mark.by)
    agreed = proposal.agreed if proposal else None
    is_over = agreed is not None and (mark.at - agreed.at).total_seconds() >= 120
    assert isinstance(what, marks.HostChosen) == is_over
    if isinstance(what, marks.HostProposed):
        assert agreed is None
        assert before.seats[what.seat].person not in (None, before.host)
    if isinstance(what, marks.HostAgreed | marks.HostKept | marks.HostChosen):
        assert proposal is not None
        assert proposal.seat is what.seat
        if isinstance(what, marks.HostAgreed):
            assert agreed is None
            assert seat is not None
            assert seat.side is proposal.by.side.other
        if isinstance(what, marks.HostKept):
            assert before.is_host(mark.by) or seat in (proposal.by, agreed and agreed.by)
    if isinstance(what, marks.HostProposed | marks.HostAgreed):
        assert not before.is_host(mark.by)


def check_sides(before: Table, mark: Mark) -> None:
    """A side's name and a side's points are its own players' to write, or the host's."""
    what, seat = mark.what, before.seat_of(mark.by)
    written = [what.side] if isinstance(what, marks.Entered | marks.Clashed) else []
    if isinstance(what, marks.SidesNamed):
        written = [side for side in Side if what.sides[side] != before.sides[side]]
    assert before.is_host(mark.by) or all(seat and seat.side is side for side in written)


def check_play(before: Table, what: marks.Noted | marks.TrumpNamed | marks.Entered) -> None:
    """A bid before points, a trump before it settles, a figure into an empty cell; nothing once won."""
    row, match = row_of(before, what), before.played
    assert not match.is_won
    assert not row.voided
    if isinstance(what, marks.Noted):
        assert list(row.taken) == [None, None]
    elif isinstance(what, marks.TrumpNamed):
        assert row.trump is None
        assert row.deal(match.rules) is None
    else:
        assert row.bid is not None
        assert row.taken[what.side] is None


def row_of(before: Table, what: marks.Noted | marks.TrumpNamed | marks.Entered | marks.Corrected) -> Row:
    match = before.match(what.match)
    row = match.row(what.deal) if match else None
    assert row is not None
    return row
