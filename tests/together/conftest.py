"""One shipped server for all of these tests, and a fresh table for each; each is played many times over.

On PostgreSQL there are two servers, and every browser's connections go to one and the other in turn.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from itertools import count

import pytest

from tests.house.serving import Serving, serving
from tests.postgres import fresh_database
from tests.together.cast import Party, wires_of
from tests.together.record import Scorer, accounted, explained
from tests.together.wire import Wire

ROUNDS = int(os.environ.get("ROUNDS", "12"))
"""How often a test is played, since who is first differs. `make soak` asks for hundreds."""

_homes = count()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Play each test so often, and a kindred one a quarter of it."""
    if "opened" in metafunc.fixturenames:
        rounds = ROUNDS // 4 if getattr(metafunc.function, "is_seldom", False) else ROUNDS
        names = [f"round {number}" for number in range(1, rounds + 1)]
        metafunc.parametrize("opened", names, ids=names, indirect=True)


@pytest.fixture(scope="package")
def houses(store_name: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Serving]]:
    """The server, or two of them on one PostgreSQL; they have nothing to complain of at the end."""
    folder = tmp_path_factory.mktemp("together")
    options = ("--host", "127.0.0.1", "--instance", str(folder / "instance"))
    settings = [{}] if store_name == "sqlite" else [{"database": fresh_database()}] * 2
    with ExitStack() as stack:
        running = [stack.enter_context(serving(folder, *options, **each)) for each in settings]
        yield running
        for each in running:
            each.end()
            assert each.last_words() == ""


@pytest.fixture(scope="package")
def wires(houses: list[Serving]) -> Iterator[Mapping[str, Wire]]:
    with wires_of(*houses) as wires:
        yield wires


@pytest.fixture(scope="package")
def scorer() -> Iterator[Scorer]:
    scorer = Scorer()
    yield scorer
    scorer.close()


@pytest.fixture
def opened(wires: Mapping[str, Wire], scorer: Scorer) -> Iterator[Party]:
    """A table that only Alice sits at, in a home of its own; in the end its record explains everything."""
    home = next(_homes)
    for wire in wires.values():
        wire.moves(home)
    party = Party(wires).is_opened()
    yield party
    settles(party, scorer)


@pytest.fixture
def party(opened: Party) -> Party:
    """All four seated."""
    return opened.is_seated()


def settles(party: Party, scorer: Scorer) -> None:
    """What has to be true of every table, whoever was first."""
    history, played = party.history, party.sheet
    accounted(history, party.presses)
    for match in range(1, played["match"] + 1):
        shown = played if match == played["match"] else party.sheet_of(match)
        explained(history, shown)
        scorer.agrees(shown)
