"""A raw loop that writes an event to a table's sockets: `python -m tests.bench.raw FILE RATE`.

It keeps time as the watched server does: the moment before the first of the sockets is written to.
"""

from __future__ import annotations

import math
import re
import socket
import sys
import threading
import time
from itertools import count
from pathlib import Path
from typing import Final

from squarescores import address
from squarescores.settings import Settings

HEAD: Final = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: listening\n\n"
FIRST: Final = 50
"""The number that every table stands at."""


class Sockets:
    """The sockets of each table."""

    def __init__(self, listening: socket.socket) -> None:
        self.tables: dict[str, list[socket.socket]] = {}
        self._listening = listening
        self._came = math.inf
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            phone, _from = self._listening.accept()
            phone.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            asked = re.match(rb"GET /t/([^/]+)/live", phone.recv(4096))
            assert asked
            phone.sendall(HEAD + event(FIRST))
            self.tables.setdefault(asked[1].decode(), []).append(phone)
            self._came = time.monotonic()

    def settle(self) -> None:
        """Wait until phones have come, and no more come: none is to miss a mark."""
        while time.monotonic() < self._came + 1:
            time.sleep(0.1)


def event(number: int) -> bytes:
    """A mark's number as the app tells it."""
    return f"id: {number}\ndata: {number}\n\n".encode()


def main(file: str, rate: str) -> None:
    """Tell one table after the other, so many a second, until the terminal says to end."""
    listening = address.listen("127.0.0.1", 0)
    sockets = Sockets(listening)
    print(address.welcome(Settings(host="127.0.0.1"), listening.getsockname()[1]), flush=True)
    sockets.settle()
    with Path(file).open("a", buffering=1) as notes:
        for number in count(FIRST + 1):
            for key, phones in list(sockets.tables.items()):
                time.sleep(1 / float(rate))
                now, said = time.perf_counter(), event(number)
                for phone in phones:
                    phone.sendall(said)
                notes.write(f"{key} {now}\n")
            time.sleep(0.01)


if __name__ == "__main__":
    main(*sys.argv[1:])
