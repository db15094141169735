"""What the operator reads: a line for what went wrong, its number, and nothing that opens a table."""

from __future__ import annotations

import json
import logging

import pytest

from squarescores.settings import Settings, SettingsError
from squarescores.store import StoreAway
from squarescores.web import log
from tests.web.cast import Party, no_write


@pytest.fixture
def lines():
    """What is logged, as the lines of the terminal."""
    said: list[dict] = []

    class Handler(logging.Handler):
        def emit(self, record):
            line = self.format(record)
            assert "\n" not in line
            said.append(json.loads(line))

    handler = Handler()
    handler.setFormatter(log.Line())
    logger = logging.getLogger()
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield said
    logger.removeHandler(handler)
    logger.setLevel(before)


def test_what_nobody_foresaw_is_one_line_with_the_number_the_page_shows(party, bob, monkeypatch, lines):
    no_write(monkeypatch, RuntimeError("this broke"))
    answer = bob.enters(1, 7)
    (line,) = lines
    assert line["request"] == answer.facts["request"] == answer.response.headers["X-Request-ID"]
    assert (line["level"], line["method"], line["route"]) == ("error", "POST", "/t/<key>/entries")
    assert "this broke" in line["trace"]
    assert party.key not in json.dumps(line)


def test_requests_are_told_where_that_is_wanted_and_open_no_table(built, lines):
    party = Party.of_four(built(log="requests"))
    lines.clear()
    party.zoe.opens_page("/t/{key}?seen=3")
    (line,) = lines
    assert (line["level"], line["method"], line["route"]) == ("info", "GET", "/t/<key>")
    assert line["what"].startswith("answered 200 in ")
    for secret in (party.key, party.code, "Alice", "seen"):
        assert secret not in json.dumps(line)


def test_what_a_server_complains_of_opens_no_table(lines):
    try:
        raise OSError("broken pipe at /t/a-key-nobody-guesses/live")
    except OSError:
        logging.getLogger("gunicorn.error").exception(
            "Error handling request /join/ACDEFG?x=1 /move/secret.token"
        )
    (line,) = lines
    assert line["what"] == "Error handling request /join/…?x=1 /move/…"
    assert "/t/…/live" in line["trace"]


def test_by_itself_nothing_is_told_of_what_went_well(party, lines):
    party.zoe.opens_page("/t/{key}")
    assert lines == []


def test_a_proxy_s_number_is_taken_only_from_a_proxy_one_believes(built):
    for proxies, given, is_taken in (
        (0, "abcdef123456", False),
        (1, "abcdef123456", True),
        (1, "a b\t", False),
    ):
        client = built(proxies=proxies).test_client()
        said = client.get("/", headers={"X-Request-ID": given}).headers["X-Request-ID"]
        assert (said == given) == is_taken
        assert len(said) == 12


def test_the_log_is_one_of_two():
    with pytest.raises(SettingsError, match="must be warnings or requests"):
        Settings(log="everything")


def test_a_house_is_ready_when_each_of_its_parts_is(client, monkeypatch):
    assert client.get("/readyz").json == {"bell": True, "schema": True, "store": True}

    def away(*_asked):
        raise StoreAway("gone")

    with monkeypatch.context() as gone:
        gone.setattr("squarescores.store.people.People.person", away)
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json["store"]) == (503, False)
    assert client.get("/readyz").status_code == 200


def test_a_database_of_another_version_is_not_ready(built):
    app = built()
    store = app.extensions["squarescores"].store
    with store._database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    answer = app.test_client().get("/readyz")
    assert (answer.status_code, answer.json["schema"]) == (503, False)
