"""Many at once: nothing is lost, nothing is written twice, and nobody hears that the store is locked."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from squarescores.pedro import Seat, Side, acts
from squarescores.pedro.refusal import Refused
from squarescores.store import shelf
from tests.store.conftest import KEY, Evening, last_number


def at_once(things: list[Callable[[], Any]]) -> list[Any]:
    """Do everything in the same instant; what each came to, refusals included."""
    together = threading.Barrier(len(things))

    def one(thing: Callable[[], Any]) -> Any:
        together.wait(10)
        try:
            return thing()
        except Refused as refused:
            return refused.reason

    with ThreadPoolExecutor(len(things)) as threads:
        return list(threads.map(one, things))


def test_25_writers_of_one_table_queue(evening, store):
    answers = at_once([lambda n=n: evening.renames(f"Alice {n}") for n in range(25)])
    assert sorted(answer.mark for answer in answers) == list(range(5, 30))
    assert [mark.number for mark in store.marks(KEY)] == list(range(1, 30))
    for answer in answers:
        assert store.marks(KEY)[answer.mark - 1].what.name == answer.table.host_name


def test_writers_in_two_processes_queue_as_well(evening, new_store):
    evenings = [evening, Evening(new_store())] * 8
    answers = at_once([lambda n=n, each=each: each.renames(f"Alice {n}") for n, each in enumerate(evenings)])
    assert sorted(answer.mark for answer in answers) == list(range(5, 21))
    assert evenings[0].store.read(KEY) == evenings[1].store.read(KEY)


def test_several_tables_are_written_on_at_once_while_others_read(store):
    evenings = [Evening(store, key=f"table-{number}") for number in range(5)]
    for number, evening in enumerate(evenings):
        evening.opens(code=f"CODE{number}")

    def writes(evening: Evening, name: str) -> None:
        for number in range(10):
            evening.renames(f"{name} {number}")

    def reads(evening: Evening) -> None:
        numbers = [store.read(evening.key).number for _ in range(40)]
        assert numbers == sorted(numbers)

    at_once(
        [lambda e=e, name=name: writes(e, name) for e in evenings for name in ("Al", "Alix")]
        + [lambda e=e: reads(e) for e in evenings]
    )
    for evening in evenings:
        assert [mark.number for mark in store.marks(evening.key)] == list(range(1, 22))


def test_one_press_posted_ten_times_in_parallel_is_one_mark(evening, store):
    evening.asks("carol", acts.bid, 1, Seat.S, 9)
    answers = at_once([lambda: evening.asks("carol", acts.enter, 1, Side.NS, 7, op="seven")] * 10)
    assert Counter((answer.mark, answer.written) for answer in answers) == {(6, True): 1, (6, False): 9}
    assert last_number(store) == 6


def test_a_press_without_an_end_of_its_own_is_one_mark_too(evening, store):
    answers = at_once([lambda: evening.asks("bob", acts.pick_dealer, Seat.S, op="pick")] * 10)
    assert Counter((answer.mark, answer.written) for answer in answers) == {(5, True): 1, (5, False): 9}


def test_one_opening_posted_ten_times_in_parallel_is_one_table(store):
    evenings = [Evening(store, key=f"key-{number}") for number in range(10)]
    answers = at_once([lambda n=n, e=e: e.opens(op="open", code=f"CODE{n}") for n, e in enumerate(evenings)])
    assert len({answer.key for answer in answers}) == 1
    assert sum(answer.written for answer in answers) == 1
    assert len(store.tables_of("alice")) == 1


def test_two_partners_enter_different_figures_in_the_same_instant(evening, store):
    evening.asks("alice", acts.bid, 1, Seat.N, 7)
    answers = at_once(
        [
            lambda: evening.asks("alice", acts.enter, 1, Side.NS, 7),
            lambda: evening.asks("carol", acts.enter, 1, Side.NS, 8),
        ]
    )
    assert sorted(str(getattr(answer, "mark", answer)) for answer in answers) == ["6", "already_entered"]
    assert [type(mark.what).__name__ for mark in store.marks(KEY)[5:]] == ["Entered", "Clashed"]


def test_both_sides_enter_in_the_same_instant_and_both_stay(evening, store):
    evening.asks("alice", acts.bid, 1, Seat.N, 7)
    at_once(
        [
            lambda: evening.asks("carol", acts.enter, 1, Side.NS, 9),
            lambda: evening.asks("bob", acts.enter, 1, Side.EW, 5),
        ]
    )
    assert tuple(store.read(KEY).played.rows[0].taken) == (9, 5)
    assert last_number(store) == 7


def test_end_match_pressed_by_four_is_one_banking(evening, store):
    evening.asks("alice", acts.bid, 1, Seat.N, 7)
    answers = at_once(
        [lambda who=who: evening.asks(who, acts.bank, 5) for who in ("alice", "bob", "carol", "dave")]
    )
    assert {answer.mark for answer in answers} == {6}
    assert last_number(store) == 6


def test_four_guests_join_four_tables_at_once(store):
    evenings = [Evening(store, key=f"table-{number}") for number in range(4)]
    for number, evening in enumerate(evenings):
        evening.opens(code=f"CODE{number}")

    def joins(evening: Evening, number: int, who: str) -> None:
        evening.asks(who, acts.sit, f"CODE{number}", Seat.E, who)

    guests = ("bob", "carol", "dave", "erin")
    at_once([lambda n=n, e=e, who=who: joins(e, n, who) for n, e in enumerate(evenings) for who in guests])
    assert sum(len(store.tables_of(who)) for who in guests) == 4
    assert [last_number(store, evening.key) for evening in evenings] == [2, 2, 2, 2]


def test_after_a_restart_one_of_those_who_come_at_once_reads_the_table_for_all(evening, new_store):
    store = new_store()
    look, whole = store._reading._look, []

    def slowly(key: str, person: str, after: int) -> Any:
        whole.append(after == 0)
        time.sleep(0.05)
        return look(key, person, after)

    store._reading._look = slowly
    assert {table.number for table in at_once([lambda: store.read(KEY)] * 8)} == {4}
    assert (len(whole), sum(whole)) == (8, 1)


def test_nobody_waits_long_for_another_to_read_a_table(evening, new_store, monkeypatch):
    monkeypatch.setattr(shelf, "PATIENCE", 0.05)
    store = new_store()
    with store._reading._shelf.first(KEY):
        (table,) = at_once([lambda: store.read(KEY)])
    assert table.number == 4
