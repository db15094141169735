"""What one deal does to both sides' tallies: points scored, a shortfall paid or owed."""

from __future__ import annotations

from dataclasses import dataclass

from .deal import TWENTY_EIGHT_FIFTY_SIX, Both, Deal
from .rules import Rules


@dataclass(frozen=True, slots=True)
class Tally:
    """A side's running total and what it still owes."""

    total: int = 0
    shortfall: int = 0

    @property
    def net(self) -> int:
        """Total less shortfall: every rule is judged on it. May be below 0."""
        return self.total - self.shortfall

    def score(self, points: int) -> Tally:
        """Pay off the shortfall first; only the rest goes on the sheet."""
        paid = min(points, self.shortfall)
        return Tally(self.total + points - paid, self.shortfall - paid)

    def set_back(self, points: int) -> Tally:
        """Owe `points` more; the sheet's total never falls."""
        return Tally(self.total, self.shortfall + points)


def is_doubled_slam(rules: Rules, deal: Deal) -> bool:
    """Only where the highest bid was bid: all 14 on a bid of 9 score 14 (rules.md, Scoring one deal)."""
    return rules.slam != "single" and deal.bid == rules.max_bid


def made_bid_scores(rules: Rules, deal: Deal) -> int:
    """What the bidding side scores for a bid it made (rules.md, Scoring one deal)."""
    if deal.bid == TWENTY_EIGHT_FIFTY_SIX:
        return 56
    points = deal.own if rules.scoring == "carry" else max(0, deal.own - deal.other)
    return 2 * points if is_doubled_slam(rules, deal) else points


def failed_bid_costs(rules: Rules, deal: Deal) -> int:
    """What a failed bid costs: the bid, or under `set_costs: taken` what the bidders won.

    A doubled slam and "28-56" always cost the bid (rules.md, Scoring one deal).
    """
    if deal.bid == TWENTY_EIGHT_FIFTY_SIX:
        return 28
    if is_doubled_slam(rules, deal):
        return int(deal.bid) * (2 if rules.slam == "double_or_double" else 1)
    if rules.scoring == "carry" and rules.set_costs == "taken":
        return deal.own
    return int(deal.bid)


def move(rules: Rules, tallies: Both[Tally], deal: Deal) -> Both[Tally]:
    """Both tallies after a deal."""
    side = deal.side
    own, other = tallies[side], tallies[side.other]
    if rules.scoring == "carry":
        own = own.score(made_bid_scores(rules, deal)) if deal.made else own.set_back(failed_bid_costs(rules, deal))
        other = other.score(deal.other)
    elif deal.made:
        own = own.score(made_bid_scores(rules, deal))
    else:
        other = other.score(failed_bid_costs(rules, deal) + deal.other)
    return Both.of(side, own, other)
