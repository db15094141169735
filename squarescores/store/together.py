"""One commit for all who wait: SQLite has one writer at a time, and who has its turn writes for them all."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from squarescores.store.database import Database

Keep = Callable[[Connection], bool]
"""Writes something into a transaction, or finds that it has nothing to write; may break a rule, and then has
written nothing."""


class Together:
    """Those who want to write, and their turns.

    Each is answered only when what it wrote is on the disk: while one waits for the disk, the next gather.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: deque[_Wish] = deque()

    def keep(self, keep: Keep) -> bool:
        """Whether it wrote something, which is kept. Raises what `keep` raised, or what broke the commit."""
        wish = _Wish(keep)
        self._waiting.append(wish)
        try:
            with self._database.turn():
                if not wish.is_answered:
                    self._keep_all()
        except NoConnectionFree:
            if not wish.is_answered:  # else somebody wrote it meanwhile
                raise
        finally:
            wish.is_given_up = not wish.is_answered
        if wish.error is not None:
            raise wish.error
        return wish.has_written

    def _keep_all(self) -> None:
        taken = list(self._taken())
        try:
            with self._database.transaction() as connection:
                for wish in taken:
                    wish.write(connection)
                if any(wish.has_written for wish in taken):
                    connection.commit()
        except Exception as error:  # noqa: BLE001 -- raised by each of them: nothing was kept of any
            for wish in taken:
                wish.error = error
        for wish in taken:
            wish.is_answered = True

    def _taken(self) -> Iterator[_Wish]:
        """All that wait, the first one first; only whoever's turn it is may take them."""
        while self._waiting:
            wish = self._waiting.popleft()
            if not wish.is_given_up:
                yield wish


class _Wish:
    """What one thread wants to write, and what came of it."""

    __slots__ = ("_keep", "error", "has_written", "is_answered", "is_given_up")

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self.error: Exception | None = None
        self.has_written = self.is_answered = self.is_given_up = False

    def write(self, connection: Connection) -> None:
        try:
            self.has_written = self._keep(connection)
        except IntegrityError as broken:  # its own affair: SQLite undoes the one statement
            self.error = broken
