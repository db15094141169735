"""Who asks and the table they ask about: read in one statement, the first time a request wants either."""

from __future__ import annotations

from flask import g, request

from squarescores.pedro.table import Table
from squarescores.store import Person
from squarescores.web.house import house


def person(person_id: str) -> Person | None:
    """Who has that id. The table at the request's address is read with them, and lies ready for `table`."""
    key = (request.view_args or {}).get("key")
    if key is None:
        return house().store.person(person_id)
    seen = house().store.seen(key, person_id)
    g.seen = key, seen.table
    return seen.person


def table(key: str) -> Table | None:
    """The table as it stands, None where there is none of that key.

    What lies ready is given out once, for a request may write between two times that it asks.
    """
    ready, found = g.pop("seen", (None, None))
    return found if ready == key else house().store.read(key)
