"""Entering the points a side took."""

from __future__ import annotations

from typing import Final

from squarescores.pedro.acts import may
from squarescores.pedro.acts.rows import Stands, check_not_won, played_match, row_to_write
from squarescores.pedro.deal import Side
from squarescores.pedro.marks import Clashed, Entered
from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table

CARDS: Final = ("A", "J", "10", "5", "low", "2")


def card_points(card: str, pack_points: int) -> int:
    """What a point card counts: the jack 3 in a 16-point pack (rules.md, Rules of a table)."""
    if card == "J":
        return 3 if pack_points == 16 else 1
    return 5 if card in ("5", "low") else 1


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
    check_not_won(played)
    if row.bid is None:
        raise Refused("no_bid", deal=deal)
    return Entered(played.number, deal, side, points, cards)


def _entered_already(
    table: Table, who: str | None, match: Match, row: Row, side: Side, points: int
) -> Stands:
    """The same figure stands; another is refused with who entered what and when, and a partner's clash."""
    ink = row.entered[side]
    assert ink is not None  # noqa: S101 -- every filled cell has its ink
    if row.taken[side] == points:
        return Stands(ink.mark)
    seat = table.seat_of(who)
    is_partner = seat is not None and seat.side is side and ink.by != who
    raise Refused(
        "already_entered",
        leaves=Clashed(match.number, row.number, side, points, ink.mark) if is_partner else None,
        deal=row.number,
        side=side,
        refused=points,
        stands=row.taken[side],
        by=ink.name,
        at=ink.at,
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
