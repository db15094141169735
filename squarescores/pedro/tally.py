"""What one deal does to both sides' tallies: points scored, a shortfall paid or owed."""

from __future__ import annotations

from typing import NamedTuple

from squarescores.pedro.deal import TWENTY_EIGHT_FIFTY_SIX, Bid, Deal
from squarescores.pedro.rules import Rules


class Tally(NamedTuple):
    """A side's running total and what it still owes."""

    total: int = 0
    shortfall: int = 0

    @property
    def net(self) -> int:
        """Total less shortfall: every rule is judged on it. May be below 0."""
        return self.total - self.shortfall

    def after(self, points: int) -> Tally:
        """Points scored pay off the shortfall before any goes on the sheet; points below 0 are owed."""
        owed = self.shortfall
        if points <= owed:
            return Tally(self.total, owed - points)
        return Tally(self.total + points - owed)


def is_doubled_slam(rules: Rules, bid: Bid) -> bool:
    """Only where the highest bid was bid: all 14 on a bid of 9 score 14."""
    return rules.slam != "single" and bid == rules.max_bid


def made_bid_scores(rules: Rules, bid: Bid, own: int, other: int) -> int:
    """What the bidding side scores for a bid it made with `own` points against `other`."""
    if bid == TWENTY_EIGHT_FIFTY_SIX:
        return 56
    points = own if rules.scoring == "carry" else max(0, own - other)
    return 2 * points if is_doubled_slam(rules, bid) else points


def failed_bid_costs(rules: Rules, bid: Bid, own: int) -> int:
    """What a failed bid costs: the bid, or under `set_costs: taken` the `own` points the bidders won.

    A doubled slam and "28-56" always cost the bid.
    """
    if bid == TWENTY_EIGHT_FIFTY_SIX:
        return 28
    if is_doubled_slam(rules, bid):
        return int(bid) * (2 if rules.slam == "double_or_double" else 1)
    if rules.set_costs == "taken" and rules.scoring == "carry":
        return own
    return int(bid)


def worth(rules: Rules, deal: Deal) -> tuple[bool, int, int]:
    """Whether the bid was made, what the deal is worth to the bidding side, and to the other.

    Below 0 is what a side owes for it. Source: rules.md, Scoring one deal.
    """
    made, bid, (own, other) = deal.made, deal.bid, deal.own_and_other
    if rules.scoring == "carry":
        return (
            made,
            made_bid_scores(rules, bid, own, other) if made else -failed_bid_costs(rules, bid, own),
            other,
        )
    if made:
        return made, made_bid_scores(rules, bid, own, other), 0
    return made, 0, failed_bid_costs(rules, bid, own) + other
