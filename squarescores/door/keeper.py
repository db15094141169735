"""The doorkeeper: gives a request a thread once all of it is here, so that no slow phone keeps others out.

gunicorn's own threaded worker reads in the thread: a thousand half requests, from one phone, and nobody is
answered. And it waits in its one loop, two seconds each, for whoever does not close what was closed.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any, Final

from gunicorn import http
from gunicorn.workers.gthread import TConn, ThreadWorker

from squarescores.door.heard import BODY, Heard

PATIENCE: Final = 10
"""Seconds for all of a request to come, and for the other side to close what was closed."""

PAST: Final = 1024 * 1024
"""Bytes that are read past, so that the answer is not lost."""


class Doorkeeper(ThreadWorker):
    """gunicorn's threaded worker with a door. All of this runs in its one loop, and never waits."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Three kinds of connections, which together leave room for one more: with a request that is being
        # answered, between two of them, and at the door.
        self.max_keepalived = 2 * self.cfg.threads
        self.most = self.cfg.threads - 1
        self.door: dict[TConn, Heard] = {}
        """Who waits for the rest of a request, or to be closed by the other side; the longest first."""

    def enqueue_req(self, conn: TConn) -> None:
        """A connection is new, speaks again, or has said more than one request: hear what it has to say."""
        conn.sock.setblocking(False)
        if conn.parser is None:
            conn.parser = http.get_parser(self.cfg, conn.sock, conn.client)
            conn.initialized = conn.data_ready = True
        heard = Heard(time.monotonic() + PATIENCE)
        if not self._take_in(conn, heard, conn.parser.unreader.take_buffered()):
            self._hear(conn, heard)

    def _hear(self, conn: TConn, heard: Heard) -> None:
        """Take in what has come; wait at the door for the rest."""
        data = _read(conn)
        if data == b"":
            self._hear_the_end(conn, heard)
        elif (not data or not self._take_in(conn, heard, data)) and conn not in self.door:
            self._wait(conn, heard, self._hear)

    def _take_in(self, conn: TConn, heard: Heard, data: bytes) -> bool:
        """Whether that was the rest of it: then it is answered, in a thread or at once."""
        if at_once := heard.take_in(data):
            with suppress(OSError):
                conn.sock.send(at_once)
        if heard.is_too_much:
            self._leave_the_door(conn)
            self._say_goodbye(conn)
        elif heard.is_whole:
            self._answer(conn, heard)
        return heard.is_too_much or heard.is_whole

    def _hear_the_end(self, conn: TConn, heard: Heard) -> None:
        """Nothing more comes: a body that breaks off is answered, as whoever sent it may still listen."""
        if heard.wanted:
            heard.is_last = True
            self._answer(conn, heard)
        else:
            self._close(conn)

    def _answer(self, conn: TConn, heard: Heard) -> None:
        self._leave_the_door(conn)
        conn.parser.unreader.unread(bytes(heard.said))
        conn.is_last = heard.is_last
        super().enqueue_req(conn)

    def _wait(self, conn: TConn, heard: Heard, hears: Callable[[TConn, Heard], None]) -> None:
        while len(self.door) >= self.most:
            self._close(next(iter(self.door)))
        self.door[conn] = heard
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._wake, hears, conn, heard))

    def _wake(self, hears: Callable[[TConn, Heard], None], conn: TConn, heard: Heard, _sock: Any) -> None:
        if self.door.get(conn) is heard:  # not closed a moment ago, to make room for another
            hears(conn, heard)

    def _leave_the_door(self, conn: TConn) -> None:
        if self.door.pop(conn, None):
            self.poller.unregister(conn.sock)

    def _close(self, conn: TConn) -> None:
        self._leave_the_door(conn)
        self.nr_conns -= 1
        conn.close()

    def _keepalive_after(self, conn: TConn, keepalive: bool) -> bool:
        return bool(super()._keepalive_after(conn, keepalive and not conn.is_last))

    def finish_request(self, conn: TConn, done: Future[bool]) -> None:
        """An answer is sent: the connection is kept for the next request, or ended."""
        if done.cancelled() or done.exception() or done.result():
            super().finish_request(conn, done)
        else:
            self._say_goodbye(conn)

    def _say_goodbye(self, conn: TConn) -> None:
        """End our side, and close when the other side has; closed at once, the answer could be lost."""
        try:
            conn.sock.shutdown(socket.SHUT_WR)
            conn.sock.setblocking(False)
        except OSError:
            self._close(conn)
        else:
            self._wait(conn, Heard(time.monotonic() + PATIENCE), self._hear_no_more)

    def _hear_no_more(self, conn: TConn, heard: Heard) -> None:
        """Read past what still comes, which may be much: a body that was refused."""
        data = _read(conn)
        heard.wanted += len(data or b"")
        if data == b"" or heard.wanted > PAST:
            self._close(conn)

    def murder_pending(self) -> None:
        """Close what was waited for long enough; at the end of the server, whatever is not asking."""
        now = time.monotonic()
        while self.door and (first := next(iter(self.door.items())))[1].until <= now:
            self._close(first[0])
        if not self.alive:
            for conn in [conn for conn, heard in self.door.items() if not heard.said]:
                self._close(conn)


def _read(conn: TConn) -> bytes | None:
    """What has come; nothing where the other side is gone, None where it says nothing now."""
    try:
        data: bytes = conn.sock.recv(BODY)
    except BlockingIOError:
        return None
    except OSError:
        return b""
    return data
