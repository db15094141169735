"""A server that has just been started: how soon it answers, and what it weighs at rest."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from squarescores.store import upgrade
from tests.bench import weight
from tests.bench.line import Line, request
from tests.bench.result import Figure, Result
from tests.bench.stage import Stage
from tests.bench.timing import always, interleaved
from tests.house.serving import PROGRAM, plain_environment

STARTS = 7


def rows(stage: Stage) -> Iterator[Result]:
    yield _start(stage)
    yield _rest(stage)


def _start(stage: Stage) -> Result:
    kept = stage.folder / "start"
    kept.mkdir()
    upgrade(f"sqlite:///{kept / 'squarescores.db'}")
    begun: list[subprocess.Popen] = []
    ours, imports = interleaved(STARTS, partial(_first_answer, stage, begun), always(_import), warm=1)
    _end(begun)
    note = "on a database that is up to date; the floor imports Flask and SQLAlchemy"
    return Result("start to first answer", Figure.of(ours), Figure.of(imports), must=3, aim=2, note=note)


def _first_answer(stage: Stage, begun: list[subprocess.Popen]):
    """Ends the server of the round before; the act starts another and asks until it answers."""
    _end(begun)
    with socket.create_server(("127.0.0.1", 0)) as asking:
        port = asking.getsockname()[1]
    command = [
        PROGRAM,
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--instance",
        stage.folder / "start",
    ]

    def act() -> None:
        begun.append(
            subprocess.Popen(
                command, env=plain_environment(), stdout=subprocess.DEVNULL, start_new_session=True
            )
        )
        until = time.monotonic() + 20
        while time.monotonic() < until:
            with suppress(ConnectionRefusedError):
                assert Line(f"http://127.0.0.1:{port}").ask(request("GET", "/")).status == 200
                return
            time.sleep(0.002)
        raise AssertionError("it did not start")

    return act


def _end(begun: list[subprocess.Popen]) -> None:
    while begun:
        begun[-1].terminate()
        begun.pop().wait(20)


def _import() -> None:
    subprocess.run([sys.executable, "-c", "import flask, sqlalchemy"], env=plain_environment(), check=True)


def _rest(stage: Stage) -> Result:
    with stage.serving(f"sqlite:///{stage.folder / 'rest.db'}", instance=stage.folder / "rest") as server:
        line = Line(server.address)
        for path in ("/", "/tables/new"):
            assert line.ask(request("GET", path)).status == 200
        worker = weight.worker(server)
        resident = [weight.resident(pid) / weight.MB for pid in (worker, server.process.pid)]
    note = (
        f"the process that serves, after its first pages; the one that watches over it {resident[1]:.0f} MB"
    )
    return Result("memory at rest, one process", Figure(resident[0], "MB"), must=110, aim=80, note=note)
