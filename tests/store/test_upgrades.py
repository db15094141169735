"""Upgrades: from nothing, from the first schema, twice at once, never backwards and never half."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from squarescores.pedro import Seat, acts
from squarescores.pedro.sheet import sheet
from squarescores.store import (
    DamagedDatabase,
    NewerDatabase,
    Store,
    StoreAway,
    file,
    is_current,
    upgrade,
    upgrades,
)
from squarescores.store.engine import connect
from squarescores.store.schema import METADATA
from tests import postgres
from tests.store import history
from tests.store.conftest import Evening
from tests.store.history import KEY


@pytest.fixture
def bare(bare_url):
    """An empty database, of nobody's version."""
    if bare_url.startswith("sqlite"):
        file.make(Path(bare_url.removeprefix("sqlite:///")))
    engine = connect(bare_url)
    yield engine
    engine.dispose()


def test_from_nothing(bare_url):
    upgrade(bare_url)
    assert is_current(bare_url)
    store = Store(bare_url)
    assert Evening(store).opens().mark == 1
    store.close()


def test_an_empty_database_is_not_current(bare_url, bare):
    assert not is_current(bare_url)


@pytest.mark.parametrize("revision", history.revisions())
def test_from_every_schema_there_was_with_its_sheets(bare_url, bare, revision):
    with bare.begin() as connection:
        history.is_made(connection, revision)
    upgrade(bare_url)
    store, kept = Store(bare_url), history.kept(revision)
    table = store.read(KEY)
    for number, then in enumerate(kept["sheets"], start=1):
        now = json.loads(json.dumps(sheet(table, table.match(number))))
        assert {key: now[key] for key in then} == then
    assert len(store.marks(KEY)) == table.number == len(kept["rows"]["marks"])
    assert store.account("zoe")[0].id == "an account"
    for person in kept["rows"]["people"]:
        assert [key for key, _touched in store.tables_of(person["id"])] == [KEY]
    assert Evening(store).asks("newcomer", acts.change_seat, Seat.N, "Alix").mark == table.number + 1
    assert Evening(store, "another-key").opens(code="ANOTHR").mark == 1
    store.close()


def test_the_files_of_the_migrations_are_named_by_their_versions():
    assert upgrades._known() == history.revisions()


def test_twice_is_once(bare_url):
    upgrade(bare_url)
    upgrade(bare_url)
    assert is_current(bare_url)


def test_eight_at_once(bare_url):
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(upgrade, [bare_url] * 8))
    assert is_current(bare_url)


def test_two_programs_at_once(bare_url):
    code = "import sys; from squarescores.store import upgrade; upgrade(sys.argv[1])"
    programs = [subprocess.Popen([sys.executable, "-W", "error", "-c", code, bare_url]) for _ in range(2)]
    assert [program.wait(20) for program in programs] == [0, 0]
    assert is_current(bare_url)


def test_a_newer_database_is_refused_in_a_sentence(bare_url, bare):
    upgrade(bare_url)
    with bare.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for asked in (upgrade, is_current):
        with pytest.raises(NewerDatabase, match=r"^The database was written by a newer .*\.$"):
            asked(bare_url)


HALF = """
import os, signal
import sqlalchemy as sa
from alembic import op
revision, down_revision = "9999", {head!r}
def upgrade():
    op.create_table("half", sa.Column("a", sa.Text))
    op.execute("UPDATE tables SET code = key")
    op.execute("DELETE FROM known")
    with op.batch_alter_table("people") as people:
        people.drop_column("password")
    {then}
"""


@pytest.fixture
def migrations(tmp_path: Path) -> Path:
    """A folder of migrations that can be added to."""
    shutil.copytree(upgrades._MIGRATIONS, tmp_path / "migrations")
    return tmp_path / "migrations"


@pytest.mark.parametrize("then", ["raise ArithmeticError", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_a_migration_that_fails_or_is_killed_changes_nothing(bare_url, bare, migrations, then):
    with bare.begin() as connection:
        history.is_made(connection, history.revisions()[-1])
    half = migrations / "versions" / "9999_half.py"
    half.write_text(HALF.format(head=history.revisions()[-1], then=then))
    ended = upgraded(bare_url, migrations)
    assert ended.returncode == (1 if "Arithmetic" in then else -signal.SIGKILL), ended.stderr
    assert is_current(bare_url)
    assert "half" not in inspect(bare).get_table_names()
    store = Store(bare_url)
    assert [key for key, _touched in store.tables_of("alice")] == [KEY]
    assert store.account("zoe")[1] == "a digest"
    assert store.read(KEY).code == "QUEENS"
    store.close()
    half.write_text(HALF.format(head=history.revisions()[-1], then="pass"))
    assert upgraded(bare_url, migrations).returncode == 0, "nothing of the first try is in the way"


def upgraded(database_url: str, migrations: Path) -> subprocess.CompletedProcess[str]:
    """The upgrade by a program of its own, which may be killed."""
    code = (
        "import sys; from pathlib import Path; from squarescores.store import upgrades;"
        "upgrades._MIGRATIONS = Path(sys.argv[2]); upgrades.upgrade(sys.argv[1])"
    )
    words = [sys.executable, "-c", code, database_url, str(migrations)]
    return subprocess.run(words, capture_output=True, text=True, timeout=20, check=False)


def test_a_damaged_file_is_refused_and_left_as_it_is(tmp_path):
    path, url = tmp_path / "kept.db", f"sqlite:///{tmp_path / 'kept.db'}"
    upgrade(url)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    whole = path.read_bytes()
    for spoilt in (
        *(b"no database at all", whole[:-4096], whole[: len(whole) // 2], whole[:50] + whole[60:]),
        *(whole[:at] + b"\xff" * 4096 + whole[at + 4096 :] for at in range(4096, len(whole), 4096)),
    ):
        path.write_bytes(spoilt)
        with pytest.raises(DamagedDatabase, match=r"damaged and was left as it is .*\.$"):
            upgrade(url)
        assert path.read_bytes() == spoilt


def test_the_migrations_make_what_the_store_expects(url):
    engine = connect(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_a_place_without_a_database_is_away(tmp_path):
    for nowhere in (f"sqlite:///{tmp_path / 'no' / 'folder.db'}", "postgresql://keeper@127.0.0.1:1/nothing"):
        with pytest.raises(StoreAway):
            upgrade(nowhere)


def test_a_database_in_memory_is_refused():
    with pytest.raises(ValueError, match="SQLite needs a file"):
        upgrade("sqlite://")


def test_without_postgresql_the_tests_say_what_to_install(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(Path, "glob", lambda path, pattern: [])
    with pytest.raises(AssertionError, match="apt-get install postgresql"):
        postgres._programs()
