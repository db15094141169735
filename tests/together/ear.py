"""A phone's stream in the soak: it listens, freezes, breaks off, comes back, and must not miss the last."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException, HTTPResponse
from typing import Final

from tests.together.evening import Fault, Soaking
from tests.together.wire import Wire

LATE: Final = 10
"""Seconds in which a busy machine still hears from a server that has ended."""

SILENT: Final = 25
"""Seconds without a word after which a page gives a stream up."""


class Ear(threading.Thread):
    """Listens to a table until it is told to stop."""

    def __init__(self, soaking: Soaking, wire: Wire, key: str, dice: random.Random) -> None:
        super().__init__(daemon=True)
        self.soaking = soaking
        self.wire = Wire(soaking.address, SILENT)
        self.wire.cookies = wire.cookies
        self.key = key
        self.dice = dice
        self.heard = 0
        """The last mark it was told of."""
        self.seats: list[str] = []
        """Whose phones are connected, as it was told last."""
        self._is_done = False
        self._connection = self.wire.connection()

    def run(self) -> None:
        try:
            while not self._is_done and not self.soaking.is_lost.is_set():
                self._listens()
        except BaseException as fault:  # noqa: BLE001 -- the soak fails with it, not this thread alone
            self.soaking.fails(fault)

    def stops(self) -> None:
        """Listen no more."""
        self._is_done = True
        with suppress(OSError, AttributeError):  # between two connections there is nothing to end
            self._connection.sock.shutdown(socket.SHUT_RDWR)

    def _listens(self) -> None:
        connection = self._connection = self.wire.connection()
        try:
            connection.request("GET", f"/t/{self.key}/live", headers=self._headers())
            stream = connection.getresponse()
            if stream.status == 503 and time.monotonic() < self.soaking.stopped + LATE:
                self.soaking.count("streams refused by a server that ends")
                time.sleep(self.dice.uniform(0.1, 0.5))
                return
            if stream.status in self.soaking.excused:
                self.soaking.count("streams refused for now")
                time.sleep(self.dice.uniform(0.1, 0.5))
                return
            if stream.status != 200:
                raise Fault(f"a stream was answered {stream.status}: {stream.read(300)!r}")
            self.soaking.count("streams opened")
            self._follows(stream)
        except (OSError, HTTPException) as broken:
            self.soaking.count(f"streams lost: {type(broken).__name__}")
            time.sleep(self.dice.uniform(0.1, 0.5))
        finally:
            connection.close()

    def _headers(self) -> dict[str, str]:
        known = {"Last-Event-ID": str(self.heard)} if self.heard else {}
        return self.wire.sent({"Accept": "text/event-stream", **known})

    def _follows(self, stream: HTTPResponse) -> None:
        """Until it breaks off, of itself or of the server."""
        ends, told = self._some_time_on(), None
        for event, said in events(stream):
            told = self._hears(event, said, told)
            if self._is_done or self.soaking.is_lost.is_set():
                return
            if time.monotonic() > ends and not self.soaking.is_over.is_set():
                if self._breaks():
                    return
                ends = self._some_time_on()
        if not self._is_done:
            self.soaking.count("streams ended by the server")
            time.sleep(self.dice.uniform(0.1, 0.5))

    def _some_time_on(self) -> float:
        return time.monotonic() + self.dice.expovariate(1 / 15)

    def _hears(self, event: str, said: str, told: int | None) -> int | None:
        if event == "presence":
            self.seats = json.loads(said)["seats"]
            return told
        if event != "message":
            return told
        number = int(said)
        if number < self.heard or (told is not None and number <= told):
            raise Fault(f"a stream told {number} after {told or self.heard}")
        self.heard = number
        self.soaking.count("numbers told")
        return number

    def _breaks(self) -> bool:
        """Stop reading for a while, and perhaps for good."""
        if self.dice.random() < 0.5:
            self.soaking.count("streams frozen")
            time.sleep(self.dice.uniform(1, 6))
        if self.dice.random() < 0.7:
            self.soaking.count("streams cut")
            return True
        return False


def events(stream: HTTPResponse) -> Iterator[tuple[str, str]]:
    """What a stream says, event by event, until it ends."""
    event = "message"
    while line := stream.readline().decode():
        if line.startswith("event: "):
            event = line[7:].strip()
        elif line.startswith("data:"):
            yield event, line[5:].strip()
        elif not line.strip():
            event = "message"
