"""A store that does not answer says so, keeps what it acknowledged, and is back when the cause is gone."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, OperationalError

from squarescores.live import Bell, Watchman, watchman
from squarescores.pedro import Seat, acts
from squarescores.store import StoreAway, engine, upgrade
from tests import postgres
from tests.store.conftest import KEY, NOW, Evening, last_number


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "WAIT", 0.2)


class TestOnEither:
    def test_a_connection_that_breaks_before_the_commit_is_made_again(self, evening, monkeypatch):
        fails_once(monkeypatch, is_committed=False)
        answer = evening.renames("Alix", op="x")
        assert (answer.mark, answer.written) == (5, True)

    def test_a_connection_that_breaks_after_the_commit_leaves_one_mark(self, evening, store, monkeypatch):
        heard: list[str] = []
        store.told = lambda key, _table: heard.append(key)
        fails_once(monkeypatch, is_committed=True)
        answer = evening.asks("bob", acts.pick_dealer, Seat.S, op="x")
        assert (answer.mark, last_number(store), heard) == (5, 5, [KEY])

    def test_a_mark_of_which_nobody_knows_whether_it_was_kept_is_heard_of(self, evening, store, monkeypatch):
        monkeypatch.setattr(watchman, "EVERY", 0.05)
        bell = Bell(store.read, most=9, watchman=Watchman(store.numbers))
        store.told = bell.ring
        page = bell.listen(KEY, "bob")
        assert page.hear(0).number == 4
        fails_once(monkeypatch, is_committed=True, is_tried_again=False)
        with pytest.raises(StoreAway):
            evening.renames("Alix")
        assert page.hear(5).number == 5
        bell.close()

    def test_an_opening_whose_answer_is_lost_is_one_table(self, store, monkeypatch):
        fails_once(monkeypatch, is_committed=True)
        assert Evening(store).opens().key == KEY
        assert store.tables_of("alice") == [(KEY, NOW)]

    def test_a_registration_whose_answer_is_lost_is_no_other_persons(self, store, monkeypatch):
        fails_once(monkeypatch, is_committed=True)
        store.register("zoe", "Zoe", "digest", NOW)
        assert store.account("zoe")[0].id == "zoe"

    def test_a_store_that_is_disturbed_again_and_again_is_away(self, evening, store, monkeypatch):
        fails_once(monkeypatch, is_committed=False, times=99)
        with pytest.raises(StoreAway):
            evening.renames("Alix")
        assert last_number(store) == 4

    def test_who_runs_the_server_is_told_once_each_way(self, evening, store, monkeypatch, caplog):
        fails_once(monkeypatch, is_committed=False, times=8)
        for _ in range(2):
            with pytest.raises(StoreAway):
                evening.renames("Alix")
        evening.renames("Alix")
        assert caplog.messages == [
            "The store does not answer writes: broken",
            "The store answers writes again.",
        ]

    def test_an_error_names_nothing_that_is_kept(self, evening, store):
        again = "INSERT INTO known SELECT person_id, table_id FROM known WHERE person_id = 'alice'"
        with store._database.engine.connect() as connection, pytest.raises(IntegrityError) as broken:
            connection.exec_driver_sql(again)
        for error in (broken.value, broken.value.orig):
            assert "(alice" not in str(error)

    def test_nobody_waits_for_a_connection_for_ever(self, evening, store):
        with ExitStack() as held:
            for _ in range(engine.CONNECTIONS):
                held.enter_context(store._database.engine.connect())
            with pytest.raises(StoreAway):
                store.read(KEY)
        assert store.read(KEY).number == 4


def fails_once(
    monkeypatch: pytest.MonkeyPatch, *, is_committed: bool, times: int = 1, is_tried_again: bool = True
) -> None:
    """The next commit ends in a broken connection, before the server has it or after."""
    commit, execute, left = Connection.commit, Connection.exec_driver_sql, [times]

    def breaks(keep: Callable[[], Any]) -> Any:
        done = keep() if is_committed or not left[0] else None
        if left[0]:
            left[0] -= 1
            raise OperationalError("COMMIT", {}, Exception("broken"), connection_invalidated=is_tried_again)
        return done

    def asks(connection: Connection, statement: str, *asked: Any) -> Any:
        ask = partial(execute, connection, statement, *asked)
        return breaks(ask) if statement.startswith("WITH raised") else ask()  # that one commits by itself

    monkeypatch.setattr(Connection, "commit", lambda connection: breaks(partial(commit, connection)))
    monkeypatch.setattr(Connection, "exec_driver_sql", asks)


class TestOnSQLite:
    @pytest.fixture
    def url(self, sqlite_url: str) -> str:
        return sqlite_url

    def test_every_connection_keeps_what_it_acknowledges(self, store):
        with store._database.engine.connect() as one, store._database.engine.connect() as other:
            for connection in (one, other):
                asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
                kept = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in asked]
                assert kept == ["wal", 2, 1, 200]

    def test_another_program_that_holds_the_lock_is_in_the_way_of_writers_only(self, url, evening, store):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreAway, match="locked"):
                evening.renames("Alix")
            assert (store.read(KEY).number, store.is_up()) == (4, False)
        assert store.is_up()
        assert evening.renames("Alix").mark == 5

    def test_a_full_disk_refuses_a_mark_and_keeps_the_rest(self, evening, store):
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
        try:
            with pytest.raises(StoreAway):
                evening.renames("Alix", op="x")
            assert (store.read(KEY).number, store.is_up()) == (4, False)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        answer = evening.renames("Alix", op="x")
        assert (answer.mark, answer.written) == (5, True)

    def test_a_disk_that_takes_no_writes_for_a_while_is_written_on_again(self, url, evening, new_store):
        folder = paths(url)[0].parent
        bound = ["mount", "--bind", folder, folder]
        if os.getuid() or subprocess.run(bound, capture_output=True, check=False).returncode:
            pytest.skip("Only whoever may mount can make a disk read-only: run this as root.")
        with ExitStack() as mounted:
            mounted.callback(subprocess.run, ["umount", "--lazy", folder], check=True)
            subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True)
            evening.store = new_store()
            with pytest.raises(StoreAway, match="readonly"):
                evening.renames("Alix", op="x")
            assert (evening.store.read(KEY).number, evening.store.is_up()) == (4, False)
        assert evening.renames("Alix", op="x").mark == 5
        assert evening.store.is_up()

    def test_a_file_that_is_gone_is_missed_and_found_again(self, url, evening, store):
        file, aside = paths(url)
        file.rename(aside)
        with pytest.raises(StoreAway):
            evening.renames("Alix", op="x")
        assert not store.is_up()
        assert not file.exists(), "an empty one in its place would be believed"
        aside.rename(file)
        assert evening.renames("Alix", op="x").mark == 5
        assert store.is_up()

    def test_a_file_put_in_its_place_is_the_one_written_on(self, url, evening, store):
        file, aside = paths(url)
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(aside)) as copy:
            source.backup(copy)
        evening.renames("Alix")
        for beside in file.parent.glob(f"{file.name}-*"):
            beside.unlink()
        aside.rename(file)
        assert store.read(KEY).number == 4
        assert evening.renames("Alix").mark == 5

    def test_a_corrupted_file_is_away_is_left_alone_and_may_be_mended(self, url, evening, store):
        file, _aside = paths(url)
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        whole = file.read_bytes()
        mended, broken = file.with_name("mended"), file.with_name("broken")
        mended.write_bytes(whole)
        broken.write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
        broken.rename(file)
        spoilt = file.read_bytes()
        for asking in (lambda: store.marks(KEY), lambda: evening.renames("Alix", op="x")):
            with pytest.raises(StoreAway):
                asking()
        assert not store.is_up()
        assert file.read_bytes() == spoilt
        mended.rename(file)
        assert evening.renames("Alix", op="x").mark == 5

    def test_nobody_but_its_owner_reads_the_file_or_what_lies_beside_it(self, url, evening, caplog):
        evening.renames("Alix")
        file, _aside = paths(url)
        kept = [file, *file.parent.glob(f"{file.name}-*")]
        assert len(kept) == 3
        assert {path.stat().st_mode & 0o777 for path in kept} == {0o600}
        file.chmod(0o644)
        upgrade(url)
        assert file.stat().st_mode & 0o777 == 0o600
        assert caplog.messages == [f"{file.name} could be read by others; it no longer can."]


def paths(url: str) -> tuple[Path, Path]:
    """The database's file, and a place beside it."""
    file = Path(url.removeprefix("sqlite:///"))
    return file, file.with_name("aside")


@pytest.mark.postgres
class TestOnPostgreSQL:
    @pytest.fixture
    def url(self) -> str:
        return postgres.fresh_database()

    def test_a_restarted_server_is_found_again_by_the_first_who_asks(self, url, evening, store):
        postgres.command(url, END_ALL)
        assert store.read(KEY).number == 4
        postgres.command(url, END_ALL)
        assert evening.renames("Alix").mark == 5

    def test_a_connection_that_is_cut_in_the_middle_of_an_act_is_made_again(self, url, evening, store):
        asked: list[int] = []

        def picks(table, who):
            asked.append(table.number)
            if len(asked) == 1:
                postgres.command(url, END_ALL)
            return acts.pick_dealer(table, who, Seat.S)

        assert evening.asks("bob", picks).mark == 5
        assert (asked, last_number(store)) == ([4, 4], 5)

    def test_a_server_that_takes_nobody_in_is_away_until_it_does(self, url, evening, store):
        postgres.command(url, "ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        postgres.command(url, END_ALL)
        for asking in (lambda: store.read(KEY), lambda: evening.renames("Alix"), lambda: store.person("bob")):
            with pytest.raises(StoreAway):
                asking()
        assert not store.is_up()
        postgres.command(url, "ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert store.is_up()  # a write was kept, if only one of nothing
        assert evening.renames("Alix").mark == 5


END_ALL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"


def test_a_database_without_a_schema_is_not_up(bare_url):
    from squarescores.store import Store

    store = Store(bare_url)
    assert not store.is_up()
    store.close()
