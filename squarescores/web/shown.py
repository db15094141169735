"""What pages show of a table: a side's figures, and what its match waits for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Flask
from flask_babel import gettext as _
from flask_babel import ngettext

from squarescores.pedro import Both, Side, Tally
from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Refused
from squarescores.pedro.table import Table
from squarescores.web import words


def init_app(app: Flask) -> None:
    """Words that templates ask for."""
    app.add_template_filter(words.called)
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
    names: tuple[str, ...]
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
        names=tuple(words.side_names(table, side)),
        total=tally.total,
        owes=tally.shortfall,
        net=tally.net,
        to_go=max(0, match.rules.target - tally.net),
        won=match.standing.outcome.winner is side,
    )


def sides_shown(table: Table, match: Match) -> dict[str, SideShown]:
    """Both sides, by NS and EW."""
    return {side.value: side_shown(table, match, side) for side in Side}


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
