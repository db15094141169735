"""What a crowd told, put together mark by mark."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

Mark = tuple[str, int]
"""A table's key and a mark's number."""

Told = dict[str, Any]
"""What happened: lists of moments, and of errors."""


def by_all(moments: Iterable[tuple[str, int, float]], phones: int = 4) -> dict[Mark, float]:
    """When the last of a table's phones had it; marks that did not come to all of them are left out."""
    times: dict[Mark, list[float]] = defaultdict(list)
    for key, number, at in moments:
        times[key, number].append(at)
    return {mark: max(each) for mark, each in times.items() if len(each) == phones}


def since(begun: dict[Mark, float], ended: dict[Mark, float]) -> list[float]:
    """Seconds from one to the other, of the marks that have both."""
    return [at - begun[mark] for mark, at in ended.items() if mark in begun]


def pressed(told: Told) -> dict[Mark, float]:
    """When each entry's button was pressed."""
    return by_all(told["pressed"], phones=1)


def answered(told: Told) -> dict[Mark, float]:
    """When each entry was answered."""
    return by_all(told["answered"], phones=1)


def failures(turns: Sequence[Told]) -> str:
    """What went wrong, counted; "none" where nothing did."""
    counted = Counter(error for told in turns for error in told["errors"])
    counted["missed"] = sum(told.get("missed", 0) for told in turns)
    return ", ".join(f"{count} × {what}" for what, count in counted.most_common(4) if count) or "none"
