"""A table read from its marks: every kind of mark is read, and mark by mark is as good as from scratch."""

from __future__ import annotations

import typing
from datetime import UTC, datetime

import pytest

from squarescores.pedro import Seat, marks
from squarescores.pedro.changes import changed
from squarescores.pedro.ink import inked
from squarescores.pedro.marks import Mark
from squarescores.pedro.row import Ink
from squarescores.pedro.table import read
from tests.pedro.cast import Party, Phone


class Sung:
    """What no program has written yet."""


@pytest.mark.parametrize("kind", typing.get_args(marks.Written), ids=lambda kind: kind.__name__)
def test_every_kind_of_mark_is_read(kind: type) -> None:
    readers = [changed.dispatch(kind), inked.dispatch(kind)]
    nobody = [changed.dispatch(object), inked.dispatch(object)]
    assert kind is marks.Opened or readers[0] is not nobody[0]
    assert kind not in typing.get_args(marks.OnSheet) or readers[1] is not nobody[1]


def test_a_mark_nobody_reads_is_never_taken_for_nothing(party: Party) -> None:
    mark = Mark(99, datetime(2026, 1, 9, tzinfo=UTC), "alice", Sung())
    with pytest.raises(TypeError, match="Sung"):
        party.table.after(mark)
    with pytest.raises(TypeError, match="Sung"):
        inked(mark.what, party.match, Ink(99, "alice", "Alice", mark.at))


def test_a_table_opens_once(party: Party) -> None:
    with pytest.raises(TypeError, match="Opened"):
        party.table.after(party.marks[0])


def test_no_marks_are_no_table() -> None:
    with pytest.raises(ValueError, match="first mark"):
        read([])


def test_only_later_marks_are_needed(party: Party) -> None:
    party.plays("E", 8, 7)
    for kept in range(1, len(party.marks)):
        assert read(party.marks[kept:], since=read(party.marks[:kept])) == party.table


def test_nothing_later_leaves_the_table_as_it_was(party: Party) -> None:
    assert read([], since=party.table) is party.table


def test_the_last_mark_is_the_tables_version(party: Party, alice: Phone) -> None:
    assert party.table.number == len(party.marks)
    alice.names_sides(NS="Owls")
    assert party.table.number == len(party.marks)


def test_a_table_does_not_change_when_another_mark_is_read(party: Party, alice: Phone) -> None:
    before = party.table
    alice.bids("E", 8)
    alice.leaves()
    assert before.played.rows == ()
    assert before.seat_of("alice") is Seat.N


def test_the_standing_moves_one_step_when_the_last_row_settles(party: Party) -> None:
    for ns in 7, 3, 14:
        party.plays("E", 8, ns)
        assert party.match.standing == read(party.marks).played.standing


def test_a_row_keeps_who_wrote_each_figure_and_which_mark_touched_it_last(party: Party) -> None:
    party.bob.bids("E", 8)
    party.carol.enters(7)
    party.bob.enters(7)
    row = party.row(1)
    assert row.noted is not None
    assert row.noted.by == "bob"
    assert [ink and ink.name for ink in row.entered] == ["Carol", "Bob"]
    assert row.mark == len(party.marks)


@pytest.mark.parametrize("number", [0, -1, 2])
def test_there_is_no_other_match_than_those_played(party: Party, number: int) -> None:
    assert party.table.match(number) is None
    assert party.table.match(1) is party.match


@pytest.mark.parametrize("number", [0, -1, 3])
def test_there_is_no_other_row_than_those_written_and_the_next(party: Party, number: int) -> None:
    party.plays("E", 8, 7)
    assert party.match.row(number) is None
    assert party.match.row(2) is not None
