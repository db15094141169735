"""One deal as it is written: its figures, whose ink they are, and what was corrected."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

from squarescores.pedro.deal import Bid, Both, Deal, Seat, Suit
from squarescores.pedro.rules import Rules

BLANK: Final[Both[Any]] = Both(None, None)


class Ink(NamedTuple):
    """Who wrote a figure, under which name, when, and the mark's number."""

    mark: int
    by: str
    name: str
    at: datetime


class Correction(NamedTuple):
    """What a correction left in a row: by whom, why, and the cells the sheet showed before it."""

    ink: Ink
    reason: str
    fields: tuple[str, ...]
    struck: Both[int | None]


class Row(NamedTuple):
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
    def has_points(self) -> bool:
        """A side's points are in."""
        return self.taken != BLANK

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
