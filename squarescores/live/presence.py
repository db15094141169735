"""Who is connected to a table: which seats' phones, and how many others look on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from squarescores.pedro.deal import CLOCKWISE, Seat
from squarescores.pedro.table import Table

STRANGER: Final = ""
"""Stands for everybody without an id where people are counted."""

Pages = Mapping[str, int]
"""How many pages each person has open at a table."""


@dataclass(frozen=True, slots=True)
class Presence:
    """The seats whose phone is connected, clockwise from North, and the number of others who look on."""

    seats: tuple[Seat, ...]
    watching: int


Holders = tuple[tuple[Seat, str | None], ...]
"""The seats that are taken, clockwise from North, each with whose phone it is; None: a name only."""


def holders(table: Table) -> Holders:
    """Whose phones a table's seats are."""
    return tuple((seat, table.seats[seat].person) for seat in CLOCKWISE if seat in table.seats)


def presence(held: Holders, pages: Pages) -> Presence:
    """Who sits and who looks on; a person counts once, a stranger with every page."""
    people = pages.keys() - {STRANGER}
    seats = tuple(seat for seat, person in held if person in people)
    return Presence(seats, len(people) - len(seats) + pages.get(STRANGER, 0))


class Connected:
    """Whose the open pages of every table are: counted here, and as other processes say. Has no lock."""

    def __init__(self) -> None:
        self._here: dict[str, Counter[str]] = {}
        self._there: dict[str, dict[str, Pages]] = {}

    def come(self, key: str, person: str) -> bool:
        """One more page; whether that makes a difference to those who see who is there."""
        pages = self._here.setdefault(key, Counter())
        pages[person] += 1
        return person == STRANGER or pages[person] == 1

    def go(self, key: str, person: str) -> bool:
        """One page less; whether that makes a difference."""
        pages = self._here[key]
        pages[person] -= 1
        if not pages[person]:
            del pages[person]
        if not pages:
            del self._here[key]
        return person == STRANGER or person not in pages

    def hear(self, process: str, key: str, pages: Pages) -> None:
        """What another process says of its own pages of a table."""
        there = self._there.setdefault(process, {})
        there[key] = pages
        if not pages:
            del there[key]

    def lose(self, process: str) -> list[str]:
        """Another process is gone: the keys of the tables its pages were at."""
        return list(self._there.pop(process, ()))

    def here(self, key: str) -> dict[str, int]:
        """Pages open in this process at a table."""
        return dict(self._here.get(key, ()))

    def keys_here(self) -> list[str]:
        """Tables with a page open in this process."""
        return list(self._here)

    def at(self, key: str) -> Pages:
        """Pages open anywhere at a table."""
        everywhere = Counter(self._here.get(key))
        for there in self._there.values():
            everywhere.update(there.get(key, {}))
        return everywhere
