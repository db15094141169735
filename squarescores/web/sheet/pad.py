"""The pad: a key for each number of points, what it will do, and what is asked before a 0."""

from __future__ import annotations

from typing import NamedTuple

from flask_babel import gettext as _

from squarescores.pedro import TWENTY_EIGHT_FIFTY_SIX, Both, Deal, Side
from squarescores.pedro.match import Match
from squarescores.pedro.row import Row
from squarescores.pedro.standing import score
from squarescores.pedro.table import Table
from squarescores.web import words


class Key(NamedTuple):
    """One key of the pad: the points, and what entering them will do."""

    points: int
    does: str
    asks: str = ""
    """The question before a 0 that looks like the 0 people write on paper for a set bid."""


def pad(table: Table, match: Match, row: Row, side: Side) -> list[Key]:
    """A key for each number of points, with what entering it will put on the sheet."""
    question, says = zero_question(table, match, row, side), _Says()
    return [
        Key(points, says.does(table, match, row, side, points), "" if points else question)
        for points in range(match.rules.pack_points + 1)
    ]


class _Says:
    """What keys will do, in words that are looked up once: a pad has fifteen keys."""

    def __init__(self) -> None:
        self._made, self._set = _("%(points)s of %(bid)s: made"), _("%(points)s of %(bid)s: set")
        self._pays, self._owes = _("pays %(paid)s"), _("owes %(owes)s")
        self._cell = _("%(cell)s on the sheet")

    def does(self, table: Table, match: Match, row: Row, side: Side, points: int) -> str:
        """As in "7 of 8: set, 0 on the sheet, owes 8", if the others took the rest."""
        assert row.bidder is not None and row.bid is not None  # noqa: S101, PT018 -- points follow a bid
        pack, standing = match.rules.pack_points, match.standing
        deal = Deal(row.bidder, row.bid, Both.of(side, points, pack - points))
        scored, outcome = score(match.rules, standing.tallies, standing.outcome, deal)
        paid, owes = scored.paid[side], scored.tallies[side].shortfall
        parts = []
        if row.bidder.side is side:
            wanted = pack if row.bid == TWENTY_EIGHT_FIFTY_SIX else row.bid
            parts.append((self._made if scored.made else self._set) % {"points": points, "bid": wanted})
        if paid:
            parts.append(self._pays % {"paid": paid})
        parts.append(self._cell % {"cell": scored.cells[side]})
        if owes:
            parts.append(self._owes % {"owes": owes})
        if outcome.winner:
            parts.append(_("%(side)s win", side=words.side(table, outcome.winner)))
        return ", ".join(parts)


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
