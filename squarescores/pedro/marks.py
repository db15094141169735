"""What was written at a table, and by whom: the only thing that is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from squarescores.pedro.deal import Bid, Seat, Side, Suit
from squarescores.pedro.rules import Rules
from squarescores.pedro.table_marks import (
    Forgotten,
    Freed,
    HandedOn,
    HostAgreed,
    HostChosen,
    HostKept,
    HostProposed,
    JoiningSet,
    Moved,
    MoveOffered,
    Named,
    Opened,
    Recovered,
    RecoverySet,
    Sat,
    SidesNamed,
    SignedIn,
    TookOver,
)

__all__ = [
    "OPERATOR",
    "Banked",
    "Began",
    "Clashed",
    "Corrected",
    "DealerPicked",
    "Entered",
    "Forgotten",
    "Freed",
    "HandedOn",
    "HostAgreed",
    "HostChosen",
    "HostKept",
    "HostProposed",
    "JoiningSet",
    "Mark",
    "MoveOffered",
    "Moved",
    "Named",
    "Noted",
    "OnSheet",
    "Opened",
    "Recovered",
    "RecoverySet",
    "Reopened",
    "Restored",
    "RulesChosen",
    "Sat",
    "SidesNamed",
    "SignedIn",
    "TookOver",
    "TrumpNamed",
    "Voided",
    "Written",
]


OPERATOR: Final = "operator"
"""Who writes a mark for whoever runs the server; nobody's id, as those are drawn and longer."""


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
    Opened | Sat | Named | Moved | Freed | MoveOffered | TookOver | SignedIn | Forgotten
    | HandedOn | HostProposed | HostAgreed | HostKept | HostChosen | RecoverySet | Recovered
    | JoiningSet | SidesNamed | OnSheet | Reopened | Began
)  # fmt: skip


class Mark(NamedTuple):
    """One line of a table's record: its number (from 1, no gaps), when (UTC), the person's id, and what."""

    number: int
    at: datetime
    by: str
    what: Written
