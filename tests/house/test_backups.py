"""A club's sheets, copied while it plays and put back after an accident."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tests.house.serving import serving, squarescores
from tests.together.cast import Party, wires_of


@pytest.fixture
def played(tmp_path):
    """A served table in the middle of a match, with a backup of then, and what was written after it."""
    with serving(tmp_path, "--host", "127.0.0.1") as house, wires_of(house) as wires:
        party = Party(wires).is_opened().is_seated()
        party.has_bid("N", 8)
        before = party.sheet
        done = squarescores("backup", "then.db", folder=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert "then.db holds 1 tables with" in done.stdout
        party.alice.enters(1, 9)
        yield tmp_path, house, party.key, before, party.sheet


def sheet_of(folder: Path, key: str) -> dict:
    """The sheet as whoever has the link sees it, served anew."""
    with serving(folder, "--host", "127.0.0.1") as house, wires_of(house) as wires:
        return wires["zoe"].get(f"/t/{key}/sheet.json").json


def test_what_was_copied_comes_back_and_what_it_replaces_is_kept(played):
    folder, house, key, before, after = played
    refused = squarescores("restore", "then.db", folder=folder)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "Another squarescores already serves" in refused.stderr
    house.end()

    refused = squarescores("restore", "then.db", folder=folder)
    assert refused.returncode == 2
    assert "Say --replace" in refused.stderr
    assert sheet_of(folder, key) == after

    done = squarescores("restore", "then.db", "--replace", folder=folder)
    assert done.returncode == 0, done.stderr
    assert sheet_of(folder, key) == before
    (old,) = (folder / "instance").glob("squarescores.db.2*Z")
    assert squarescores("restore", str(old), "--replace", folder=folder).returncode == 0
    assert sheet_of(folder, key) == after


def test_it_comes_back_on_an_empty_machine(played, tmp_path_factory):
    folder, _house, key, before, _after = played
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    assert squarescores("restore", str(folder / "then.db"), folder=elsewhere).returncode == 0
    assert (elsewhere / "instance/squarescores.db").stat().st_mode & 0o777 == 0o600
    assert sheet_of(elsewhere, key) == before


def test_a_copy_is_its_owner_s_alone_and_never_replaces_anything(played):
    folder, *_ = played
    copy = folder / "then.db"
    assert copy.stat().st_mode & 0o777 == 0o600
    whole = copy.read_bytes()
    done = squarescores("backup", "then.db", folder=folder)
    assert (done.returncode, "is there already" in done.stderr) == (2, True)
    assert copy.read_bytes() == whole
    assert [path.name for path in folder.glob("then.db*")] == ["then.db"]


def test_a_copy_taken_while_everybody_writes_holds_what_was_acknowledged_before(tmp_path):
    with serving(tmp_path, "--host", "127.0.0.1") as house, wires_of(house) as wires:
        party = Party(wires).is_opened().is_seated()
        stop = threading.Event()

        def renames():
            turn = 0
            while not stop.is_set():
                turn += 1
                party.bob.names_seat("E", f"Bob {turn}")

        writer = threading.Thread(target=renames)
        writer.start()
        try:
            for turn in range(3):
                acknowledged = party.alice.names_seat("N", f"Alice {turn}").mark
                assert squarescores("backup", f"{turn}.db", folder=tmp_path).returncode == 0
                with closing(sqlite3.connect(tmp_path / f"{turn}.db")) as copy:
                    numbers = [row[0] for row in copy.execute("SELECT number FROM marks ORDER BY number")]
                assert numbers == list(range(1, numbers[-1] + 1))
                assert numbers[-1] >= acknowledged
        finally:
            stop.set()
            writer.join()


SPOILS = [
    lambda whole: b"",
    lambda whole: b"these are no sheets",
    lambda whole: whole[: len(whole) // 2],
    lambda whole: whole[:4096] + b"\xff" * 4096 + whole[8192:],
    lambda whole: whole.replace(b'"rules"', b'"rulez"'),
    lambda whole: whole.replace(b"0001", b"9999"),
]


def test_a_damaged_or_newer_copy_replaces_nothing(played):
    folder, house, *_ = played
    house.end()
    instance, whole = folder / "instance", (folder / "then.db").read_bytes()
    before = {path.name: path.read_bytes() for path in instance.iterdir()}
    for spoils in SPOILS:
        (folder / "spoilt.db").write_bytes(spoils(whole))
        done = squarescores("restore", "spoilt.db", "--replace", folder=folder)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert {path.name: path.read_bytes() for path in instance.iterdir()} == before


def test_a_table_of_somebody_else_s_is_no_backup(tmp_path):
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE birds (name TEXT)")
    done = squarescores("restore", "other.db", folder=tmp_path)
    assert (done.returncode, "something else" in done.stderr) == (2, True)
    assert squarescores("restore", "nowhere.db", folder=tmp_path).returncode == 2


def test_postgresql_has_its_own_program(tmp_path):
    for command, instead in (("backup", "pg_dump"), ("restore", "pg_restore")):
        done = squarescores(command, "x.db", folder=tmp_path, database="postgresql://nobody@127.0.0.1:1/none")
        assert (done.returncode, instead in done.stderr) == (2, True)
