"""Ten thousand phones of 2,500 tables: at rest, at a hundred entries a second, and after a restart."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from typing import Final

from squarescores.store import upgrade
from tests.bench import weight
from tests.bench.crowd import AT, SEATS, Crowd, allowed
from tests.bench.crowd.crowd import PATIENCE
from tests.bench.crowd.told import by_all, failures, pressed, since
from tests.bench.evening import Evening
from tests.bench.filled import fill
from tests.bench.result import Figure, Result, late
from tests.bench.stage import Stage
from tests.house.serving import Serving

RESTS: Final = 20
RATE: Final = 100
PLAYS: Final = 25


def rows(stage: Stage) -> Iterator[Result]:
    phones = allowed()
    tables = range(1, phones // 4 + 1)
    url = f"sqlite:///{stage.folder / 'phones.db'}"
    upgrade(url)
    fill(url, tables, [Evening(seed).play().bid() for seed in range(16)])
    settings = {"streams": phones + 500, "port": _free_port()}
    settings |= {"instance": stage.folder / "phones"}
    with Crowd() as crowd:
        with stage.serving(url, **settings) as server:
            crowd.ask("sit", address=server.address, tables=tables, seats=SEATS, **AT)
            yield from _idle(crowd, server, phones)
            yield _redrawn(crowd, phones)
        with stage.serving(url, **settings):
            yield _storm(crowd, phones)


def _idle(crowd: Crowd, server: Serving, phones: int) -> Iterator[Result]:
    worker = weight.worker(server)
    empty = weight.resident(worker)
    told = crowd.ask("open", at_once=50)
    crowd.ask("hear", seconds=2)
    began, spent = time.perf_counter(), weight.seconds(worker)
    crowd.ask("hear", seconds=RESTS)
    busy = (weight.seconds(worker) - spent) / (time.perf_counter() - began)
    each = (weight.resident(worker) - empty) / phones / 1024
    note = f"{phones:,} phones, which came within {told['seconds']:.0f} s; failures: {failures([told])}"
    yield Result("an idle open phone, memory", Figure(each, "KB"), must=45, aim=30, note=note)
    name = "all idle open phones, of a core"
    yield Result(name, Figure(100 * busy, "%"), must=5, aim=3, note=f"{phones:,} phones, {RESTS} s")


def _redrawn(crowd: Crowd, phones: int) -> Result:
    crowd.ask("look", at_once=50)  # a page that is open was drawn when it was opened
    told = crowd.ask("play", rate=RATE, seconds=PLAYS, redraws=True)
    heard, drawn = (since(pressed(told), by_all(told[what])) for what in ("heard", "drawn"))
    note = (
        f"{phones:,} phones, {RATE} entries a second for {PLAYS} s, every phone asks for its live part; "
        f"from the press to the last of four {Figure.of(drawn)}, to its event {Figure.of(heard)}; "
        f"failures: {failures([told])}"
    )
    return Result("entry to redrawn, p99", Figure(late(drawn) * 1000, "ms"), must=500, aim=200, note=note)


def _storm(crowd: Crowd, phones: int) -> Result:
    name = "all current after a restart"
    try:
        told = crowd.ask("come_back")
    except TimeoutError as error:
        return Result(name, Figure(PATIENCE, "s"), must=20, aim=8, note=f"at least, as {error}")
    note = (
        f"{phones:,} phones at once: each opens its stream and hears whether it missed anything; "
        f"failures: {failures([told])}"
    )
    return Result(name, Figure(told["seconds"], "s"), must=20, aim=8, note=note)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as asking:
        return asking.getsockname()[1]
