"""A table's sheet as its templates see it, whoever looks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from squarescores.pedro import Side
from squarescores.pedro.match import Match
from squarescores.pedro.table import Table
from squarescores.web import endings, shown, words
from squarescores.web.sheet.dispute import dispute_words
from squarescores.web.sheet.pad import Key, pad
from squarescores.web.shown import SideShown


@dataclass(frozen=True)
class Seen:
    """The match played, at one mark and in one language. What is asked for is worked out once."""

    key: str
    table: Table

    @property
    def match(self) -> Match:
        return self.table.played

    @cached_property
    def sides(self) -> dict[str, SideShown]:
        """Both sides, by NS and EW."""
        return shown.sides_shown(self.table, self.match)

    @cached_property
    def seats(self) -> dict[str, str]:
        """Who holds each seat, or its own word."""
        return {seat: words.holder(self.table, seat) for seat in "NESW"}

    @property
    def dispute(self) -> str:
        """Why the figures of the open deal may not add up."""
        return dispute_words(self.table, self.match.open_row)

    @property
    def ended(self) -> str:
        """How the match ended, in two sentences."""
        return endings.in_words(self.table, self.match)

    def pad(self, side: str) -> list[Key]:
        """The keys for that side's points of the open deal."""
        return pad(self.table, self.match, self.match.open_row, Side(side))
