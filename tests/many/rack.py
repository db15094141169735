"""Two servers on one PostgreSQL and one Redis behind the shipped nginx file; each can go and come back."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import psycopg

from tests.house.nginx import nginx
from tests.house.serving import Serving, serving
from tests.ports import free_port
from tests.postgres import Server
from tests.redis_server import Redis

CONNECTIONS: Final = 3
"""Few, so that a stream that held one would be noticed."""

EXPECTED: Final = ("The line between processes broke", "The store does not answer", "The store answers")
"""What a server may say while others are away."""


class App:
    """One `squarescores serve`, which can be killed and comes back at the same port."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self._folder = folder
        self._settings = settings
        self._port = str(free_port())
        self.address = f"http://127.0.0.1:{self._port}"
        self.complaints: list[str] = []
        self.starts()

    def starts(self) -> None:
        self._stack = ExitStack()
        options = ("--host", "127.0.0.1", "--port", self._port, "--instance", str(self._folder / "instance"))
        self.running: Serving = self._stack.enter_context(serving(self._folder, *options, **self._settings))

    def ends(self, number: int = signal.SIGTERM) -> None:
        """Ended or killed, unless it is already; what it said that it should not have is kept."""
        if self.running.process.poll() is not None:
            return
        self.running.end(number, group=number == signal.SIGKILL)
        for line in self.running.last_words().splitlines():
            if not _is_expected(line):
                self.complaints.append(line)
        self._stack.close()

    @property
    def process(self) -> int:
        """The one worker's number."""
        children = Path(f"/proc/{self.running.process.pid}/task/{self.running.process.pid}/children")
        return int(children.read_text().split()[0])


def _is_expected(line: str) -> bool:
    try:
        said = json.loads(line)
    except ValueError:
        return not line.strip()
    return "trace" not in said and said["what"].startswith(EXPECTED)


class Rack:
    """Everything that several processes need, on this machine."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        port = free_port()
        self.front = f"http://127.0.0.1:{port}"
        """Where phones come by the proxy."""
        self.postgres = Server()
        stack.callback(self.postgres.is_thrown_away)
        self.redis = Redis(folder)
        stack.callback(self.redis.stops)
        self.database = self.postgres.database()
        settings = {
            "database": self.database, "limits_store": self.redis.address, "base_url": self.front,
            "proxies": "1", "connections": str(CONNECTIONS),
        }  # fmt: skip
        self.apps = [App(folder, **settings) for _ in range(2)]
        for app in self.apps:
            stack.callback(app.ends)
        addresses = (app.address for app in self.apps)
        stack.enter_context(nginx(folder / "nginx", port, free_port(), *addresses, tls=False))

    def cuts(self, whose: str) -> int:
        """End the servers' connections to PostgreSQL, those alone whose last statement is like that one."""
        with psycopg.connect(self.database, autocommit=True) as connection:
            found = connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                "AND application_name LIKE 'squarescores _%%' AND query ~ %s",
                (whose,),
            ).fetchall()
        return len(found)

    def open_connections(self) -> int:
        """How many the servers have to PostgreSQL."""
        with psycopg.connect(self.database, autocommit=True) as connection:
            found = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'squarescores _%'"
            ).fetchone()
        return int(found[0])


LINES: Final = "^(LISTEN|SELECT pg_notify)"
"""The connections that listen."""

ALL: Final = ""


@contextmanager
def rack_in(folder: Path) -> Iterator[Rack]:
    """The rack for as long as this lasts; at the end no server has said what it should not."""
    with ExitStack() as stack:
        rack = Rack(folder, stack)
        yield rack
        for app in rack.apps:
            app.ends()
        assert [line for app in rack.apps for line in app.complaints] == []
