"""`squarescores serve`: what it says, whom it answers, how it ends."""

import http.client
import http.cookiejar
import json
import queue
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import ExitStack, closing

import pytest

from tests import postgres
from tests.house.serving import PROGRAM, REPOSITORY, Serving, serving, squarescores

QUICKLY = 8  # seconds, on a machine that is busy with other things; by itself it takes a fraction of one


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def server(folder):
    with serving(folder, "--host", "127.0.0.1", "--instance", "keep/here") as started:
        yield started


@pytest.fixture
def ending(tmp_path):
    """A server that the test may end."""
    with serving(tmp_path, "--host", "127.0.0.1") as started:
        yield started


class Alice:
    """Whoever opens a table, with a cookie jar of her own."""

    def __init__(self, server: Serving) -> None:
        self.server = server
        self.browser = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        )
        with self.browser.open(server.address + "/tables/new") as page:
            self.token = re.search(r'name="csrf-token" content="([^"]+)"', page.read().decode())[1]
        self.table = self.post("/tables/new", op="first", name="Alice", seat="N")["key"]

    def post(self, path: str, **fields: str) -> dict:
        body = urllib.parse.urlencode(fields | {"csrf_token": self.token}).encode()
        asked = urllib.request.Request(self.server.address + path, body, {"Accept": "application/json"})
        with self.browser.open(asked) as answer:
            return json.load(answer)


class Watching(threading.Thread):
    """A phone with a sheet open; it keeps what it is told."""

    def __init__(self, server: Serving, table: str) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.table = table
        self.told: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.start()

    def run(self) -> None:
        for line in self.server.listen(f"/t/{self.table}/live"):
            self.told.put(line.decode())

    def hears(self, line: str) -> None:
        while self.told.get(timeout=10) != line:
            pass


def test_it_answers_at_the_address_it_prints(server):
    status, _, page = server.get("/")
    assert status == 200
    assert b"<html" in page


def test_the_network_address_is_printed_as_a_qr_code(tmp_path):
    with serving(tmp_path, base_url="https://pedro.example") as server:
        assert "https://pedro.example" in server.said
        assert server.said.count("█") > 100


def test_a_server_for_this_machine_only_offers_no_other_address(server):
    assert "network" not in server.said


def test_the_instance_folder_is_made_with_its_parents_and_keeps_the_key_private(server, folder):
    kept = folder / "keep" / "here"
    assert (kept / "squarescores.db").exists()
    assert (kept / "secret-key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("number", "group"),
    [
        pytest.param(signal.SIGTERM, False, id="TERM"),
        pytest.param(signal.SIGINT, True, id="Ctrl-C"),
        pytest.param(signal.SIGHUP, True, id="closed-terminal"),
    ],
)
def test_it_ends_at_once_with_sheets_open(ending, number, group):
    table = Alice(ending).table
    phones = [Watching(ending, table) for _ in range(5)]
    for phone in phones:
        phone.hears(": listening\n")
    status, seconds = ending.end(number, group=group)
    for phone in phones:
        phone.join(5)
    assert status == 0
    assert seconds < QUICKLY
    assert ending.last_words() == ""  # nothing had to be killed
    assert not any(phone.is_alive() for phone in phones)


def test_nothing_it_says_holds_a_tables_key(ending):
    table = Alice(ending).table
    ending.get(f"/t/{table}")
    ending.end()
    assert table not in ending.said + ending.last_words()


def test_open_sheets_leave_room_for_an_entry(tmp_path):
    with serving(tmp_path, "--host", "127.0.0.1", threads="4", streams="30") as server:
        alice = Alice(server)
        phones = [Watching(server, alice.table) for _ in range(30)]
        for phone in phones:
            phone.hears(": listening\n")
        with pytest.raises(urllib.error.HTTPError, match="503") as refused:
            server.get(f"/t/{alice.table}/live")
        refused.value.close()
        assert refused.value.headers["Retry-After"]
        mark = alice.post(f"/t/{alice.table}/sides", op="named", NS="Us")["mark"]
        for phone in phones:
            phone.hears(f"data: {mark}\n")


def test_where_few_files_may_be_open_nobody_loses_their_sheet_to_those_who_come_later(tmp_path):
    few = tmp_path / "few"
    few.write_text(f'#!/bin/sh\nulimit -n 128\nexec {PROGRAM} "$@"\n')
    few.chmod(0o700)
    with serving(tmp_path, "--host", "127.0.0.1", program=few) as server:
        alice = Alice(server)
        phones = [Watching(server, alice.table) for _ in range(30)]
        for phone in phones:
            phone.hears(": listening\n")
        host, port = server.address.removeprefix("http://").split(":")
        with ExitStack() as lines:
            for _ in range(120):
                late = lines.enter_context(socket.create_connection((host, int(port)), 10))
                late.sendall(f"GET /t/{alice.table}/live HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
                answer = late.recv(100)
                if answer.startswith(b"HTTP/1.1 503 "):
                    late.close()
            assert answer.startswith(b"HTTP/1.1 503 ")
        mark = alice.post(f"/t/{alice.table}/sides", op="named", NS="Us")["mark"]
        for phone in phones[:30]:
            phone.hears(f"data: {mark}\n")


@pytest.mark.postgres
def test_several_processes_tell_each_others_phones_on_postgresql(tmp_path):
    settings = {"database": postgres.fresh_database(), "processes": "2"}
    with serving(tmp_path, "--host", "127.0.0.1", **settings) as server:
        alice = Alice(server)
        phones = [Watching(server, alice.table) for _ in range(8)]
        for phone in phones:
            phone.hears(": listening\n")
        mark = alice.post(f"/t/{alice.table}/sides", op="named", NS="Us")["mark"]
        for phone in phones:
            phone.hears(f"data: {mark}\n")
        assert server.end()[0] == 0
        assert server.last_words() == ""


@pytest.mark.postgres
def test_a_database_of_another_version_is_not_served(tmp_path):
    said = squarescores("serve", "--port", "0", folder=tmp_path, database=postgres.bare_database())
    assert said.returncode == 2
    assert said.stderr == (
        "squarescores: The database is not of this version; run `squarescores upgrade` first.\n"
    )


def test_the_same_cookies_hold_after_a_restart(tmp_path):
    keys = []
    for _ in range(2):
        with serving(tmp_path, "--host", "127.0.0.1") as server:
            server.get("/")
        keys.append((tmp_path / "instance" / "secret-key").read_text())
    assert keys[0] == keys[1]


def test_a_taken_port_is_said_in_one_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = squarescores("serve", "--host", "127.0.0.1", "--port", port, folder=tmp_path)
    assert said.returncode == 2
    taken = f"Port {port} is taken; stop what uses it or choose another with --port or SQUARESCORES_PORT."
    assert said.stderr == f"squarescores: {taken}\n"


def test_a_second_server_on_the_same_file_is_refused(server, folder):
    again = squarescores("serve", "--port", "0", "--instance", "keep/here", folder=folder)
    assert again.returncode == 2
    assert "Another squarescores already serves" in again.stderr


def test_a_database_that_is_away_is_said_in_one_sentence(tmp_path):
    said = squarescores("serve", "--port", "0", folder=tmp_path, database="postgresql://127.0.0.1:1/none")
    assert said.returncode == 2
    assert said.stderr.startswith("squarescores: The database does not answer: ")
    assert said.stderr.count("\n") == 1


def test_a_newer_database_is_neither_served_nor_touched(tmp_path):
    assert squarescores("upgrade", folder=tmp_path).returncode == 0
    file = tmp_path / "instance" / "squarescores.db"
    with closing(sqlite3.connect(file)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
        newer.commit()
        newer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = file.read_bytes()
    for words in (("serve", "--port", "0"), ("upgrade",), ("backup", "copy.db")):
        done = squarescores(*words, folder=tmp_path)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "written by a newer squarescores" in done.stderr
    assert file.read_bytes() == before
    assert not (tmp_path / "copy.db").exists()


def test_upgrade_makes_the_database(tmp_path):
    said = squarescores("upgrade", folder=tmp_path)
    assert (said.returncode, said.stdout) == (0, "The database is up to date.\n")
    assert (tmp_path / "instance" / "squarescores.db").exists()


def test_score_needs_nothing_but_the_standard_library(tmp_path):
    case = REPOSITORY / "tests" / "cases" / "worked-hand.json"
    file = tmp_path / "case.json"
    file.write_text(json.dumps(json.loads(case.read_text())["case"]))
    program = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); import squarescores.cli as c; sys.exit(c.main())"
    )
    said = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(REPOSITORY), "score", "--json", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.stderr == ""
    assert json.loads(said.stdout)["totals"] == {"NS": 0, "EW": 7}


def test_an_answer_on_a_kept_connection_waits_for_no_echo(tmp_path):
    """Forty milliseconds each, where head and body go apart and the second waits."""
    with serving(tmp_path, "--host", "127.0.0.1") as server:
        line = http.client.HTTPConnection(server.address.removeprefix("http://"))
        took = []
        for _ in range(15):
            began = time.monotonic()
            line.request("GET", "/guides")
            line.getresponse().read()
            took.append(time.monotonic() - began)
        line.close()
    assert min(took[1:]) < 0.03
