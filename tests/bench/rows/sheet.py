"""What is read: the sheet's page, and its live part by the four phones of a table after each entry."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from functools import partial

from tests.bench.filled import key
from tests.bench.line import Ear, request
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
    yield from _part(house)


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


def _part(house: House) -> Iterator[Result]:
    """Each phone asks once it has heard of an entry; the mean of the four counts."""
    table, line = PLAYED[1], house.floor_line()
    play, path = house.play(table, deal=16), f"/t/{key(table)}"
    phones = [play.phone, *(house.host(table, seat) for seat in PHONES[1:])]
    ears = [Ear(house.ours.address, f"{path}/live", phone.cookie) for phone in phones]
    ours: list[float] = []
    least: list[float] = []
    until: list[float] = []
    for _ in range(WARM + EVENTS):
        mark = json.loads(play.entry()().text)["mark"]
        answered = time.perf_counter()
        for ear, phone in zip(ears, phones, strict=True):
            ear.hear(mark)
            ours.append(timed(partial(_look, phone, path, mark)))
        until.append(time.perf_counter() - answered)
        least += [timed(partial(line.ask, request("GET", "/bare"))) for _ in PHONES]
    for ear in ears:
        ear.close()
    ours, least = (sums(times, len(PHONES))[WARM:] for times in (ours, least))
    yield Result(
        "the live part after an event, four phones", Figure.of(ours), Figure.of(least), must=2, aim=1.5,
        note="the mean of a table's four phones, each of which has heard the event, before which the part is "
        "drawn; the floor is a bare view",
    )  # fmt: skip
    name = "an entry's answer to the fourth phone's part"
    note = "one phone after the other hears and asks; the drawing and the telling are in it"
    yield Result(name, Figure.of(until[WARM:]), note=note)


def _look(phone: Phone, path: str, mark: int) -> None:
    answer = phone.line.ask(request("GET", f"{path}/part", phone.cookie))
    assert answer.header("ETag").startswith(f'W/"{mark}-'), answer.head
