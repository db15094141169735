"""Every open sheet's connection: no thread each, but the crier, who tells them, and one keeper."""

from __future__ import annotations

import logging
import selectors
import socket
import threading
import time
from collections import deque
from typing import Final

from squarescores.serve.handing import Handed
from squarescores.serve.stream import Stream
from squarescores.web.live import AWAY, BEAT

_log = logging.getLogger(__name__)

TICK: Final = 0.25
"""Seconds between two rounds of the keeper, who does for many what is to be done for each."""


class Streams:
    """Every open sheet of this server, from the moment its answer has begun."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._ended = threading.Event()
        self._coming: deque[Stream] = deque()
        self._beats: deque[tuple[float, Stream]] = deque()
        """Who is to be sent a comment, and when; the next one first."""
        self._late: deque[Stream] = deque()
        self._again: deque[tuple[float, Stream]] = deque()
        """Those for whom the store did not answer, and when it is asked once more."""
        self._keeper = threading.Thread(target=self._run, name="keeper of streams", daemon=True)
        self._keeper.start()

    def take(self, connection: socket.socket, handed: Handed) -> None:
        """Keep a page open whose answer has begun on that connection, and close both in the end."""
        stream = Stream(self, connection, handed)
        self._coming.append(stream)
        stream.telling.page.calls(stream.turn)

    def is_late(self, stream: Stream) -> None:
        self._late.append(stream)

    def was_not_answered(self, stream: Stream) -> None:
        self._again.append((time.monotonic() + AWAY, stream))

    def close(self) -> None:
        """End every page."""
        self._ended.set()
        self._keeper.join()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._round()
            except Exception:  # noqa: BLE001 -- a keeper that ends unseen watches over nobody
                _log.exception("The keeper of streams stumbled.")
        while self._coming:
            self._begin()
        for key in list(self._selector.get_map().values()):
            key.data.finish()
            self._close(key.data)
        self._selector.close()

    def _round(self) -> None:
        for key, events in self._selector.select(TICK):
            if events & selectors.EVENT_READ:
                self._close(key.data)  # it has nothing to say: it is gone
            else:
                self._drain(key.data)
        late = [self._late.popleft() for _ in range(len(self._late))]  # who is late has come before
        while self._coming:
            self._begin()
        for stream in late:
            self._watch(stream, selectors.EVENT_READ | selectors.EVENT_WRITE)
        now = time.monotonic()
        while self._beats and self._beats[0][0] <= now:
            self._beat(self._beats.popleft()[1])
        while self._again and self._again[0][0] <= now:
            self._again.popleft()[1].telling.page.calls_again()

    def _begin(self) -> None:
        stream = self._coming.popleft()
        try:
            self._selector.register(stream.connection, selectors.EVENT_READ, stream)
        except OSError:  # the system watches over no more
            stream.close()
            raise
        self._beats.append((time.monotonic() + BEAT, stream))

    def _beat(self, stream: Stream) -> None:
        if not stream.is_closed:
            stream.beat()
            # From now, not from when it was due: a server that stood still makes up for nothing.
            self._beats.append((time.monotonic() + BEAT, stream))

    def _drain(self, stream: Stream) -> None:
        if stream.drain():
            self._watch(stream, selectors.EVENT_READ)

    def _watch(self, stream: Stream, events: int) -> None:
        if not stream.is_closed:
            self._selector.modify(stream.connection, events, stream)

    def _close(self, stream: Stream) -> None:
        self._selector.unregister(stream.connection)
        stream.close()
