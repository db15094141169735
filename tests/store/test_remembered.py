"""What is decided on the table as it is remembered: kept if it still stands so, and not at all otherwise."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from squarescores.pedro import Seat, Side, acts
from squarescores.pedro.refusal import Refused
from squarescores.store.people import FIRST
from tests.store.conftest import CODE, KEY, NOW, Evening

SEVEN = 1, Side.NS, 7


@pytest.fixture
def is_bid(evening: Evening) -> Evening:
    """Alice has noted her bid: mark 5."""
    evening.asks("alice", acts.bid, 1, Seat.N, 7)
    return evening


def test_a_mark_is_kept_without_a_look_first(is_bid, store):
    answer = is_bid.tries("carol", acts.enter, *SEVEN)
    assert (answer.mark, answer.written) == (6, True)
    assert answer.table == store.read(KEY)
    assert store.marks(KEY)[-1].by == "carol"


def test_it_is_told_like_any_other(is_bid, store):
    told = []
    store.told = lambda key, table: told.append((key, table.number))
    is_bid.tries("carol", acts.enter, *SEVEN)
    assert told == [(KEY, 6)]


def test_nothing_is_kept_where_another_process_was_first(is_bid, store, new_store):
    Evening(new_store()).renames("Alix")
    told = []
    store.told = lambda key, table: told.append((key, table.number))
    assert is_bid.tries("carol", acts.enter, *SEVEN) is None
    assert (len(store.marks(KEY)), told) == (6, [])
    store.read(KEY)  # whoever then looks remembers what stands
    assert is_bid.tries("carol", acts.enter, *SEVEN).mark == 7


def test_what_was_only_tried_is_not_timed_as_a_write(is_bid, store, new_store):
    Evening(new_store()).renames("Alix")
    watch = Mock()
    store.watched_by(watch)
    assert is_bid.tries("carol", acts.enter, *SEVEN) is None
    is_bid.asks("carol", acts.enter, *SEVEN)
    assert watch.took.call_count == watch.wrote.call_count == 1


def test_a_try_that_fails_is_answered_and_so_timed(store):
    watch = Mock()
    store.watched_by(watch)
    with pytest.raises(ZeroDivisionError):
        store._database.tries(lambda: 1 // 0 > 0)
    assert watch.took.call_count == 1


@pytest.mark.parametrize("version", [FIRST - 1, FIRST + 1])
def test_nothing_is_kept_of_a_person_of_another_version(is_bid, store, version):
    assert is_bid.tries("carol", acts.enter, *SEVEN, version=version) is None
    assert len(store.marks(KEY)) == 5


def test_nothing_is_kept_once_a_sign_in_has_ended_at_another_process(is_bid, store, new_store):
    new_store().revoke("carol")
    assert is_bid.tries("carol", acts.enter, *SEVEN) is None
    assert is_bid.tries("carol", acts.enter, *SEVEN, version=FIRST + 1).mark == 6


def test_nothing_is_kept_of_a_person_whom_nobody_knows(is_bid, store):
    assert is_bid.tries("nobody", lambda table, _who: acts.enter(table, "carol", *SEVEN)) is None
    assert is_bid.tries("zo\0e", lambda table, _who: acts.enter(table, "carol", *SEVEN)) is None
    assert len(store.marks(KEY)) == 5


def test_a_new_phone_comes_to_the_table_only_as_who_it_is(evening, store):
    evening.asks("dave", acts.free_seat, Seat.W)
    assert evening.tries("dave", acts.sit, CODE, Seat.W, "Dave", version=FIRST + 1) is None
    assert store.read(KEY).seat_of("dave") is None
    assert evening.tries("dave", acts.sit, CODE, Seat.W, "Dave").table.seat_of("dave") is Seat.W


def test_nobody_is_refused_by_what_is_only_remembered(is_bid, store):
    assert is_bid.tries("zoe", acts.enter, *SEVEN) is None
    assert is_bid.tries("carol", acts.enter, 1, Side.NS, 99) is None
    assert len(store.marks(KEY)) == 5


def test_what_stands_already_is_looked_up(is_bid):
    is_bid.asks("carol", acts.enter, *SEVEN)
    assert is_bid.tries("alice", acts.enter, *SEVEN) is None


def test_the_same_press_twice_is_looked_up_the_second_time(is_bid, store):
    assert is_bid.tries("alice", acts.change_seat, Seat.N, "Alix", op="twice").mark == 6
    assert is_bid.tries("alice", acts.change_seat, Seat.N, "Ally", op="twice") is None
    assert len(store.marks(KEY)) == 6


def test_two_partners_clash_as_ever(is_bid, store):
    is_bid.asks("carol", acts.enter, *SEVEN)
    with pytest.raises(Refused, match="already_entered"):
        is_bid.tries("alice", acts.enter, 1, Side.NS, 8)
    assert type(store.marks(KEY)[-1].what).__name__ == "Clashed"


def test_a_table_nobody_remembers_is_looked_up(is_bid, new_store):
    assert Evening(new_store()).tries("carol", acts.enter, *SEVEN) is None


def test_a_table_that_was_deleted_elsewhere_stays_deleted(is_bid, store, new_store):
    new_store().delete(KEY, lambda _table: None, NOW)
    assert is_bid.tries("carol", acts.enter, *SEVEN) is None
    assert store.marks(KEY) == []
