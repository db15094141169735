"""Noting the winning bid of the open deal."""

from __future__ import annotations

from squarescores.pedro.acts import may
from squarescores.pedro.acts.rows import (
    Stands,
    as_it_stands,
    check_not_won,
    played_match,
    row_to_write,
)
from squarescores.pedro.deal import TWENTY_EIGHT_FIFTY_SIX, Bid, Seat, Suit
from squarescores.pedro.marks import Noted, TrumpNamed
from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table


def bid(
    table: Table,
    who: str | None,
    deal: int,
    bidder: Seat,
    bid: Bid,
    trump: Suit | None = None,
    *,
    was: int | None = None,
    match: int | None = None,
) -> Noted | TrumpNamed | Stands:
    """Note the winning bid of the open deal; before any points are in, `was` replaces the mark it names."""
    may.play(table, who)
    played = played_match(table, match)
    check_bid(played, deal, bidder, bid)
    row = row_to_write(played, deal)
    again = _noted_again(played, row, bidder, bid, trump)
    if again:
        return again
    check_not_won(played)
    if row.has_points:
        raise Refused("points_in", deal=deal)
    if row.bid is not None and was != row.mark:
        raise Refused("bid_noted", **as_it_stands(table, played, row, row.noted))
    return Noted(played.number, deal, bidder, bid, trump)


def _noted_again(
    match: Match, row: Row, bidder: Seat, bid: Bid, trump: Suit | None
) -> TrumpNamed | Stands | None:
    """The bid that stands sent again: it may fill an empty trump until the row settles."""
    if (row.bidder, row.bid) != (bidder, bid):
        return None
    if trump in (None, row.trump):
        assert row.noted is not None  # noqa: S101 -- every bid has its ink
        return Stands(row.noted.mark)
    if row.trump is None and row.deal(match.rules) is None and not match.is_won:
        return TrumpNamed(match.number, row.number, trump)
    return None


def check_bid(match: Match, deal: int, bidder: Seat | None, bid: Bid) -> None:
    """A whole number the rules allow, or "28-56" by the dealer (rules.md, Checks on a row)."""
    rules = match.rules
    dealer = match.dealers.get(deal)
    if bid == TWENTY_EIGHT_FIFTY_SIX and rules.dealer_28_56 and dealer not in (None, bidder):
        raise Invalid("bid", "dealer_only", dealer=dealer)
    if bid not in rules.bids(by_dealer=True):
        raise Invalid("bid", "bid_range", low=rules.min_bid, high=rules.max_bid)
