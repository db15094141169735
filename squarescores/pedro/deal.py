"""What a deal of Pedro is made of: sides, seats, suits, the bid, the points taken."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, Generic, Literal, NamedTuple, TypeVar

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
        return _NEXT[self]

    @property
    def partner(self) -> Seat:
        return self.next.next

    @property
    def side(self) -> Side:
        return _SIDES[self]


CLOCKWISE: Final = (Seat.N, Seat.E, Seat.S, Seat.W)

# Looked up for every deal of every sheet: a dict costs a third of working them out.
_NEXT: Final = dict(zip(CLOCKWISE, (*CLOCKWISE[1:], Seat.N), strict=True))
_SIDES: Final = {Seat.N: Side.NS, Seat.E: Side.EW, Seat.S: Side.NS, Seat.W: Side.EW}
_NS: Final = Side.NS


class Suit(StrEnum):
    """What trumps may be: spades, hearts, diamonds, clubs."""

    S = "S"
    H = "H"
    D = "D"
    C = "C"


class Both(NamedTuple, Generic[T]):
    """One of a thing for each side.

    A named tuple, as is whatever else a fold makes at every mark: it is made, and changed, in a third of the
    time of a frozen dataclass. One of another kind with the same things in it is equal to it.
    """

    ns: T
    ew: T

    def __getitem__(self, side: Side) -> T:  # type: ignore[override]  # by side, never by place
        return self.ns if side is _NS else self.ew

    def put(self, side: Side, thing: T) -> Both[T]:
        return Both(thing, self.ew) if side is _NS else Both(self.ns, thing)

    def map(self, change: Callable[[T], U]) -> Both[U]:
        return Both(change(self.ns), change(self.ew))

    @classmethod
    def of(cls, side: Side, own: T, other: T) -> Both[T]:
        """`own` for `side`, `other` for the other side."""
        return cls(own, other) if side is _NS else cls(other, own)

    def by_side(self) -> dict[str, T]:
        return {"NS": self.ns, "EW": self.ew}


TWENTY_EIGHT_FIFTY_SIX: Final = "28-56"

Bid = int | Literal["28-56"]
"""The number of points bid, or the dealer's "28-56"."""


class Deal(NamedTuple):
    """A settled row: who bid what, and the points each side took."""

    bidder: Seat
    bid: Bid
    taken: Both[int]

    @property
    def side(self) -> Side:
        """The bidding side."""
        return self.bidder.side

    @property
    def own_and_other(self) -> tuple[int, int]:
        """Points taken by the bidding side and by the other."""
        ns, ew = self.taken.ns, self.taken.ew
        return (ns, ew) if _SIDES[self.bidder] is _NS else (ew, ns)

    @property
    def own(self) -> int:
        """Points taken by the bidding side."""
        return self.own_and_other[0]

    @property
    def other(self) -> int:
        """Points taken by the other side."""
        return self.own_and_other[1]

    @property
    def made(self) -> bool:
        """The bidding side took at least its bid; "28-56" needs every point in the pack."""
        own, other = self.own_and_other
        return other == 0 if self.bid == TWENTY_EIGHT_FIFTY_SIX else own >= int(self.bid)
