"""Random evenings at a table, lawful from the first mark to the last, for whoever wants one."""

from __future__ import annotations

from random import Random

import hypothesis.strategies as st

from tests.pedro.cast import Party
from tests.pedro.test_acts_machine import Evening


def played(seed: int) -> Party:
    """The table after some sixty things that people said, sense and nonsense."""
    dice, evening = Random(seed), Evening()  # noqa: S311 -- an evening is to be had again by its number
    evening.open(dice=dice)
    for _ in range(60):
        evening.somebody_says_something(dice=dice)
    return evening.party


EVENINGS = st.integers(0, 2**32).map(played)
