"""A thousand strange requests, always the same; `make fuzz` sends twenty thousand new ones."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.fuzz.asking import Asking
from tests.fuzz.strange import requests

EACH = 10
"""Requests to one table."""


def test_nothing_strange_is_an_error_or_leaves_a_trace(house):
    asking = Asking(house)
    strangely(asking, tables=100, derandomize=True)
    assert asking.asked >= 1000
    assert asking.refused > asking.asked / 3
    assert asking.refused < asking.asked


def strangely(asking: Asking, tables: int, *, derandomize: bool) -> None:
    """Ask strange things of so many tables, ten of each."""

    @settings(
        max_examples=tables,
        derandomize=derandomize,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def asks(data):
        party = asking.table()
        for _ in range(EACH):
            asking.ask(party, data.draw(requests()))

    asks()
