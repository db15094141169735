"""The pad: a key for each number of points, what it will do, and what is asked before a 0."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _

from squarescores.pedro import TWENTY_EIGHT_FIFTY_SIX, Both, Deal, Side
from squarescores.pedro.match import Match
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table
from squarescores.web import words


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the pad: the points, and what entering them will do."""

    points: int
    does: str
    asks: str = ""
    """The question before a 0 that looks like the 0 people write on paper for a set bid."""


def pad(table: Table, match: Match, row: Row, side: Side) -> list[Key]:
    """A key for each number of points, with what entering it will put on the sheet."""
    question = zero_question(table, match, row, side)
    return [
        Key(points, does(table, match, row, side, points), "" if points else question)
        for points in range(match.rules.pack_points + 1)
    ]


def does(table: Table, match: Match, row: Row, side: Side, points: int) -> str:
    """What a figure will do, as in "7 of 8: set, 0 on the sheet, owes 8", if the others took the rest."""
    assert row.bidder is not None and row.bid is not None  # noqa: S101, PT018 -- points follow a bid
    rest = match.rules.pack_points - points
    after = match.standing.after(Deal(row.bidder, row.bid, Both.of(side, points, rest)))
    scored = after.rows[-1]
    paid, owes = scored.paid[side], scored.tallies[side].shortfall
    parts = []
    if row.bidder.side is side:
        parts.append(_bid_part(row, points, made=scored.made, pack=match.rules.pack_points))
    if paid:
        parts.append(_("pays %(paid)s", paid=paid))
    parts.append(_("%(cell)s on the sheet", cell=scored.cells[side]))
    if owes:
        parts.append(_("owes %(owes)s", owes=owes))
    if after.outcome.winner:
        parts.append(_("%(side)s win", side=words.side(table, after.outcome.winner)))
    return ", ".join(parts)


def _bid_part(row: Row, points: int, *, made: bool, pack: int) -> str:
    wanted = pack if row.bid == TWENTY_EIGHT_FIFTY_SIX else row.bid
    if made:
        return _("%(points)s of %(bid)s: made", points=points, bid=wanted)
    return _("%(points)s of %(bid)s: set", points=points, bid=wanted)


def zero_question(table: Table, match: Match, row: Row, side: Side) -> str:
    """What is asked before the bidding side's 0 where it cannot be what it took (rules.md, Words)."""
    other, pack = row.taken[side.other], match.rules.pack_points
    if row.bidder is None or row.bidder.side is not side or other is None or other == pack:
        return ""
    return _(
        "Type what you took, also when set: %(other)s entered %(points)s, so you took %(rest)s. "
        "The sheet writes the 0.",
        other=words.side(table, side.other),
        points=other,
        rest=pack - other,
    )
