"""The same match kept on paper: what the game itself makes of the deals written down so far."""

from __future__ import annotations

import re

from squarescores.pedro import Both, Deal, Rules, Scored, Seat, Side, Standing, fold


class Paper:
    """Rows by their number; a misdeal is simply not written."""

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = rules or Rules()
        self.deals: dict[int, Deal] = {}

    def write(self, deal: int, bidder: str, bid: int, ns: int) -> None:
        """A settled row, or its correction: North and South took `ns`, the others the rest."""
        taken = Both(ns, self.rules.pack_points - ns)
        self.deals = dict(sorted({**self.deals, deal: Deal(Seat(bidder), bid, taken)}.items()))

    @property
    def standing(self) -> Standing:
        return fold(self.rules, self.deals.values())

    @property
    def played(self) -> list[int]:
        return list(self.deals)

    def scored(self, deal: int) -> Scored:
        return self.standing.rows[self.played.index(deal)]

    def total(self, side: str) -> int:
        return self.standing.tallies[Side(side)].total

    def owing(self, side: str) -> str:
        """A pattern for what stands under the total: what the side owes and its net, if it owes."""
        tally = self.standing.tallies[Side(side)]
        if not tally.shortfall:
            return r"^(?!.*\bowes\b)"
        net = str(tally.net).replace("-", "−")
        return rf"\bowes {tally.shortfall}: {re.escape(net)}(?!\d)"

    def cell(self, deal: int, side: str) -> str:
        """A pattern for a settled cell: its figure last corrected, and a set bid or a payment beside it."""
        scored = self.scored(deal)
        figure, paid = scored.cells[Side(side)], scored.paid[Side(side)]
        said = rf"^\s*(was\s*\d+\s*now\s*)?{figure}\b"
        if self.deals[deal].side is Side(side) and not scored.made:
            said += r"(?=.*\bset\b)"
        if paid:
            said += rf"(?=.*\bpaid {paid}\b)"
        return said
