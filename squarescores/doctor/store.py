"""Whether the database and the bell answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from squarescores.doctor.finding import Finding, bad, ok, warn
from squarescores.settings import Settings
from squarescores.store import StoreAway
from squarescores.store.file import damage
from squarescores.store.upgrades import NewerDatabase, is_current

if TYPE_CHECKING:
    import psycopg


def database(settings: Settings) -> Iterator[Finding]:
    """It answers, is whole, and is of this version."""
    if settings.embedded and not settings.database_file.exists():
        yield warn("database", f"{settings.database_file} is not there yet; the first start makes it.")
        return
    try:
        current = is_current(settings.database_url)
    except StoreAway as away:
        yield bad("database", f"does not answer: {str(away).splitlines()[0]}")
        return
    except NewerDatabase as newer:
        yield bad("schema", str(newer))
        return
    yield ok("database", "answers")
    if settings.embedded:
        if damaged := damage(settings.database_file):
            yield bad("database", f"is damaged ({damaged}); stop the server, restore a backup.")
        else:
            yield ok("database", "is whole")
    if current:
        yield ok("schema", "is of this version")
    elif settings.embedded:
        yield warn(
            "schema", "is of an earlier version; the next start brings it up to date. Back it up before."
        )
    else:
        yield bad("schema", "is of an earlier version; run `squarescores upgrade`.")


def postgres(settings: Settings) -> psycopg.Connection:
    """A connection to PostgreSQL, straight."""
    import psycopg
    from sqlalchemy.engine import make_url

    url = make_url(settings.database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(url, autocommit=True, connect_timeout=5)


def bell(settings: Settings) -> Iterator[Finding]:
    """On PostgreSQL, that what one process says is heard."""
    if settings.embedded:
        yield ok("bell", "rings in the one process")
        return
    with postgres(settings) as ear:
        ear.execute("LISTEN squarescores_doctor")
        with postgres(settings) as mouth:
            mouth.execute("NOTIFY squarescores_doctor")
        is_heard = any(True for _ in ear.notifies(timeout=5, stop_after=1))
    if is_heard:
        yield ok("bell", "is heard through PostgreSQL")
    else:
        yield bad("bell", "is not heard: LISTEN and NOTIFY have to reach PostgreSQL itself, not a pooler.")
