"""A row of the sheet as it is drawn: the bid on the spine, and what each cell says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from squarescores.pedro import Rules, Scored, Seat, Side
from squarescores.pedro.match import Match
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table
from squarescores.web import words


@dataclass(frozen=True, slots=True)
class Cell:
    """One side's cell. `kind` is scored, entered, gap, disputed or after."""

    side: str
    kind: str
    figure: int | None = None
    struck: int | None = None
    is_bidders: bool = False
    is_set: bool = False
    paid: int = 0
    owes: int = 0
    """Said where it explains the figure: after a set, a payment, or a 0."""


@dataclass(frozen=True, slots=True)
class RowShown:
    """A row with everything its template draws. `state` is settled, playing, disputed or voided."""

    number: int
    state: str
    dealer: str
    cells: dict[str, Cell]
    bidder: str | None = None
    by: str = ""
    """The bidding side, ns or ew."""
    bid: int | str | None = None
    trump: str | None = None
    made: bool | None = None
    goes_out: bool = False
    after_end: bool = False
    corrected: bool = False


class RowSeen(NamedTuple):
    """A row, and all that what it says comes of besides."""

    row: Row
    scored: Scored | None
    """What it put on the sheet; None where it is not settled."""
    rules: Rules
    dealer: str
    bidder: str | None

    def shown(self) -> RowShown:
        """What it says."""
        row, scored = self.row, self.scored
        return RowShown(
            number=row.number,
            state=row.state(self.rules),
            dealer=self.dealer,
            bidder=self.bidder,
            by=row.bidder.side.value.lower() if row.bidder else "",
            bid=row.bid,
            trump=row.trump,
            made=scored.made if scored else None,
            goes_out=bool(scored and scored.bidder_goes_out),
            after_end=bool(scored and scored.after_end),
            corrected=bool(row.corrections),
            cells={side.value: _cell(self, side) for side in Side},
        )


def rows_seen(table: Table, match: Match) -> Iterator[RowSeen]:
    """Every row of the match that has been written on, in order."""
    names = {seat: words.holder(table, seat) for seat in Seat}
    for row in match.rows:
        if row.bid is not None:
            bidder = names[row.bidder] if row.bidder else None
            yield RowSeen(
                row, match.scores.get(row.number), match.rules, names[match.dealers[row.number]], bidder
            )


def rows_shown(table: Table, match: Match) -> list[RowShown]:
    """What each of them says."""
    return [seen.shown() for seen in rows_seen(table, match)]


def _cell(seen: RowSeen, side: Side) -> Cell:
    row, scored = seen.row, seen.scored
    is_bidders = row.bidder is not None and row.bidder.side is side
    if scored is None:
        return _open_cell(seen, side, is_bidders=is_bidders)
    figure, shortfall = scored.cells[side], scored.tallies[side].shortfall
    is_set = is_bidders and not scored.made and not scored.after_end
    paid = scored.paid[side]
    return Cell(
        side=side.value,
        kind="after" if scored.after_end else "scored",
        figure=figure,
        struck=_struck(row, side, figure),
        is_bidders=is_bidders,
        is_set=is_set,
        paid=paid,
        owes=0 if scored.after_end or not (is_set or paid or figure == 0) else shortfall,
    )


def _open_cell(seen: RowSeen, side: Side, *, is_bidders: bool) -> Cell:
    row, points = seen.row, seen.row.taken[side]
    if points is None:
        return Cell(side.value, "gap", is_bidders=is_bidders)
    kind = "disputed" if row.state(seen.rules) == "disputed" else "entered"
    return Cell(side.value, kind, points, _struck(row, side, points), is_bidders=is_bidders)


def _struck(row: Row, side: Side, figure: int) -> int | None:
    """What the cell showed before its last correction, where that was another figure."""
    for correction in reversed(row.corrections):
        struck = correction.struck[side]
        if struck is not None and struck != figure:
            return struck
    return None
