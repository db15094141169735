"""Upgrades: from nothing, from the first schema, twice at once, never backwards and never half."""

from __future__ import annotations

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from squarescores.store import NewerDatabase, Store, StoreAway, file, is_current, upgrade, upgrades
from squarescores.store.engine import connect
from squarescores.store.schema import METADATA
from tests import postgres
from tests.store.conftest import KEY, Evening

FIRST = """
INSERT INTO people (id, version, made_at) VALUES ('alice', 1, 1767985200000000);
INSERT INTO tables (id, key, code, seq, opened_by, opened_op, made_at, touched_at)
    VALUES (1, 'a-key-nobody-guesses', 'QUEENS', 1, 'alice', 'op-1', 1767985200000000, 1767985200000000);
INSERT INTO marks (table_id, number, at, "by", op, asked, kind, content)
    VALUES (1, 1, 1767985200000000, 'alice', 'op-1', '', 'Opened', '{"rules":{},"name":"Alice","seat":"N","code":"QUEENS","first_dealer":"W","drawn":true,"sides":{"NS":null,"EW":null},"names":{}}');
INSERT INTO known (person_id, table_id) VALUES ('alice', 1)
"""  # noqa: E501 -- a row as it stood in a database of then


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


def test_from_the_first_schema_with_its_tables(bare_url, bare):
    with bare.begin() as connection:
        config = upgrades._config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for statement in FIRST.split(";\n"):
            connection.exec_driver_sql(statement)
    upgrade(bare_url)
    store = Store(bare_url)
    assert store.read(KEY).host_name == "Alice"
    assert Evening(store).renames("Alix").mark == 2
    store.close()


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


def test_a_migration_that_fails_changes_nothing(bare_url, bare, tmp_path, monkeypatch):
    upgrade(bare_url)
    folder = tmp_path / "migrations"
    shutil.copytree(upgrades._MIGRATIONS, folder)
    (folder / "versions" / "9999_half.py").write_text(
        "from alembic import op\n"
        "import sqlalchemy as sa\n"
        "revision = '9999'\n"
        f"down_revision = {upgrades._head(upgrades._config())!r}\n"
        "def upgrade():\n"
        "    op.create_table('half', sa.Column('a', sa.Text))\n"
        "    raise ArithmeticError\n"
    )
    with monkeypatch.context() as patched:
        patched.setattr(upgrades, "_MIGRATIONS", folder)
        assert not is_current(bare_url)
        with pytest.raises(ArithmeticError):
            upgrade(bare_url)
    assert is_current(bare_url)
    assert "half" not in inspect(bare).get_table_names()


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
