"""A server that is killed again and again; `make crash` does it hundreds of times."""

from __future__ import annotations

import pytest

from tests import postgres
from tests.crash import crash


def test_what_was_acknowledged_is_there_once_whenever_the_server_was_killed(tmp_path):
    counts = crash(tmp_path, 4, "a few").counts
    assert (counts["killed"], counts["copied meanwhile"], counts["marks written"] > 20) == (4, 1, True)


@pytest.mark.postgres
def test_so_it_is_on_postgresql(tmp_path):
    counts = crash(tmp_path, 2, "two", database=postgres.empty_database()).counts
    assert (counts["killed"], counts["marks written"] > 20) == (2, True)
