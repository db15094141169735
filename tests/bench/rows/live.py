"""From a commit to the fourth phone's event: a thousand tables, fifty entries a second."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from squarescores.store import upgrade
from tests.bench.crowd import AT, SEATS, Crowd
from tests.bench.crowd.told import by_all, failures, since
from tests.bench.evening import Evening
from tests.bench.filled import fill
from tests.bench.result import Figure, Result, late
from tests.bench.stage import Stage, started
from tests.bench.watched import noted

TABLES: Final = range(1, 1001)
RATE: Final = 50
SECONDS: Final = 12
TURNS: Final = 2
FIRST: Final = AT["number"] + 1


def rows(stage: Stage) -> Iterator[Result]:
    """The raw loop has its turns between ours."""
    url = f"sqlite:///{stage.folder / 'live.db'}"
    upgrade(url)
    fill(url, TABLES, [Evening(seed).play().bid() for seed in range(16)])
    commits = stage.folder / "commits"
    program = (sys.executable, "-m", "tests.bench.watched", commits)
    settings = {"streams": 4200, "instance": stage.folder / "live"}
    told, least = [], []
    with stage.serving(url, program=program, **settings) as server, Crowd() as crowd:
        crowd.ask("sit", address=server.address, tables=TABLES, seats=SEATS, **AT)
        told += [crowd.ask("open", at_once=50), crowd.ask("look", at_once=50)]  # as an open page has
        for turn in range(TURNS):
            told.append(crowd.ask("play", rate=RATE, seconds=SECONDS, redraws=False))
            least += _raw(stage.folder / f"raw-{turn}")
    ours = since(noted(commits, FIRST), by_all(moment for each in told for moment in each["heard"]))
    note = (
        f"{RATE} entries a second, {len(TABLES):,} tables of four phones; {len(ours):,} marks, median "
        f"{Figure.of(ours)}; beside it a raw loop that writes to four sockets; failures: {failures(told)}"
    )
    figures = Figure(late(ours) * 1000, "ms"), Figure(late(least) * 1000, "ms")
    yield Result("commit to the fourth phone's event, p99", *figures, must=10, aim=3, plain=True, note=note)


def _raw(notes: Path) -> list[float]:
    """The same tables and phones, and nothing but a loop on the other side."""
    program = [sys.executable, "-m", "tests.bench.raw", str(notes), str(RATE)]
    with started(program) as server, Crowd() as crowd:
        crowd.ask("sit", address=server.address, tables=TABLES, seats=SEATS, **AT)
        crowd.ask("open", at_once=50)
        told = crowd.ask("hear", seconds=SECONDS / 2)
    return since(noted(notes, FIRST), by_all(told["heard"]))
