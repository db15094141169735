"""Whoever is at the table of a test, by name, and the store it is kept in.

What a table and a phone are, each folder says for itself.
"""

from __future__ import annotations

from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--store",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="where pages, the matrix and phones that meet keep their tables",
    )


@pytest.fixture(scope="session")
def store_name(request: pytest.FixtureRequest) -> str:
    """The store that was asked for."""
    name: str = request.config.getoption("--store")
    return name


@pytest.fixture
def alice(party: Any) -> Any:
    """North, and the host."""
    return party.alice


@pytest.fixture
def bob(party: Any) -> Any:
    """East."""
    return party.bob


@pytest.fixture
def carol(party: Any) -> Any:
    """South."""
    return party.carol


@pytest.fixture
def dave(party: Any) -> Any:
    """West."""
    return party.dave


@pytest.fixture
def zoe(party: Any) -> Any:
    """Who has the link and no seat."""
    return party.zoe
