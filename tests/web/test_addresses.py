"""Where links, codes and redirects lead: to this house, whatever a request says about its way here."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.cast import Party, Phone
from tests.web.test_answers import addresses

EVIL = "evil.example"
SAID = {
    "X-Forwarded-Host": EVIL,
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Port": "444",
    "X-Forwarded-Prefix": "/evil",
    "Forwarded": f"for=203.0.113.9;host={EVIL};proto=https",
    "X-Original-URL": "/evil",
    "X-Rewrite-URL": "/evil",
    "X-HTTP-Method-Override": "POST",
    "X-Host": EVIL,
}
"""What a proxy may say, said by somebody who is none."""


def looks(app: Flask, party: Party, client: FlaskClient, **asked) -> Iterator:
    """Every address that can be looked at, and its answer; of a stream its head."""
    for address in addresses(app, party, "GET"):
        look = client.head if address.endswith("/live") else client.get
        yield address, look(address, **asked)


def elsewhere(phone: Phone, host: str = EVIL) -> dict[str, str]:
    """What a phone says that was told another host; its cookie goes along, as no browser would let it."""
    cookie = phone.client.get_cookie("squarescores")
    assert cookie is not None
    return {"Host": host, "Cookie": f"squarescores={cookie.value}", "Accept": "text/html"}


def own(text: str) -> str:
    """A page without what differs from one drawing to the next: tokens, presses, the time."""
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "", text)
    return re.sub(r'(name="(?:csrf[-_]token|op)" (?:value|content)=)"[^"]*"', r"\1", text)


def test_who_is_no_proxy_is_not_believed(app, party, alice):
    for (address, plain), (_, told) in zip(
        looks(app, party, alice.client), looks(app, party, alice.client, headers=SAID), strict=True
    ):
        assert own(told.text) == own(plain.text), address
        assert told.status_code == plain.status_code
        for headers in (told.headers, plain.headers):
            headers.pop("Date", None)
            headers.pop("X-Request-ID", None)
            headers.pop("Set-Cookie", None)
            headers.pop("Content-Length", None)
        assert dict(told.headers) == dict(plain.headers), address


def test_where_the_base_address_is_set_the_host_that_was_asked_for_is_nowhere(built):
    app = built(base_url="https://pedro.example", secure="no")
    party = Party(app)
    party.opens()
    link = party.alice.sends("/t/{key}/seats/N/move", accept="text/html").location
    asked, client = elsewhere(party.alice), app.test_client(use_cookies=False)
    for address, answer in looks(app, party, client, headers=asked):
        assert EVIL not in answer.text + str(answer.headers), address
    assert "https://pedro.example/move/" in client.get(link, headers=asked).text
    invited = client.get(f"/t/{party.key}/seats", headers=asked).text
    assert f"https://pedro.example/join/{party.code}" in invited


def test_where_it_is_not_only_the_invitation_names_the_host(app, party, alice):
    client = app.test_client(use_cookies=False)
    for address, answer in looks(app, party, client, headers=elsewhere(alice)):
        assert EVIL not in str(answer.headers), address
        if not address.endswith(("/seats", "/move")):
            assert EVIL not in answer.text, address


@pytest.mark.parametrize(
    "host", ['a"onload="x', "a/b", "a b", "<i>", "a,b", "a\\b", "@evil", "[", ":", "x:y"]
)
def test_a_host_that_is_none_does_no_harm(app, party, alice, host):
    client = app.test_client(use_cookies=False)
    answer = client.get(f"/t/{party.key}/seats", headers=elsewhere(alice, host))
    assert answer.status_code in (200, 400)
    assert 'onload="x' not in answer.text
    assert "<i>" not in answer.text


def test_every_redirect_stays_in_the_house(app, party, alice):
    """Whatever parameter may be one that says where to go on."""
    asked = dict.fromkeys(
        ("next", "back", "url", "to", "return", "redirect", "from", "link", "text"), f"//{EVIL}"
    )
    for method in ("GET", "POST"):
        for address in addresses(app, party, method):
            if address.endswith("/live") or address == "/sign-out":
                continue
            for begins in (f"//{EVIL}", f"/\\{EVIL}", f"https://{EVIL}/"):
                fields = dict.fromkeys(asked, begins) | {
                    "op": "x",
                    "language": "en",
                    "csrf_token": alice.token,
                }
                sent = {"data": fields} if method == "POST" else {}
                answer = alice.client.open(address, method=method, query_string=asked, **sent)
                location = answer.headers.get("Location", "/")
                assert location.startswith("/"), address
                assert not location.startswith(("//", "/\\")), address
                assert f'="//{EVIL}"' not in re.sub(r'value="[^"]*"', "", answer.text), address


@pytest.mark.parametrize(
    "path",
    ["//evil.example", "//evil.example/..", "///evil.example/", "/\\evil.example", "//t//x", "/guides/"],
)
def test_an_address_that_looks_like_another_house_is_not_gone_on_to(app, path):
    answer = app.test_client().get("/", environ_overrides={"PATH_INFO": path})
    assert answer.status_code == 404


# Behind proxies


def seen_from(app: Flask, **headers: str) -> tuple[str, str, bool]:
    """Address, host and https as the app has them, for a request through the last proxy."""
    from flask import request

    seen = []
    app.before_request_funcs.setdefault(None, []).insert(
        0, lambda: seen.append((request.remote_addr, request.host, request.is_secure))
    )
    sent = {f"X-Forwarded-{name}": value for name, value in headers.items()}
    app.test_client().get("/healthz", headers=sent, environ_base={"REMOTE_ADDR": "127.0.0.1"})
    app.before_request_funcs[None].pop(0)
    return seen[0]


CHAIN = {
    "For": "203.0.113.9, 192.0.2.1, 198.51.100.2",
    "Proto": "gopher, http, https",
    "Host": "evil, a.example, b.example",
}


def test_as_many_proxies_are_believed_as_the_settings_say(built):
    assert seen_from(built(), **CHAIN) == ("127.0.0.1", "localhost", False)
    assert seen_from(built(proxies=1), **CHAIN) == ("198.51.100.2", "b.example", True)
    assert seen_from(built(proxies=2), **CHAIN) == ("192.0.2.1", "a.example", False)


def test_a_chain_that_is_too_short_is_not_believed(built):
    assert seen_from(built(proxies=2), For="203.0.113.9", Proto="https", Host="evil") == (
        "127.0.0.1", "localhost", False,
    )  # fmt: skip


def test_who_guesses_does_not_begin_anew_by_naming_another_address(built):
    party = Party(built(proxies=1))
    party.opens()
    guesser = Phone(party, "guesser")

    def guess(n: int) -> int:
        sent = {"code": "AAAAAA", "op": "x", "csrf_token": guesser.token, "name": "x", "seat": "E"}
        through = {"X-Forwarded-For": f"203.0.113.{n}, 198.51.100.2", "Accept": "application/json"}
        return guesser.client.post("/join", data=sent, headers=through).status_code

    assert {guess(n) for n in range(60)} == {404}
    assert guess(61) == 429


# What the log holds


NO_MORE_MARKS = {
    "sqlite": "CREATE TRIGGER no BEFORE INSERT ON marks BEGIN SELECT RAISE(ABORT, 'no'); END",
    "postgresql": "ALTER TABLE marks ADD CHECK (false) NOT VALID",
}


@pytest.mark.parametrize(
    "broken",
    [
        "ALTER TABLE marks RENAME TO gone",
        "ALTER TABLE people RENAME TO gone",
        "no more marks",
    ],
)
def test_no_key_and_no_name_is_in_the_log_even_where_the_database_is_broken(
    built, caplog, broken, store_name
):
    caplog.set_level(logging.INFO)
    party = Party(built(log="requests"))
    party.opens(name="Alice Liddell")
    assert party.bob.joins("E").status == 201
    code, link = party.code, party.bob.offers_move().json["link"]
    with party.store._database.engine.begin() as connection:
        connection.exec_driver_sql(NO_MORE_MARKS[store_name] if broken == "no more marks" else broken)
    for phone in (party.alice, party.stranger):
        phone.bids(1, "E", 8, csrf_token="x")
        phone.client.get(f"/t/{party.key}")
        phone.client.get(f"/join/{code}")
    party.alice.bids(1, "E", 8)
    party.alice.names_seat("W", "Bob Cratchit")
    assert caplog.records
    for said in (party.key, code, "Liddell", "Cratchit", link.rpartition("/")[2]):
        assert said not in caplog.text
