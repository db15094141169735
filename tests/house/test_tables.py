"""Whoever runs the server looks after its tables from a terminal, while they are played at."""

from __future__ import annotations

import io
import sqlite3
import subprocess
from contextlib import closing, redirect_stderr, redirect_stdout
from datetime import UTC, datetime, timedelta

import pytest

from squarescores.cli import main
from tests.house.serving import PROGRAM, plain_environment, serving
from tests.together.cast import Party, wires_of


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Alice, Bob, Carol and Dave in their second deal, on a server that runs."""
    folder = tmp_path_factory.mktemp("evening")
    with serving(folder, "--host", "127.0.0.1") as house, wires_of(house) as wires:
        party = Party(wires).is_opened().is_seated()
        party.has_bid("N", 8)
        party.alice.enters(1, 9)
        party.bob.enters(1, 5)
        party.has_bid("E", 7)
        yield folder, party


def said(folder, *words: str) -> tuple[int, str, str]:
    """A command's exit status and what it printed; in this process, as a new one takes a second to begin."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        status = main([*words, "--instance", str(folder / "instance")])
    return status, out.getvalue(), err.getvalue()


def told(folder, *words: str) -> str:
    status, out, err = said(folder, *words)
    assert (status, err) == (0, "")
    return out


def refused(folder, *words: str) -> str:
    status, out, err = said(folder, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    return err


def test_every_table_is_in_the_list_with_its_key(evening):
    folder, party = evening
    (line,) = told(folder, "table", "list").splitlines()
    assert line.startswith(party.key)
    assert "host Alice" in line
    assert told(folder, "table", "list", "--name", "BOB") == line + "\n"
    for none in (("--name", "Zoe"), ("--skip", "1"), ("--limit", "0")):
        assert told(folder, "table", "list", *none) == ""


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_has_seen_enough_hears_no_complaint(evening, unbuffered):
    folder, _party = evening
    pipe = subprocess.PIPE
    environment = plain_environment() | {"PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(
        [PROGRAM, "table", "list"], cwd=folder, env=environment, stdout=pipe, stderr=pipe
    ) as lists:
        lists.stdout.close()
        assert lists.stderr.read() == b""
        assert lists.wait(timeout=30) == 1


def test_a_table_is_shown_as_score_shows_a_case(evening):
    folder, party = evening
    shown = told(folder, "table", "show", f"http://127.0.0.1:8765/t/{party.key}/seats")
    assert "North  Alice, host\nEast   Bob\n" in shown
    assert "North-South lead 9 to 5; the line is 62." in shown
    assert "Deal 2 is open: East bid 7; taken - and -." in shown
    assert "no match 2" in refused(folder, "table", "show", party.key, "--match", "2")


def test_its_history_says_everything_in_words(evening):
    folder, party = evening
    lines = told(folder, "table", "history", party.key).splitlines()
    assert len(lines) == party.sheet["mark"]
    assert lines[-2].endswith("Bob entered 5 for Bob & Dave.")


def test_a_new_host_is_a_mark_of_whoever_runs_the_server(evening):
    folder, party = evening
    assert "Bob is the host" in told(folder, "table", "host", party.key, "--name", "bob")
    assert party.sheet["host"] == {"name": "Bob", "seat": "E"}
    line = told(folder, "table", "history", party.key).splitlines()[-1]
    assert line.endswith("Whoever runs the server handed the table on: Bob is the host now.")
    assert "Alice is the host" in told(folder, "table", "host", party.key, "--seat", "N")
    assert "Nobody holds a seat as Zoe" in refused(folder, "table", "host", party.key, "--name", "Zoe")


def test_a_recovery_code_from_the_server_makes_somebody_host(evening):
    folder, party = evening
    code = told(folder, "table", "host", party.key).split()[0]
    assert party.carol.sends("/t/{key}/host/recovery", code=code).status == 201
    assert party.sheet["host"]["name"] == "Carol"
    told(folder, "table", "host", party.key, "--seat", "N")


def test_a_table_taken_away_comes_back_on_another_server(evening, tmp_path):
    _folder, party = evening
    before = party.sheet
    (tmp_path / "pedro-table.json").write_bytes(party.alice.client.get(f"/t/{party.key}/table.json").body)
    told(tmp_path, "upgrade")
    key = (
        told(tmp_path, "import", str(tmp_path / "pedro-table.json"))
        .split()[4]
        .removeprefix("/t/")
        .rstrip(",")
    )
    code = told(tmp_path, "table", "host", key).split()[0]
    with serving(tmp_path, "--host", "127.0.0.1") as house, wires_of(house) as wires:
        zoe = wires["zoe"].get(f"/t/{key}/sheet.json").json
        assert {**zoe, "table": party.key, "mark": before["mark"]} == before
        assert wires["zoe"].get(f"/t/{party.key}/sheet.json").status_code == 404
        assert wires["zoe"].get(f"/t/{key}/history").status_code == 200
    assert code


@pytest.mark.parametrize(
    "text", ["", "[]", '{"squarescores": "table", "version": 1, "table": "k", "marks": 7}']
)
def test_a_file_that_is_no_table_is_refused_and_nothing_kept(tmp_path, text):
    told(tmp_path, "upgrade")
    (tmp_path / "x.json").write_text(text)
    assert "x.json" in refused(tmp_path, "import", str(tmp_path / "x.json"))
    assert told(tmp_path, "table", "list") == ""


def test_only_tables_nobody_used_are_pruned(evening, tmp_path):
    folder, party = evening
    key = party.dave.sends("/tables/new", name="Dave").json["key"]
    file = folder / "instance" / "squarescores.db"
    assert "0 tables" in told(folder, "prune", "--older-than", "30")
    long_ago = (datetime.now(UTC) - timedelta(days=40)).timestamp() * 1e6
    with closing(sqlite3.connect(file)) as kept, kept:
        kept.execute("UPDATE tables SET touched_at = ?", (int(long_ago),))
    listed = told(folder, "prune", "--older-than", "30", "--dry-run")
    assert (key in listed, party.key in listed, "1 table would be" in listed) == (True, False, True)
    assert "1 table was deleted" in told(folder, "prune", "--older-than", "30")
    assert party.dave.client.get(f"/t/{key}").status_code == 404
    assert party.sheet["mark"]
