"""`squarescores serve`: what it says, whom it answers, how it ends."""

import http.cookiejar
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.parse
import urllib.request

import pytest

from tests.house.serving import REPOSITORY, Serving, serving, squarescores

QUICKLY = 2.5  # seconds; with nothing on its way it is a fraction of one


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path, "--host", "127.0.0.1", "--instance", "keep/here") as started:
        yield started


def listeners(server: Serving, table: str, count: int) -> list[threading.Thread]:
    """Phones with that sheet open, each told something already."""
    began = threading.Barrier(count + 1)

    def listen() -> None:
        for number, _line in enumerate(server.listen(f"/t/{table}/live")):
            if number == 0:
                began.wait()

    phones = [threading.Thread(target=listen) for _ in range(count)]
    for phone in phones:
        phone.start()
    began.wait(10)
    return phones


def open_table(server: Serving) -> str:
    """Alice opens a table; its key."""
    jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    alice = urllib.request.build_opener(jar)
    page = alice.open(server.address + "/tables/new").read().decode()
    token = re.search(r'name="csrf-token" content="([^"]+)"', page)[1]
    fields = urllib.parse.urlencode(
        {"name": "Alice", "seat": "N", "op": "first", "csrf_token": token}
    ).encode()
    asked = urllib.request.Request(server.address + "/tables/new", fields, {"Accept": "application/json"})
    return json.load(alice.open(asked))["key"]


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


def test_the_instance_folder_is_made_with_its_parents_and_keeps_the_key_private(server, tmp_path):
    folder = tmp_path / "keep" / "here"
    assert (folder / "squarescores.db").exists()
    assert (folder / "secret-key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("number", "group"),
    [
        pytest.param(signal.SIGTERM, False, id="TERM"),
        pytest.param(signal.SIGINT, True, id="Ctrl-C"),
        pytest.param(signal.SIGHUP, True, id="closed-terminal"),
    ],
)
def test_it_ends_at_once_with_sheets_open(server, number, group):
    phones = listeners(server, open_table(server), 5)
    status, seconds = server.end(number, group=group)
    for phone in phones:
        phone.join(5)
    assert status == 0
    assert seconds < QUICKLY
    assert server.last_words() == ""
    assert not any(phone.is_alive() for phone in phones)


def test_nothing_it_says_holds_a_tables_key(server):
    table = open_table(server)
    server.get(f"/t/{table}")
    server.end()
    assert table not in server.said + server.last_words()


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
    assert (
        said.stderr
        == f"squarescores: Port {port} is taken; stop what uses it or choose another with --port.\n"
    )


def test_a_second_server_on_the_same_file_is_refused(server, tmp_path):
    again = squarescores("serve", "--port", "0", "--instance", "keep/here", folder=tmp_path)
    assert again.returncode == 2
    assert "Another squarescores already serves" in again.stderr


def test_a_database_that_is_away_is_said_in_one_sentence(tmp_path):
    said = squarescores("serve", "--port", "0", folder=tmp_path, database="postgresql://127.0.0.1:1/none")
    assert said.returncode == 2
    assert said.stderr.startswith("squarescores: The database does not answer: ")
    assert said.stderr.count("\n") == 1


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
