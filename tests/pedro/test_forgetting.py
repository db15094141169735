"""Somebody is to be forgotten: their names go from the marks, and nothing else does."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from squarescores.pedro import Seat, marks
from squarescores.pedro.forgetting import left, phones_of, without
from squarescores.pedro.marks import Mark
from squarescores.pedro.names import folded
from squarescores.pedro.sheet import sheet
from squarescores.pedro.table import Table, read
from tests.pedro.cast import Party
from tests.pedro.evenings import EVENINGS
from tests.pedro.test_acts_machine import Evening
from tests.pedro.test_whole import SEEDED

FIGURES = (
    "rules",
    "deals",
    "rows",
    "totals",
    "shortfalls",
    "nets",
    "status",
    "winner",
    "open_deal",
    "dealer",
)


def forgets(party: Party, who: str) -> Table:
    """The table after that person is forgotten; the party's own stays as it is."""
    struck, forgotten = left(party.marks, who)
    return read([*struck, Mark(len(party.marks) + 1, party.now, who, forgotten)])


def names_in(written: list[Mark]) -> set[str]:
    """Every name that a mark gives."""
    given = [getattr(mark.what, "name", "") for mark in written]
    opened = written[0].what
    assert isinstance(opened, marks.Opened)
    return {folded(name) for name in [*given, *opened.names.values()] if name}


def bore(party: Party, who: str) -> set[str]:
    """Every name that person went by."""
    tables = [read(party.marks[:number]) for number in range(1, len(party.marks) + 1)]
    return {
        folded(table.names[each])
        for table in tables
        for each in phones_of(party.marks, who)
        if each in table.names
    }


@settings(SEEDED, max_examples=10)
@given(EVENINGS)
def test_after_any_evening_the_names_go_and_the_figures_stay(party):
    for who in party.table.names:
        after, left = forgets(party, who), names_in(without(party.marks, who))
        others = {folded(name) for each, name in party.table.names.items() if each != who}
        assert not (bore(party, who) & left) - others - _of_others_before(party, who)
        for then, now in zip(party.table.matches, after.matches, strict=True):
            assert {key: sheet(party.table, then)[key] for key in FIGURES} == {
                key: sheet(after, now)[key] for key in FIGURES
            }
        assert after.host == party.table.host
        for seat, holder in party.table.seats.items():
            if holder.person not in (None, who):
                assert after.seats[seat] == holder


def _of_others_before(party: Party, who: str) -> set[str]:
    """Names that somebody else went by at some time."""
    mine = phones_of(party.marks, who)
    tables = [read(party.marks[:number]) for number in range(1, len(party.marks) + 1)]
    return {folded(name) for table in tables for each, name in table.names.items() if each not in mine}


def test_whoever_never_sat_here_takes_nothing_along():
    party = Party.of_four()
    assert without(party.marks, "zoe") == party.marks


def test_a_namesake_of_another_evening_keeps_the_name():
    """Walt left, and another Walt sat down later."""
    party = Party()
    party.walt.joins("W", "Walt")
    party.walt.leaves()
    party.dave.joins("W", "Walt")
    assert forgets(party, "walt").seats[Seat.W].name == "Walt"
    assert names_in(without(party.marks, "dave")) == {"alice", "walt"}


def test_a_name_written_in_for_whoever_left_goes_too():
    party = Party.of_four()
    party.dave.leaves()
    party.alice.names_seat("W", "dave")
    assert Seat.W not in forgets(party, "dave").seats


def test_two_are_forgotten_one_after_the_other():
    party = Party.of_four()
    party.plays("N", 8, 9)
    party.forgets("bob")
    after = forgets(party, "carol")
    assert set(after.seats) == {Seat.N, Seat.W}
    assert {name for name in after.names.values() if name} == {"Alice", "Dave", "Walt"}


def test_who_took_a_name_up_after_another_was_forgotten_can_be_forgotten_too():
    party = Party.of_four()
    party.dave.leaves()
    party.alice.names_seat("W", "Walt")
    party.forgets("bob")
    party.walt.joins("W", "Walt")
    party.walt.agrees_to("W")
    assert Seat.W not in forgets(party, "walt").seats


@settings(SEEDED, max_examples=15)
@given(EVENINGS, st.randoms(use_true_random=False))
def test_any_evening_can_be_read_however_many_leave_it_while_it_lasts(party, dice):
    evening = Evening()
    evening.party = party
    for who in dice.sample(sorted(party.table.names), len(party.table.names)):
        party.forgets(who)
        party.stranger.joins(dice.choice("NESW"), "Someone")
        for _ in range(8):
            evening.somebody_says_something(dice=dice)
        assert read(party.marks) == party.table


def test_a_reason_that_names_them_goes_a_longer_word_does_not():
    party = Party.of_four()
    party.plays("N", 8, 9)
    party.alice.corrects(1, NS=8, EW=6, reason="Bobby's cards")
    party.alice.corrects(1, NS=9, EW=5, reason="BOB was right")
    reasons = [getattr(mark.what, "reason", None) for mark in without(party.marks, "bob")]
    assert [each for each in reasons if each is not None] == ["Bobby's cards", ""]
