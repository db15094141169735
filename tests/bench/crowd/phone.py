"""One phone of the crowd: it hears its table, asks for the live part again, and enters."""

from __future__ import annotations

import asyncio
import errno
import time
from dataclasses import dataclass, field
from typing import Any

from tests.bench.crowd.wire import Stream, Wire, connect
from tests.bench.line import Answer, request
from tests.bench.signed import Signed

Moment = tuple[str, int, float]
"""A table's key, a mark's number, and when."""


@dataclass
class Diary:
    """What happened to all phones of the crowd."""

    heard: list[Moment] = field(default_factory=list)
    drawn: list[Moment] = field(default_factory=list)
    pressed: list[Moment] = field(default_factory=list)
    answered: list[Moment] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Phone:
    """Sits at a table; `redraws`: asks for the live part at each mark, as a page does."""

    def __init__(self, address: str, key: str, signed: Signed, diary: Diary) -> None:
        self.address, self.key, self.signed, self.diary = address, key, signed, diary
        self.redraws = False
        self.number = 0
        self.current = asyncio.Event()
        self._etag = ""
        self._drawn = b""
        self._wires: list[Wire] = []
        """Those that are kept and that nothing is asked on just now."""
        self._stream: Stream | None = None
        self._drawing: asyncio.Task[None] | None = None

    # What it hears

    async def listen(self) -> None:
        """Open the stream and wait for its first mark; tries again every two seconds where it has to."""
        asked = request("GET", f"/t/{self.key}/live", self.signed.cookie, accept="text/event-stream")
        self.current.clear()
        while not self.current.is_set():
            try:
                stream = self._stream = await connect(
                    self.address, lambda: Stream(asked, self._heard, self._lost)
                )
                await asyncio.wait_for(self.current.wait(), 30)
                self._drawn = stream.drawn
            except (OSError, TimeoutError) as error:
                self.diary.errors.append(f"listening: {error!r}")
                await asyncio.sleep(2)

    def _heard(self, number: int, at: float) -> None:
        for each in range(self.number + 1, number + 1) if self.number else ():
            self.diary.heard.append((self.key, each, at))
        since, self.number = self.number, number
        self.current.set()
        if self.redraws and since and self._drawing is None:
            self._drawing = asyncio.create_task(self._draw(since))

    def _lost(self, status: int) -> None:
        self._stream = None
        if status not in (0, 200):
            self.diary.errors.append(f"listening: {status}")

    async def _draw(self, since: int) -> None:
        """Bring the page up to the last mark that was heard, and to those that are heard meanwhile."""
        while since < self.number:
            wanted = self.number
            if not await self.look():
                break
            now = time.perf_counter()
            self.diary.drawn += [(self.key, each, now) for each in range(since + 1, wanted + 1)]
            since = wanted
        self._drawing = None

    async def come_back(self) -> None:
        """Open the stream again, as a page does: it looks where it missed a mark or was drawn by another."""
        since, drawn = self.number, self._drawn
        await self.listen()
        if (self.number, self._drawn) != (since, drawn):
            await self.look()

    async def look(self) -> bool:
        """Ask for the live part, as a browser that has one; whether it came."""
        asked = request("GET", f"/t/{self.key}/part", self.signed.cookie)
        if self._etag:
            asked = asked.replace(b"\r\n\r\n", f"\r\nIf-None-Match: {self._etag}\r\n\r\n".encode())
        answer = await self.ask(asked)
        if answer is None:
            return False
        self._etag = answer.header("ETag")
        return self._is_good(answer, 200, 304)

    # What it asks

    async def ask(self, asked: bytes) -> Answer | None:
        """None where there was no answer; a connection that the server has closed meanwhile is no error."""
        for is_last in (False, True):
            wire = None
            try:
                self._wires = [each for each in self._wires if each.is_open]
                wire = self._wires.pop() if self._wires else await self._connect()
                answer = await wire.ask(asked)
                self._wires.append(wire)
                return answer
            except (OSError, TimeoutError) as error:
                if wire:
                    wire.close()  # its answer may come yet, and is nobody's
                if is_last or isinstance(error, TimeoutError):
                    self.diary.errors.append(f"asking: {error!r}")
                    return None
        return None

    async def _connect(self) -> Wire:
        """Another wire. Where this machine lets the crowd have no more files, the server is not to blame."""
        while True:
            try:
                return await connect(self.address, Wire)
            except OSError as error:
                if error.errno != errno.EMFILE:
                    raise
                await asyncio.sleep(0.1)  # until the server has closed one that nobody asked on

    async def write(self, path: str, **fields: Any) -> bool:
        """Write a mark, which is the table's next one; whether it was written."""
        asked = request(
            "POST", f"/t/{self.key}/{path}", self.signed.cookie, accept="application/json",
            csrf_token=self.signed.token, **fields,
        )  # fmt: skip
        answer = await self.ask(asked)
        return answer is not None and self._is_good(answer, 201)

    def _is_good(self, answer: Answer, *wanted: int) -> bool:
        if answer.status not in wanted:
            self.diary.errors.append(f"answered: {answer.status}")
        return answer.status in wanted

    def close(self) -> None:
        for wire in self._wires:
            wire.close()
        if self._stream:
            self._stream.close()
