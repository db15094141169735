"""A table that four people sit at, and a bell beside it, without a store."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from squarescores.live import Bell, Page
from squarescores.pedro import Rules, Seat, acts
from squarescores.pedro.marks import Mark, Sat
from squarescores.pedro.table import Table, read

KEY = "a-key-nobody-guesses"
NOW = datetime(2026, 1, 9, 19, 0, tzinfo=UTC)


class Sheet:
    """What the bell looks at: a table that grows by a mark where somebody writes."""

    def __init__(self) -> None:
        opened = acts.open_table("Alice", Seat.N, Rules(), Seat.W, "QUEENS")
        marks = [Mark(1, NOW, "alice", opened), Mark(2, NOW, "bob", Sat(Seat.E, "Bob"))]
        self.table: Table | None = read(marks)
        self.looked = 0
        self.trouble: Exception | None = None

    def look(self, key: str) -> Table | None:
        self.looked += 1
        if self.trouble is not None:
            raise self.trouble
        return self.table if key == KEY else None

    def grow(self, marks: int = 1) -> None:
        assert self.table is not None
        self.table = self.table._replace(number=self.table.number + marks)

    def sits(self, who: str, seat: Seat) -> None:
        assert self.table is not None
        self.table = self.table.after(Mark(self.table.number + 1, NOW, who, Sat(seat, who.title())))


@pytest.fixture
def sheet() -> Sheet:
    return Sheet()


@pytest.fixture
def bell(sheet: Sheet) -> Iterator[Bell]:
    bell = Bell(sheet.look, most=50)
    yield bell
    bell.close()


@pytest.fixture
def opens(bell: Bell) -> Callable[..., Page]:
    """Somebody opens a page and has heard where the table stands."""

    def open_page(who: str | None = None, key: str = KEY) -> Page:
        page = bell.listen(key, who)
        page.hear(0)
        return page

    return open_page


class Waiting:
    """A page that waits in a thread of its own, as the server's do."""

    def __init__(self, page: Page, seconds: float = 5) -> None:
        self.heard: Any = "nothing yet"
        self._thread = threading.Thread(target=self._hear, args=(page, seconds))
        self._thread.start()

    def _hear(self, page: Page, seconds: float) -> None:
        self.heard = page.hear(seconds)

    def ends(self) -> Any:
        self._thread.join(5)
        assert not self._thread.is_alive()
        return self.heard
