"""A new host without the old one: a player proposes, one of the other side agrees, the host may refuse."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from squarescores.pedro.deal import Seat

REFUSABLE: Final = timedelta(minutes=2)
"""How long the host may refuse what both sides agreed on."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """Who agreed, by the seat, and when."""

    mark: int
    by: Seat
    at: datetime

    @property
    def until(self) -> datetime:
        """When it is done."""
        return self.at + REFUSABLE


@dataclass(frozen=True, slots=True)
class Proposal:
    """Who is proposed as host, and by whom; people by their seats, which they may bring to another phone."""

    mark: int
    seat: Seat
    by: Seat
    agreed: Agreed | None = None

    @property
    def seats(self) -> frozenset[Seat]:
        """Whoever has a part in it: it falls when one of them is gone."""
        return frozenset({self.seat, self.by} | ({self.agreed.by} if self.agreed else set()))

    @property
    def makers(self) -> frozenset[Seat]:
        """Who made it and who agreed: they may take it back."""
        return frozenset({self.by} | ({self.agreed.by} if self.agreed else set()))

    @property
    def last_mark(self) -> int:
        """The mark that brought it where it is."""
        return self.agreed.mark if self.agreed else self.mark

    def is_due(self, at: datetime) -> bool:
        """Whether both sides agreed, and the time to refuse is over."""
        return self.agreed is not None and at >= self.agreed.until
