"""Phones that begin something and fall silent: the others are answered all the same."""

import socket
import time
import urllib.parse
from contextlib import ExitStack

import pytest

from tests.house.serving import serving

THREADS = 8
SOON = 8  # seconds; whoever was waited for in turn, two seconds each, would take much longer
HALF = (b"GET / HT", b"POST /t/x/entries HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nop=")
LAST = b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dawdling")
    with serving(folder, "--host", "127.0.0.1", threads=str(THREADS), streams="2") as started:
        yield started


@pytest.fixture
def says(house):
    """A connection that says something, and stays open until the test is over."""
    place = urllib.parse.urlsplit(house.address)
    with ExitStack() as kept:

        def say(words: bytes) -> socket.socket:
            connection = kept.enter_context(socket.create_connection((place.hostname, place.port), 15))
            connection.sendall(words)
            return connection

        yield say


@pytest.mark.parametrize("half", HALF, ids=["half a line", "half a body"])
def test_as_many_half_requests_as_there_are_threads_are_given_up(house, says, half):
    for _ in range(THREADS):
        says(half)
    assert house.get("/healthz")[0] == 200


def test_nobody_waits_for_those_who_do_not_close(house, says):
    began = time.monotonic()
    for _ in range(THREADS):
        assert says(LAST).recv(100).startswith(b"HTTP/1.1 200")
    assert house.get("/healthz")[0] == 200
    assert time.monotonic() - began < SOON


def test_nobody_is_blamed_for_it(house):
    assert house.process.poll() is None
    house.process.terminate()
    assert house.last_words() == ""
