"""The latest thing on the sheet in one full sentence, for a phone that reads it out."""

from __future__ import annotations

from flask_babel import gettext as _

from squarescores.pedro import Scored, Side
from squarescores.pedro.match import Match, Row
from squarescores.pedro.table import Table
from squarescores.web import shown, words


def latest(table: Table, match: Match) -> str:
    """ "Deal 6. East–West set on 8, owes 8." """
    if match.banking:
        return _("Banked. %(ending)s", ending=shown.ending_words(table, match))
    row = match.open_row
    told = [] if row.bid is not None else _last_settled(table, match)
    if match.is_won and match.standing.outcome.winner:
        return " ".join([*told, _("%(side)s win.", side=words.side(table, match.standing.outcome.winner))])
    if row.bid is not None:
        return _open(table, match, row)
    return " ".join([*told, _("%(dealer)s deals.", dealer=words.plain(words.holder(table, match.dealer)))])


def _last_settled(table: Table, match: Match) -> list[str]:
    pairs = list(match.scored())
    if not pairs:
        return []
    row, scored = pairs[-1]
    return [_("Deal %(deal)s.", deal=row.number), *(_side(table, row, scored, side) for side in Side)]


def _side(table: Table, row: Row, scored: Scored, side: Side) -> str:
    name, owes = words.side(table, side), scored.tallies[side].shortfall
    if row.bidder and row.bidder.side is side and not scored.made:
        return _("%(side)s set on %(bid)s, owes %(owes)s.", side=name, bid=row.bid, owes=owes)
    if owes:
        return _("%(side)s %(cell)s, owes %(owes)s.", side=name, cell=scored.cells[side], owes=owes)
    return _("%(side)s %(cell)s.", side=name, cell=scored.cells[side])


def _open(table: Table, match: Match, row: Row) -> str:
    assert row.bidder is not None  # noqa: S101 -- only called for a row with a bid
    if row.state(match.rules) == "disputed":
        return _(
            "Deal %(deal)s is disputed: %(ns)s and %(ew)s.", deal=row.number, ns=row.taken.ns, ew=row.taken.ew
        )
    for side in Side:
        if row.taken[side] is not None:
            return _(
                "Deal %(deal)s. %(side)s entered %(points)s.",
                deal=row.number,
                side=words.side(table, side),
                points=row.taken[side],
            )
    bidder = words.plain(words.holder(table, row.bidder))
    if row.trump:
        return _(
            "Deal %(deal)s. %(bidder)s bid %(bid)s, %(trump)s.",
            deal=row.number, bidder=bidder, bid=row.bid, trump=words.suit(row.trump),
        )  # fmt: skip
    return _("Deal %(deal)s. %(bidder)s bid %(bid)s.", deal=row.number, bidder=bidder, bid=row.bid)
