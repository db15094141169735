"""The latest thing on the sheet in one full sentence, for a phone that reads it out."""

from __future__ import annotations

from flask_babel import gettext as _

from squarescores.pedro import Scored, Side
from squarescores.pedro.match import Match, Row
from squarescores.pedro.table import Table
from squarescores.web import shown, words


def latest(table: Table, match: Match) -> str:
    """As in "Deal 6. Bob & Dave set on 8, owes 8. Carol deals."."""
    if match.banking:
        return _("Banked. %(ending)s", ending=shown.ending_words(table, match))
    touched = next((row for row in match.rows if row.mark == table.number), None)
    told = _row(table, match, touched) if touched else _last_settled(table, match)
    winner = match.standing.outcome.winner
    if winner is not None:
        return " ".join([*told, _("%(side)s win.", side=words.side(table, winner))])
    if match.open_row.bid is None:
        told.append(_("%(dealer)s deals.", dealer=words.plain(words.holder(table, match.dealer))))
    return " ".join(told)


def _row(table: Table, match: Match, row: Row) -> list[str]:
    """What the last mark did to its row."""
    if row.voided:
        return [_("Deal %(deal)s was a misdeal.", deal=row.number)]
    told = _settled(table, match, row) or _open(table, match, row)
    if row.corrections and row.corrections[-1].ink.mark == row.mark:
        return [_("Deal %(deal)s was corrected.", deal=row.number), *told[1:]]
    return told


def _last_settled(table: Table, match: Match) -> list[str]:
    """The open deal if there is one, else the last one that counted."""
    if match.open_row.bid is not None:
        return _open(table, match, match.open_row)
    counted = [row for row, scored in match.scored() if not scored.after_end]
    return _settled(table, match, counted[-1]) if counted else []


def _settled(table: Table, match: Match, row: Row) -> list[str]:
    scored = next((scored for each, scored in match.scored() if each.number == row.number), None)
    if scored is None:
        return []
    return [_("Deal %(deal)s.", deal=row.number), *(_side(table, row, scored, side) for side in Side)]


def _side(table: Table, row: Row, scored: Scored, side: Side) -> str:
    name, owes = words.side(table, side), scored.tallies[side].shortfall
    is_bidders = row.bidder is not None and row.bidder.side is side
    if is_bidders and not scored.made and not scored.after_end:
        if not owes:
            return _("%(side)s set on %(bid)s.", side=name, bid=row.bid)
        return _("%(side)s set on %(bid)s, owes %(owes)s.", side=name, bid=row.bid, owes=owes)
    if owes:
        return _("%(side)s %(cell)s, owes %(owes)s.", side=name, cell=scored.cells[side], owes=owes)
    return _("%(side)s %(cell)s.", side=name, cell=scored.cells[side])


def _open(table: Table, match: Match, row: Row) -> list[str]:
    """A deal that waits for points or for the host."""
    told = [_("Deal %(deal)s.", deal=row.number)]
    if row.bidder is None:
        return told
    if row.state(match.rules) == "disputed":
        return [*told, _("Disputed: %(ns)s and %(ew)s.", ns=row.taken.ns, ew=row.taken.ew)]
    for side in Side:
        if row.taken[side] is not None:
            name = words.side(table, side)
            return [*told, _("%(side)s entered %(points)s.", side=name, points=row.taken[side])]
    bidder = words.plain(words.holder(table, row.bidder))
    return [*told, _("%(bidder)s bid %(bid)s.", bidder=bidder, bid=words.bid(row.bid, row.trump))]
