"""What a phone is connected by: a wire for what it asks, a stream for what it hears."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from itertools import cycle
from typing import Final
from urllib.parse import urlsplit

from tests.bench.line import Answer

PATIENCE: Final = 60
"""Seconds until an answer that does not come is an error."""
_PLACES: Final = cycle([f"127.0.1.{number}" for number in range(1, 17)])
"""A machine's address has some 28,000 ports to ask from; this one has many addresses."""
_LENGTH: Final = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


async def connect(address: str, kind: Callable[[], asyncio.Protocol]) -> asyncio.Protocol:
    """A connection to a server, from one address of this machine or another."""
    parts, loop = urlsplit(address), asyncio.get_running_loop()
    place = (next(_PLACES), 0)
    _transport, protocol = await loop.create_connection(kind, parts.hostname, parts.port, local_addr=place)
    return protocol


class Wire(asyncio.Protocol):
    """A kept connection; one question at a time."""

    def __init__(self) -> None:
        self._said = bytearray()
        self._answer: asyncio.Future[Answer] | None = None
        self.is_open = False

    def connection_made(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.is_open = True

    async def ask(self, asked: bytes) -> Answer:
        """Raises ConnectionError where the server has closed the connection."""
        self._said.clear()
        self._answer = asyncio.get_running_loop().create_future()
        if not self.is_open:
            raise ConnectionResetError
        self._transport.write(asked)
        return await asyncio.wait_for(self._answer, PATIENCE)

    def data_received(self, said: bytes) -> None:
        self._said += said
        end = self._said.find(b"\r\n\r\n") + 4
        if end < 4:
            return
        head = bytes(self._said[:end])
        found = _LENGTH.search(head)
        if len(self._said) >= end + (int(found[1]) if found else 0) and self._answer:
            self._answer.set_result(Answer(int(head[9:12]), head, bytes(self._said[end:])))
            self._answer = None

    def connection_lost(self, error: Exception | None) -> None:
        self.is_open = False
        if self._answer and not self._answer.done():
            self._answer.set_exception(error or ConnectionResetError())

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self._transport.abort()


class Stream(asyncio.Protocol):
    """A page's open stream; `heard` is told each mark's number and when it came, `lost` that it is over."""

    def __init__(
        self, asked: bytes, heard: Callable[[int, float], None], lost: Callable[[int], None]
    ) -> None:
        self._asked, self._heard, self._lost = asked, heard, lost
        self._rest = self._event = b""
        self._status = 0
        self.drawn = b""
        """By which program, and for whom."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        transport.write(self._asked)

    def data_received(self, said: bytes) -> None:
        now = time.perf_counter()
        *lines, self._rest = (self._rest + said).split(b"\n")
        for line in lines:
            if line.startswith(b"id: "):
                self._heard(int(line[4:]), now)
            elif line.startswith(b"event: "):
                self._event = line[7:]
            elif line.startswith(b"data: ") and self._event == b"drawn":
                self.drawn = line[6:]
            elif not line:
                self._event = b""
            elif line.startswith(b"HTTP/1.1 "):
                self._status = int(line[9:12])

    def connection_lost(self, _error: Exception | None) -> None:
        self._lost(self._status)

    def close(self) -> None:
        self._transport.close()
