"""One cookie says who asks: what it is worth, when it ends, and that nobody brings another's."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher
from flask import Flask

from squarescores import create_app
from squarescores.settings import Settings
from squarescores.store import upgrade
from squarescores.web import passwords
from tests.web.cast import Party, Phone

ACCOUNT = {"username": "bob", "password": "correct horse"}


@pytest.fixture(autouse=True)
def accounts(app, monkeypatch):
    with app.extensions["squarescores"].store._database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE people SET username = NULL, shown_name = NULL, password = NULL")
    monkeypatch.setattr(passwords, "_HASHER", PasswordHasher(time_cost=1, memory_cost=64))


def twin(phone: Phone) -> Phone:
    """Another phone with a copy of the cookie that this one has now."""
    copied = Phone(phone.party, phone.name)
    cookie = phone.client.get_cookie("squarescores")
    assert cookie is not None
    copied.client.set_cookie("squarescores", cookie.value)
    return copied


def secure(tmp_path, **settings) -> Flask:
    settings = Settings(instance=tmp_path, **settings)
    upgrade(settings.database_url)
    return create_app(settings)


# Where it goes


@pytest.mark.parametrize("settings", [{"base_url": "https://pedro.example"}, {"secure": "yes"}])
def test_behind_https_the_cookie_is_for_https_and_for_this_host_alone(tmp_path, settings):
    client = secure(tmp_path, **settings).test_client()
    (cookie,) = client.get("/join", base_url="https://pedro.example").headers.getlist("Set-Cookie")
    assert cookie.startswith("__Host-squarescores=")
    for said in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/"):
        assert said in cookie
    assert "Domain" not in cookie


def test_the_cookie_says_nothing_of_the_browser_or_of_where_it_is(party, bob):
    with bob.client.session_transaction() as held:
        assert set(held) == {"_user_id", "csrf_token", "renewed", "_permanent", "_fresh", "_id"}
        assert held["_id"] == ""


@pytest.mark.parametrize("others", ["a=1; {}; b=2", "squares={}x; {}", "a=\xff; {}", ";;=; {}", '"; {};'])
def test_the_cookie_is_found_among_a_neighbour_s(party, bob, others):
    cookie = bob.client.get_cookie("squarescores")
    sent = others.replace("{}", f"squarescores={cookie.value}")
    answer = party.app.test_client(use_cookies=False).get(f"/t/{party.key}/me", headers={"Cookie": sent})
    assert answer.json["seat"] == "E"


def test_the_one_cookie_is_the_only_one(app, party):
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not rule.arguments:
            for cookie in app.test_client().get(rule.rule).headers.getlist("Set-Cookie"):
                assert cookie.startswith("squarescores=")
                assert "HttpOnly" in cookie
                assert "SameSite=Lax" in cookie


@pytest.mark.parametrize("name", ["alice", "bob", "zoe", "stranger"])
def test_a_static_file_is_anybody_s(party, name):
    response = party.phone(name).client.get("/static/css/house.css")
    assert "Set-Cookie" not in response.headers
    assert response.vary.as_set() == {"accept-encoding"}
    assert response.cache_control.public


def test_a_page_is_for_whoever_asked_alone(party, alice):
    for address in ("/", "/account", "/join", "/t/{key}", "/t/{key}/seats", "/t/{key}/part", "/t/{key}/me"):
        response = alice.opens_page(address).response
        assert response.headers["Cache-Control"] == "private, no-cache", address
        assert {"cookie", "accept", "accept-language"} <= response.vary.as_set()


# Nobody brings another's


@pytest.mark.parametrize(
    "cookie",
    ["", "x", "eyJfdXNlcl9pZCI6ImFsaWNlLjEifQ.Zx.x", ".eJ.x.y", "null", "\x00", "a" * 4000],
)
def test_a_cookie_that_nobody_signed_is_nobody_s(party, cookie):
    stranger = party.stranger
    stranger.client.set_cookie("squarescores", cookie)
    assert stranger.me == {"seat": None, "side": None, "host": False, "code": None}


def test_a_token_belongs_to_one_cookie(party, alice, bob):
    with party.nothing_written():
        assert alice.sends("/t/{key}/voids", deal=1, csrf_token=bob.token).refused == "csrf"


def test_a_cookie_planted_before_the_account_was_made_does_not_open_it(party, bob):
    before = twin(bob)
    assert bob.sends("/account", **ACCOUNT).status == 201
    assert bob.me["seat"] == "E"
    assert before.me["seat"] is None
    assert "Keep my tables" in before.opens_page("/account").page.buttons


def test_a_stranger_s_cookie_from_before_the_account_does_not_open_it(app):
    party = Party(app)
    bob = party.bob
    bob.opens_page("/account")
    before = twin(bob)
    bob.sends("/account", **ACCOUNT)
    party.key = bob.opens().json["key"]
    for press in (
        lambda: before.sends("/account", username="eve", password="wrong horse"),
        before.opens,
        lambda: before.sends("/sign-in", username="bob", password="wrong horse"),
    ):
        press()
        before.forgets_its_token()
        assert before.me["host"] is False
    assert party.store.account("bob")[0].username == "bob"
    assert bob.me["host"] is True


@pytest.mark.parametrize("makes_an_account", [True, False])
def test_a_cookie_from_before_opens_nothing_once_what_was_theirs_is_deleted(app, makes_an_account):
    party = Party(app)
    bob, eve = party.bob, party.carol
    bob.opens_page("/account")
    before = twin(bob)
    party.key = bob.opens().json["key"]
    eve.joins("E", code=bob.me["code"])
    if makes_an_account:
        bob.sends("/account", **ACCOUNT)
    bob.sends("/account/deletion", sure="yes")
    assert party.sheet["host"]["name"] is None
    before.sends("/tables/new", name="Ghost", seat="N")
    before.forgets_its_token()
    before.opens()
    assert before.me["host"] is False
    assert before.opens_page("/t/{key}/table.json").status == 403


def test_a_cookie_planted_before_signing_in_learns_nothing_of_it(party, bob):
    bob.sends("/account", **ACCOUNT)
    other = Phone(party, "bob")
    other.opens_page("/sign-in")
    planted, token = twin(other), other.token
    assert other.sends("/sign-in", **ACCOUNT).status == 200
    assert other.me["seat"] == "E"
    assert planted.me["seat"] is None
    with party.nothing_written():
        assert other.sends("/t/{key}/bids", deal=1, bidder="E", bid=8, csrf_token=token).refused == "csrf"


def test_signing_in_keeps_the_language_and_nothing_else(party, bob):
    bob.sends("/account", **ACCOUNT)
    other = Phone(party, "bob")
    other.sends("/language", language="sv")
    other.sends("/sign-in", **ACCOUNT)
    assert 'lang="sv"' in other.opens_page("/").text[:200]


# When it ends


def test_signed_out_everywhere_an_old_cookie_opens_nothing_any_more(party, bob):
    bob.sends("/account", **ACCOUNT)
    old = twin(bob)
    assert old.me["seat"] == "E"
    assert bob.sends("/sign-out", everywhere="yes").status == 200
    with party.nothing_written():
        assert old.me["seat"] is None
        assert old.bids(1, "E", 8).refused == "not_seated"


def test_a_seat_that_moved_is_on_the_other_phone_alone(party, bob):
    old, new = twin(bob), Phone(party, "bob")
    assert new.takes_over(bob.offers_move().json["link"]).status == 201
    with party.nothing_written():
        for phone in (bob, old):
            assert phone.bids(1, "E", 8).refused == "not_seated"
    assert new.bids(1, "E", 8).status == 201
