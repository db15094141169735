"""What was written about a table itself: who came, sat, moved and left, who is host, who may join."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from squarescores.pedro.deal import Both, Seat
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
    recovery: str = ""
    """The digest of the recovery code; empty at a table opened before there were any."""


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
class MoveOffered:
    """A one-time link was made that brings the seat to another phone; the mark's number is in it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TookOver:
    """A phone took the seat over under the name that held it; what was the old phone's goes along."""

    seat: Seat
    offer: int | None
    """The mark that made its link; None where a name without a phone came with the join code."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The guest `was` turned out to be the account `now`; what was the guest's is the account's."""

    was: str
    now: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Whoever wrote it is a person here no longer: their seats are free, every mark is without their names.

    The one mark that comes with a change to marks before it (`forgetting.py`): whoever has read those before
    reads them again.
    """

    seats: tuple[Seat, ...] = ()
    """Those that became free. Said here, as the names that tell may go later, when others are forgotten."""


@dataclass(frozen=True, slots=True)
class HandedOn:
    """The table has a new host: whoever holds the seat. By the old one, or by whoever runs the server."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HostProposed:
    """A player proposed whoever holds the seat as the new host."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HostAgreed:
    """A player of the other side agreed; the host has a while from now to refuse."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HostKept:
    """The host refused the proposal, or whoever made or agreed to it took it back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HostChosen:
    """Nobody refused in time: whoever holds the seat is the host; `by` is who agreed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RecoverySet:
    """There is another recovery code, and the old one ends. Its digest is kept, not the code.

    By the host, or by whoever runs the server.
    """

    recovery: str


@dataclass(frozen=True, slots=True)
class Recovered:
    """Whoever typed the recovery code is the host, under that name. The code is used up; this is the next."""

    name: str
    recovery: str


@dataclass(frozen=True, slots=True)
class JoiningSet:
    """Joining was opened or closed, or the code changed."""

    open: bool
    code: str


@dataclass(frozen=True, slots=True)
class SidesNamed:
    sides: Both[str | None]
