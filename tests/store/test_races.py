"""Several decide on the same sheet: one is the first, and the others decide again on what it wrote."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from squarescores.pedro import Seat, Side, acts
from squarescores.pedro.marks import Mark
from squarescores.pedro.refusal import Refused
from squarescores.pedro.table import Table
from squarescores.store import Store
from squarescores.store.press import Press
from squarescores.store.writing import RACES
from tests.store.conftest import KEY, NOW, Evening, new_op


@pytest.fixture(params=["the same process", "another"])
def others(request: pytest.FixtureRequest, evening: Evening, new_store: Callable[..., Store]) -> Evening:
    """Whoever writes meanwhile."""
    return evening if request.param == "the same process" else Evening(new_store())


class Slow:
    """An act that takes its time: the first so many times somebody else writes while it is thought about."""

    def __init__(self, act: Callable[..., Any], meanwhile: Callable[[], object], times: int = 1) -> None:
        self.act, self.meanwhile, self.left = act, meanwhile, times
        self.numbers: list[int] = []

    def __call__(self, table: Table, who: str, *args: Any) -> Any:
        self.numbers.append(table.number)
        if self.left:
            self.left -= 1
            self.meanwhile()
        return self.act(table, who, *args)


def test_who_comes_second_decides_again(evening, others, store):
    slow = Slow(acts.pick_dealer, lambda: others.renames("Alix"))
    answer = evening.asks("bob", slow, Seat.S)
    assert (slow.numbers, answer.mark, answer.written) == ([4, 5], 6, True)
    assert answer.table == store.read(KEY)
    assert [type(mark.what).__name__ for mark in store.marks(KEY)[4:]] == ["Named", "DealerPicked"]


def test_who_always_comes_second_has_the_table_held(evening, others, store):
    slow = Slow(acts.pick_dealer, lambda: others.renames(f"Alice {new_op()}"), RACES)
    assert evening.asks("bob", slow, Seat.S).mark == 5 + RACES
    assert slow.numbers == list(range(4, 5 + RACES))


def test_what_is_refused_after_a_lost_race_is_refused_for_what_was_written_first(evening, others, store):
    evening.asks("alice", acts.bid, 1, Seat.N, 7)
    slow = Slow(acts.enter, lambda: others.asks("alice", acts.enter, 1, Side.NS, 7))
    with pytest.raises(Refused) as refused:
        evening.asks("carol", slow, 1, Side.NS, 8)
    assert (refused.value.reason, refused.value.facts["stands"], slow.numbers) == (
        "already_entered",
        7,
        [5, 6],
    )
    assert type(store.marks(KEY)[-1].what).__name__ == "Clashed"


def test_nobody_is_refused_by_a_sheet_that_another_process_wrote_on(evening, new_store):
    other = Evening(new_store())
    assert other.store.read(KEY).number == 4
    evening.asks("alice", acts.bid, 1, Seat.N, 7)
    assert other.asks("carol", acts.enter, 1, Side.NS, 7).mark == 6  # by the sheet it knew there was no bid
    evening.asks("dave", acts.free_seat, Seat.W)
    with pytest.raises(Refused, match="not_seated"):
        other.asks("dave", acts.enter, 1, Side.EW, 7)


def test_a_table_read_before_is_decided_on_anew_where_it_moved_on(evening, others, store):
    known = store.read(KEY)
    others.renames("Alix")
    slow = Slow(acts.pick_dealer, lambda: None, 0)
    assert evening.asks("bob", slow, Seat.S, known=known).mark == 6
    assert slow.numbers == [4, 5]


def test_a_table_that_goes_meanwhile_is_no_table(evening, others):
    slow = Slow(acts.pick_dealer, lambda: others.store.delete(KEY, lambda table: None, NOW))
    with pytest.raises(Refused, match="no_table"):
        evening.asks("bob", slow, Seat.S)


def test_the_same_press_that_comes_first_is_what_the_second_is_answered(evening, others, store):
    slow = Slow(acts.pick_dealer, lambda: others.asks("bob", acts.pick_dealer, Seat.S, op="x"))
    answer = evening.asks("bob", slow, Seat.S, op="x")
    assert (answer.mark, answer.written, answer.table) == (5, False, store.read(KEY))


def test_a_first_mark_that_came_while_it_was_decided_is_answered_with_a_table_that_has_it(evening, others):
    slow = Slow(
        lambda table, who: acts.Stands(table.number),
        lambda: others.asks("bob", acts.pick_dealer, Seat.S, op="x"),
    )
    answer = evening.asks("bob", slow, op="x")
    assert (answer.mark, answer.written, answer.table.number) == (5, False, 5)


def test_two_processes_in_turns_keep_everything_and_each_decides_once(evening, new_store):
    number, evenings, asked = 4, [evening, Evening(new_store())], []
    for turn in range(20):
        slow = Slow(acts.change_seat, lambda: None, 0)
        number += 1
        assert evenings[turn % 2].asks("alice", slow, Seat.N, f"Alice {turn}").mark == number
        asked += slow.numbers
    assert asked == list(range(4, 24))
    assert [mark.number for mark in evening.store.marks(KEY)] == list(range(1, 25))


def test_a_race_that_was_lost_says_nothing_of_the_disk(evening, store):
    table = store.read(KEY)
    evening.renames("Alix")
    store._database.kept_at = -math.inf
    mark = Mark(table.number + 1, NOW, "alice", acts.pick_dealer(table, "alice", Seat.S))
    assert not store._writing._adding.add(Press(KEY, by="alice", op="late", at=NOW), table, mark)
    assert store._database.kept_at == -math.inf
