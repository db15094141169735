"""Requests that come slowly, in pieces or never: nobody else waits for them. A server of eight threads."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from squarescores.door.heard import BODY, HEAD, Heard
from tests.house.serving import Serving, serving

HERE = b"Host: localhost\r\n"
FORM = b"POST /sign-out HTTP/1.1\r\n" + HERE + b"Content-Type: application/x-www-form-urlencoded\r\n"
HEALTH = b"GET /healthz HTTP/1.1\r\n" + HERE + b"\r\n"
CHUNKED = b"POST /sign-out HTTP/1.1\r\n" + HERE + b"Transfer-Encoding: chunked\r\n\r\n4\r\nwait\r\n"
SOON = 2  # seconds


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("door"), "--host", "127.0.0.1", threads="8", streams="4") as house:
        yield house


def asks(house: Serving, *pieces: bytes) -> socket.socket:
    """A connection on which that was said, a piece at a time."""
    port = int(house.address.rpartition(":")[2])
    connection = socket.create_connection(("127.0.0.1", port), 10)
    for number, piece in enumerate(pieces):
        time.sleep(0.1 * bool(number))
        connection.sendall(piece)
    return connection


def answers(connection: socket.socket, count: int = 1) -> list[str]:
    """The status lines of the next answers."""
    lines = []
    with connection.makefile("rb") as said:
        while len(lines) < count and (line := said.readline().decode()):
            if line.startswith("HTTP/1.1"):
                lines.append(line[9:12])
    return lines


SLOWLY = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "half a head": HEALTH[:-2],
    "half a body": FORM + b"Content-Length: 9\r\n\r\nop=",
    "no end of chunks": CHUNKED,
    "one and a half": HEALTH + b"GET /hea",
    "too much": FORM + b"Content-Length: 70000\r\n\r\nop=",
    "not closing": HEALTH.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"),
}


@pytest.mark.parametrize("said", SLOWLY.values(), ids=SLOWLY)
def test_nobody_waits_for_forty_who_do_not_finish(house, said):
    with ExitStack() as slow:
        for _ in range(40):
            slow.enter_context(closing(asks(house, said)))
        for _ in range(3):
            began = time.monotonic()
            assert house.get("/healthz")[0] == 200
            assert time.monotonic() - began < SOON


@pytest.mark.parametrize(
    ("pieces", "statuses"),
    [
        ([HEALTH[:9], HEALTH[9:-1], HEALTH[-1:]], ["200"]),
        ([FORM + b"Content-Length: 4\r\n\r\n", b"op", b"=1"], ["400"]),
        ([HEALTH + HEALTH, HEALTH], ["200"] * 3),
        ([HEALTH + HEALTH[:20], HEALTH[20:]], ["200"] * 2),
        ([FORM + b"Content-Length: 4\r\nExpect: 100-continue\r\n\r\n"], ["100"]),
        ([FORM + b"Content-Length: 70000\r\n\r\n"], ["413"]),
        ([CHUNKED], ["400"]),
        ([b"GET / HTTP/1.1\r\nX: " + b"x" * HEAD], ["431"]),
    ],
    ids=["a head", "a body", "three", "one and a half", "asks first", "too much", "chunks", "a long head"],
)
def test_whatever_comes_in_pieces_is_answered(house, pieces, statuses):
    with closing(asks(house, *pieces)) as phone:
        assert answers(phone, len(statuses)) == statuses


def test_whoever_is_gone_leaves_nothing_behind(house):
    for said in (b"", b"GET / HT", HEALTH, FORM + b"Content-Length: 9\r\n\r\nop="):
        for _ in range(50):
            asks(house, said).close()
    assert house.get("/healthz")[0] == 200


@pytest.mark.parametrize(
    ("said", "wanted", "is_last"),
    [
        (HEALTH, len(HEALTH), False),
        (HEALTH + b"GET", len(HEALTH), False),
        (HEALTH[:-1], 0, False),
        (b"POST / HTTP/1.1\r\ncontent-LENGTH:  12 \r\n\r\n", 39 + 12 + 2, False),
        (b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (BODY + 1), 42, True),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 44, True),
        (b"POST / HTTP/1.1\r\nX-Content-Length: 12\r\n\r\n", 41, False),
    ],
)
def test_how_much_is_waited_for(said, wanted, is_last):
    at_once, slowly = Heard(0), Heard(0)
    at_once.take_in(said)
    for place in range(len(said)):
        slowly.take_in(said[place : place + 1])
    assert (at_once.wanted, at_once.is_last) == (slowly.wanted, slowly.is_last) == (wanted, is_last)
