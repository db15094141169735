"""Marks: kept in order, under numbers without gaps, and read as they were written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import event, text

from squarescores.pedro import Seat, Side, Suit, acts
from squarescores.pedro import table as tables
from squarescores.pedro.marks import Entered, Noted
from squarescores.pedro.refusal import Refused
from squarescores.store import Press, Store, reading
from squarescores.store.schema import KNOWN, MARKS, TABLES
from tests.store.conftest import CODE, KEY, NOW, Evening, last_number


def test_a_table_is_read_as_it_was_written(evening, new_store):
    evening.asks("carol", acts.bid, 1, Seat.S, 9, Suit.H)
    answer = evening.asks("carol", acts.enter, 1, Side.NS, 7, ("A", "J", "5"))
    assert (answer.mark, answer.written, answer.key) == (6, True, KEY)
    assert answer.table == evening.store.read(KEY) == new_store().read(KEY)


def test_the_history_is_every_mark_in_order(evening, store):
    evening.asks("carol", acts.bid, 1, Seat.S, 9)
    evening.asks("bob", acts.enter, 1, Side.EW, 5)
    history = store.marks(KEY)
    assert [mark.number for mark in history] == [1, 2, 3, 4, 5, 6]
    assert history[4].what == Noted(1, 1, Seat.S, 9, None)
    assert history[5].what == Entered(1, 1, Side.EW, 5, None)
    assert [mark.by for mark in history[1:4]] == ["bob", "carol", "dave"]
    assert tables.read(history) == store.read(KEY)


def test_a_time_is_kept_to_the_microsecond_whatever_its_zone(evening, store):
    far = datetime(2026, 1, 10, 2, 0, 0, 1, tzinfo=timezone(timedelta(hours=9)))
    press = Press(KEY, by="alice", op="x", at=far)
    store.write(press, lambda table: acts.pick_dealer(table, "alice", Seat.S))
    *_, before, last = store.marks(KEY)
    assert (before.at, last.at) == (NOW, far)
    assert last.at.tzinfo is UTC


def test_a_name_in_any_script_comes_back(evening, store):
    for name in ("Åsa", "שרה", "\N{DIGIT ONE} & <b>", "a\N{ZERO WIDTH JOINER}b", "🂡"):
        evening.renames(name)
        assert store.read(KEY).seats[Seat.N].name == name == store.marks(KEY)[-1].what.name


def test_what_stands_already_is_not_written_again(evening, store):
    first = evening.asks("carol", acts.bid, 1, Seat.S, 9)
    again = evening.asks("bob", acts.bid, 1, Seat.S, 9)
    assert (again.mark, again.written) == (first.mark, False)
    assert last_number(store) == first.mark == again.table.number


def test_a_refusal_leaves_no_mark(evening, store):
    with pytest.raises(Refused, match="not_seated"):
        evening.asks("zoe", acts.bid, 1, Seat.S, 9)
    assert last_number(store) == 4
    assert evening.asks("carol", acts.bid, 1, Seat.S, 9).mark == 5


def test_a_mistake_in_an_act_leaves_no_mark(evening, store):
    with pytest.raises(ZeroDivisionError):
        evening.asks("alice", lambda table, who: 1 // 0)
    assert last_number(store) == 4


def test_a_mark_that_could_not_be_read_again_is_not_kept(evening, store):
    with pytest.raises(IndexError):
        evening.asks("alice", lambda table, who: Entered(9, 1, Side.NS, 7, None))
    assert last_number(store) == 4
    assert len(store.marks(KEY)) == 4


def test_the_clash_of_two_partners_is_the_one_mark_a_refusal_leaves(evening, store):
    evening.asks("alice", acts.bid, 1, Seat.N, 7)
    evening.asks("alice", acts.enter, 1, Side.NS, 7)
    with pytest.raises(Refused) as refused:
        evening.asks("carol", acts.enter, 1, Side.NS, 8, op="eight")
    assert (refused.value.reason, refused.value.facts["stands"]) == ("already_entered", 7)
    assert [type(mark.what).__name__ for mark in store.marks(KEY)[-2:]] == ["Entered", "Clashed"]
    with pytest.raises(Refused, match="already_entered"):
        evening.asks("carol", acts.enter, 1, Side.NS, 8, op="eight")
    assert last_number(store) == 7


def test_there_is_no_table_where_nobody_opened_one(store):
    for key in ("nowhere", "", "nul\0l", "half\ud800"):
        assert store.read(key) is None
        assert last_number(store, key) is None
        assert store.marks(key) == []
        assert store.table_by_code(key) is None
        with pytest.raises(Refused, match="no_table"):
            store.write(Press(key, by="alice", op="x", at=NOW), lambda table: acts.Stands(1))


def test_what_another_process_wrote_is_read_and_written_upon(evening, new_store):
    other = Evening(new_store())
    other.store.read(KEY)
    assert [evening.renames("Al").mark, other.renames("Ali").mark] == [5, 6]
    assert evening.store.read(KEY) == other.store.read(KEY)
    assert evening.renames("Alix").mark == 7
    assert other.store.read(KEY).host_name == "Alix"


def test_the_last_marks_of_many_tables_are_one_question(evening, new_store, monkeypatch):
    monkeypatch.setattr(reading, "_AT_ONCE", 2)
    other = Evening(new_store(), key="another")
    other.opens(code="KNAVES")
    asked = [KEY, "nowhere", "another", "\0", "nor here"]
    assert new_store().numbers(asked) == {KEY: 4, "another": 1}
    assert new_store().numbers([]) == {}


def test_few_tables_in_memory_are_enough(new_store):
    store = new_store(kept=1)
    evenings = [Evening(store, key=f"key-{number}") for number in range(3)]
    for number, evening in enumerate(evenings):
        evening.opens(code=f"CODE{number}")
    for evening in evenings * 2:
        evening.renames(f"A {last_number(evening.store, evening.key)}")
    assert [store.read(evening.key).host_name for evening in evenings] == ["A 2"] * 3


def test_a_store_put_back_to_an_earlier_day_is_believed(evening, store):
    later = evening.renames("Alix").table
    with store._database.engine.begin() as connection:
        connection.execute(text("DELETE FROM marks WHERE number = 5"))
        connection.execute(text("UPDATE tables SET seq = 4"))
    assert store.read(KEY).number == 4 != later.number
    assert store.read(KEY).host_name == "Alice"


def test_a_table_that_was_taken_away_is_gone(evening, store):
    with store._database.engine.begin() as connection:
        for table in (MARKS, KNOWN, TABLES):
            connection.execute(table.delete())
    assert store.read(KEY) is None
    with pytest.raises(Refused, match="no_table"):
        evening.renames("Alix")


def test_a_reading_costs_one_statement_and_a_mark_what_its_store_can_do_at_once(evening, store):
    asked: list[str] = []
    engine = store._database.engine
    event.listen(engine, "before_cursor_execute", lambda *args: asked.append(args[2].split()[0]))
    event.listen(engine, "commit", lambda _connection: asked.append("COMMIT"))
    keeps = ["INSERT", "UPDATE", "COMMIT"] if engine.dialect.name == "sqlite" else ["WITH"]
    evening.renames("Alix")
    assert asked == ["SELECT", *keeps]
    asked.clear()
    table = store.read(KEY)
    assert asked == ["SELECT"]
    asked.clear()
    evening.asks("alice", acts.change_seat, Seat.N, "Al", known=table)
    assert asked == keeps


def test_a_join_code_leads_to_its_table_until_it_is_changed(evening, store):
    assert store.table_by_code(CODE) == KEY
    evening.asks("alice", acts.set_joining, is_open=True, code="KNAVES")
    assert (store.table_by_code(CODE), store.table_by_code("KNAVES")) == (None, KEY)


def test_a_bell_that_fails_does_not_undo_a_mark(new_store, caplog):
    def jam(*_told: object) -> None:
        raise RuntimeError("jammed")

    evening = Evening(new_store(told=jam))
    assert evening.opens().mark == 1
    assert evening.renames("Alix").mark == 2
    assert "Nobody was told" in caplog.text


def test_the_bell_rings_after_the_commit_and_not_for_what_stood_before(new_store):
    heard: list[tuple[str, int | None]] = []
    elsewhere: Store = new_store()
    evening = Evening(new_store(told=lambda key, _table: heard.append((key, last_number(elsewhere, key)))))
    evening.opens()
    evening.renames("Alix")
    evening.asks("alice", acts.bid, 1, Seat.N, 7)
    evening.asks("alice", acts.enter, 1, Side.NS, 7)
    evening.asks("alice", acts.bid, 1, Seat.N, 7)
    assert heard == [(KEY, number) for number in (1, 2, 3, 4)]
