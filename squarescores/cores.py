"""One core for all threads of a process, which take turns in one interpreter anyway.

To hand the turn over from core to core costs as much again as what a crowd asks for.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager

_own: int | None = None
"""The core this process keeps to."""


def free(taken: Collection[int | None]) -> int | None:
    """A core that none of those has, while there is one; None where the system gives no choice."""
    allowed = _allowed()
    if len(allowed) < 2:
        return None
    first = os.getpid() % len(allowed)  # another server on this machine had better begin with another
    turned = allowed[first:] + allowed[:first]
    return next((core for core in turned if core not in taken), turned[0])


def keep_to(core: int | None) -> None:
    """Keep this thread, and those that it makes from now on, to that core."""
    global _own  # noqa: PLW0603 -- there is one process
    _own = core
    if core is not None:
        os.sched_setaffinity(0, {core})


@contextmanager
def anywhere() -> Iterator[None]:
    """Let this thread take another core for what computes long and needs no turn, as a password's digest."""
    if _own is None:
        yield
        return
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        yield
    finally:
        os.sched_setaffinity(0, {_own})


def _allowed() -> list[int]:
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
