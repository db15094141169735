"""What is read: the sheet's page, and its live part by the four phones of a table after each entry."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tests.bench.filled import key
from tests.bench.line import request
from tests.bench.phone import Phone
from tests.bench.result import Figure, Result
from tests.bench.stage import PLAYED, House, Stage
from tests.bench.timing import WARM, always, interleaved, sums, timed

TIMES = 300
EVENTS = 60
PHONES = "NESW"


def rows(stage: Stage) -> Iterator[Result]:
    house = stage.sqlite
    yield from _page(house)
    yield _part(house)


def _page(house: House) -> Iterator[Result]:
    table, line = PLAYED[0], house.floor_line()
    phone = house.host(table)
    turns = (
        (phone.line, request("GET", f"/t/{key(table)}", phone.cookie)),
        (line, request("GET", "/bare")),
        (line, request("GET", "/files/page.html")),
    )
    ours, bare, file = interleaved(TIMES, *(always(partial(each.ask, asked)) for each, asked in turns))
    note = f"the floor is a bare view; a static file of the page's size {Figure.of(file)}"
    yield Result("the sheet's page, 15 deals", Figure.of(ours), Figure.of(bare), must=4, aim=2.5, note=note)


def _part(house: House) -> Result:
    """After each entry every phone asks once; the mean of the four counts, whoever it was drawn for."""
    table, line = PLAYED[1], house.floor_line()
    play = house.play(table, deal=16)
    phones = [play.phone, *(house.host(table, seat) for seat in PHONES[1:])]
    ours: list[float] = []
    least: list[float] = []
    for _ in range(WARM + EVENTS):
        play.entry()()
        ours += [timed(partial(_look, phone, key(table))) for phone in phones]
        least += [timed(partial(line.ask, request("GET", "/bare"))) for _ in PHONES]
    ours, least = (sums(times, len(PHONES))[WARM:] for times in (ours, least))
    return Result(
        "the live part after an event, four phones", Figure.of(ours), Figure.of(least), must=2, aim=1.5,
        note="the mean of a table's four phones; the floor is a bare view",
    )  # fmt: skip


def _look(phone: Phone, of: str) -> None:
    answer = phone.line.ask(request("GET", f"/t/{of}/part", phone.cookie))
    assert answer.status == 200, answer.head
