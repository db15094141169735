"""A store with a table in it, once in SQLite and once in PostgreSQL, and the people round the table."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from squarescores.pedro import Rules, Seat, acts
from squarescores.pedro.table import Table
from squarescores.store import Answer, Press, Store, upgrade
from squarescores.store.people import FIRST
from tests import postgres

NOW = datetime(2026, 1, 9, 19, 0, 0, 123_457, tzinfo=UTC)
KEY = "a-key-nobody-guesses"
CODE = "QUEENS"

_ops = count(1)


@pytest.fixture(scope="session")
def up_to_date(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("up-to-date") / "kept.db"
    upgrade(f"sqlite:///{path}")
    return path


BOTH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]


@pytest.fixture
def sqlite_url(up_to_date: Path, tmp_path: Path) -> str:
    shutil.copy(up_to_date, tmp_path / "kept.db")
    return f"sqlite:///{tmp_path / 'kept.db'}"


@pytest.fixture(params=BOTH)
def url(request: pytest.FixtureRequest) -> str:
    """A database that is up to date, with nothing in it."""
    return (
        postgres.empty_database() if request.param == "postgresql" else request.getfixturevalue("sqlite_url")
    )


@pytest.fixture(params=BOTH)
def bare_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that does not even have a schema."""
    return postgres.bare_database() if request.param == "postgresql" else f"sqlite:///{tmp_path / 'bare.db'}"


@pytest.fixture
def new_store(url: str) -> Iterator[Callable[..., Store]]:
    """Stores on one database, as several processes have them."""
    made: list[Store] = []

    def make(**options: Any) -> Store:
        made.append(Store(url, **options))
        return made[-1]

    yield make
    for store in made:
        store.close()


@pytest.fixture
def store(new_store: Callable[..., Store]) -> Store:
    return new_store()


@dataclass
class Evening:
    """A table kept in a store: Alice opened it and sits North; the others sit down as they like."""

    store: Store
    key: str = KEY
    written: list[int] = field(default_factory=list)

    def opens(
        self, who: str = "alice", *, code: str = CODE, op: str | None = None, asked: str = "", **names: Any
    ) -> Answer:
        wanted = acts.open_table(who.title(), Seat.N, Rules(), Seat.W, code, **names)
        return self.store.open(self.press(who, op, asked), wanted)

    def asks(
        self,
        who: str,
        act: Callable[..., Any],
        *args: Any,
        op: str | None = None,
        asked: str = "",
        known: Table | None = None,
        **more: Any,
    ) -> Answer:
        """Somebody asks for an act."""
        return self.store.write(
            self.press(who, op, asked), lambda table: act(table, who, *args, **more), known
        )

    def tries(
        self, who: str, act: Callable[..., Any], *args: Any, version: int = FIRST, op: str | None = None
    ) -> Answer | None:
        """Somebody asks for an act, to be kept only if all is as it is remembered."""
        press = replace(self.press(who, op), version=version)
        return self.store.write_as_remembered(press, lambda table: act(table, who, *args))

    def press(self, who: str, op: str | None = None, asked: str = "") -> Press:
        return Press(self.key, by=who, op=op or new_op(), asked=asked, at=NOW)

    def sits(self, who: str, seat: Seat, **press: Any) -> Answer:
        return self.asks(who, acts.sit, CODE, seat, who.title(), **press)

    def all_sit(self) -> None:
        for who, seat in {"bob": Seat.E, "carol": Seat.S, "dave": Seat.W}.items():
            self.sits(who, seat)

    def renames(self, name: str, **press: Any) -> Answer:
        """Alice has another name from now on: a mark that can always be written."""
        return self.asks("alice", acts.change_seat, Seat.N, name, **press)


def new_op() -> str:
    return f"op-{next(_ops)}"


@pytest.fixture
def evening(store: Store) -> Evening:
    """Alice, Bob, Carol and Dave have sat down: marks 1 to 4."""
    evening = Evening(store)
    evening.opens()
    evening.all_sit()
    return evening


def last_number(store: Store, key: str = KEY) -> int | None:
    """The number of the table's last mark."""
    return store.numbers([key]).get(key)
