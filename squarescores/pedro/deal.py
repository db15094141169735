"""What a deal of Pedro is made of: sides, seats, suits, the bid, the points taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, Literal, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Side(StrEnum):
    """A partnership."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> Side:
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> tuple[Seat, Seat]:
        return Seat(self.value[0]), Seat(self.value[1])


class Seat(StrEnum):
    """One of the four places at the table, clockwise."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def next(self) -> Seat:
        """The seat clockwise of this one: who deals after it."""
        return CLOCKWISE[(CLOCKWISE.index(self) + 1) % 4]

    @property
    def partner(self) -> Seat:
        return self.next.next

    @property
    def side(self) -> Side:
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW


CLOCKWISE: Final = (Seat.N, Seat.E, Seat.S, Seat.W)


class Suit(StrEnum):
    S = "S"
    H = "H"
    D = "D"
    C = "C"


@dataclass(frozen=True, slots=True)
class Both(Generic[T]):
    """One of a thing for each side."""

    ns: T
    ew: T

    def __getitem__(self, side: Side) -> T:
        return self.ns if side is Side.NS else self.ew

    def __iter__(self) -> Iterator[T]:
        return iter((self.ns, self.ew))

    def put(self, side: Side, thing: T) -> Both[T]:
        return Both(thing, self.ew) if side is Side.NS else Both(self.ns, thing)

    def map(self, change: Callable[[T], U]) -> Both[U]:
        return Both(change(self.ns), change(self.ew))

    @classmethod
    def of(cls, side: Side, own: T, other: T) -> Both[T]:
        """`own` for `side`, `other` for the other side."""
        return cls(own, other) if side is Side.NS else cls(other, own)

    def by_side(self) -> dict[str, T]:
        return {"NS": self.ns, "EW": self.ew}


TWENTY_EIGHT_FIFTY_SIX: Final = "28-56"

Bid = int | Literal["28-56"]
"""The number of points bid, or the dealer's "28-56"."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A settled row: who bid what, and the points each side took."""

    bidder: Seat
    bid: Bid
    taken: Both[int]

    @property
    def side(self) -> Side:
        """The bidding side."""
        return self.bidder.side

    @property
    def own(self) -> int:
        """Points taken by the bidding side."""
        return self.taken[self.side]

    @property
    def other(self) -> int:
        """Points taken by the other side."""
        return self.taken[self.side.other]

    @property
    def made(self) -> bool:
        """The bidding side took at least its bid; "28-56" needs every point in the pack."""
        if self.bid == TWENTY_EIGHT_FIFTY_SIX:
            return self.other == 0
        return self.own >= int(self.bid)
