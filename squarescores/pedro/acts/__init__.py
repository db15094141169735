"""Decisions: what a person may write at a table. Pure: a mark to write, or a refusal."""

from squarescores.pedro.acts.bids import bid
from squarescores.pedro.acts.corrections import correct, void
from squarescores.pedro.acts.entries import enter
from squarescores.pedro.acts.hosts import agree_on_host, choose_host, hand_on, recover, set_recovery
from squarescores.pedro.acts.matches import bank, begin, choose_rules, pick_dealer, reopen
from squarescores.pedro.acts.phones import offer_move, take_over
from squarescores.pedro.acts.rows import Stands
from squarescores.pedro.acts.seats import change_seat, free_seat, sign_in, sit
from squarescores.pedro.acts.whole import name_sides, open_table, set_joining

__all__ = [
    "Stands",
    "agree_on_host",
    "bank",
    "begin",
    "bid",
    "change_seat",
    "choose_host",
    "choose_rules",
    "correct",
    "enter",
    "free_seat",
    "hand_on",
    "name_sides",
    "offer_move",
    "open_table",
    "pick_dealer",
    "recover",
    "reopen",
    "set_joining",
    "set_recovery",
    "sign_in",
    "sit",
    "take_over",
    "void",
]
