"""The fold: from settled deals to cells, shortfalls, the line and who has won.

The worked hand: East–West bid 8 and take 7, so they are set; the sheet writes 0 and carries 8.

>>> from squarescores.pedro import Both, Deal, Rules, Seat, Side, fold
>>> standing = fold(Rules(), [Deal(Seat.E, 8, Both(7, 7))])
>>> standing.rows[0].cells
Both(ns=7, ew=0)
>>> standing.tallies[Side.EW]
Tally(total=0, shortfall=8)
>>> standing.tallies[Side.EW].net
-8
>>> standing.outcome.status
'playing'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from .deal import Both, Deal, Side
from .rules import Rules
from .tally import Tally, move


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match stands: `playing`, `bidder_goes_out`, `decider_due`, or `won` by whom and how."""

    status: str
    winner: Side | None = None
    decided_by: str | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """What one settled deal put on the sheet, and how both sides stood after it."""

    made: bool
    bidder_goes_out: bool
    after_end: bool
    cells: Both[int]
    tallies: Both[Tally]
    paid: Both[int]
    """Shortfall paid off by this deal."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A match as far as its settled deals go."""

    rules: Rules
    rows: tuple[Scored, ...]
    tallies: Both[Tally]
    outcome: Outcome

    @property
    def leader(self) -> Side | None:
        """The side ahead on net; None when level."""
        ns, ew = self.tallies.ns.net, self.tallies.ew.net
        return None if ns == ew else Side.NS if ns > ew else Side.EW

    @property
    def ahead(self) -> int:
        return abs(self.tallies.ns.net - self.tallies.ew.net)

    @property
    def played(self) -> int:
        """Deals that counted."""
        return sum(not row.after_end for row in self.rows)

    def after(self, deal: Deal) -> Standing:
        """The standing one settled deal later (rules.md, Who has won)."""
        if self.outcome.status == "won":
            idle = Scored(deal.made, False, True, Both(0, 0), self.tallies, Both(0, 0))
            return Standing(self.rules, (*self.rows, idle), self.tallies, self.outcome)
        goes_out = self.outcome.status in ("bidder_goes_out", "decider_due")
        tallies = move(self.rules, self.tallies, deal)
        row = Scored(
            made=deal.made,
            bidder_goes_out=goes_out,
            after_end=False,
            cells=Both(tallies.ns.total - self.tallies.ns.total, tallies.ew.total - self.tallies.ew.total),
            tallies=tallies,
            paid=Both(_paid(self.tallies.ns, tallies.ns), _paid(self.tallies.ew, tallies.ew)),
        )
        outcome = judge(self.rules, deal, tallies, goes_out=goes_out)
        return Standing(self.rules, (*self.rows, row), tallies, outcome)


def _paid(before: Tally, now: Tally) -> int:
    return max(0, before.shortfall - now.shortfall)


def judge(rules: Rules, deal: Deal, tallies: Both[Tally], *, goes_out: bool) -> Outcome:
    """Who has won after `deal`, judged on net in the order of rules.md, Who has won."""
    bidders = deal.side
    reached = tallies.map(lambda tally: tally.net >= rules.target)
    if goes_out:
        if deal.made:
            return Outcome("won", bidders, "bidder_goes_out")
        if reached[bidders.other]:
            return Outcome("won", bidders.other, "line")
    elif reached.ns and reached.ew:
        if rules.both_reach == "bidder":
            return Outcome("won", bidders, "bidder_wins_tie")
        return Outcome("decider_due")
    elif reached.ns or reached.ew:
        return Outcome("won", Side.NS if reached.ns else Side.EW, "line")
    return Outcome(next_deal(rules, tallies))


def next_deal(rules: Rules, tallies: Both[Tally]) -> str:
    """`bidder_goes_out` when both nets are at the gate or past it before the deal, else `playing`."""
    gate = rules.gate
    if gate is not None and tallies.ns.net >= gate and tallies.ew.net >= gate:
        return "bidder_goes_out"
    return "playing"


def start(rules: Rules) -> Standing:
    """A match before its first deal."""
    tallies = Both(Tally(), Tally())
    return Standing(rules, (), tallies, Outcome(next_deal(rules, tallies)))


def fold(rules: Rules, deals: Iterable[Deal]) -> Standing:
    """The standing after all of `deals`, in order."""
    return reduce(Standing.after, deals, start(rules))
