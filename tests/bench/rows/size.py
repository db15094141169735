"""Bytes over the wire, heads included: what a sheet costs a phone that has never seen it, and each change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tests.bench.filled import key
from tests.bench.line import request
from tests.bench.result import Figure, Result
from tests.bench.stage import PLAYED, House, Stage

_LINKED: Final = re.compile(r'<(?:link|script|img)\b[^>]*?\b(?:href|src)="(/[^"]+)"')
KB: Final = 1000


def rows(stage: Stage) -> Iterator[Result]:
    house = stage.sqlite
    carried = dict(_first_load(house))
    page, *files = carried.values()
    note = f"the page {page / KB:.1f} KB; {len(files)} files besides, nearly all of them kept for a year"
    figure = Figure((page + sum(files)) / KB, "KB")
    yield Result("the first load of a sheet, 15 deals", figure, must=60, aim=35, note=note)
    yield _update(house)


def _first_load(house: House) -> Iterator[tuple[str, int]]:
    """The page and everything it links, which is all that it asks for, with what each of it carries."""
    phone, path = house.host(PLAYED[2]), f"/t/{key(PLAYED[2])}"
    page = phone.line.ask(request("GET", path, phone.cookie))
    yield path, page.carried
    for name in dict.fromkeys(_LINKED.findall(page.text)):
        answer = phone.line.ask(request("GET", name, phone.cookie))
        assert answer.status == 200, (name, answer.status)
        yield name, answer.carried


def _update(house: House) -> Result:
    """An event, and the live part it makes a phone ask for."""
    table = PLAYED[3]
    play, phone = house.play(table, deal=16), house.host(table, "S")
    lines = house.ours.listen(f"/t/{key(table)}/live")
    while not next(lines).startswith(b"event: presence"):
        pass
    play.entry()()
    event = next(line for line in lines if line.startswith(b"id: ")) + next(lines) + next(lines)
    part = phone.line.ask(request("GET", f"/t/{key(table)}/part", phone.cookie))
    note = f"its event {len(event)} bytes, the live part {part.carried}"
    figure = Figure((len(event) + part.carried) / KB, "KB")
    return Result("an update of a sheet of 15 deals", figure, must=4, aim=2, note=note)
