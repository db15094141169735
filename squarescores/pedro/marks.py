"""What was written at a table, and by whom: the only thing that is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from squarescores.pedro.deal import Bid, Both, Seat, Side, Suit
from squarescores.pedro.rules import Rules


@dataclass(frozen=True, slots=True)
class Opened:
    """A table was opened, with everything chosen on that page; `by` is its host."""

    rules: Rules
    name: str
    seat: Seat | None
    code: str
    first_dealer: Seat
    drawn: bool
    sides: Both[str | None]
    names: Mapping[Seat, str]
    """Names without a phone."""


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody without a seat took a free one."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Named:
    """A seat's holder has this name from now on; in a free seat, a name without a phone."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Moved:
    """Whoever held `seat` sits at `to`."""

    seat: Seat
    to: Seat


@dataclass(frozen=True, slots=True)
class Freed:
    """Nobody holds the seat any more."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The guest `was` turned out to be the account `now`; what was the guest's is the account's."""

    was: str
    now: str


@dataclass(frozen=True, slots=True)
class HandedOn:
    """The table has a new host: whoever holds the seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class JoiningSet:
    """Joining was opened or closed, or the code changed."""

    open: bool
    code: str


@dataclass(frozen=True, slots=True)
class SidesNamed:
    sides: Both[str | None]


@dataclass(frozen=True, slots=True)
class RulesChosen:
    match: int
    rules: Rules


@dataclass(frozen=True, slots=True)
class DealerPicked:
    """Who deals first in a match; drawn at random or picked."""

    match: int
    seat: Seat
    drawn: bool


@dataclass(frozen=True, slots=True)
class Noted:
    """The winning bid of the open deal."""

    match: int
    deal: int
    bidder: Seat
    bid: Bid
    trump: Suit | None


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    match: int
    deal: int
    trump: Suit


@dataclass(frozen=True, slots=True)
class Entered:
    """Points a side took, and the point cards they were counted by."""

    match: int
    deal: int
    side: Side
    points: int
    cards: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Clashed:
    """A partner's other figure, refused because the cell was filled."""

    match: int
    deal: int
    side: Side
    points: int
    stands: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """The host changed fields of one row, together."""

    match: int
    deal: int
    changes: Mapping[str, Any]
    """Of NS, EW, bidder, bid, trump, dealer: the new values."""
    reason: str


@dataclass(frozen=True, slots=True)
class Voided:
    match: int
    deal: int
    reason: str


@dataclass(frozen=True, slots=True)
class Restored:
    """A void was undone."""

    match: int
    deal: int
    reason: str


@dataclass(frozen=True, slots=True)
class Banked:
    match: int


@dataclass(frozen=True, slots=True)
class Reopened:
    match: int


@dataclass(frozen=True, slots=True)
class Began:
    """The next match."""

    match: int


OnSheet = (
    RulesChosen | DealerPicked | Noted | TrumpNamed | Entered | Clashed
    | Corrected | Voided | Restored | Banked
)  # fmt: skip
"""What is written on the sheet of one match."""

Written = (
    Opened | Sat | Named | Moved | Freed | SignedIn | HandedOn | JoiningSet | SidesNamed
    | OnSheet | Reopened | Began
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mark:
    """One line of a table's record: its number (from 1, no gaps), when (UTC), the person's id, and what."""

    number: int
    at: datetime
    by: str
    what: Written
