"""Times of several things, taken in turns: whatever else the machine does, it does to all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

Act = Callable[[], object]
Turn = Callable[[], Act]
"""Makes ready, untimed, and answers what is to be timed."""

WARM = 20


def always(act: Act) -> Turn:
    """A turn with nothing to make ready."""
    return lambda: act


def interleaved(rounds: int, *turns: Turn, warm: int = WARM) -> list[list[float]]:
    """Seconds of each turn, `rounds` times; each begins with another one, and the first few do not count."""
    times: list[list[float]] = [[] for _ in turns]
    order = list(range(len(turns)))
    for played in range(-warm, rounds):
        order = [*order[1:], order[0]]
        for each in order:
            took = timed(turns[each]())
            if played >= 0:
                times[each].append(took)
    return times


def timed(act: Act) -> float:
    """Seconds it takes."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def sums(times: Sequence[float], together: int) -> list[float]:
    """Of so many times that follow each other, the mean."""
    return [sum(times[at : at + together]) / together for at in range(0, len(times), together)]
