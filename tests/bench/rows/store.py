"""An entry in a store that was filled for years, beside one in a store that holds next to nothing."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from squarescores.store import upgrade
from tests.bench import seed
from tests.bench.filled import fill, key, person
from tests.bench.phone import Phone, Play
from tests.bench.result import Figure, Result
from tests.bench.stage import Stage
from tests.bench.timing import Act, interleaved
from tests.house.serving import Serving

NAME: Final = "an entry with 100,000 tables in the store"
ENTRIES: Final = 200
EACH: Final = 4
"""Entries at a table, before the next one has its turn."""
FEW: Final = range(1, 61)


class Tables:
    """Entries at one table after the other; whoever enters has the sheet open, as people do."""

    def __init__(self, stage: Stage, server: Serving, tables: Iterator[int]) -> None:
        self._stage, self._server, self._tables = stage, server, tables
        self._left = 0

    def __call__(self) -> Act:
        if not self._left:
            self._play, self._left = self._next(), EACH
        self._left -= 1
        return self._play.entry()

    def _next(self) -> Play:
        table = next(self._tables)
        signed = self._stage.signer.sign(person(table, "N"))
        phone = Phone(self._server.address, signed.cookie, signed.token)
        phone.get(f"/t/{key(table)}")
        return Play(phone, key(table), deal=16, is_bid=True)


def rows(stage: Stage) -> Iterator[Result]:
    filled = seed.seeded()
    if filled is None:
        yield Result(NAME, None, must=1.15, aim=1.05, note="run `make bench-seed` once, which takes minutes")
        return
    copy = filled.with_name("copy.db")
    shutil.copyfile(filled, copy)
    try:
        yield _compare(stage, copy)
    finally:
        for left in copy.parent.glob(f"{copy.stem}*"):
            left.unlink()


def _compare(stage: Stage, copy: Path) -> Result:
    empty = f"sqlite:///{stage.folder / 'empty.db'}"
    upgrade(empty)
    fill(empty, FEW, seed.evenings())
    with (
        stage.serving(f"sqlite:///{copy}", instance=stage.folder / "full") as full,
        stage.serving(empty, instance=stage.folder / "empty") as other,
    ):
        some = random.Random(1).sample(seed.TABLES, len(FEW))  # noqa: S311 -- tables, not secrets
        turns = Tables(stage, full, iter(some)), Tables(stage, other, iter(FEW))
        figures = [Figure.of(times) for times in interleaved(ENTRIES, *turns)]
    note = (
        f"{len(seed.TABLES) * seed.MARKS:,} marks; the floor is an entry in a store of {len(FEW)} such tables"
    )
    return Result(NAME, *figures, must=1.15, aim=1.05, note=note)
