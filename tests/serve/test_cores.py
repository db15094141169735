"""One core a process, so that its threads hand over without waking another; long computing goes elsewhere."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from squarescores import cores
from squarescores.web import passwords
from tests import postgres
from tests.bench import weight
from tests.house.serving import Serving, serving

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2, reason="there is one core"
)


def cores_of(pid: int) -> set[frozenset[int]]:
    """Where the threads of a program may run."""
    return {frozenset(os.sched_getaffinity(int(task.name))) for task in Path(f"/proc/{pid}/task").iterdir()}


def kept_to(pid: int) -> int | None:
    """The one core that all threads of a program keep to, once they do."""
    try:
        found = cores_of(pid)
    except (FileNotFoundError, ProcessLookupError):  # it has just ended, or one of its threads
        return None
    core = frozenset.union(*found) if found else frozenset()
    return next(iter(core)) if len(core) == 1 else None


def workers(server: Serving, count: int) -> dict[int, int]:
    """So many of its workers, and the core each has come to keep to."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        found = {pid: core for pid in weight.below(server.process.pid) if (core := kept_to(pid)) is not None}
        if len(found) == count:
            return found
        time.sleep(0.05)
    raise AssertionError("they did not come to keep to a core each")


def test_all_threads_of_a_process_keep_to_one_core(tmp_path):
    with serving(tmp_path, "--host", "127.0.0.1") as server:
        server.get("/healthz")
        assert workers(server, 1)


@pytest.mark.postgres
def test_two_processes_keep_to_two_also_after_one_was_killed(tmp_path):
    settings = {"database": postgres.fresh_database(), "processes": "2"}
    with serving(tmp_path, "--host", "127.0.0.1", **settings) as server:
        before = workers(server, 2)
        first, other = before
        os.kill(first, signal.SIGKILL)
        while first in (after := workers(server, 2)):
            time.sleep(0.05)
        assert other in after
        assert len(set(before.values())) == len(set(after.values())) == 2


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
