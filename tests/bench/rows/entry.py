"""One phone that enters points, again and again: beside the durable floor, and late beside early."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tests.bench.filled import key
from tests.bench.line import request
from tests.bench.phone import Play
from tests.bench.result import Figure, Result
from tests.bench.stage import LATE, LONG, House, Stage
from tests.bench.timing import Act, always, interleaved

ENTRIES = 300
DEALS = 15
MOST_SEEN = 99_999


class Evenings:
    """Table after table, so many deals at each."""

    def __init__(self, house: House, deals: int) -> None:
        self._house, self._deals = house, deals
        self._play = house.new_play()

    def __call__(self) -> Act:
        if self._play.is_between_deals and self._play.deal > self._deals:
            self._play = self._house.new_play()
        return self._play.entry()


class Matches(Play):
    """One table, one deal a match."""

    def entry(self) -> Callable[[], object]:
        if self.is_between_deals and self.deal > 1:
            self.phone.post(f"/t/{self.key}/banking", seen=MOST_SEEN)
            self.phone.post(f"/t/{self.key}/matches")
            self.deal = 1
        return super().entry()


def rows(stage: Stage) -> Iterator[Result]:
    """Both stores; what lies behind an entry is the same on either."""
    yield _against_the_floor("an entry, SQLite", stage.sqlite)
    yield _against_the_floor("an entry, PostgreSQL", stage.postgres)
    yield from _late(stage.sqlite)


def _against_the_floor(name: str, house: House) -> Result:
    line = house.floor_line()
    bare, durable = (
        always(partial(line.ask, request(*asked))) for asked in (("GET", "/bare"), ("POST", "/row"))
    )
    ours, kept, least = interleaved(ENTRIES, Evenings(house, DEALS), durable, bare)
    note = f"the floor is a view that commits a row durably; a bare view {Figure.of(least)}"
    return Result(name, Figure.of(ours), Figure.of(kept), must=2.2, aim=1.7, note=note)


def _late(house: House) -> Iterator[Result]:
    turns = Evenings(house, 1), house.play(LONG, 200).entry, Matches(house.host(LATE), key(LATE)).entry
    first, long, late = interleaved(ENTRIES // 3, *turns)
    for name, ours in (
        ("an entry at deal 200 and later", long),
        ("an entry at the 50th match and later", late),
    ):
        note = "the floor is an entry at deal 1"
        yield Result(name, Figure.of(ours), Figure.of(first), must=1.15, aim=1.05, note=note)
