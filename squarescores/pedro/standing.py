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
from typing import Final, NamedTuple

from squarescores.pedro.deal import Both, Deal, Side
from squarescores.pedro.rules import Rules
from squarescores.pedro.tally import Tally, worth


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match stands: `playing`, `bidder_goes_out`, `decider_due`, or `won` by whom and how."""

    status: str
    winner: Side | None = None
    decided_by: str | None = None


_NS: Final = Side.NS
_PLAYING: Final = Outcome("playing")
_BIDDER_GOES_OUT: Final = Outcome("bidder_goes_out")
_DECIDER_DUE: Final = Outcome("decider_due")


class Scored(NamedTuple):
    """What one settled deal put on the sheet, and how both sides stood before and after it."""

    made: bool
    bidder_goes_out: bool
    after_end: bool
    before: Both[Tally]
    tallies: Both[Tally]

    @property
    def cells(self) -> Both[int]:
        """What goes on the sheet: never below 0, and 0 while a shortfall takes it all."""
        then, now = self.before, self.tallies
        return Both(now.ns.total - then.ns.total, now.ew.total - then.ew.total)

    @property
    def paid(self) -> Both[int]:
        """Shortfall paid off by this deal."""
        then, now = self.before, self.tallies
        return Both(
            max(0, then.ns.shortfall - now.ns.shortfall),
            max(0, then.ew.shortfall - now.ew.shortfall),
        )


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
        """The standing one settled deal later."""
        row, outcome = score(self.rules, self.tallies, self.outcome, deal)
        return Standing(self.rules, (*self.rows, row), row.tallies, outcome)


def score(rules: Rules, tallies: Both[Tally], outcome: Outcome, deal: Deal) -> tuple[Scored, Outcome]:
    """What one more deal puts on the sheet of a match that stands so, and how the match stands then."""
    made, own, other = worth(rules, deal)
    if outcome.status == "won":
        return Scored(made, False, True, tallies, tallies), outcome
    side = deal.side
    ns, ew = (own, other) if side is _NS else (other, own)
    moved = Both(tallies.ns.after(ns), tallies.ew.after(ew))
    goes_out = outcome.status != "playing"
    row = Scored(made, goes_out, False, tallies, moved)
    return row, judge(rules, side, moved, made=made, goes_out=goes_out)


def judge(rules: Rules, bidders: Side, tallies: Both[Tally], *, made: bool, goes_out: bool) -> Outcome:
    """Who has won after a deal `bidders` made or not, judged on net in the order of rules.md, Who has won."""
    if goes_out and made:
        return Outcome("won", bidders, "bidder_goes_out")
    ns, ew = tallies.ns.net >= rules.target, tallies.ew.net >= rules.target
    if not (ns or ew):
        return play_on(rules, tallies)
    if goes_out:
        others = bidders.other
        has_reached = ns if others is Side.NS else ew
        return Outcome("won", others, "line") if has_reached else play_on(rules, tallies)
    if ns and ew:
        return Outcome("won", bidders, "bidder_wins_tie") if rules.both_reach == "bidder" else _DECIDER_DUE
    return Outcome("won", Side.NS if ns else Side.EW, "line")


def play_on(rules: Rules, tallies: Both[Tally]) -> Outcome:
    """`bidder_goes_out` when both nets are at the gate or past it before the deal, else `playing`."""
    gate = rules.gate
    if gate is None or tallies.ns.net < gate or tallies.ew.net < gate:
        return _PLAYING
    return _BIDDER_GOES_OUT


def start(rules: Rules) -> Standing:
    """A match before its first deal."""
    tallies = Both(Tally(), Tally())
    return Standing(rules, (), tallies, play_on(rules, tallies))


def fold(rules: Rules, deals: Iterable[Deal]) -> Standing:
    """The standing after all of `deals`, in order."""
    standing = start(rules)
    tallies, outcome = standing.tallies, standing.outcome
    rows: list[Scored] = []
    for deal in deals:
        row, outcome = score(rules, tallies, outcome, deal)
        tallies = row.tallies
        rows.append(row)
    return Standing(rules, tuple(rows), tallies, outcome)
