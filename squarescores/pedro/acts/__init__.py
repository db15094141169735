"""Decisions: what a person may write at a table. Pure: a mark to write, or a refusal."""

from squarescores.pedro.acts.bids import bid
from squarescores.pedro.acts.corrections import correct, void
from squarescores.pedro.acts.entries import enter
from squarescores.pedro.acts.matches import bank, begin, choose_rules, pick_dealer, reopen
from squarescores.pedro.acts.rows import Stands
from squarescores.pedro.acts.seats import (
    change_seat,
    free_seat,
    hand_on,
    name_sides,
    open_table,
    set_joining,
    sign_in,
    sit,
)

__all__ = [
    "Stands",
    "bank",
    "begin",
    "bid",
    "change_seat",
    "choose_rules",
    "correct",
    "enter",
    "free_seat",
    "hand_on",
    "name_sides",
    "open_table",
    "pick_dealer",
    "reopen",
    "set_joining",
    "sign_in",
    "sit",
    "void",
]
