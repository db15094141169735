"""A phone that opens a sheet and reads nothing of what it is told: it costs nobody anything."""

from __future__ import annotations

import os
import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.many.rack import App
from tests.together.cast import done

MARKS = 150
FREED = 45  # seconds after which the server has given such a phone up: SILENT_FOR in address.py, and a beat


@pytest.fixture
def reads_nothing() -> Iterator[Callable[[str, str], socket.socket]]:
    """Opens the stream of a table, with room for a few marks, and leaves it at that."""
    opened: list[socket.socket] = []

    def one(address: str, key: str) -> socket.socket:
        where = urlsplit(address)
        phone = socket.socket()
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        phone.connect((where.hostname, where.port))
        phone.sendall(f"GET /t/{key}/live HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
        opened.append(phone)
        return phone

    yield one
    for phone in opened:
        phone.close()


def memory(app: App) -> int:
    """Kilobytes that the worker holds."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{app.process}/status").read_text())[1])


def streams(app: App) -> int:
    """Connections that the server has open to phones, by the system's own list."""
    port = f"{urlsplit(app.address).port:04X}"
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(line[1].endswith(f":{port}") and line[3] == "01" for line in lines)


@pytest.mark.parametrize("by", ["itself", "the proxy"])
def test_who_reads_nothing_holds_up_nobody_and_fills_no_memory(rack, party, listens, at, reads_nothing, by):
    address = rack.front if by == "the proxy" else rack.apps[0].address
    pages, alice = listens(2), at(party.alice, 0)
    done(alice.names_sides(NS="We"))
    for _ in range(20):
        reads_nothing(address, party.key)
    before = memory(rack.apps[0])
    for turn in range(MARKS):
        began = time.monotonic()
        mark = done(alice.names_sides(NS=f"Us {turn}"))
        assert max(page.hears(mark) for page in pages) < began + 2
    assert memory(rack.apps[0]) < before + 8_000


@pytest.mark.skipif("FAULTS" not in os.environ, reason="three quarters of a minute: `make faults`")
def test_who_reads_nothing_for_half_a_minute_is_given_up(rack, party, listens, at, reads_nothing):
    alice, [page, *_] = at(party.alice, 0), listens(1)
    time.sleep(1)
    before = streams(rack.apps[0])
    for _ in range(20):
        reads_nothing(rack.apps[0].address, party.key)
    for turn in range(MARKS):
        page.hears(done(alice.names_sides(NS=f"Us {turn}")))
    until = time.monotonic() + FREED
    assert streams(rack.apps[0]) >= before + 20
    while streams(rack.apps[0]) > before + 5:
        assert time.monotonic() < until
        time.sleep(1)
