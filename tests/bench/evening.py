"""Evenings as four people play them, mark by mark through the acts: what a store is filled with."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Final

from squarescores.pedro import Rules, Seat, acts
from squarescores.pedro import table as tables
from squarescores.pedro.deal import Side
from squarescores.pedro.marks import Mark, Written

NAMES: Final = {"N": "Alice", "E": "Bob", "S": "Carol", "W": "Dave"}
CODE: Final = "CARDED"
"""The join code of every evening; a table it is copied to has another one."""
ENDLESS: Final = Rules(target=999, goes_out_margin=None)
BEGAN: Final = datetime(2026, 1, 9, 19, tzinfo=UTC)
DEALS: Final = 15


class Evening:
    """The marks of one table; who wrote each is told by the seat."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(seed)  # noqa: S311 -- cards, not secrets
        opened = acts.open_table("Alice", Seat.N, ENDLESS, Seat.W, CODE)
        self.marks = [Mark(1, BEGAN, "N", opened)]
        self.table = tables.read(self.marks)
        for seat in (Seat.E, Seat.S, Seat.W):
            self._write(seat, acts.sit(self.table, seat, CODE, seat, NAMES[seat]))

    def play(self, deals: int = DEALS) -> Evening:
        """So many deals more."""
        for _ in range(deals):
            number = self.bid().table.played.open_row.number
            took = self._chance.randint(2, 12)
            self._write("N", acts.enter(self.table, "N", number, Side.NS, took))
            self._write("E", acts.enter(self.table, "E", number, Side.EW, 14 - took))
        return self

    def bid(self) -> Evening:
        """The next deal's bid is noted, and nothing entered yet."""
        number, bidder = self.table.played.open_row.number, self._chance.choice(list(Seat))
        self._write(bidder, acts.bid(self.table, bidder, number, bidder, self._chance.randint(7, 13)))
        return self

    def bank(self) -> Evening:
        """The match is ended, and the next one begun."""
        self._write("N", acts.bank(self.table, "N", self.table.number))
        self._write("S", acts.begin(self.table, "S"))
        return self

    def _write(self, by: str, what: object) -> None:
        assert isinstance(what, Written), what
        number = self.table.number + 1
        self.marks.append(Mark(number, BEGAN + timedelta(minutes=2 * number), by, what))
        self.table = self.table.after(self.marks[-1])
