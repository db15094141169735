"""Every answer of the house: what it says about itself, its cookie, and what is said when things break."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime

import pytest
from flask import Flask
from sqlalchemy import event

from squarescores.pedro import Seat, Side, acts
from squarescores.store import Press, Store, StoreAway
from squarescores.store.reading import Seen
from tests.web.cast import Party, Phone, no_write

FILLED = {
    "deal": 1,
    "match": 1,
    "slug": "line",
    "seat": "E",
    "code": "",
    "filename": "css/house.css",
    "token": "x",
}
INLINE = re.compile(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", re.IGNORECASE)


def addresses(app: Flask, party: Party, method: str) -> list[str]:
    """Every address of the app that takes this method, at the party's table."""
    filled = {**FILLED, "key": party.key, "code": party.code}
    with app.test_request_context():
        adapter = app.url_map.bind("localhost")
        rules = [rule for rule in app.url_map.iter_rules() if method in (rule.methods or ())]
        return [
            adapter.build(rule.endpoint, {name: filled[name] for name in rule.arguments}) for rule in rules
        ]


def check(response, address: str) -> None:
    """What every answer says about itself."""
    headers = response.headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Server" not in headers or "Werkzeug" not in headers["Server"]
    assert headers["Cache-Control"], address
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    if address.startswith("/t/") and not address.endswith("/live"):
        assert headers["Cache-Control"] == "private, no-cache", address
    if address.startswith("/static/"):
        return  # a style or a script obeys the policy of its page
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy, address
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert not {"*", "http:", "https:", "blob:"} & set(re.split(r"[ ;]+", policy))
    for said in ("base-uri 'none'", "form-action 'self'", "connect-src 'self'"):
        assert said in policy
    for closed in ("camera=()", "microphone=()", "geolocation=()"):
        assert closed in headers["Permissions-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert headers["Referrer-Policy"] == "same-origin"
    if response.mimetype == "text/html":
        assert not INLINE.findall(response.text), address
        assert not re.search(r'(?:src|href)="(?:https?:)?//(?!localhost)', response.text), address


@pytest.fixture
def played(party: Party) -> Party:
    party.plays("E", 8, 7)
    return party


@pytest.mark.parametrize("name", ["alice", "bob", "zoe", "stranger"])
def test_every_page_says_what_may_stand_in_it(app, played, name):
    phone = played.phone(name)
    for address in addresses(app, played, "GET"):
        response = phone.client.head(address) if address.endswith("/live") else phone.client.get(address)
        assert response.status_code < 500, address
        check(response, address)


def test_over_https_every_answer_asks_for_https_only_and_over_http_none_does(app, played):
    for address in addresses(app, played, "HEAD"):
        for name in ("alice", "stranger"):
            safe, plain = (
                played.phone(name).client.head(address, base_url=begins)
                for begins in ("https://localhost", "http://192.168.1.20:8765")
            )
            assert safe.headers["Strict-Transport-Security"] == "max-age=31536000", address
            assert "Strict-Transport-Security" not in plain.headers
            assert "Cross-Origin-Opener-Policy" not in plain.headers
            if safe.mimetype == "text/html":
                assert safe.headers["Cross-Origin-Opener-Policy"] == "same-origin", address


def test_every_press_says_so_too_refused_or_not(app, played, zoe):
    for address in addresses(app, played, "POST"):
        for token in (zoe.token, "none"):
            for accept in ("text/html", "application/json"):
                if address == "/sign-out":
                    continue
                response = zoe.client.post(
                    address, data={"csrf_token": token, "op": "x"}, headers={"Accept": accept}
                )
                assert response.status_code < 500, (address, response.text)
                check(response, address)


def test_no_press_goes_through_without_a_token(app, played, alice):
    with played.nothing_written():
        for address in addresses(app, played, "POST"):
            response = alice.client.post(address, data={"op": "x"}, headers={"Accept": "application/json"})
            assert (response.status_code, response.json["refused"]) == (400, "csrf"), address


def test_asking_for_the_head_of_a_page_presses_nothing(app, played, alice):
    """HEAD brings no token, so it may do no more than GET: not even sign out."""
    before = alice.me
    with played.nothing_written():
        for address in addresses(app, played, "HEAD"):
            response = alice.client.head(address, query_string={"op": "x", "everywhere": "yes"})
            assert response.status_code in (200, 303, 404), address
            assert not response.data, address
    assert alice.me == before


def test_an_address_without_a_page_says_so(played, zoe):
    for path in ("/nowhere", "/t", "/t/{key}/nowhere", "/t/{key}/", "/static/nowhere.js", "/favicon.ico"):
        answer = zoe.opens_page(path)
        assert answer.status == 404, path
        check(answer.response, path)
    assert zoe.asks("/nowhere").json == {
        "refused": "not_found", "facts": {}, "message": "There is nothing at this address.",
    }  # fmt: skip


# Cookies


def test_the_cookie_is_for_the_server_alone_and_for_this_site(party, bob):
    fresh = Phone(party, "fresh")
    (cookie,) = fresh.opens_page("/t/{key}").response.headers.getlist("Set-Cookie")
    for said in ("HttpOnly", "SameSite=Lax", "Path=/", "Expires="):
        assert said in cookie
    assert "Secure" not in cookie  # http on a home network


def test_a_cookie_that_does_not_change_is_not_sent_again(party, bob, zoe):
    """A slow answer must not put an older cookie back over a newer one."""
    party.alice.bids(1, "E", 8)
    for phone in (bob, zoe):
        for address in ("/t/{key}", "/t/{key}/part", "/t/{key}/sheet.json", "/"):
            phone.opens_page(address)
            assert "Set-Cookie" not in phone.opens_page(address).response.headers, address
    assert "Set-Cookie" not in bob.enters(1, 7).response.headers


def test_a_cookie_lasts_as_long_as_browsers_let_it(party):
    eve = Phone(party, "eve")
    party.dave.leaves()
    (cookie,) = eve.joins("W").response.headers.getlist("Set-Cookie")
    assert re.search(r"Expires=\w+, \d\d \w+ (?!1970)\d{4}", cookie)


# When things break


@pytest.fixture
def away(monkeypatch) -> None:
    """The store does not take a mark."""
    no_write(monkeypatch, StoreAway("disk full"))


def test_a_store_that_is_away_costs_nothing_typed(party, bob, away):
    answer = bob.enters(1, 7)
    assert (answer.status, answer.refused) == (503, "store_away")
    assert answer.facts == {"request": answer.response.headers["X-Request-ID"]}
    assert answer.response.headers["Retry-After"].isdigit()
    assert "Not saved" in answer.message
    answer = bob.enters(1, 7, accept="text/html", op="mine")
    assert answer.status == 503
    form, _button = answer.page.form_with("Send it once more")
    assert (form.fields["points"], form.fields["op"]) == ("7", "mine")


def test_a_press_sent_once_more_counts_once(party, bob, monkeypatch):
    party.alice.bids(1, "E", 8)
    with monkeypatch.context() as meanwhile:
        no_write(meanwhile, StoreAway("x"))
        form, _button = bob.enters(1, 7, accept="text/html").page.form_with("Send it once more")
    before = party.number
    for _press in range(2):
        assert bob.client.post(form.action, data=form.fields).status_code == 303
    assert party.number == before + 1


def test_a_store_that_is_away_altogether_is_said_on_every_page(party, bob, monkeypatch):
    def gone(*_asked: object) -> None:
        raise StoreAway("no connection")

    no_write(monkeypatch, StoreAway("no connection"))
    for name in ("seen", "read", "person", "marks"):
        monkeypatch.setattr(Store, name, gone)
    for address in ("", "/part", "/board", "/history", "/sheet.csv", "/deals/1"):
        assert bob.opens_page("/t/{key}" + address).status == 503
        assert bob.asks("/t/{key}" + address).refused == "store_away"
    for token in (bob.token, "stale"):
        assert bob.enters(1, 7, accept="text/html", csrf_token=token).status in (400, 503)


def test_a_store_that_keeps_one_phone_waiting_keeps_no_other(party, bob, carol, monkeypatch):
    seen, goes_on = Store.seen, threading.Event()

    def waits(store: Store, key: str, person: str) -> Seen:
        if person == party.store.read(party.key).phone_at(Seat.E):
            goes_on.wait(10)
        return seen(store, key, person)

    monkeypatch.setattr(Store, "seen", waits)
    with ThreadPoolExecutor(2) as phones:
        bobs = phones.submit(bob.opens_page, "/t/{key}")
        time.sleep(0.2)
        assert phones.submit(carol.opens_page, "/t/{key}").result(5).status == 200
        assert not bobs.done()
        goes_on.set()
        assert bobs.result(5).status == 200


def test_what_nobody_foresaw_is_said_without_a_trace(party, bob, monkeypatch, caplog):
    no_write(monkeypatch, RuntimeError("a secret of the program"))
    for accept in ("text/html", "application/json"):
        answer = bob.enters(1, 7, accept=accept)
        assert answer.status == 500
        assert "Something went wrong here." in answer.text
        assert "secret of the program" not in answer.text
        assert "Traceback" not in answer.text
        assert answer.response.headers["X-Request-ID"] in answer.text
        check(answer.response, "entries")
    assert "a secret of the program" in caplog.text
    assert bob.enters(1, 7).refused == "broken"


def test_a_host_that_is_none_is_refused_in_plain_words(client):
    for method in ("GET", "POST", "PUT", "DELETE", "OPTIONS"):
        for body in ({}, {"data": "no form"}, {"data": b"7" * 70_000}, {"data": {"points": "7"}}):
            answer = client.open("/", method=method, headers={"Host": "a" * 300}, **body)
            assert (answer.status_code, answer.mimetype) == (400, "text/plain"), (method, body)


def test_a_body_nobody_asked_for_is_not_read_whatever_the_method(client):
    for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        answer = client.open(
            "/t/nowhere/deals/x",
            method=method,
            data=b"points=" + b"7" * 70_000,
            content_type="application/x-www-form-urlencoded",
        )
        assert answer.status_code == 413, method


def test_a_form_of_thousands_of_fields_is_refused_before_it_is_shown_again(party, bob):
    for method in ("POST", "PUT", "DELETE"):
        answer = bob.client.open(
            f"/t/{party.key}/entries",
            method=method,
            data="points=7&" * 7_000,
            content_type="application/x-www-form-urlencoded",
        )
        assert answer.status_code == 413, method
        assert len(answer.data) < 10_000


# What it costs


@contextmanager
def counted(party: Party) -> Iterator[list[str]]:
    """The statements that the store is asked meanwhile, commits among them."""
    said: list[str] = []
    engine = party.store._database.engine

    def execute(_connection, _cursor, statement, *_more):
        said.append(statement)

    def commit(_connection):
        said.append("COMMIT")

    event.listen(engine, "before_cursor_execute", execute)
    event.listen(engine, "commit", commit)
    try:
        yield said
    finally:
        event.remove(engine, "before_cursor_execute", execute)
        event.remove(engine, "commit", commit)


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_an_entry_takes_three_statements_or_one_and_a_page_one(party, alice, bob, accept):
    alice.bids(1, "E", 8)
    with counted(party) as said:
        assert bob.enters(1, 7, accept=accept).status in (201, 303)
    keeps = ["INSERT", "UPDATE", "COMMIT"] if party.store._database.is_sqlite else ["WITH"]
    assert [each.split()[0] for each in said] == keeps
    for address in ("", "/part", "/board", "/sheet.json", "/deals/1", "/history", "/sheet.csv"):
        with counted(party) as said:
            assert bob.opens_page("/t/{key}" + address).status == 200
        # Who asks is read with the table; the history is every mark besides.
        assert len(said) == (2 if address == "/history" else 1), (address, said)


def test_what_another_server_wrote_meanwhile_costs_a_second_try(party, alice, bob):
    alice.bids(1, "E", 8)
    with closing(Store(party.app.extensions["squarescores"].settings.database_url)) as other:
        host = other.read(party.key).phone_at(Seat.N)
        press = Press(party.key, by=host, op="elsewhere", at=datetime.now(UTC))
        other.write(press, lambda table: acts.name_sides(table, host, {Side.NS: "Us"}))
    with counted(party) as said:
        assert bob.enters(1, 7).status == 201
    assert [each.split()[0] for each in said].count("SELECT") == 1
    assert len(said) <= (5 if party.store._database.is_sqlite else 3), said


def test_home_takes_as_many_for_ten_tables_as_for_one(party, alice):
    for _ in range(9):
        assert alice.opens().status == 201
    with counted(party) as said:
        assert len([link for link in alice.opens_page("/").page.links if "/t/" in link]) == 10
    assert len(said) <= 3, said


def test_the_same_cost_after_a_long_evening(party, alice, bob):
    for _deal in range(30):
        party.plays("E", 8, 7)
        if party.sheet["status"] == "won":
            party.is_banked()
            alice.starts_the_next()
    alice.bids(party.sheet["open_deal"]["number"], "E", 8)
    with counted(party) as said:
        assert bob.enters(party.sheet["open_deal"]["number"], 7).status == 201
    assert len(said) <= 6, said  # the sheet.json asked for the number is one of them
