"""Why two figures may not add up: a card both sides claim or neither has, a 0 as on paper."""

from __future__ import annotations

from flask_babel import gettext as _

from squarescores.pedro.acts.entries import CARDS
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table
from squarescores.web import words


def dispute_words(table: Table, row: Row) -> str:
    """What does not add up in a disputed row, and why it may be."""
    ns, ew = row.cards
    if ns is not None and ew is not None:
        for card in CARDS:
            if card in ns and card in ew:
                return _("Both sides counted %(card)s.", card=_named(card))
        for card in CARDS:
            if card not in ns and card not in ew:
                return _("Neither side counted %(card)s.", card=_named(card))
    if row.bidder is not None and row.taken[row.bidder.side] == 0:
        return _(
            "%(side)s entered 0. On paper one writes 0 when set; here it is the points taken that are typed.",
            side=words.side(table, row.bidder.side),
        )
    return _("Count the point cards once more.")


def _named(card: str) -> str:
    return {
        "A": _("the ace"),
        "J": _("the jack"),
        "10": _("the ten"),
        "5": _("the pedro"),
        "low": _("the low pedro"),
        "2": _("the two"),
    }[card]
