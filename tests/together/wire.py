"""A browser's way to the server: its cookies, a few connections kept open, and a stream to listen to."""

from __future__ import annotations

import http.client
import json
import threading
import urllib.parse
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from http.cookies import SimpleCookie
from itertools import cycle
from typing import Any

PATIENCE = 20  # seconds
NOTHING: Mapping[str, str] = {}


@dataclass
class Response:
    """What came back, called as Flask's own test client calls it."""

    status_code: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def mimetype(self) -> str:
        return self.headers.get("Content-Type", "").partition(";")[0]

    @cached_property
    def json(self) -> Any:
        return json.loads(self.body) if self.mimetype == "application/json" else None


class Wire:
    """One browser; may be used by several threads at once, as its tabs do.

    Where a house has several addresses, as behind a proxy, each connection goes to the next one of them.
    """

    def __init__(self, address: str, patience: float = PATIENCE, *others: str) -> None:
        self._hosts = cycle(each.removeprefix("http://") for each in (address, *others))
        self.patience = patience
        self.cookies: dict[str, str] = {}
        self.token = ""
        self._from: tuple[str, int] | None = None
        self._idle: deque[http.client.HTTPConnection] = deque()
        self._lock = threading.Lock()

    def get(self, path: str, headers: Mapping[str, str] = NOTHING) -> Response:
        return self._asks("GET", path, None, headers)

    def post(self, path: str, data: Mapping[str, Any], headers: Mapping[str, str]) -> Response:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._asks("POST", path, urllib.parse.urlencode(data, doseq=True), {**headers, **form})

    def moves(self, home: int) -> None:
        """From now on it calls from another address of this machine, where nobody has mistyped a code yet."""
        self.close()
        self._from = f"127.1.{home // 250}.{home % 250 + 1}", 0

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(next(self._hosts), timeout=self.patience, source_address=self._from)

    def sent(self, headers: Mapping[str, str]) -> dict[str, str]:
        """The headers with the cookies."""
        with self._lock:
            cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {**headers, "Cookie": cookies} if cookies else dict(headers)

    def remembers(self, response: http.client.HTTPResponse) -> None:
        """Keep what the response set."""
        with self._lock:
            for line in response.headers.get_all("Set-Cookie", ()):
                for name, morsel in SimpleCookie(line).items():
                    self.cookies[name] = morsel.value

    def _asks(self, method: str, path: str, body: str | None, headers: Mapping[str, str]) -> Response:
        """One request; on a kept connection that the server gave up meanwhile, once more on a new one."""
        try:
            kept = self._idle.pop()
        except IndexError:
            return self._over(self.connection(), method, path, body, headers)
        try:
            return self._over(kept, method, path, body, headers)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            return self._over(self.connection(), method, path, body, headers)

    def _over(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        body: str | None,
        headers: Mapping[str, str],
    ) -> Response:
        try:
            connection.request(method, path, body, self.sent(headers))
            response = connection.getresponse()
            read = response.read()
        except BaseException:
            connection.close()
            raise
        self.remembers(response)
        if response.will_close:
            connection.close()
        else:
            self._idle.append(connection)
        return Response(response.status, response.headers, read)

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()


class Stream:
    """A page's stream of a table: the numbers it was told, in order."""

    def __init__(self, wire: Wire, key: str) -> None:
        self._connection = wire.connection()
        self._connection.request("GET", f"/t/{key}/live", headers=wire.sent({"Accept": "text/event-stream"}))
        self._events = self._connection.getresponse()
        assert self._events.status == 200, self._events.read()
        self.told: list[int] = []

    def hears(self, number: int) -> None:
        """Wait until it is told that mark."""
        while not self.told or self.told[-1] < number:
            line = self._events.readline()
            assert line, f"the stream ended after {self.told}"
            if line.startswith(b"id: "):
                self.told.append(int(line[4:]))
        assert self.told == sorted(set(self.told))

    def close(self) -> None:
        self._events.close()
        self._connection.close()
