"""What pages show of a table: a side's figures, how the match stands, who has won and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Flask
from flask_babel import gettext as _
from flask_babel import ngettext

from squarescores.pedro import Both, Scored, Side, Tally
from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Refused
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table
from squarescores.web import words


def init_app(app: Flask) -> None:
    """Words that templates ask for."""
    app.add_template_global(words.seat, "seat_word")
    app.add_template_global(words.suit, "suit_word")
    app.add_template_global(minus)


def allowed(permission: Callable[..., None], *asked: Any) -> bool:
    """Whether a permission of `acts.may` lets this pass: a button one may not use is not shown."""
    try:
        permission(*asked)
    except Refused:
        return False
    return True


@dataclass(frozen=True, slots=True)
class SideShown:
    """A side's head: its names, what it has, owes and still needs."""

    side: str
    names: list[str]
    total: int
    owes: int
    net: int
    to_go: int
    won: bool

    @property
    def words(self) -> str:
        """As in "37, owes 8: 29"; only the total where nothing is owed."""
        if not self.owes:
            return str(self.total)
        return _("%(total)s, owes %(owes)s: %(net)s", total=self.total, owes=self.owes, net=minus(self.net))


def minus(figure: int) -> str:
    """A figure with a real minus sign before it where it is below 0."""
    return str(figure) if figure >= 0 else f"−{-figure}"


def tally_words(table: Table, tallies: Both[Tally], side: Side) -> str:
    """A side and what it has, as in "Bob & Dave 37, owes 8: 29"."""
    tally, name = tallies[side], words.side(table, side)
    if not tally.shortfall:
        return _("%(side)s %(total)s", side=name, total=tally.total)
    return _(
        "%(side)s %(total)s, owes %(owes)s: %(net)s",
        side=name,
        total=tally.total,
        owes=tally.shortfall,
        net=minus(tally.net),
    )


def side_shown(table: Table, match: Match, side: Side) -> SideShown:
    """A side as a match has it now."""
    tally = match.standing.tallies[side]
    return SideShown(
        side=side.value,
        names=words.side_names(table, side),
        total=tally.total,
        owes=tally.shortfall,
        net=tally.net,
        to_go=max(0, match.rules.target - tally.net),
        won=match.standing.outcome.winner is side,
    )


def sides_shown(table: Table, match: Match) -> dict[str, SideShown]:
    """Both sides, by NS and EW."""
    return {side.value: side_shown(table, match, side) for side in Side}


def last_counted(match: Match) -> tuple[Row, Scored]:
    """The row that decided a won match."""
    return [pair for pair in match.scored() if not pair[1].after_end][-1]


def why_won(table: Table, match: Match) -> str:
    """Why the winner has won, in a sentence; empty while nobody has."""
    outcome = match.standing.outcome
    if outcome.winner is None:
        return ""
    row, scored = last_counted(match)
    own, other = match.standing.tallies[outcome.winner].net, match.standing.tallies[outcome.winner.other].net
    others = words.side(table, outcome.winner.other)
    facts = {
        "bid": row.bid,
        "line": match.rules.target,
        "net": own,
        "others": others,
        "other_net": minus(other),
    }
    if outcome.decided_by == "bidder_goes_out" and other > own:
        return _(
            "They bid %(bid)s on a bidder-goes-out deal and made it, so they win, though %(others)s "
            "stand higher, at %(other_net)s.",
            **facts,
        )
    if outcome.decided_by == "bidder_goes_out":
        return _("They bid %(bid)s on a bidder-goes-out deal and made it.", **facts)
    if outcome.decided_by == "bidder_wins_tie":
        return _("Both sides reached %(line)s on one deal; at this table the bidders win then.", **facts)
    if scored.bidder_goes_out:
        return _(
            "They reached %(line)s with %(net)s when %(others)s were set on a bidder-goes-out deal.",
            **facts,
        )
    if row.bidder is not None and row.bidder.side is not outcome.winner:
        return _("They reached %(line)s with %(net)s, on a deal the others bid.", **facts)
    return _("They reached %(line)s with %(net)s.", **facts)


def why_stopped(table: Table, match: Match) -> str:
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


def ending_head(table: Table, match: Match) -> str:
    """How the match ended in a few words: who won, or that it was stopped."""
    winner = match.standing.outcome.winner
    if winner is not None:
        return _("%(side)s won", side=words.side(table, winner))
    leader = match.standing.leader
    if leader is None:
        return _("Stopped, both sides level")
    return _("Stopped, %(side)s ahead", side=words.side(table, leader))


def ending_words(table: Table, match: Match) -> str:
    """How the match ended, or would end if it were banked now, in two sentences."""
    standing = match.standing
    if standing.outcome.winner:
        head = ngettext(
            "%(side)s won after %(num)s deal.",
            "%(side)s won after %(num)s deals.",
            standing.played,
            side=words.side(table, standing.outcome.winner),
        )
        return f"{head} {why_won(table, match)}"
    if standing.outcome.status == "decider_due":
        head = ngettext(
            "Stopped after %(num)s deal, with the one that decides still to play.",
            "Stopped after %(num)s deals, with the one that decides still to play.",
            standing.played,
        )
    else:
        head = ngettext(
            "Stopped after %(num)s deal, short of %(line)s.",
            "Stopped after %(num)s deals, short of %(line)s.",
            standing.played,
            line=match.rules.target,
        )
    return f"{head} {why_stopped(table, match)}"


def open_words(match: Match) -> str:
    """What the match waits for, in a few words."""
    row = match.open_row
    if match.banking:
        return ngettext("Banked after %(num)s deal", "Banked after %(num)s deals", match.standing.played)
    if match.is_won:
        return _("Won, not banked yet")
    return {
        "bidding": lambda: _("Deal %(deal)s is being bid", deal=row.number),
        "playing": lambda: _("Deal %(deal)s is being played", deal=row.number),
        "disputed": lambda: _("Deal %(deal)s is disputed", deal=row.number),
    }[row.state(match.rules)]()
