"""What seats, suits, sides and the people who hold them are called."""

from __future__ import annotations

from typing import Final

from flask_babel import gettext as _
from flask_babel import lazy_gettext

from squarescores.pedro import Bid, Seat, Side
from squarescores.pedro.table import Table

ISOLATE, POP = "\u2068", "\u2069"
_SEATS: Final = {
    "N": lazy_gettext("North"),
    "E": lazy_gettext("East"),
    "S": lazy_gettext("South"),
    "W": lazy_gettext("West"),
}
_SUITS: Final = {
    "S": lazy_gettext("spades"),
    "H": lazy_gettext("hearts"),
    "D": lazy_gettext("diamonds"),
    "C": lazy_gettext("clubs"),
}


def seat(letter: str) -> str:
    """A seat by its letter, as in "North"."""
    return str(_SEATS[letter])


def suit(letter: str) -> str:
    """A suit by its letter, as in "spades"."""
    return str(_SUITS[letter])


def bid(bid: Bid | None, trump: str | None) -> str:
    """A bid with its trump where it is known, as in "8 spades"."""
    return f"{bid} {suit(trump)}" if trump else str(bid)


def called(name: str) -> str:
    """A name, or what somebody is called whose name was struck."""
    return name or _("former player")


def plain(name: str) -> str:
    """A name inside a plain sentence: isolated, so that its direction does not turn the rest round."""
    return f"{ISOLATE}{called(name)}{POP}"


def unmarked(sentence: str) -> str:
    """A sentence without what isolates its names, which a terminal may draw."""
    return sentence.replace(ISOLATE, "").replace(POP, "")


def holder(table: Table, letter: str) -> str:
    """Who holds the seat, or the seat's own word."""
    held = table.seats.get(Seat(letter))
    return called(held.name) if held else seat(letter)


def side_names(table: Table, letters: str) -> list[str]:
    """The side's own name where the players chose one, else its players'."""
    named = table.sides[Side(letters)]
    return [named] if named else [holder(table, letter) for letter in letters]


def side(table: Table, letters: str) -> str:
    """A side in a plain sentence."""
    return " & ".join(plain(name) for name in side_names(table, letters))
