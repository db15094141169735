"""A press of a button counts once, however often the phone sends it."""

from __future__ import annotations

import pytest

from squarescores.pedro import Seat, Side, acts
from squarescores.pedro.refusal import Refused
from squarescores.store import CodeTaken, Press
from tests.store.conftest import KEY, NOW, Evening, last_number


def test_the_same_press_again_is_answered_with_its_first_mark(evening, store):
    evening.asks("alice", acts.bid, 1, Seat.N, 7)
    first = evening.asks("alice", acts.enter, 1, Side.NS, 7, op="seven")
    evening.asks("bob", acts.enter, 1, Side.EW, 7)
    again = evening.asks("alice", acts.enter, 1, Side.NS, 7, op="seven")
    assert (again.mark, again.written, again.table.number) == (first.mark, False, 7)


def test_a_press_that_would_write_again_writes_once(evening, store):
    picks = [evening.asks("bob", acts.pick_dealer, Seat.S, op="pick") for _ in range(3)]
    assert [(pick.mark, pick.written) for pick in picks] == [(5, True), (5, False), (5, False)]
    assert last_number(store) == 5


def test_a_press_whose_success_stands_in_its_own_way_is_no_refusal(evening):
    first = evening.asks("dave", acts.free_seat, Seat.W, op="leave")
    again = evening.asks("dave", acts.free_seat, Seat.W, op="leave")
    assert (again.mark, again.written) == (first.mark, False)


def test_the_same_op_for_something_else_is_refused(evening, store):
    evening.renames("Alix", op="x", asked="Alix")
    for name in ("Ally", "Alix"):
        with pytest.raises(Refused, match="op_reused"):
            evening.renames(name, op="x", asked=name + "!")
    assert last_number(store) == 5


def test_two_people_may_have_the_same_op(evening):
    assert evening.asks("bob", acts.pick_dealer, Seat.S, op="x").mark == 5
    assert evening.asks("carol", acts.pick_dealer, Seat.E, op="x").mark == 6


def test_one_op_may_be_used_at_two_tables(evening, store):
    other = Evening(store, key="another")
    other.opens(code="KNAVES")
    assert evening.renames("Alix", op="x").mark == 5
    assert other.renames("Alix", op="x").mark == 2


def test_a_table_is_opened_once(store):
    evening = Evening(store)
    first = evening.opens(op="open")
    again = Evening(store, key="another").opens(op="open", code="KNAVES")
    assert (first.mark, first.written, first.key) == (1, True, KEY)
    assert (again.mark, again.written, again.key) == (1, False, KEY)
    assert store.read("another") is None


def test_an_opening_answered_late_shows_the_table_as_it_is_now(evening, store):
    late = Evening(store, key="late")
    late.opens(op="open", code="KNAVES")
    late.asks("bob", acts.sit, "KNAVES", Seat.E, "Bob")
    assert late.opens(op="open", code="KINGS").table.number == 2


def test_an_opening_with_other_fields_is_refused(store):
    Evening(store).opens(op="open", asked="this")
    with pytest.raises(Refused, match="op_reused"):
        Evening(store, key="another").opens(op="open", asked="that", code="KNAVES")


def test_two_tables_cannot_have_one_code(evening, store):
    other = Evening(store, key="another")
    with pytest.raises(CodeTaken):
        other.opens()
    other.opens(code="KNAVES")
    with pytest.raises(CodeTaken):
        evening.asks("alice", acts.set_joining, is_open=None, code="KNAVES")
    assert (last_number(store), store.table_by_code("KNAVES")) == (4, "another")
    assert evening.asks("alice", acts.set_joining, is_open=False, code=None).mark == 5


def test_an_op_that_cannot_be_kept_is_looked_for_in_vain(evening, store):
    with pytest.raises(Refused, match="not_seated"):
        store.write(
            Press(KEY, by="", op="\0\ud800", at=NOW), lambda table: acts.bid(table, None, 1, Seat.N, 7)
        )
    assert last_number(store) == 4
