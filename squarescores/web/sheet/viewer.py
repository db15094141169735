"""Who looks at the sheet."""

from __future__ import annotations

from dataclasses import dataclass

from squarescores.pedro import Seat
from squarescores.pedro.table import Table


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at the sheet: a seat, the host, both, or neither."""

    seat: Seat | None
    is_host: bool

    @classmethod
    def of(cls, table: Table, person: str | None) -> Viewer:
        return cls(table.seat_of(person), table.is_host(person))

    @property
    def plays(self) -> bool:
        return self.seat is not None or self.is_host

    @property
    def kind(self) -> str:
        """What a page drawn for this viewer depends on."""
        return f"{'host' if self.is_host else ''}{self.seat or '-'}"

    def sees(self, table: Table) -> tuple[object, ...]:
        """What the sheet itself depends on: partners see the same, unless a new host is proposed."""
        return self.is_host, self.seat if table.proposal else self.seat and self.seat.side
