"""How a match ends, in words: who has won and why, or who led when it was stopped."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from squarescores.pedro import Scored, Side
from squarescores.pedro.match import Match
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table
from squarescores.web import shown, words


def _decided(match: Match) -> tuple[Row, Scored]:
    """The row that decided a won match."""
    return [pair for pair in match.scored() if not pair[1].after_end][-1]


def why_won(table: Table, match: Match) -> str:
    """Why the winner has won, in a sentence; empty while nobody has."""
    outcome = match.standing.outcome
    if outcome.winner is None:
        return ""
    row, scored = _decided(match)
    own, other = match.standing.tallies[outcome.winner].net, match.standing.tallies[outcome.winner.other].net
    facts = {
        "bid": row.bid,
        "line": match.rules.target,
        "net": own,
        "others": words.side(table, outcome.winner.other),
        "other_net": shown.minus(other),
    }
    if outcome.decided_by == "line":
        return _on_the_line(outcome.winner, row, scored, facts)
    if outcome.decided_by == "bidder_wins_tie":
        return _("Both sides reached %(line)s on one deal; at this table the bidders win then.", **facts)
    if other > own:
        return _(
            "They bid %(bid)s on a bidder-goes-out deal and made it, so they win, though %(others)s "
            "stand higher, at %(other_net)s.",
            **facts,
        )
    return _("They bid %(bid)s on a bidder-goes-out deal and made it.", **facts)


def _on_the_line(winner: Side, row: Row, scored: Scored, facts: dict[str, Any]) -> str:
    if scored.bidder_goes_out:
        return _(
            "They reached %(line)s with %(net)s when %(others)s were set on a bidder-goes-out deal.",
            **facts,
        )
    if row.bidder is not None and row.bidder.side is not winner:
        return _("They reached %(line)s with %(net)s, on a deal the others bid.", **facts)
    return _("They reached %(line)s with %(net)s.", **facts)


def _why_stopped(table: Table, match: Match) -> str:
    """Who leads a match that nobody has won, and by how much."""
    standing = match.standing
    if standing.leader is None:
        return _("Both sides are level.")
    return _("%(side)s lead by %(ahead)s.", side=words.side(table, standing.leader), ahead=standing.ahead)


def stopped_words(match: Match) -> str:
    """What a match that was stopped came to, under its head."""
    line, ahead = match.rules.target, match.standing.ahead
    if match.standing.outcome.status == "decider_due":
        return _("Both sides had reached %(line)s, and the deal that decides was not played.", line=line)
    return (
        _("%(ahead)s ahead, short of %(line)s.", ahead=ahead, line=line)
        if ahead
        else _("Short of %(line)s.", line=line)
    )


def head(table: Table, match: Match) -> str:
    """How the match ended in a few words: who won, or that it was stopped."""
    winner = match.standing.outcome.winner
    if winner is not None:
        return _("%(side)s won", side=words.side(table, winner))
    leader = match.standing.leader
    if leader is None:
        return _("Stopped, both sides level")
    return _("Stopped, %(side)s ahead", side=words.side(table, leader))


def in_words(table: Table, match: Match) -> str:
    """How the match ended, or would end if it were banked now, in two sentences."""
    standing = match.standing
    if standing.outcome.winner:
        told = ngettext(
            "%(side)s won after %(num)s deal.",
            "%(side)s won after %(num)s deals.",
            standing.played,
            side=words.side(table, standing.outcome.winner),
        )
        return f"{told} {why_won(table, match)}"
    if standing.outcome.status == "decider_due":
        told = ngettext(
            "Stopped after %(num)s deal, with the one that decides still to play.",
            "Stopped after %(num)s deals, with the one that decides still to play.",
            standing.played,
        )
    else:
        told = ngettext(
            "Stopped after %(num)s deal, short of %(line)s.",
            "Stopped after %(num)s deals, short of %(line)s.",
            standing.played,
            line=match.rules.target,
        )
    return f"{told} {_why_stopped(table, match)}"
