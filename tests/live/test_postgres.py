"""Several processes on PostgreSQL: one bell for all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

from squarescores.live import Bell, Page, PostgresLine, Presence, postgres
from squarescores.pedro import Rules, Seat, acts
from squarescores.store import CHANNEL, Press, Store
from tests.live.conftest import KEY, NOW
from tests.postgres import command, fresh_database

pytestmark = pytest.mark.postgres

END_ALL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"


class Process:
    """What one process of the server has: a store, a bell and a line."""

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        self.line = PostgresLine(url, CHANNEL, self.store.process)
        self.bell = Bell(self.store.read, most=50, line=self.line)
        self.store.told = self.bell.ring

    def close(self) -> None:
        self.bell.close()
        self.store.close()
        if self.line._thread:
            self.line._thread.join(5)


@pytest.fixture
def url() -> str:
    return fresh_database()


@pytest.fixture
def start(url: str) -> Iterator[Callable[[], Process]]:
    started: list[Process] = []

    def one() -> Process:
        started.append(Process(url))
        return started[-1]

    yield one
    for process in started:
        process.close()


@pytest.fixture
def here(start: Callable[[], Process]) -> Process:
    here = start()
    opened = acts.open_table("Alice", Seat.N, Rules(), Seat.W, "QUEENS", names={Seat.W: "Dave"})
    here.store.open(Press(KEY, by="alice", op="open", at=NOW), opened)
    return here


def picks(process: Process, op: str) -> int:
    act = lambda table: acts.pick_dealer(table, "alice", Seat.S)  # noqa: E731 -- a sentence of its own
    return process.store.write(Press(KEY, by="alice", op=op, at=NOW), act).mark


def hears(page: Page, what: Callable[[Any], bool], seconds: float = 5) -> None:
    """The page hears that in time, whatever else it hears before."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        news = page.hear(0.1)
        if news is not None and what(news):
            return
    raise AssertionError("it was not heard")


def is_up(process: Process) -> None:
    until = time.monotonic() + 3
    while not process.line._is_up and time.monotonic() < until:
        time.sleep(0.01)
    assert process.line._is_up


def test_a_mark_rings_in_every_process(here, start):
    there = start()
    page = there.bell.listen(KEY, "bob")
    is_up(there)
    assert picks(here, "x") == 2
    before = time.monotonic()
    hears(page, lambda news: news.number == 2)
    assert time.monotonic() - before < 0.5


def test_a_mark_of_ones_own_rings_once(here):
    page = here.bell.listen(KEY, "alice")
    is_up(here)
    page.hear(0)
    while page.hear(0.3):
        pass
    picks(here, "x")
    assert page.hear(0).number == 2
    assert page.hear(0.3) is None


def test_every_process_knows_who_is_connected(here, start):
    alice = here.bell.listen(KEY, "alice")
    is_up(here)
    there = start()
    zoe = there.bell.listen(KEY, "zoe")
    both = Presence((Seat.N,), 1)
    hears(alice, lambda news: news.presence == both)
    hears(zoe, lambda news: news.presence == both)
    zoe.close()
    hears(alice, lambda news: news.presence == Presence((Seat.N,), 0))


def test_a_process_that_ends_takes_its_people_along(here, start):
    alice = here.bell.listen(KEY, "alice")
    is_up(here)
    there = start()
    there.bell.listen(KEY, "zoe")
    hears(alice, lambda news: news.presence.watching == 1)
    there.bell.close()
    hears(alice, lambda news: news.presence.watching == 0)


def test_a_process_that_falls_silent_is_given_up(here, start, monkeypatch):
    monkeypatch.setattr(postgres, "SILENT", 1)
    alice = here.bell.listen(KEY, "alice")
    is_up(here)
    there = start()
    there.bell.listen(KEY, "zoe")
    hears(alice, lambda news: news.presence.watching == 1)
    hears(alice, lambda news: news.presence.watching == 0)


def test_a_process_that_only_beats_is_not_given_up(here, start, monkeypatch):
    monkeypatch.setattr(postgres, "SILENT", 0.6)
    monkeypatch.setattr(postgres, "BEAT", 0.1)
    alice = here.bell.listen(KEY, "alice")
    is_up(here)
    there = start()
    there.bell.listen(KEY, "zoe")
    hears(alice, lambda news: news.presence.watching == 1)
    with pytest.raises(AssertionError, match="not heard"):
        hears(alice, lambda news: news.presence.watching == 0, seconds=1.5)


def test_after_a_broken_line_every_page_looks_again(url, here, start, monkeypatch, caplog):
    monkeypatch.setattr(postgres, "AGAIN", 0.05)
    there = start()
    page = there.bell.listen(KEY, "bob")
    is_up(there)
    page.hear(0)
    command(url, "ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    command(url, END_ALL)
    time.sleep(0.3)
    command(url, "ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    picks(here, "x")
    hears(page, lambda news: news.number == 2)
    is_up(there)
    picks(here, "y")
    hears(page, lambda news: news.number == 3)
    assert "The line between processes broke" in caplog.text


def test_of_many_who_come_and_go_at_once_the_others_are_told_the_end(here, start, monkeypatch):
    monkeypatch.setattr(postgres, "TURN", 0.5)
    there = start()
    page = there.bell.listen(KEY, "alice")
    is_up(there)
    here.bell.listen(KEY, "zoe").close()
    is_up(here)
    heard, hear = [], there.bell.hear
    monkeypatch.setattr(there.bell, "hear", lambda *said: (heard.append(said), hear(*said)))
    time.sleep(1)
    heard.clear()
    for _ in range(20):
        here.bell.listen(KEY, "zoe").close()
    here.bell.listen(KEY, "bob")
    hears(page, lambda news: news.presence.watching == 1)
    assert len(heard) <= 2


def test_what_a_stranger_says_on_the_line_breaks_nothing_for_long(url, here, start, monkeypatch):
    monkeypatch.setattr(postgres, "AGAIN", 0.05)
    there = start()
    page = there.bell.listen(KEY, "bob")
    is_up(there)
    with psycopg.connect(url, autocommit=True) as stranger:
        stranger.execute(f"NOTIFY {CHANNEL}, 'hello'".encode())
    picks(here, "x")
    hears(page, lambda news: news.number == 2)
    is_up(there)


def test_a_crowd_is_told_in_one_message():
    packed = postgres._packed({f"a-person-with-a-long-id-{number}": 1 for number in range(2000)} | {"": 3})
    assert len(packed) < 7900
    assert packed.startswith('{"": 18')
