"""On SQLite whoever has the turn writes for all who wait: by one commit, and each for itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from squarescores.pedro import Seat, acts
from squarescores.store import Store, StoreAway, engine
from tests.store.conftest import Evening, last_number
from tests.store.test_away import fails_once


@pytest.fixture
def url(sqlite_url: str) -> str:
    return sqlite_url


@pytest.fixture
def evenings(store: Store) -> list[Evening]:
    """Five tables, at each of which Alice has opened and written a name."""
    evenings = [Evening(store, key=f"table-{number}") for number in range(5)]
    for number, evening in enumerate(evenings):
        evening.opens(code=f"CODE{number}")
        evening.renames("Ali", op="named")
    return evenings


@pytest.fixture
def commits(store: Store) -> list[str]:
    made: list[str] = []
    event.listen(store._database.engine, "commit", lambda _connection: made.append("COMMIT"))
    return made


@contextmanager
def gathering(store: Store, *writes: Callable[[], Any]) -> Iterator[list[Future[Any]]]:
    """All of them wait while somebody else has the turn."""
    waiting = store._writing._adding._together._waiting
    with ThreadPoolExecutor(len(writes)) as threads:
        with store._database.turn():
            asked = [threads.submit(write) for write in writes]
            until = time.monotonic() + 10
            while len(waiting) < len(writes) and time.monotonic() < until:
                time.sleep(0.001)
        yield asked


def test_all_who_wait_are_kept_by_one_commit(evenings, store, commits):
    with gathering(store, *(partial(each.renames, "Alix") for each in evenings)) as asked:
        assert [(each.result().mark, each.result().written) for each in asked] == [(3, True)] * 5
    assert commits == ["COMMIT"]
    assert [store.read(each.key).host_name for each in evenings] == ["Alix"] * 5


def test_one_that_breaks_a_rule_is_no_matter_of_the_others(evenings, store, commits):
    first, *others = (partial(each.renames, "Alix") for each in evenings)
    again = partial(evenings[0].renames, "Al", op="named")
    with gathering(store, again, *others) as asked:
        answers = [each.result() for each in asked]
    assert [(answer.mark, answer.written) for answer in answers] == [(2, False)] + [(3, True)] * 4
    assert [last_number(store, each.key) for each in evenings] == [2, 3, 3, 3, 3]
    assert first().mark == 3
    assert commits == ["COMMIT"] * 2


def test_two_of_one_table_come_one_after_the_other(evenings, store):
    picks = [partial(evenings[0].asks, "alice", acts.pick_dealer, Seat.S)] * 2
    with gathering(store, *picks) as asked:
        assert sorted(each.result().mark for each in asked) == [3, 4]


def test_a_commit_that_fails_is_tried_again_by_each(evenings, store, monkeypatch):
    for number, (name, is_committed) in enumerate({"Al": False, "Alix": True}.items(), 3):
        with monkeypatch.context() as broken:
            fails_once(broken, is_committed=is_committed)
            with gathering(store, *(partial(each.renames, name) for each in evenings)) as asked:
                assert {each.result().mark for each in asked} == {number}
    assert [len(store.marks(each.key)) for each in evenings] == [4] * 5


def test_who_gives_up_waiting_is_not_written_later(evenings, store, monkeypatch):
    monkeypatch.setattr(engine, "WAIT", 0.05)
    with store._database.turn(), pytest.raises(StoreAway):
        evenings[0].renames("Alix")
    assert evenings[1].renames("Alix").mark == 3
    assert last_number(store, evenings[0].key) == 2


def test_who_comes_too_late_for_the_turn_hears_what_somebody_wrote_for_them(evenings, store, monkeypatch):
    @contextmanager
    def too_late() -> Iterator[None]:
        store._writing._adding._together._keep_all()  # whoever has the turn
        raise NoConnectionFree("another write does not come to its end")
        yield

    monkeypatch.setattr(store._database, "turn", too_late)
    answer = evenings[0].renames("Alix")
    assert (answer.mark, answer.written) == (3, True)
