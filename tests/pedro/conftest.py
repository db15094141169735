"""A table for each test, and the people round it by name or by kind."""

from __future__ import annotations

import pytest

from tests.pedro.cast import Party, Phone


@pytest.fixture
def party() -> Party:
    return Party.of_four()


@pytest.fixture
def walt(party: Party) -> Phone:
    return party.walt


@pytest.fixture
def stranger(party: Party) -> Phone:
    return party.stranger


@pytest.fixture(params=["seated", "without a seat"])
def host(party: Party, request: pytest.FixtureRequest) -> Phone:
    if request.param == "without a seat":
        assert party.alice.leaves().wrote
    return party.alice


@pytest.fixture(params=["bob", "carol", "dave"])
def player(party: Party, request: pytest.FixtureRequest) -> Phone:
    """Anybody with a seat who is not the host."""
    return party.phone(request.param)


@pytest.fixture(params=["zoe", "walt", "stranger"])
def watcher(party: Party, request: pytest.FixtureRequest) -> Phone:
    """Anybody without a seat: who only has the link, whose seat was freed, who has no cookie."""
    return party.phone(request.param)


@pytest.fixture(params=["bob", "carol", "dave", "zoe", "walt", "stranger"])
def anybody_else(party: Party, request: pytest.FixtureRequest) -> Phone:
    """Anybody but the host."""
    return party.phone(request.param)
