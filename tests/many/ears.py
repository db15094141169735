"""A page that listens as a browser does: it comes back after a connection that broke, and keeps the time."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from http.client import HTTPException, HTTPResponse

from tests.together.wire import Wire

COMES_BACK = 2  # seconds; what a stream tells a browser, see RETRY in web/live.py
PATIENCE = 15


class Listening(threading.Thread):
    """An open page of a table, until it is closed."""

    def __init__(self, wire: Wire, key: str) -> None:
        super().__init__(daemon=True)
        self.wire = wire
        self.key = key
        self.heard: dict[int, float] = {}
        """When it heard of a mark."""
        self.came_back = 0.0
        """How long it was without a stream, the longest time."""
        self._is_closed = False
        self._changed = threading.Condition()
        self.start()

    def run(self) -> None:
        lost = time.monotonic()
        while not self._is_closed:
            self._connection = self.wire.connection()
            try:
                self._connection.request("GET", f"/t/{self.key}/live", headers=self.wire.sent({}))
                with self._connection.getresponse() as answer:
                    if answer.status == 200 and self.heard:
                        self.came_back = max(self.came_back, time.monotonic() - lost)
                    self._follows(answer)
            except (OSError, HTTPException, ValueError, AttributeError):
                pass
            finally:
                self._connection.close()
            lost = time.monotonic()
            if not self._is_closed:
                time.sleep(COMES_BACK)

    def _follows(self, answer: HTTPResponse) -> None:
        while line := answer.readline():
            if line.startswith(b"id: "):
                with self._changed:
                    self.heard.setdefault(int(line[4:]), time.monotonic())
                    self._changed.notify_all()

    def hears(self, mark: int, within: float = PATIENCE) -> float:
        """Until it has heard of that mark or a later one; when that was."""
        with self._changed:
            heard = self._changed.wait_for(lambda: max(self.heard, default=0) >= mark, within)
            assert heard, f"it heard {sorted(self.heard)[-3:]} of {mark}"
            return min(when for number, when in self.heard.items() if number >= mark)

    def close(self) -> None:
        self._is_closed = True
        with suppress(OSError, AttributeError):
            self._connection.sock.shutdown(socket.SHUT_RDWR)
        self.join(5)
