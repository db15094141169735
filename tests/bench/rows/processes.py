"""Two of our programs on one PostgreSQL beside one, and what a mark costs each program that is part of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final, Self

import psycopg

from tests import postgres
from tests.bench import weight
from tests.bench.crowd import Crowd
from tests.bench.crowd.told import Told, failures
from tests.bench.evening import Evening
from tests.bench.filled import fill
from tests.bench.result import Figure, Result
from tests.bench.stage import Stage

TABLES: Final = {1: range(1, 101), 2: range(101, 201)}
"""Of one process, and of two."""
SECONDS: Final = 5
TURNS: Final = 3
MARKS: Final = 4
CORES: Final = 4


@dataclass(frozen=True, slots=True)
class Spent:
    """Marks written in so many seconds, and the seconds of a core that each kind of program took for them."""

    marks: float = 0
    seconds: float = 0
    app: float = 0
    database: float = 0
    load: float = 0

    def __add__(self, other: Spent) -> Spent:
        return Spent(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    @property
    def rate(self) -> float:
        return self.marks / self.seconds

    def reach(self, processes: int) -> float:
        """Marks a second on four cores, where a process of ours fills one at most."""
        of_all = self.app + self.database + self.load
        return min(processes / self.app, CORES / of_all) * self.marks

    def __str__(self) -> str:
        costs = {"app": self.app, "database": self.database, "load": self.load}
        return ", ".join(f"{name} {1000 * spent / self.marks:.2f} ms" for name, spent in costs.items())


def rows(stage: Stage) -> Iterator[Result]:
    url = postgres.fresh_database()
    fill(url, range(1, 201), [Evening()])
    with _Writes(stage, url, 1) as one_writes, _Writes(stage, url, 2) as two_write:
        turns = [(one_writes.turn(), two_write.turn()) for _ in range(TURNS + 1)][1:]
        failed = failures([*one_writes.told, *two_write.told])
    one, two = (sum(each, Spent()) for each in zip(*turns, strict=True))
    figures = Figure(two.rate, "/s"), Figure(one.rate, "/s")
    note = (
        f"100 tables write at once; of a core a mark takes {two}, with one process {one}; four would give "
        f"{two.reach(2) / one.reach(1):.2f} × by these figures; failures: {failed}"
    )
    name = "entries a second, two processes on PostgreSQL"
    yield Result(name, *figures, must=1.15, aim=1.3, more=True, note=note)


class _Writes:
    """A server of so many processes, and a crowd that writes on it whenever it is told to."""

    def __init__(self, stage: Stage, url: str, processes: int) -> None:
        self._server = stage.serving(url, processes=processes, instance=stage.folder / f"of-{processes}")
        self._tables, self._database = TABLES[processes], _postmaster(url)
        self.told: list[Told] = []

    def __enter__(self) -> Self:
        self._open = ExitStack()
        server = self._open.enter_context(self._server)
        self._crowd = self._open.enter_context(Crowd())
        at = {"number": MARKS, "deal": 1, "is_bid": False}
        self._crowd.ask("sit", address=server.address, tables=self._tables, seats="N", **at)
        self._master = server.process.pid
        return self

    def __exit__(self, *error: object) -> None:
        self._open.__exit__(*error)

    def turn(self) -> Spent:
        """So many seconds of writing."""
        before = self._spent()
        told = self._crowd.ask("write", seconds=SECONDS)
        self.told.append(told)
        after = self._spent()
        return Spent(told["marks"], told["seconds"], *(b - a for a, b in zip(before, after, strict=True)))

    def _spent(self) -> tuple[float, ...]:
        programs = (
            weight.below(self._master),
            [self._database, *weight.below(self._database)],
            [self._crowd.pid],
        )
        return tuple(weight.seconds(*each) for each in programs)


def _postmaster(url: str) -> int:
    """The database's own first program, below which all others are."""
    with psycopg.connect(url) as asking:
        (folder,) = asking.execute("SHOW data_directory").fetchone()
    return int(Path(folder, "postmaster.pid").read_text().split()[0])
