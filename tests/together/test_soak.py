"""The soak in small: a few tables for a few seconds, and the server killed meanwhile."""

from __future__ import annotations

from tests.soak import soak


def test_every_sheet_is_what_was_acknowledged(tmp_path):
    counts = soak(tmp_path, seconds=12, tables=5, between_kills=(3, 4), seed="smoke").counts
    assert counts["server killed"] + counts["server stopped"] >= 2
    assert counts["marks written"] > 50
    assert sum(times for what, times in counts.items() if what.startswith("cut ")) > 10
