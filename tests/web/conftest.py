"""One app on an instance of its own for all the tests of the pages; a table and phones for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from squarescores import create_app
from tests.stores import settled
from tests.web.cast import Party, Phone


@pytest.fixture(scope="session")
def house(store_name: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app(settled(store_name, tmp_path_factory.mktemp("instance")))
    yield app
    ends(app)


@pytest.fixture
def app(house: Flask) -> Flask:
    """The app, with nobody's wrong tries counted yet."""
    house.extensions["squarescores.limits"].storage.reset()
    return house


@pytest.fixture
def built(store_name: str, tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    """Makes an app of the test's own with these settings; several of them have one database."""
    apps: list[Flask] = []
    shared = settled(store_name, tmp_path)

    def build(**settings: Any) -> Flask:
        apps.append(create_app(replace(shared, **settings)))
        return apps[-1]

    yield build
    for app in apps:
        ends(app)


def ends(app: Flask) -> None:
    """As a server that ends leaves it."""
    app.extensions["squarescores"].bell.close()
    app.extensions["squarescores"].store.close()


class Clock:
    """The app's clock, which a test may move on."""

    def __init__(self) -> None:
        self.waited = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.waited

    def waits(self, seconds: float) -> None:
        self.waited += timedelta(seconds=seconds)


@pytest.fixture
def clock(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setitem(app.extensions, "squarescores", replace(app.extensions["squarescores"], clock=clock))
    return clock


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def party(app: Flask) -> Party:
    return Party.of_four(app)


@pytest.fixture(params=["bob", "carol", "dave"])
def player(party: Party, request: pytest.FixtureRequest) -> Phone:
    """Anybody with a seat who is not the host."""
    return party.phone(request.param)


@pytest.fixture(params=["zoe", "frank", "stranger"])
def watcher(party: Party, request: pytest.FixtureRequest) -> Phone:
    """Anybody without a seat: who has the link, who is host of another table, who has no cookie."""
    return party.phone(request.param)


@pytest.fixture(params=["bob", "zoe", "frank", "stranger"])
def anybody_else(party: Party, request: pytest.FixtureRequest) -> Phone:
    """Anybody but the host."""
    return party.phone(request.param)
