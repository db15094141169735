"""The match the guides show: every row was played through the game itself, so no figure can go stale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from squarescores.pedro import PRESETS, Both, Deal, Rules, Scored, Seat, fold

NAMES: Final = {Seat.N: "Alice", Seat.E: "Bob", Seat.S: "Carol", Seat.W: "Dave"}


@dataclass(frozen=True, slots=True)
class Row:
    """A deal of the match: as it was played, and as the sheet shows it."""

    number: int
    dealer: Seat
    deal: Deal
    trump: str
    scored: Scored
    before: Both[int] | None = None
    """The cells before the host corrected them; None where nothing was."""


def _deal(bidder: str, bid: int, ns: int) -> Deal:
    return Deal(Seat(bidder), bid, _taken(ns))


def _taken(ns: int) -> Both[int]:
    return Both(ns, Rules().pack_points - ns)


# Set bids, a shortfall paid over two deals, a correction, the worked hand as deal 6 and its payment as 7,
# a bidder-goes-out deal won by the side with less on the sheet, and a row left over after the end.
MATCH: Final = (
    (_deal("N", 9, 10), "S"),
    (_deal("W", 8, 5), "C"),
    (_deal("E", 7, 8), "D"),
    (_deal("S", 8, 9), "H"),
    (_deal("W", 9, 5), "S"),
    (_deal("N", 8, 7), "H"),
    (_deal("S", 9, 10), "C"),
    (_deal("N", 10, 11), "D"),
    (_deal("S", 9, 10), "S"),
    (_deal("N", 8, 5), "C"),
    (_deal("E", 9, 4), "H"),
    (_deal("S", 7, 7), "H"),
    (_deal("W", 8, 3), "S"),
)
WORKED_HAND: Final = MATCH[5][0]
FIRST_SAID: Final = {3: 7}
"""What North–South were said to have taken in the deals the host corrected."""


def played() -> Iterator[Row]:
    """The match, scored by the default rules; West deals first."""
    deals = [deal for deal, _trump in MATCH]
    miscounted = [
        Deal(deal.bidder, deal.bid, _taken(FIRST_SAID[number])) if number in FIRST_SAID else deal
        for number, deal in enumerate(deals, 1)
    ]
    dealer = Seat.W
    rows = zip(MATCH, fold(Rules(), deals).rows, fold(Rules(), miscounted).rows, strict=True)
    for number, ((deal, trump), scored, first) in enumerate(rows, 1):
        yield Row(number, dealer, deal, trump, scored, first.cells if number in FIRST_SAID else None)
        dealer = dealer.next


def same_hand() -> Iterator[tuple[str, Both[int], Both[int]]]:
    """The worked hand under each preset: its name, the cells, and what each side owes."""
    for preset in PRESETS:
        rules = Rules.of({"preset": preset})
        # Where the pack has 16 points the jack counts 3, and in this hand the other side won it.
        own = WORKED_HAND.own
        deal = Deal(WORKED_HAND.bidder, WORKED_HAND.bid, Both(own, rules.pack_points - own))
        scored = fold(rules, [deal]).rows[0]
        yield preset, scored.cells, scored.tallies.map(lambda tally: tally.shortfall)
