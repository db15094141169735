"""Accidents of the database's file: said at once, nothing lost, and all well again by itself."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import time
import urllib.error
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from tests.house.serving import Serving, serving, squarescores
from tests.together.cast import Party, wires_of


@pytest.fixture(scope="module")
def disk(tmp_path_factory) -> Iterator[Path]:
    """A small disk of its own where this machine lets us have one, else a folder."""
    folder = tmp_path_factory.mktemp("disk")
    asked = ["mount", "-t", "tmpfs", "-o", "size=4m", "disk", str(folder)]
    is_mounted = os.getuid() == 0 and subprocess.run(asked, capture_output=True, check=False).returncode == 0
    yield folder
    if is_mounted:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture(scope="module")
def house(disk) -> Iterator[Serving]:
    with serving(disk, "--host", "127.0.0.1") as house:
        yield house


@pytest.fixture
def party(house) -> Iterator[Party]:
    with wires_of(house) as wires:
        yield Party(wires).is_opened().is_seated()


@pytest.fixture
def file(disk) -> Path:
    return disk / "instance" / "squarescores.db"


@contextmanager
def full(file: Path) -> Iterator[None]:
    """Somebody else's file takes the rest of the disk."""
    filling = file.with_name("filling")
    other = os.open(filling, os.O_WRONLY | os.O_CREAT)
    with suppress(OSError):
        while os.write(other, bytes(512)):
            pass
    os.close(other)
    yield
    filling.unlink()


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program writes, and does not come to its end."""
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield


@contextmanager
def gone(file: Path) -> Iterator[None]:
    aside = file.with_name("aside")
    file.rename(aside)
    yield
    assert not file.exists(), "an empty one in its place would be believed"
    aside.rename(file)


@contextmanager
def corrupted(file: Path) -> Iterator[None]:
    """Something else lies in the file's place."""
    aside = file.with_name("aside")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    spoilt = file.read_bytes()[:100] + b"\xff" * 8192
    file.rename(aside)
    file.write_bytes(spoilt)
    yield
    assert file.read_bytes() == spoilt, "what may be mended is left as it is"
    aside.rename(file)


@contextmanager
def read_only(file: Path) -> Iterator[None]:
    """The disk comes back as one that takes no writes: the same file by another way."""
    folder = file.parent
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    copy = shutil.copy2(file, file.with_name("copy"))  # another file, for what is open would be written on
    subprocess.run(["mount", "--bind", folder, folder], check=True)
    Path(copy).rename(file)
    subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


ACCIDENTS = {
    full: "database or disk is full",
    locked: "database is locked",
    gone: "unable to open database file",
    corrupted: "malformed",
    read_only: "readonly",
}


@pytest.mark.parametrize("happens", ACCIDENTS, ids=lambda accident: accident.__name__)
def test_a_figure_waits_on_the_phone_until_it_can_be_written(house, party, file, happens):
    if happens in (full, read_only) and not file.parent.parent.is_mount():
        pytest.skip("Only whoever may mount a disk can fill it or make it read-only: run this as root.")
    party.has_bid("N", 8)
    before = party.number
    with happens(file):
        press = party.alice.enters(1, 9, op=happens.__name__)
        assert (press.status, press.refused) == (503, "store_away")
        assert "Not saved" in press.message
        began = time.monotonic()
        assert health(house) == 503
        assert time.monotonic() - began < 3, "whoever watches over the server would have gone by then"
    for status in (201, 200):
        press = party.alice.enters(1, 9, op=happens.__name__)
        assert (press.status, press.json["mark"]) == (status, before + 1), press.text
    assert (party.number, health(house)) == (before + 1, 200)
    said = house.says(" again.")
    while said.count("does not answer") > said.count(" again."):  # reads, writes or both
        said += house.says(" again.")
    away, *_, again = said.splitlines()
    assert "The store does not answer" in away
    assert ACCIDENTS[happens] in away
    assert "The store answers" in again


def health(house: Serving) -> int:
    try:
        return house.get("/healthz")[0]
    except urllib.error.HTTPError as error:
        return error.code


# At the start


@pytest.fixture
def ended(tmp_path) -> Path:
    """The file of a database that is not served now."""
    assert squarescores("upgrade", folder=tmp_path).returncode == 0
    return tmp_path / "instance" / "squarescores.db"


def refusal(file: Path, *words: str) -> str:
    """What the program says instead of doing it: one sentence."""
    done = squarescores(*words, folder=file.parent.parent)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    return done.stderr


def test_a_database_that_is_gone_is_not_replaced_by_an_empty_one(ended):
    aside = ended.rename(ended.with_name("aside"))
    assert "was here and is gone" in refusal(ended, "serve", "--port", "0")
    assert not ended.exists()
    ended.touch()
    assert "was here and is empty" in refusal(ended, "upgrade")
    assert ended.stat().st_size == 0
    aside.rename(ended)
    assert squarescores("upgrade", folder=ended.parent.parent).returncode == 0


def test_who_means_it_begins_with_an_empty_one(ended):
    ended.unlink()
    ended.with_name("squarescores.db-serving").unlink()
    assert squarescores("upgrade", folder=ended.parent.parent).returncode == 0


def test_a_damaged_database_is_not_served(ended):
    ended.write_bytes(ended.read_bytes()[:-4096])
    assert "is damaged and was left as it is" in refusal(ended, "serve", "--port", "0")
