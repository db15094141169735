"""Open sheets as the server keeps them: told, kept warm, waited for and given up, without a thread each."""

from __future__ import annotations

import re
import socket
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from werkzeug.wsgi import ClosingIterator

from squarescores.live import Bell
from squarescores.pedro.table import Table
from squarescores.serve import streams as keeping
from squarescores.serve.handing import Handed, handing
from squarescores.serve.stream import Stream
from squarescores.serve.streams import Streams
from squarescores.store import StoreAway
from squarescores.web.live import HOLD, STILL_HERE, Telling
from tests.live.conftest import KEY, Sheet

CHUNK = re.compile(rb"([0-9A-F]+)\r\n(.*?)\r\n", re.DOTALL)


class Phone:
    """The other end of a stream."""

    def __init__(self, streams: Streams, bell: Bell, who: str | None, *, is_chunked: bool) -> None:
        page = bell.listen(KEY, who)
        theirs, self.line = socket.socketpair()
        self.line.settimeout(3)
        self.said = b""
        self._is_chunked = is_chunked
        streams.take(theirs, Handed(Telling(page, ""), is_chunked=is_chunked, end=page.close))

    def hears(self, event: str) -> None:
        """It is told that, whatever else it is told before, and the rest is kept."""
        while event not in (text := self._text()):
            more = self.line.recv(4096)
            assert more, f"it ended, having said {text!r}"
            self.said += more

    def _text(self) -> str:
        if not self._is_chunked:
            return self.said.decode()
        return b"".join(text for _length, text in CHUNK.findall(self.said)).decode()

    def count(self, event: str) -> int:
        return self._text().count(event)

    def hears_the_end(self) -> bytes:
        """Everything it was told until the line was closed."""
        while more := self.line.recv(4096):
            self.said += more
        return self.said


class Dawdling:
    """A connection whose system call takes its time."""

    def __init__(self) -> None:
        self.is_asked, self.may_go_on, self.is_closed = threading.Event(), threading.Event(), False

    def setblocking(self, _flag: bool) -> None: ...

    def send(self, said: bytes) -> int:
        self.is_asked.set()
        self.may_go_on.wait(3)
        return len(said)

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "TICK", 0.01)
    monkeypatch.setattr(keeping, "AWAY", 0.05)


@pytest.fixture
def sheet() -> Sheet:
    return Sheet()


@pytest.fixture
def bell(sheet: Sheet) -> Bell:
    return Bell(sheet.look, most=100)


@pytest.fixture
def streams(bell: Bell) -> Iterator[Streams]:
    streams = Streams()
    yield streams
    bell.close()
    streams.close()
    assert bell.count == 0


@pytest.fixture
def opens(streams: Streams, bell: Bell) -> Iterator[Callable[..., Phone]]:
    phones: list[Phone] = []

    def one(who: str | None = None, *, is_chunked: bool = True) -> Phone:
        phones.append(Phone(streams, bell, who, is_chunked=is_chunked))
        return phones[-1]

    yield one
    for phone in phones:
        phone.line.close()


def soon_is(what: Callable[[], bool]) -> bool:
    until = time.monotonic() + 3
    while not what() and time.monotonic() < until:
        time.sleep(0.01)
    return what()


def test_every_phone_of_a_table_hears_of_a_mark_and_the_store_is_read_once(opens, bell, sheet):
    phones = [opens(who) for who in ("alice", "bob", None, None)]
    phones[0].hears('"watching": 2')
    sheet.looked = 0
    sheet.grow()
    bell.ring(KEY)
    for phone in phones:
        phone.hears("id: 3\ndata: 3\n\n")
    assert sheet.looked == 1


def test_what_a_page_was_opened_with_goes_as_soon_as_it_is_handed_on(bell):
    def opens(environ, _start):
        environ[HOLD](Telling(bell.listen(KEY, "alice"), ""))
        return ClosingIterator([b": listening"])

    answer = handing(opens)({"SERVER_PROTOCOL": "HTTP/1.1"}, Mock())
    opened = weakref.ref(answer)
    with suppress(Handed):
        b"".join(answer)
    del answer
    assert opened() is None


def test_who_comes_and_goes_is_told_without_a_look_at_the_store(opens, sheet):
    alice = opens("alice")
    sheet.looked = 0
    bob = opens("bob")
    alice.hears('{"seats": ["N", "E"], "watching": 0}')
    bob.line.close()
    alice.hears('{"seats": ["N"], "watching": 0}')
    assert sheet.looked == 0


def test_a_phone_that_hangs_up_is_missed_at_once(opens, bell):
    phones = [opens("alice") for _ in range(3)]
    phones[1].line.close()
    assert soon_is(lambda: bell.count == 2)


def test_a_silent_stream_is_kept_warm(opens, monkeypatch):
    monkeypatch.setattr(keeping, "BEAT", 0.05)
    alice = opens("alice")
    alice.hears(STILL_HERE * 3)


def test_a_server_that_stood_still_for_an_hour_says_once_that_it_is_there(opens, bell, sheet, monkeypatch):
    late = [0]
    monkeypatch.setattr(keeping, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + late[0]))
    alice, bob = opens("alice"), opens("bob")
    alice.hears('{"seats": ["N", "E"], "watching": 0}')
    bob.line.close()
    alice.hears('{"seats": ["N"], "watching": 0}')  # by now he looks after her
    late[0] = 3600
    alice.hears(STILL_HERE)
    sheet.grow()
    bell.ring(KEY)
    alice.hears("id: 3\n")
    assert alice.count(STILL_HERE) == 1


def test_a_line_is_not_closed_while_something_is_said_on_it(bell, sheet):
    page = bell.listen(KEY, "alice")
    line = Dawdling()
    stream = Stream(Mock(), line, Handed(Telling(page, ""), is_chunked=True, end=page.close))
    said = threading.Thread(target=stream.beat)
    said.start()
    assert line.is_asked.wait(3)
    closed = threading.Thread(target=stream.close)
    closed.start()
    closed.join(0.05)
    assert not line.is_closed
    line.may_go_on.set()
    for each in (said, closed):
        each.join(3)
    assert line.is_closed


def test_an_old_browser_hears_it_without_chunks(opens, bell, sheet):
    alice = opens("alice", is_chunked=False)
    sheet.grow()
    bell.ring(KEY)
    alice.hears("id: 3\ndata: 3\n\n")
    bell.close()
    assert alice.hears_the_end().endswith(b"data: 3\n\n")


def test_a_phone_that_takes_nothing_is_told_the_last_when_it_does_and_holds_up_nobody(opens, bell, sheet):
    slow, quick = opens("alice"), opens("bob")
    grown = 0
    while quick.line and grown < 20_000:
        sheet.grow()
        bell.ring(KEY)
        grown += 1
        if grown % 100 == 0:
            quick.hears(f"id: {2 + grown}\n")
            quick.said = b""
    slow.hears(f"id: {2 + grown}\n")
    assert slow.count("id: ") < grown, "it was told of each, so it never was behind"


def test_a_store_that_is_away_is_asked_again(opens, bell, sheet):
    alice = opens("alice")
    sheet.grow()
    sheet.trouble = StoreAway("away")
    bell.ring(KEY)
    assert soon_is(lambda: sheet.looked > 3)
    sheet.trouble = None
    alice.hears("id: 3\n")


def test_a_stream_of_a_table_that_is_gone_ends(opens, bell, sheet):
    alice = opens("alice")
    sheet.table = None
    bell.ring(KEY)
    assert alice.hears_the_end().endswith(b"0\r\n\r\n")
    assert soon_is(lambda: bell.count == 0)


def test_every_stream_ends_with_the_server(opens, bell):
    phones = [opens() for _ in range(20)]
    bell.close()
    for phone in phones:
        assert phone.hears_the_end().endswith(b"0\r\n\r\n")


def test_a_store_that_hangs_holds_up_nobodys_end(sheet):
    asked, answers = threading.Event(), threading.Event()
    answers.set()

    def look(key: str) -> Table | None:
        asked.set()
        answers.wait(5)
        return sheet.look(key)

    bell, streams = Bell(look, most=5), Streams()
    phones = [Phone(streams, bell, None, is_chunked=True) for _ in range(5)]
    phones[0].hears('"watching": 5')
    asked.clear()
    answers.clear()
    bell.ring(KEY)
    assert asked.wait(3)
    bell.close()
    began = time.monotonic()
    streams.close()
    assert time.monotonic() - began < 2
    answers.set()
    for phone in phones:
        phone.line.close()


def test_what_nobody_foresaw_ends_the_sheets_it_keeps_from_being_told(opens, bell, sheet, caplog):
    phones = [opens("alice"), opens("bob")]
    sheet.trouble = ZeroDivisionError("nobody foresaw it")
    bell.ring(KEY)
    for phone in phones:  # who would believe else that nothing has happened
        assert phone.hears_the_end().endswith(b"0\r\n\r\n")
    assert "nobody foresaw it" in caplog.text
    sheet.trouble = None
    alice = opens("alice")
    sheet.grow()
    bell.ring(KEY)
    alice.hears("id: 3\n")


def test_phones_come_and_go_while_the_bell_rings(opens, bell, sheet):
    for turn in range(60):
        assert soon_is(lambda: bell.count < 40)  # who hung up is missed within a moment
        phone = opens("alice")
        sheet.grow()
        bell.ring(KEY)
        if turn % 2:
            phone.line.close()
        else:
            phone.hears(f"id: {sheet.table.number}\n")
    assert soon_is(lambda: bell.count == 30)
