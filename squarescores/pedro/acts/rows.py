"""Writing on a row: note the bid, enter a side's points, correct, void.

Each returns the mark to write, or Stands where a mark says it already, or raises Refused or Invalid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from squarescores.pedro.acts import may
from squarescores.pedro.deal import TWENTY_EIGHT_FIFTY_SIX, Bid, Seat, Side, Suit
from squarescores.pedro.marks import Clashed, Corrected, Entered, Noted, Restored, TrumpNamed, Voided
from squarescores.pedro.match import Match, Row
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.table import Table, corrected_row


@dataclass(frozen=True, slots=True)
class Stands:
    """Nothing to write: the mark of that number says it already."""

    mark: int


CARDS: Final = ("A", "J", "10", "5", "low", "2")


def card_points(card: str, pack_points: int) -> int:
    """What a point card counts: the jack 3 in a 16-point pack (rules.md, Rules of a table)."""
    if card == "J":
        return 3 if pack_points == 16 else 1
    return 5 if card in ("5", "low") else 1


def played_match(table: Table, match: int | None) -> Match:
    """The match being played. Raises Refused where a write names another, or it is banked."""
    played = table.played
    if match is not None and match != played.number:
        raise Refused("sheet_moved_on", match=match, played=played.number)
    if played.banking:
        raise Refused("match_banked", match=played.number)
    return played


def row_to_write(match: Match, deal: int) -> Row:
    """The row a bid or an entry names. Raises Refused where there is none, or it was voided."""
    row = match.row(deal)
    if row is None:
        waiting = match.open_row
        if deal == waiting.number + 1 and waiting.state(match.rules) == "disputed":
            raise Refused("disputed", deal=waiting.number)
        raise Refused("no_deal", deal=deal, open=waiting.number)
    if row.voided:
        raise Refused("deal_voided", deal=deal, open=match.open_row.number)
    return row


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
    if row.bid is not None:
        again = _noted_again(played, row, bidder, bid, trump)
        if again:
            return again
        if row.taken.ns is not None or row.taken.ew is not None:
            raise Refused("points_in", deal=deal)
        if was != row.mark:
            raise Refused("bid_noted", deal=deal, row=row)
    if played.is_won:
        raise Refused("match_won", match=played.number, winner=played.standing.outcome.winner)
    return Noted(played.number, deal, bidder, bid, trump)


def _noted_again(
    match: Match, row: Row, bidder: Seat, bid: Bid, trump: Suit | None
) -> TrumpNamed | Stands | None:
    if (row.bidder, row.bid) != (bidder, bid):
        return None
    if trump is None or trump is row.trump:
        return Stands(row.noted.mark if row.noted else row.mark)
    if row.trump is None and not row.deal(match.rules) and not match.is_won:
        return TrumpNamed(match.number, row.number, trump)
    return None


def check_bid(match: Match, deal: int, bidder: Seat | None, bid: Bid | None) -> None:
    """A whole number the rules allow, or "28-56" by the dealer (rules.md, Checks on a row)."""
    rules = match.rules
    if bid == TWENTY_EIGHT_FIFTY_SIX:
        if not rules.dealer_28_56:
            raise Invalid("bid", "bid_range", low=rules.min_bid, high=rules.max_bid)
        dealer = match.dealers.get(deal)
        if dealer is not None and dealer is not bidder:
            raise Invalid("bid", "dealer_only", dealer=dealer)
    elif bid not in rules.bids(by_dealer=False):
        raise Invalid("bid", "bid_range", low=rules.min_bid, high=rules.max_bid)


def enter(
    table: Table,
    who: str | None,
    deal: int,
    side: Side,
    points: int,
    cards: tuple[str, ...] | None = None,
    *,
    match: int | None = None,
) -> Entered | Stands:
    """A partner enters what their side took, once; afterwards only the host may change it."""
    may.write_for(table, who, side)
    played = played_match(table, match)
    check_points(played, "points", points)
    check_cards(played, points, cards)
    row = row_to_write(played, deal)
    if row.taken[side] is not None:
        return _entered_already(table, who, played, row, side, points)
    if played.is_won:
        raise Refused("match_won", match=played.number, winner=played.standing.outcome.winner)
    if row.bid is None:
        raise Refused("no_bid", deal=deal)
    return Entered(played.number, deal, side, points, cards)


def _entered_already(
    table: Table, who: str | None, match: Match, row: Row, side: Side, points: int
) -> Stands:
    ink = row.entered[side]
    assert ink is not None  # noqa: S101 -- every filled cell has its ink
    if row.taken[side] == points:
        return Stands(ink.mark)
    seat = table.seat_of(who)
    is_partner = seat is not None and seat.side is side and ink.by != who
    clash = Clashed(match.number, row.number, side, points, ink.mark) if is_partner else None
    raise already_entered(row, side, points, clash)


def already_entered(row: Row, side: Side, points: int, leaves: Clashed | None = None) -> Refused:
    """Who entered what and when, beside the figure that was refused."""
    ink = row.entered[side]
    return Refused(
        "already_entered",
        leaves=leaves,
        deal=row.number,
        side=side,
        refused=points,
        stands=row.taken[side],
        by=ink.name if ink else "",
        at=ink.at if ink else None,
    )


def check_points(match: Match, field: str, points: int) -> None:
    """Points taken are whole numbers from 0 to the pack's points (rules.md, Checks on a row)."""
    pack = match.rules.pack_points
    if not 0 <= points <= pack:
        raise Invalid(field, "points_range", low=0, high=pack)


def check_cards(match: Match, points: int, cards: tuple[str, ...] | None) -> None:
    """Point cards, each once, that add up to the points."""
    if cards is None:
        return
    if len(set(cards)) != len(cards) or any(card not in CARDS for card in cards):
        raise Invalid("cards", "cards_unknown", cards=CARDS)
    count = sum(card_points(card, match.rules.pack_points) for card in cards)
    if count != points:
        raise Invalid("cards", "cards_sum", count=count, points=points)


def correct(
    table: Table,
    who: str | None,
    deal: int,
    changes: Mapping[str, Any],
    was: int,
    reason: str = "",
    *,
    match: int | None = None,
) -> Corrected | Stands:
    """The host changes several fields of one row together; refused whole if any check breaks."""
    may.host(table, who)
    corrected = table.match(match)
    if corrected is None:
        raise Refused("no_match", match=match)
    row = corrected.row(deal)
    if row is None or (row.bid is None and (corrected.is_won or corrected.banking)):
        raise Refused("no_deal", deal=deal, open=corrected.open_row.number)
    if row.voided:
        raise Refused("deal_voided", deal=deal, open=corrected.open_row.number)
    if row.mark != was:
        raise Refused("row_changed", deal=deal, row=row)
    new = {key: value for key, value in changes.items() if value != _present(corrected, row, key)}
    if not new:
        return Stands(row.mark)
    if row.bid is None and set(new) - {"dealer"}:
        raise Refused("no_bid", deal=deal)
    check_row(corrected, row, new)
    return Corrected(corrected.number, deal, new, reason)


def _present(match: Match, row: Row, key: str) -> object:
    if key in ("NS", "EW"):
        return row.taken[Side(key)]
    return match.dealers[row.number] if key == "dealer" else getattr(row, key)


def check_row(match: Match, row: Row, new: Mapping[str, Any]) -> Match:
    """The match with the row's new values in it. Raises Invalid where a check breaks, on any row."""
    sides = [side for side in Side if side in new]
    for side in sides:
        check_points(match, side, new[side])
    changed = corrected_row(row, new, None)
    if (
        sides
        and changed.is_filled
        and sum(points or 0 for points in changed.taken) != match.rules.pack_points
    ):
        pack = match.rules.pack_points
        raise Invalid(sides[0], "points_sum", ns=changed.taken.ns, ew=changed.taken.ew, pack=pack)
    after = match.put(changed)
    if changed.bid is not None:
        check_bid(after, row.number, changed.bidder, changed.bid)
    broken = after.broken_28_56()
    if broken:
        raise Invalid("dealer" if "dealer" in new else "bid", "deals_28_56", deal=broken.number)
    return after


def void(
    table: Table,
    who: str | None,
    deal: int,
    reason: str = "",
    *,
    undo: bool = False,
    match: int | None = None,
) -> Voided | Restored | Stands:
    """A misdeal: counts nothing, the same seat deals again; undone while no later deal has a bid."""
    may.host(table, who)
    played = played_match(table, match)
    row = played.row(deal)
    if row is None:
        raise Refused("no_deal", deal=deal, open=played.open_row.number)
    if bool(row.voided) is not undo:
        return Stands(row.mark)
    if row.bid is None:
        raise Refused("no_bid", deal=deal)
    if not undo:
        return Voided(played.number, deal, reason)
    if any(later.bid is not None for later in played.rows[deal:]):
        raise Refused("sheet_moved_on", deal=deal, open=played.open_row.number)
    return Restored(played.number, deal, reason)
