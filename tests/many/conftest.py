"""The rack for all of these tests, a table for each, everybody's phone at either server or by the proxy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.many.ears import Listening
from tests.many.rack import Rack, rack_in
from tests.together.cast import NAMES, Party, Phone
from tests.together.wire import Wire

Listens = Callable[..., list[Listening]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of them need PostgreSQL."""
    for item in items:
        if "/many/" in str(item.path):
            item.add_marker(pytest.mark.postgres)


@pytest.fixture(scope="package")
def rack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rack]:
    with rack_in(tmp_path_factory.mktemp("many")) as rack:
        yield rack


@pytest.fixture
def party(rack: Rack) -> Iterator[Party]:
    """All four seated; their presses go to one server and the other in turn."""
    rack.redis.forgets()
    first, second = (app.address for app in rack.apps)
    wires = {name: Wire(first, 20, second) for name in NAMES}
    try:
        yield Party(wires).is_opened().is_seated()
    finally:
        for wire in wires.values():
            wire.close()


@pytest.fixture
def at(rack: Rack, party: Party) -> Iterator[Callable[[Phone, int | str], Phone]]:
    """Somebody's phone with the same cookies at that one of the servers alone, or at that address."""
    made: list[Wire] = []

    def at(phone: Phone, server: int | str) -> Phone:
        wire = Wire(server if isinstance(server, str) else rack.apps[server].address)
        wire.cookies, wire.token = dict(phone.client.cookies), phone.token
        made.append(wire)
        return Phone(party, phone.name, wire)

    yield at
    for wire in made:
        wire.close()


@pytest.fixture
def listens(rack: Rack, party: Party) -> Iterator[Listens]:
    """So many pages of the table at each server, or behind the proxy; all have heard where it stands."""
    with ExitStack() as stack:

        def some(count: int = 2, *addresses: str) -> list[Listening]:
            pages = [
                Listening(Wire(address), party.key)
                for address in addresses or [app.address for app in rack.apps]
                for _ in range(count)
            ]
            for page in pages:
                stack.callback(page.close)
            for page in pages:
                page.hears(party.number)
            return pages

        yield some
