"""A table's sheet as its templates see it, whoever looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from werkzeug.utils import cached_property

from squarescores.pedro import Rules, Seat, Side
from squarescores.pedro.match import Match
from squarescores.pedro.table import Table
from squarescores.web import endings, shown, words
from squarescores.web.sheet.dispute import dispute_words
from squarescores.web.sheet.pad import Key, pad
from squarescores.web.shown import SideShown

SEATS: Final = "NESW"


class Score(NamedTuple):
    """All that is said at the head of the sheet."""

    key: str
    ns: SideShown
    ew: SideShown
    holders: tuple[str, ...]
    """Of North, East, South and West, in this order."""
    phones: tuple[str, ...]
    """The seats that a phone holds."""
    rules: Rules
    match: int
    deal: int
    dealer: str
    is_won: bool
    is_banked: bool

    @property
    def seats(self) -> dict[str, str]:
        """Who holds each seat."""
        return dict(zip(SEATS, self.holders, strict=True))


@dataclass(frozen=True)
class Sight:
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
        return {seat: words.holder(self.table, seat) for seat in SEATS}

    @property
    def score(self) -> Score:
        match = self.match
        return Score(
            self.key,
            self.sides["NS"],
            self.sides["EW"],
            tuple(self.seats.values()),
            tuple(seat for seat in SEATS if self.table.phone_at(Seat(seat))),
            match.rules,
            match.number,
            match.open_row.number,
            self.seats[match.dealer],
            match.is_won,
            match.banking is not None,
        )

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
