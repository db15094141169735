"""One core a process, so that its threads hand over without waking another; long computing goes elsewhere."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from squarescores import cores
from squarescores.web import passwords
from tests import postgres
from tests.bench import weight
from tests.house.serving import serving

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2, reason="there is one core"
)


def cores_of(pid: int) -> set[frozenset[int]]:
    """Where the threads of a program may run."""
    return {frozenset(os.sched_getaffinity(int(task.name))) for task in Path(f"/proc/{pid}/task").iterdir()}


def test_all_threads_of_a_process_keep_to_one_core(tmp_path):
    with serving(tmp_path, "--host", "127.0.0.1") as server:
        (kept,) = cores_of(weight.worker(server))
        assert len(kept) == 1


@pytest.mark.postgres
def test_two_processes_keep_to_two_also_after_one_was_killed(tmp_path):
    settings = {"database": postgres.fresh_database(), "processes": "2"}
    with serving(tmp_path, "--host", "127.0.0.1", **settings) as server:
        server.get("/healthz")
        first, other = weight.below(server.process.pid)
        os.kill(first, 9)
        while first in (now := weight.below(server.process.pid)) or len(now) < 2:
            server.get("/healthz")
        server.get("/healthz")
        assert cores.free(()) is not None
        assert len(set.union(*map(cores_of, now))) == 2
        assert other in now


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> int:
    """A core that this process is said to keep to; only threads of the test do."""
    core = min(os.sched_getaffinity(0))
    monkeypatch.setattr(cores, "_own", core)
    return core


def test_a_password_is_digested_on_any_core_and_then_the_thread_is_back(kept, monkeypatch):
    where: list[set[int]] = []

    class Hasher:
        def hash(self, password: str) -> str:
            where.append(os.sched_getaffinity(0))
            return password

    def signs_in() -> None:
        cores.keep_to(kept)
        passwords.digest("in the attic")
        where.append(os.sched_getaffinity(0))

    monkeypatch.setattr(passwords, "_HASHER", Hasher())
    thread = threading.Thread(target=signs_in)
    thread.start()
    thread.join()
    digesting, afterwards = where
    assert len(digesting) > 1
    assert afterwards == {kept}


def test_a_free_core_is_one_that_no_other_has_while_there_is_one():
    allowed = os.sched_getaffinity(0)
    taken: set[int] = set()
    for _ in allowed:
        taken.add(cores.free(taken))
    assert taken == allowed
    assert cores.free(taken) in allowed
