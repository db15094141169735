"""Two hundred tables that write at once, beside as many that commit a row each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.bench.crowd import Crowd
from tests.bench.crowd.told import Told, answered, failures, pressed, since
from tests.bench.evening import Evening
from tests.bench.filled import fill
from tests.bench.result import Figure, Result, late
from tests.bench.stage import House, Stage

TABLES: Final = 200
WRITING: Final = range(1001, 1001 + TABLES)
SECONDS: Final = 4
TURNS: Final = 4
MARKS: Final = 4
"""Four have sat down, and nobody has bid."""


def rows(stage: Stage) -> Iterator[Result]:
    house = stage.sqlite
    fill(house.url, WRITING, [Evening()])
    with Crowd() as crowd:
        crowd.ask(
            "sit", address=house.ours.address, tables=WRITING, seats="N", number=MARKS, deal=1, is_bid=False
        )
        crowd.ask("write", seconds=1)
        turns = [_turn(house, crowd) for _ in range(TURNS)]
    entries = [each for ours, _floor in turns for each in since(pressed(ours), answered(ours))]
    writes = _each_second([(ours["marks"], ours["seconds"]) for ours, _floor in turns])
    floor = _each_second([(floor["answers"], floor["seconds"]) for _ours, floor in turns])
    failed = failures([ours for ours, _floor in turns])
    note = f"a third of them note the bid; the floor commits a row durably; failures: {failed}"
    yield Result(
        "entries a second, 200 tables at once", writes, floor, must=0.45, aim=0.6, more=True, note=note
    )
    both = Figure.of(entries), Figure(late(entries) * 1000, "ms")
    yield Result(
        "p99 of those entries",
        both[1],
        Figure(both[0].value, "ms"),
        must=10,
        aim=5,
        note="the floor is their median",
    )


def _turn(house: House, crowd: Crowd) -> tuple[Told, Told]:
    ours = crowd.ask("write", seconds=SECONDS)
    asked = {"address": house.floor.address, "method": "POST", "path": "/row"}
    return ours, crowd.ask("ask", **asked, wires=TABLES, seconds=SECONDS)


def _each_second(turns: list[tuple[int, float]]) -> Figure:
    return Figure(sum(count for count, _seconds in turns) / sum(seconds for _count, seconds in turns), "/s")
