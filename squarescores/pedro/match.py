"""One match: its rows as written, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from squarescores.pedro.deal import TWENTY_EIGHT_FIFTY_SIX, Seat
from squarescores.pedro.row import Ink, Row
from squarescores.pedro.rules import Rules
from squarescores.pedro.standing import Scored, Standing, fold


class Banking(NamedTuple):
    """That a match was banked: by whom, and who deals first in the next one."""

    ink: Ink
    next_dealer: Seat


class _Written(NamedTuple):
    """What is written of a match; by itself, for a named tuple keeps nothing besides."""

    number: int
    began: int
    """The mark that began it."""
    rules: Rules
    first_dealer: Seat
    drawn: bool
    rows: tuple[Row, ...] = ()
    banking: Banking | None = None


class Match(_Written):
    """A match of a table. What follows from its rows is worked out once, when first asked for."""

    @cached_property
    def standing(self) -> Standing:
        deals = (row.deal(self.rules) for row in self.rows)
        return fold(self.rules, (deal for deal in deals if deal))

    @cached_property
    def scores(self) -> dict[int, Scored]:
        """What each settled row put on the sheet, by the row's number."""
        settled = (row.number for row in self.rows if row.deal(self.rules))
        return dict(zip(settled, self.standing.rows, strict=True))

    @cached_property
    def dealers(self) -> dict[int, Seat]:
        """Who deals each row, and the next one (rules.md, Dealers and deals)."""
        seat, dealers = self.first_dealer, {}
        for row in self.rows:
            seat = row.dealer or seat
            dealers[row.number] = seat
            if row.number in self.scores or row.passed:
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
        return ((self.rows[number - 1], scored) for number, scored in self.scores.items())

    def scored_at(self, number: int) -> Scored | None:
        """What the row of that number put on the sheet; None where it is not settled."""
        return self.scores.get(number)

    def put(self, row: Row) -> Match:
        """The match with `row` in its place; a last row that settles moves the standing one step."""
        before = self.rows[row.number - 1] if row.number <= len(self.rows) else None
        match = self._replace(rows=(*self.rows[: row.number - 1], row, *self.rows[row.number :]))
        is_last = row.number == len(match.rows)
        if is_last and "standing" in self.__dict__ and not (before and before.deal(self.rules)):
            deal = row.deal(self.rules)
            standing = self.standing.after(deal) if deal else self.standing
            scores = {**self.scores, row.number: standing.rows[-1]} if deal else self.scores
            match.__dict__.update(standing=standing, scores=scores)
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
