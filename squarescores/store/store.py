"""The store as the rest of the program sees it."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection
from datetime import datetime

from sqlalchemy.exc import ProgrammingError

from squarescores.pedro.marks import Mark, Opened
from squarescores.pedro.refusal import Refused
from squarescores.pedro.table import Table
from squarescores.pedro.whole import Whole
from squarescores.store.adding import Adding
from squarescores.store.bringing import Bringing
from squarescores.store.database import Database, Watch
from squarescores.store.decision import Act
from squarescores.store.engine import CONNECTIONS, StoreAway
from squarescores.store.leaving import Leaving
from squarescores.store.opening import Opening
from squarescores.store.people import People, Person
from squarescores.store.press import Answer, Press
from squarescores.store.reading import Reading, Seen
from squarescores.store.removal import Removal, Unused
from squarescores.store.shelf import Shelf
from squarescores.store.writing import Writing

_log = logging.getLogger(__name__)


class Store:
    """Every table and every person, from any thread; asking a database that is away raises StoreAway.

    `told` hears the key of a table after each mark is committed, and, where that is known, the table as it
    stands then; what it does cannot undo or fail the write.
    On PostgreSQL the commit itself tells other processes, on CHANNEL, signed with `process`.
    `kept` is how many tables stay in memory, so that only later marks are read; `connections` is how many
    reads and writes run at once, others wait; a store that `serves` nobody is not shown among the servers.
    """

    def __init__(
        self,
        database_url: str,
        *,
        told: Callable[[str, Table | None], None] | None = None,
        kept: int = 3000,
        connections: int = CONNECTIONS,
        serves: bool = True,
    ) -> None:
        self.told = told
        self.process = secrets.token_hex(8)
        self._database_url = database_url
        self._is_current = False
        self._database = Database(database_url, connections, self.process if serves else "")
        shelf = Shelf(kept)
        self._reading = Reading(self._database, shelf)
        self._writing = Writing(self._database, shelf, self._reading, Adding(self._database, self.process))
        self._opening = Opening(self._database, shelf, self._reading)
        self._people = People(self._database)
        self._bringing = Bringing(self._database)
        self._removal = Removal(self._database, shelf, self.process)
        self._leaving = Leaving(self._database, self._people, self._removal)

    # Tables

    def read(self, key: str) -> Table | None:
        """The table as it stands; None where there is none of that key."""
        return self._reading.table(key)

    def seen(self, key: str, person: str) -> Seen:
        """The table of that key and the person of that id, as they stand at one moment."""
        return self._reading.seen(key, person)

    def read_all(self, keys: Collection[str]) -> dict[str, Table]:
        """Those of the tables that there are, as they stand."""
        return self._reading.tables(keys)

    def numbers(self, keys: Collection[str]) -> dict[str, int]:
        """The numbers of the last marks of those tables that there are; of any number of them."""
        return self._reading.numbers(keys)

    def marks(self, key: str) -> list[Mark]:
        """Every mark of the table, in order."""
        return self._reading.marks(key)

    def table_by_code(self, code: str) -> str | None:
        """The key of the table with that join code."""
        return self._reading.key(code)

    def open(self, press: Press, opened: Opened) -> Answer:
        """Open a table under the press's key, or answer with the one that the same press opened before.

        Raises Refused("op_reused") where that asked for something else then, CodeTaken where another code
        has to be drawn.
        """
        return self._answered(self._opening.open(press, opened))

    def write(self, press: Press, act: Act, known: Table | None = None) -> Answer:
        """Ask `act` what to write at the table as it stands, and keep that.

        `known` is the table as the same request has read it, else it is read here. Where somebody else writes
        first, `act` is asked again: it is pure. The same press is answered with its first mark.
        Raises what `act` raises; Refused("no_table"); Refused("op_reused") where it asked for something else
        then; CodeTaken where a new join code is another table's.
        """
        return self._answered(*self._writing.write(press, act, known))

    def write_as_remembered(self, press: Press, act: Act) -> Answer | None:
        """The same without reading first, by a person of the press's version; None where that cannot be.

        `act` is asked once, on the table as it is remembered here; what it decides is kept only if the table
        stands so, and the person too. Of what `act` raises, only a refusal that came with a mark is raised.
        """
        done = self._writing.as_remembered(press, act)
        return self._answered(*done) if done else None

    def _answered(self, answer: Answer, refusal: Refused | None = None) -> Answer:
        # The last mark is told again: its first telling may have gone down with the connection that wrote it.
        if answer.written or answer.mark == answer.table.number:
            self._ring(answer.key, answer.table)
        if refusal is not None:
            raise refusal
        return answer

    def watched_by(self, watch: Watch) -> None:
        """Let somebody count what is written from now on."""
        self._database.watch = watch

    def _ring(self, key: str, table: Table | None = None) -> None:
        if self.told is not None:
            try:
                self.told(key, table)
            except Exception:  # noqa: BLE001 -- the mark is kept, whatever happens to those who would hear of it
                _log.exception("Nobody was told of a mark.")

    # People

    def person(self, person: str) -> Person | None:
        """Who has that id."""
        return self._people.person(person)

    def meet(self, person: str, at: datetime) -> Person:
        """Who has that id: a new guest where nobody had."""
        return self._people.meet(person, at)

    def account(self, username: str) -> tuple[Person, str] | None:
        """Who has that username, whatever its case, and the digest of the password."""
        return self._people.account(username)

    def register(self, person: str, username: str, password: str, at: datetime) -> None:
        """Give a person a username and a password's digest, the first or others. Raises UsernameTaken."""
        self._people.register(person, username, password, at)

    def revoke(self, person: str) -> None:
        """End every sign-in made before: raises the person's version."""
        self._people.revoke(person)

    def tables_of(self, person: str, limit: int = 50) -> list[tuple[str, datetime]]:
        """Keys of the tables a person opened or sat at, and when each was written on, the last one first."""
        return self._people.tables(person, limit)

    # In and out

    def newest(self, limit: int, skip: int = 0) -> list[tuple[str, datetime]]:
        """Keys of every table and when each was written on, the last one first."""
        return self._reading.newest(limit, skip)

    def bring(self, whole: Whole, at: datetime, code: str) -> str:
        """Keep a table that was taken away; its key, a new one.

        `code` is its join code where another table has its own. Raises CodeTaken where that is taken too.
        """
        return self._bringing.bring(whole, at, code)

    def delete(self, key: str, permit: Callable[[Table], None], at: datetime) -> None:
        """Delete a table, where `permit` lets it pass. Raises Refused("no_table"), and as `permit`."""
        self._removal.table(key, permit, at)
        self._ring(key)

    def is_alone(self, key: str, person: str) -> bool:
        """Whether nobody else ever came to a table with a phone: it would go with that person."""
        return self._leaving.is_alone(key, person)

    def forget(self, person: str, at: datetime) -> None:
        """Strike a person's names from every table of theirs, and delete their account."""
        self._leaving.forget(person, at, self._ring)

    def unused(self, before: datetime) -> list[Unused]:
        """Tables not touched since then, where no deal counts and nobody with an account ever sat."""
        return self._removal.unused(before)

    def prune(self, unused: Unused) -> bool:
        """Delete such a table; False where somebody has come to it meanwhile."""
        return self._removal.prune(unused)

    # The store itself

    def is_up(self) -> bool:
        """Whether the database answers, and keeps what is written."""
        try:
            self._people.person("")
            return self._database.keeps()
        except (StoreAway, ProgrammingError):  # the second where there is no schema yet
            return False

    def is_current(self) -> bool:
        """Whether the database has this program's schema."""
        from squarescores.store.upgrades import NewerDatabase, is_current

        try:
            self._is_current = self._is_current or is_current(self._database_url)
        except (StoreAway, NewerDatabase):
            return False
        return self._is_current

    def close(self) -> None:
        """Give every connection back."""
        self._database.close()
