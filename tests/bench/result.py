"""What was measured: a figure of ours, the floor beside it, and what the two must come to."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

RATIO: Final = "×"


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with its unit; of many measured times the median, with the 99th percentile beside it."""

    value: float
    unit: str
    p99: float | None = None

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Figure:
        """Of times in seconds: milliseconds."""
        return cls(statistics.median(seconds) * 1000, "ms", late(seconds) * 1000)

    def __str__(self) -> str:
        text = f"{shown(self.value)} {self.unit}".strip()
        return text if self.p99 is None else f"{text} (p99 {shown(self.p99)})"


@dataclass(frozen=True, slots=True)
class Result:
    """One row of the table.

    Where there is a floor, what counts is ours as a multiple of it; `plain`: it only stands beside ours.
    `more`: the greater the better.
    A row that was not measured has no figure, and `note` says why.
    """

    name: str
    ours: Figure | None
    floor: Figure | None = None
    must: float | None = None
    aim: float | None = None
    more: bool = False
    plain: bool = False
    note: str = ""

    @property
    def measured(self) -> float | None:
        if self.ours is None:
            return None
        return self.ours.value / self.floor.value if self.floor and not self.plain else self.ours.value

    @property
    def unit(self) -> str:
        return RATIO if self.ours is None or (self.floor and not self.plain) else self.ours.unit

    def reaches(self, wanted: float | None) -> bool | None:
        """None where nothing is wanted or nothing was measured."""
        if wanted is None or self.measured is None:
            return None
        return self.measured >= wanted if self.more else self.measured <= wanted


def late(times: Sequence[float]) -> float:
    """The 99th percentile."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]


def shown(value: float) -> str:
    """Three digits or so."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
