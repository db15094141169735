"""The crowd as the bench sees it: a program that is told what to do, and tells what happened."""

from __future__ import annotations

import multiprocessing
import resource
from contextlib import suppress
from typing import Any, Final

from tests.bench.crowd import many
from tests.bench.crowd.told import Told

PATIENCE: Final = 100
"""Seconds for whatever is asked."""
MOST: Final = 10_000
"""Phones that are asked for."""
FILES: Final = 1.7
"""Open files that a phone may come to need on either side: its stream, and often a wire."""

SEATS: Final = "NESW"
AT: Final = {"number": 50, "deal": 16, "is_bid": True}
"""Where the crowd's tables stand: fifteen deals are played, and the bid of the next one is noted."""


def allowed() -> int:
    """As many phones of four at a table as this machine lets a program have."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST if hard == resource.RLIM_INFINITY else int((hard - 500) / FILES)
    return min(MOST, most) // 4 * 4


class Crowd:
    """Its methods are those of `many.Many`, asked from here."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._program = context.Process(target=many.run, args=(theirs,), daemon=True)
        self._program.start()

    @property
    def pid(self) -> int:
        return self._program.pid or 0

    def ask(self, word: str, **fields: Any) -> Told:
        """Waits for it. Raises EOFError where the crowd ended, TimeoutError where it never does."""
        self._pipe.send((word, fields))
        if not self._pipe.poll(PATIENCE):
            raise TimeoutError(f"the crowd did not come to the end of {word}")
        return self._pipe.recv()

    def __enter__(self) -> Crowd:
        return self

    def __exit__(self, *_error: object) -> None:
        with suppress(OSError):
            self._pipe.send(None)
            self._program.join(5)
        if self._program.is_alive():
            self._program.kill()
            self._program.join()
