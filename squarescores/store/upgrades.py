"""Bringing a database to the schema of this program, from empty or from any earlier one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from squarescores.store import file
from squarescores.store.engine import StoreAway, address, connect

if TYPE_CHECKING:
    from alembic.config import Config

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_TURN: Final = 7_366_472_646_303
"""PostgreSQL's advisory lock that this program's migrations hold; any number of one's own."""


class NewerDatabase(Exception):
    """The database was written by a newer version of this program; its text is one sentence."""


class DamagedDatabase(Exception):
    """The embedded database cannot be read whole, and was left as it is; its text is one sentence."""


def upgrade(database_url: str) -> None:
    """Apply the migrations that are missing: all of them, or none when one fails. May be run twice at once.

    Raises NewerDatabase, DamagedDatabase, or StoreAway where the database does not answer.
    """
    _make(database_url)
    with _alone(database_url) as connection:
        if _version(connection) != _known()[-1]:
            _migrate(connection)
            _check(connection)
        connection.commit()


def is_current(database_url: str) -> bool:
    """Whether no migration is missing. Raises as `upgrade` does."""
    with _connected(database_url) as connection:
        return _version(connection) == _known()[-1]


def _migrate(connection: Connection) -> None:
    from alembic import command  # a fifth of a start's imports, and most starts find nothing to do

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _known() -> list[str]:
    """The versions there are, the oldest first: each migration's file begins with its own."""
    return sorted(path.name.partition("_")[0] for path in (_MIGRATIONS / "versions").glob("*_*.py"))


def _version(connection: Connection) -> str | None:
    """The database's version, None for an empty one. Raises NewerDatabase where nobody here knows it."""
    has_one = connection.dialect.has_table(connection, "alembic_version")
    version = connection.scalar(text("SELECT version_num FROM alembic_version")) if has_one else None
    if version is not None and version not in _known():
        raise NewerDatabase(
            "The database was written by a newer squarescores than this one; "
            "install that version or a later one."
        )
    return version


def _make(database_url: str) -> None:
    """See to the embedded database's file, before anything is opened that could write."""
    url = address(database_url)
    if url.get_backend_name() != "sqlite" or not url.database:
        return
    path = Path(url.database)
    try:
        file.make(path)
    except OSError as error:
        raise StoreAway(f"{path}: {error.strerror}") from error
    if damage := file.damage(path):
        raise DamagedDatabase(
            f"The database {path} is damaged and was left as it is ({damage}); "
            "put a backup in its place with `squarescores restore`."
        )


@contextmanager
def _connected(database_url: str) -> Iterator[Connection]:
    engine = connect(database_url)
    try:
        with engine.connect() as connection:
            yield connection
    except DBAPIError as error:
        raise StoreAway(str(error.orig)) from error
    finally:
        engine.dispose()


@contextmanager
def _alone(database_url: str) -> Iterator[Connection]:
    """A transaction that no other upgrade runs beside."""
    with _connected(database_url) as connection:
        if connection.dialect.name == "sqlite":
            # A table that is made anew would take the rows that point to it along; `_check` looks afterwards.
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.execute(text("SELECT pg_advisory_xact_lock(:turn)"), {"turn": _TURN})
        yield connection


def _check(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        lost = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        assert not lost, lost  # noqa: S101 -- a migration that loses rows is a mistake of ours
