"""A table of the crowd: whose turn it is to write what."""

from __future__ import annotations

import time
from typing import Final

from tests.bench.crowd.phone import Phone

SIDES: Final = {"NS": "N", "EW": "E"}
"""Who enters for a side; with one phone at the table that one does."""


class Game:
    """Four phones, or one, at a table whose open deal waits for its bid, or where `is_bid` for its points."""

    def __init__(self, phones: dict[str, Phone], number: int, deal: int, *, is_bid: bool) -> None:
        self.phones, self.number, self.deal = phones, number, deal
        self._to_enter = list(SIDES) if is_bid else []

    @property
    def key(self) -> str:
        return self.phones["N"].key

    async def enter(self) -> bool:
        """The next entry, its bid before it where one is missing; whether it was written."""
        if not self._to_enter and not await self._bid():
            return False
        side = self._to_enter.pop()
        by, deal = self.phones.get(SIDES[side], self.phones["N"]), self.deal
        if not self._to_enter:
            self.deal += 1
        diary, mark = by.diary, (self.key, self.number + 1)
        diary.pressed.append((*mark, time.perf_counter()))
        if await by.write("entries", op=f"e{mark[1]}", deal=deal, side=side, points=7):
            diary.answered.append((*mark, time.perf_counter()))
            self.number += 1
            return True
        return False

    async def _bid(self) -> bool:
        if not await self.phones["N"].write("bids", op=f"b{self.number}", deal=self.deal, bidder="N", bid=7):
            return False
        self.number += 1
        self._to_enter = list(SIDES)
        return True
