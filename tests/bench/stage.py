"""What the rows are measured on: the shipped server and the floors beside it, started when asked for."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Final

from squarescores.store import upgrade
from tests import postgres
from tests.bench import weight
from tests.bench.evening import Evening
from tests.bench.filled import fill, key, person
from tests.bench.line import Line, request
from tests.bench.phone import Phone, Play
from tests.bench.signed import SECRET, Signer
from tests.house.serving import PROGRAM, REPOSITORY, Serving, begun

FRESH: Final = range(1, 201)
"""Tables at which four have sat down and nobody has bid."""
PLAYED: Final = range(201, 301)
"""Tables with 15 deals."""
LONG: Final = 301
"""A table at deal 200 of its first match."""
LATE: Final = 302
"""A table at deal 1 of its 50th match."""


class Stage:
    """Everything that was started, in one folder; it ends with the stage."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self.folder = Path(self._open.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        self.signer = Signer()

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, *_error: object) -> None:
        self._open.close()

    @cached_property
    def sqlite(self) -> House:
        kept = self.folder / "squarescores.db"
        url = f"sqlite:///{kept}"
        upgrade(url)
        return self._house(url, str(self.folder / "floor.db"))

    @cached_property
    def postgres(self) -> House:
        url = postgres.fresh_database()
        return self._house(url, postgres.bare_database())

    def _house(self, url: str, floor: str) -> House:
        fill_stage(url)
        house = House(self, url)
        house.ours = self._open.enter_context(self.serving(url))
        (self.folder / "page.html").write_text(house.host(PLAYED[0]).get(f"/t/{key(PLAYED[0])}"))
        house.floor = self._open.enter_context(self.floors(floor))
        return house

    def serving(
        self, url: str, *, program: Sequence[object] = (PROGRAM,), **settings: object
    ) -> AbstractContextManager[Serving]:
        """The shipped program on that store."""
        named = {name: str(value) for name, value in settings.items()}
        command = [*program, "serve", "--host", "127.0.0.1", "--port", str(named.pop("port", 0))]
        kept = {"database": url, "secret_key": SECRET, "instance": str(self.folder / "instance")}
        return started([str(each) for each in command], **kept | named)

    def floors(self, database: str) -> AbstractContextManager[Serving]:
        """The floors on that store."""
        return started([sys.executable, "-m", "tests.bench.floors", str(self.folder), database])


class House:
    """Our server and the floors on the same kind of store."""

    ours: Serving
    floor: Serving

    def __init__(self, stage: Stage, url: str) -> None:
        self.url = url
        self._stage = stage
        self._fresh = iter(FRESH)

    def host(self, table: int, seat: str = "N") -> Phone:
        """The phone of who sits there."""
        signed = self._stage.signer.sign(person(table, seat))
        return Phone(self.ours.address, signed.cookie, signed.token)

    def play(self, table: int, deal: int = 1) -> Play:
        return Play(self.host(table), key(table), deal)

    def new_play(self) -> Play:
        """At a table where nobody has played yet."""
        return self.play(next(self._fresh))

    def least(self, method: str, path: str) -> bytes:
        return request(method, path)

    def floor_line(self) -> Line:
        return Line(self.floor.address)


def fill_stage(url: str) -> None:
    """The tables that the rows with one phone play at."""
    late = Evening()
    for _ in range(49):
        late.play(1).bank()
    fill(url, FRESH, [Evening()])
    fill(url, PLAYED, [Evening(seed).play() for seed in range(16)])
    fill(url, range(LONG, LONG + 1), [Evening().play(199)])
    fill(url, range(LATE, LATE + 1), [late])


@contextmanager
def started(command: list[str], **settings: str) -> Iterator[Serving]:
    """A server of this repository, ended at the end."""
    program = begun(command, REPOSITORY, **settings)
    try:
        yield Serving(program)
    finally:
        workers = weight.below(program.pid)
        if program.poll() is None:
            program.terminate()
            program.wait(30)
        weight.see_off(workers)
        if program.stdout:
            program.stdout.close()
