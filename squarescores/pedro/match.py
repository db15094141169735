"""One match: its rows as written, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from squarescores.pedro.deal import TWENTY_EIGHT_FIFTY_SIX, Bid, Both, Deal, Seat, Suit
from squarescores.pedro.rules import Rules
from squarescores.pedro.standing import Scored, Standing, fold

BLANK: Final[Both[Any]] = Both(None, None)


@dataclass(frozen=True, slots=True)
class Ink:
    """Who wrote a figure, under which name, when, and the mark's number."""

    mark: int
    by: str
    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction left in a row: by whom, why, and the cells the sheet showed before it."""

    ink: Ink
    reason: str
    fields: tuple[str, ...]
    struck: Both[int | None]


@dataclass(frozen=True, slots=True)
class Row:
    """One deal as far as it has been written."""

    number: int
    dealer: Seat | None = None
    """Set by the host; None where the deal just moves on."""
    bidder: Seat | None = None
    bid: Bid | None = None
    trump: Suit | None = None
    taken: Both[int | None] = BLANK
    cards: Both[tuple[str, ...] | None] = BLANK
    noted: Ink | None = None
    """Who wrote the bid that stands: noted it, named its trump or corrected it, whichever was last."""
    entered: Both[Ink | None] = BLANK
    corrections: tuple[Correction, ...] = ()
    voided: Ink | None = None
    passed: bool = False
    """Voided after later deals had begun: those keep their dealers."""
    touched: Ink | None = None
    """Who last wrote on the row; None for one that nobody has written on."""

    @property
    def mark(self) -> int:
        """The mark that last touched the row."""
        return self.touched.mark if self.touched else 0

    @property
    def is_filled(self) -> bool:
        return self.taken.ns is not None and self.taken.ew is not None

    def deal(self, rules: Rules) -> Deal | None:
        """The settled deal, or None while the row is open, disputed or voided."""
        ns, ew = self.taken
        if self.voided or self.bidder is None or self.bid is None or ns is None or ew is None:
            return None
        return Deal(self.bidder, self.bid, Both(ns, ew)) if ns + ew == rules.pack_points else None

    def state(self, rules: Rules) -> str:
        """`voided`, `bidding`, `playing`, `disputed` or `settled`."""
        if self.voided:
            return "voided"
        if self.bid is None:
            return "bidding"
        if not self.is_filled:
            return "playing"
        return "settled" if self.deal(rules) else "disputed"


@dataclass(frozen=True, slots=True)
class Banking:
    """That a match was banked: by whom, and who deals first in the next one."""

    ink: Ink
    next_dealer: Seat


@dataclass(frozen=True)
class Match:
    """A match of a table. What follows from its rows is worked out once, when first asked for."""

    number: int
    began: int
    """The mark that began it."""
    rules: Rules
    first_dealer: Seat
    drawn: bool
    rows: tuple[Row, ...] = ()
    banking: Banking | None = None

    @cached_property
    def standing(self) -> Standing:
        deals = (row.deal(self.rules) for row in self.rows)
        return fold(self.rules, (deal for deal in deals if deal))

    @cached_property
    def dealers(self) -> dict[int, Seat]:
        """Who deals each row, and the next one (rules.md, Dealers and deals)."""
        seat, dealers = self.first_dealer, {}
        for row in self.rows:
            seat = row.dealer or seat
            dealers[row.number] = seat
            if row.deal(self.rules) or row.passed:
                seat = seat.next
        dealers.setdefault(len(self.rows) + 1, seat)
        return dealers

    @property
    def is_won(self) -> bool:
        return self.standing.outcome.status == "won"

    @property
    def open_row(self) -> Row:
        """The row that waits for a bid, points or the host; a blank one when all others are done."""
        if self.rows and self.rows[-1].state(self.rules) in ("bidding", "playing", "disputed"):
            return self.rows[-1]
        return Row(len(self.rows) + 1)

    @property
    def dealer(self) -> Seat:
        """Who deals the open deal."""
        return self.dealers[self.open_row.number]

    @property
    def has_begun(self) -> bool:
        """A bid was noted, be it voided since: rules and first dealer are fixed."""
        return any(row.bid is not None for row in self.rows)

    @property
    def left_open(self) -> Row | None:
        """The row that banking leaves in the record unscored."""
        row = self.open_row
        return row if row.bid is not None else None

    @property
    def touched(self) -> int:
        """The latest mark on any of its rows; where there are none, the one that began a later match."""
        return max((row.mark for row in self.rows), default=self.began if self.number > 1 else 0)

    @property
    def is_corrected_after_banking(self) -> bool:
        banking = self.banking
        return banking is not None and any(
            trace.ink.mark > banking.ink.mark for row in self.rows for trace in row.corrections
        )

    def row(self, number: int) -> Row | None:
        """The row of that number, the open one included; None beyond it."""
        if 1 <= number <= len(self.rows):
            return self.rows[number - 1]
        return self.open_row if number == self.open_row.number else None

    def scored(self) -> Iterator[tuple[Row, Scored]]:
        """Every settled row with what it put on the sheet."""
        settled = (row for row in self.rows if row.deal(self.rules))
        return zip(settled, self.standing.rows, strict=True)

    def put(self, row: Row) -> Match:
        """The match with `row` in its place; a last row that settles moves the standing one step."""
        before = self.rows[row.number - 1] if row.number <= len(self.rows) else None
        match = replace(self, rows=(*self.rows[: row.number - 1], row, *self.rows[row.number :]))
        is_last = row.number == len(match.rows)
        if is_last and "standing" in self.__dict__ and not (before and before.deal(self.rules)):
            deal = row.deal(self.rules)
            match.__dict__["standing"] = self.standing.after(deal) if deal else self.standing
        return match

    def broken_28_56(self) -> Row | None:
        """A row bid "28-56" that its bidder does not deal: no rule allows it."""
        return next(
            (
                row
                for row in self.rows
                if not row.voided
                and row.bid == TWENTY_EIGHT_FIFTY_SIX
                and self.dealers[row.number] != row.bidder
            ),
            None,
        )
