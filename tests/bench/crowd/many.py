"""All phones of the crowd and what they do together; runs in a program of its own."""

from __future__ import annotations

import asyncio
import resource
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import asdict
from itertools import cycle
from multiprocessing.connection import Connection
from typing import Any

from tests.bench.crowd.game import Game
from tests.bench.crowd.phone import Diary, Phone
from tests.bench.crowd.told import Told
from tests.bench.crowd.wire import Wire, connect
from tests.bench.filled import key, person
from tests.bench.line import request
from tests.bench.signed import Signer

SETTLES = 15
"""Seconds after the last entry within which every phone has heard and drawn it, or never will."""


def run(pipe: Connection) -> None:
    """Do what the other end asks for, until it asks no more."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(_run(Many(), pipe))


async def _run(many: Many, pipe: Connection) -> None:
    loop = asyncio.get_running_loop()
    while asked := await loop.run_in_executor(None, pipe.recv):
        word, fields = asked
        pipe.send(await getattr(many, word)(**fields))
    many.close()


class Many:
    """The phones of some tables; each method answers with what happened meanwhile."""

    def __init__(self) -> None:
        self._diary = Diary()
        self._games: list[Game] = []
        self._turns = cycle(self._games)
        self._signer = Signer()

    @property
    def _phones(self) -> list[Phone]:
        return [phone for game in self._games for phone in game.phones.values()]

    async def sit(
        self, address: str, tables: range, seats: str, number: int, deal: int, is_bid: bool
    ) -> None:
        """Sit down at tables of a filled store, all at that mark and deal; nothing is asked yet."""
        self.close()
        for table in tables:
            phones = {
                seat: Phone(address, key(table), self._signer.sign(person(table, seat)), self._diary)
                for seat in seats
            }
            self._games.append(Game(phones, number, deal, is_bid=is_bid))
        self._turns = cycle(self._games)

    async def open(self, at_once: int) -> Told:
        """Every phone opens its stream, so many at a time, and has heard where its table stands."""
        return await self._all(at_once, (phone.listen for phone in self._phones))

    async def look(self, at_once: int) -> Told:
        """Every phone asks for its live part."""
        return await self._all(at_once, (phone.look for phone in self._phones))

    async def come_back(self) -> Told:
        """Every phone at once comes back."""
        return await self._all(len(self._phones), (phone.come_back for phone in self._phones))

    async def _all(self, at_once: int, acts: Iterable[Callable[[], Awaitable[object]]]) -> Told:
        began, turns = time.perf_counter(), asyncio.Semaphore(at_once)

        async def one(act: Callable[[], Awaitable[object]]) -> None:
            async with turns:
                await act()

        await asyncio.gather(*map(one, acts))
        return self._told(seconds=time.perf_counter() - began)

    async def play(self, rate: float, seconds: float, redraws: bool) -> Told:
        """Entries at that rate, one table after the other, whether or not the ones before were answered."""
        for phone in self._phones:
            phone.redraws = redraws
        began, entries = time.perf_counter(), []
        for turn in range(round(rate * seconds)):
            await asyncio.sleep(max(0, began + turn / rate - time.perf_counter()))
            entries.append(asyncio.create_task(next(self._turns).enter()))
        await asyncio.gather(*entries)
        wanted = len(self._diary.answered) * len(self._phones) // len(self._games)
        until, told = time.monotonic() + SETTLES, self._diary.drawn if redraws else self._diary.heard
        while len(told) < wanted and time.monotonic() < until:
            await asyncio.sleep(0.1)
        return self._told(missed=max(0, wanted - len(told)))

    async def hear(self, seconds: float) -> Told:
        """Only listen."""
        await asyncio.sleep(seconds)
        return self._told()

    async def write(self, seconds: float) -> Told:
        """Every table enters as fast as it is answered."""

        async def keep(game: Game) -> None:
            while time.perf_counter() < until and await game.enter():
                pass

        began, before = time.perf_counter(), sum(game.number for game in self._games)
        until = began + seconds
        await asyncio.gather(*map(keep, self._games))
        marks = sum(game.number for game in self._games) - before
        return self._told(seconds=time.perf_counter() - began, marks=marks)

    async def ask(self, address: str, method: str, path: str, wires: int, seconds: float) -> Told:
        """The same question on so many wires, as fast as it is answered."""
        asked, answers = request(method, path), Counter[int]()

        async def keep(wire: Wire) -> None:
            while time.perf_counter() < until:
                answers[(await wire.ask(asked)).status] += 1

        opened = [await connect(address, Wire) for _ in range(wires)]
        began = time.perf_counter()
        until = began + seconds
        await asyncio.gather(*map(keep, opened))
        for wire in opened:
            wire.close()
        return self._told(seconds=time.perf_counter() - began, answers=answers.total())

    def _told(self, **more: Any) -> Told:
        """What the diary holds, which begins anew."""
        told = asdict(self._diary) | more
        for page in (self._diary.heard, self._diary.drawn, self._diary.pressed, self._diary.answered):
            page.clear()
        self._diary.errors.clear()
        return told

    def close(self) -> None:
        for phone in self._phones:
            phone.close()
        self._games.clear()
