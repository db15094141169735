"""One open sheet's connection: what there is to say, said without waiting for the phone."""

from __future__ import annotations

import logging
import socket
import threading
from contextlib import suppress
from typing import Final, Protocol

from squarescores.live import NoTable
from squarescores.serve.handing import Handed
from squarescores.store import StoreAway
from squarescores.web.live import STILL_HERE

_log = logging.getLogger(__name__)

SOON: Final = 0.2
"""Seconds that the end waits for a page that is being told something."""


class Keeper(Protocol):
    """Whoever watches over streams; neither call waits."""

    def is_late(self, stream: Stream) -> None:
        """Its phone did not take all that was said: `drain` it when it takes more."""

    def was_not_answered(self, stream: Stream) -> None:
        """The store did not answer: it is to be called again in a moment."""


class Stream:
    """One open page's connection. Only the keeper closes it."""

    __slots__ = ("_end", "_is_chunked", "_is_over", "_keeper", "_lock", "_rest", "_wire", "connection",
                 "is_closed", "telling")  # fmt: skip

    def __init__(self, keeper: Keeper, connection: socket.socket, handed: Handed) -> None:
        connection.setblocking(False)
        self.connection = connection
        self.telling = handed.telling
        self.is_closed = False
        self._is_chunked = handed.is_chunked
        self._end = handed.end
        self._keeper = keeper
        self._lock = threading.Lock()
        self._rest = b""
        """What the phone has not taken yet."""
        self._is_over = False
        # The system gives the number of a connection that was closed to the next phone at once: what is being
        # said in that moment would be said to somebody else.
        self._wire = threading.Lock()

    def turn(self) -> None:
        """Say what is new. A phone that has not taken what was said before is told the last when it has."""
        with self._lock:
            if self._rest or self._is_over:
                return
            try:
                said = self.telling.news()
            except StoreAway:
                self._keeper.was_not_answered(self)
                return
            except NoTable:
                self._finish()
                return
            except Exception:  # noqa: BLE001 -- a page that is told nothing is not to believe that it is live
                _log.exception("An open sheet could not be told what is new.")
                self._finish()
                return
            if not self.telling.page.is_live:
                self._finish()
            elif said:
                self._say(said)

    def beat(self) -> None:
        """Say that the server is still there, unless something else is about to be said."""
        if self._lock.acquire(blocking=False):
            try:
                if not (self._rest or self._is_over):
                    self._say(STILL_HERE)
            finally:
                self._lock.release()

    def drain(self) -> bool:
        """Say more of what the phone had not taken; whether that was all."""
        with self._lock:
            self._send(self._rest)
            if self._rest:
                return False
        self.telling.page.calls_again()
        return True

    def finish(self) -> None:
        """Say that this was all; not where a crier is still waiting for the store with it."""
        if self._lock.acquire(timeout=SOON):
            try:
                self._finish()
            finally:
                self._lock.release()

    def _finish(self) -> None:
        if not self._is_over:
            self._is_over = True
            if self._is_chunked and not self._rest:
                self._send(b"0\r\n\r\n")
            with self._wire, suppress(OSError):  # it was gone before
                self.connection.shutdown(socket.SHUT_RDWR)

    def _say(self, text: str) -> None:
        said = text.encode()
        self._send(b"%X\r\n%b\r\n" % (len(said), said) if self._is_chunked else said)
        if self._rest:
            self._keeper.is_late(self)

    def _send(self, said: bytes) -> None:
        try:
            with self._wire:
                self._rest = said[self.connection.send(said) :]
        except BlockingIOError:
            self._rest = said
        except OSError:
            self._rest = b""  # it is gone, which the keeper sees for himself

    def close(self) -> None:
        self.is_closed = True
        with self._wire:
            self.connection.close()
        self._end()
