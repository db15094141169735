"""The line between the bells of several processes: PostgreSQL's NOTIFY.

The store says `mark PROCESS KEY` in the transaction that writes the mark. The processes say among themselves
`here PROCESS KEY PAGES` when pages come and go, `hello PROCESS` to be told everything, and `beat PROCESS`.
"""

from __future__ import annotations

import json
import logging
import queue
import threading
import time
from typing import TYPE_CHECKING, Final

from sqlalchemy.engine import make_url

from squarescores.live.presence import STRANGER, Pages

if TYPE_CHECKING:
    import psycopg

    from squarescores.live.bell import Bell

TURN: Final = 0.1
"""Seconds until what this process has to say is said; what others say is heard at once."""

BEAT: Final = 10
SILENT: Final = 35
"""Seconds after which a process that says nothing is taken to be gone."""

AGAIN: Final = 1
"""Seconds between two tries to connect."""

LONGEST: Final = 7000
"""Bytes of a list of people; PostgreSQL takes messages below 8000."""

_log = logging.getLogger(__name__)


class PostgresLine:
    """One connection and one thread, which begin with the first live page.

    `process` is the name this process's store signs with: it rings its own bell itself.
    """

    def __init__(self, database_url: str, channel: str, process: str) -> None:
        url = make_url(database_url).set(drivername="postgresql")
        self._url = url.render_as_string(hide_password=False)
        self._channel = channel
        self._process = process
        self._to_say: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
        self._others: dict[str, float] = {}
        self._thread: threading.Thread | None = None
        self._is_up = False
        self._beaten = 0.0
        self._ended = threading.Event()

    def open(self, bell: Bell) -> None:
        """Begin to listen; nothing where that has been done."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, args=(bell,), name="bell line", daemon=True)
            self._thread.start()

    def tell(self, key: str, pages: Pages) -> None:
        """Tell the other processes who is connected here."""
        if self._is_up:  # else it is among all that is told when the connection is made
            self._to_say.put((key, f"here {self._process} {key} {_packed(pages)}"))

    @property
    def is_up(self) -> bool:
        """Whether others are heard, or there is no live page yet that would have to."""
        return self._thread is None or self._is_up

    def close(self) -> None:
        """End soon."""
        self._ended.set()

    def _run(self, bell: Bell) -> None:
        import psycopg

        while not self._ended.is_set():
            try:
                with psycopg.connect(
                    self._url,
                    autocommit=True,
                    connect_timeout=10,
                    tcp_user_timeout=30_000,
                    application_name=f"squarescores {self._process}",
                ) as connection:
                    self._begin(bell, connection)
                    while not self._ended.is_set():
                        self._turn(bell, connection)
                    self._say(connection, f"bye {self._process}")
            except Exception as error:  # noqa: BLE001 -- whatever it was, a line that ends unseen tells nobody
                self._is_up = False
                _log.warning("The line between processes broke: %s", str(error).strip())
                self._ended.wait(AGAIN)

    def _begin(self, bell: Bell, connection: psycopg.Connection) -> None:
        """Whatever was missed is made up for: every page looks, every process is asked who is there."""
        connection.execute(f'LISTEN "{self._channel}"'.encode())
        for process in list(self._others):
            self._lose(bell, process)
        bell.ring_all()
        self._to_say = queue.SimpleQueue()
        self._is_up = True
        self._say(connection, f"hello {self._process}")
        self._tell_all(bell)

    def _turn(self, bell: Bell, connection: psycopg.Connection) -> None:
        for heard in connection.notifies(timeout=TURN):
            self._hear(bell, heard.payload)
        self._say(connection, *self._due())
        now = time.monotonic()
        if now - self._beaten > BEAT:
            self._say(connection, f"beat {self._process}")
            self._beaten = now
        for process, heard_at in list(self._others.items()):
            if now - heard_at > SILENT:
                self._lose(bell, process)

    def _due(self) -> list[str]:
        """What is to be said; of one table only who is connected to it now."""
        due: dict[str, str] = {}
        while not self._to_say.empty():
            key, message = self._to_say.get()
            due[key] = message
        return list(due.values())

    def _say(self, connection: psycopg.Connection, *messages: str) -> None:
        """All of it at once: PostgreSQL lets one transaction at a time commit with a message."""
        if messages:
            said = "SELECT pg_notify(%s, message) FROM unnest(%s::text[]) AS message"
            connection.execute(said, (self._channel, list(messages)))

    def _tell_all(self, bell: Bell) -> None:
        for key, pages in bell.here().items():
            self.tell(key, pages)

    def _lose(self, bell: Bell, process: str) -> None:
        self._others.pop(process, None)
        bell.lose(process)

    def _hear(self, bell: Bell, message: str) -> None:
        word, process, *rest = message.split(" ", 3)
        if process == self._process:
            return
        if word == "mark":
            bell.ring(rest[0])
            return
        self._others[process] = time.monotonic()
        if word == "here":
            bell.hear(process, rest[0], json.loads(rest[1]))
        elif word == "hello":
            self._tell_all(bell)
        elif word == "bye":
            self._lose(bell, process)


def _packed(pages: Pages) -> str:
    """The people as JSON; where there are too many, the last ones are told as strangers."""
    told: dict[str, int] = {STRANGER: pages.get(STRANGER, 0)}
    length = 0
    for person, count in pages.items():
        length += len(person) + 12
        if person != STRANGER and length < LONGEST:
            told[person] = count
        elif person != STRANGER:
            told[STRANGER] += 1
    return json.dumps({person: count for person, count in told.items() if count})
