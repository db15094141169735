"""People: nobody signs up to play; an account brings a guest's tables along; who guesses learns nothing."""

from __future__ import annotations

import logging
import threading
import time

import pytest
from argon2 import PasswordHasher, extract_parameters

from squarescores.web import limits, passwords
from tests.web.cast import Party, Phone

SECRET = "correct horse"


@pytest.fixture
def zoe(app) -> Phone:
    """Somebody new."""
    return Party(app).zoe


def registers(phone, username="zoe", password=SECRET, **more):
    return phone.sends("/account", username=username, password=password, **more)


def signs_in(phone, username="zoe", password=SECRET, **more):
    answer = phone.sends("/sign-in", username=username, password=password, **more)
    phone.forgets_its_token()
    return answer


@pytest.fixture(autouse=True)
def accounts(app, monkeypatch):
    """Each test begins without an account in the house, and waits for no slow digest."""
    with app.extensions["squarescores"].store._database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE people SET username = NULL, shown_name = NULL, password = NULL")
    monkeypatch.setattr(passwords, "_HASHER", PasswordHasher(time_cost=1, memory_cost=64))
    passwords._nobodys.cache_clear()


def test_an_account_is_a_name_and_a_password(zoe):
    answer = registers(zoe, "Zoë")
    assert (answer.status, answer.json) == (201, {"username": "Zoë"})
    page = zoe.opens_page("/account").page
    assert "Zoë" in page.text
    assert "Sign out on this phone" in page.buttons


def test_without_javascript_it_leads_to_the_account(zoe):
    answer = zoe.presses("Keep my tables", on="/account", username="zoe", password=SECRET)
    assert (answer.status, answer.location) == (303, "/account")
    assert "Signed in as zoe" in zoe.opens_page("/").page.text


def test_a_guest_s_tables_stay_with_the_account(party, bob):
    assert registers(bob, "bob").status == 201
    assert bob.me["seat"] == "E"
    assert party.key in bob.opens_page("/").text


def test_the_tables_are_found_from_another_phone(party, bob):
    registers(bob, "bob")
    other = Phone(party, "bob")
    assert signs_in(other, "BOB").json == {"username": "bob"}
    assert other.me == bob.me
    assert party.key in other.opens_page("/").text
    assert other.enters(1, 7).refused == "no_bid", "and is at the table there"


def test_what_this_phone_played_as_a_guest_comes_along(party, alice, bob):
    registers(zoe := Phone(party, "zoe"), "zoe")
    zoe.key = zoe.opens().json["key"]
    number = party.number
    assert signs_in(alice, "zoe").status == 200
    assert party.number == number + 1, "at each table as a mark"
    assert alice.me == {"seat": "N", "side": "NS", "host": True, "code": party.code}
    assert zoe.opens_page("/").text.count('class="stub"') == 2
    assert signs_in(alice, "zoe").status == 200
    assert party.number == number + 1, "and once"


def test_where_the_account_sits_already_the_guest_s_seat_keeps_only_its_name(party, alice, bob):
    registers(alice, "alice")
    signs_in(bob, "alice")
    assert bob.me["seat"] == "N"
    assert party.sheet["seats"]["E"] == {"name": "Bob", "phone": False}


def test_two_accounts_on_one_phone_are_not_mixed(party, alice, bob):
    registers(alice, "alice")
    registers(bob, "bob")
    with party.nothing_written():
        assert signs_in(bob, "alice").status == 200
    assert bob.me["seat"] == "N"
    assert party.sheet["seats"]["E"] == {"name": "Bob", "phone": True}


def test_a_table_that_is_deleted_meanwhile_keeps_nobody_from_signing_in(app, zoe, monkeypatch):
    party = Party(app)
    registers(zoe)
    guest = party.bob
    party.key = guest.opens().json["key"]
    tables_of = party.store.tables_of

    def tells(*asked):
        known = tables_of(*asked)
        guest.sends("/t/{key}/deletion", sure="yes")
        return known

    monkeypatch.setattr(party.store, "tables_of", tells)
    assert signs_in(guest).json == {"username": "zoe"}


def test_signing_out_is_for_this_phone_and_takes_a_press(party, bob):
    registers(bob, "bob")
    other = Phone(party, "bob")
    signs_in(other, "bob")
    assert bob.opens_page("/sign-out").location == "/account"
    assert bob.me["seat"] == "E"
    answer = bob.presses("Sign out on this phone", on="/account")
    assert (answer.status, answer.location) == (303, "/")
    assert bob.me["seat"] is None
    assert other.me["seat"] == "E"
    bob.forgets_its_token()
    assert signs_in(bob, "bob").status == 200
    assert bob.me["seat"] == "E"


def test_without_the_page_s_token_nobody_is_signed_out(party, bob):
    registers(bob, "bob")
    assert bob.sends("/sign-out", csrf_token="x").refused == "csrf"
    assert bob.me["seat"] == "E"


def test_every_sign_in_can_be_ended_at_once(party, bob):
    registers(bob, "bob")
    lost = Phone(party, "bob")
    signs_in(lost, "bob")
    assert bob.presses("Sign out on every phone", on="/account").location == "/"
    assert (lost.me["seat"], bob.me["seat"]) == (None, None)
    bob.forgets_its_token()
    assert signs_in(bob, "bob").status == 200
    assert (lost.me["seat"], bob.me["seat"]) == (None, "E")


def test_a_guest_is_never_signed_out_of_everything(party, bob):
    cookie = bob.token and bob.client.get_cookie("squarescores")
    assert bob.sends("/sign-out", everywhere="yes").status == 200
    bob.client.set_cookie("squarescores", cookie.value)
    assert bob.me["seat"] == "E"


def test_who_has_an_account_makes_no_second_one(zoe):
    registers(zoe, "zoe")
    assert registers(zoe, "other").json == {"username": "zoe"}
    assert zoe.party.store.account("other") is None


@pytest.mark.parametrize("username", ["ZOE", " zoe ", "ｚｏｅ", "z\u200doe"])
def test_a_username_is_one_person_s_whatever_its_case(zoe, username):
    registers(zoe, "zoe")
    other = Phone(zoe.party, "other")
    answer = registers(other, username)
    assert (answer.status, list(answer.errors)) == (422, ["username"])
    assert other.opens_page("/account").page.form_with("Keep my tables")
    assert signs_in(other, username).status == 200


WRONG = [
    ({"username": ""}, "username"), ({"username": "   "}, "username"), ({"username": None}, "username"),
    ({"username": "x" * 41}, "username"), ({"username": "x" * 500}, "username"),
    ({"username": "a\x00b"}, "username"),
    ({"username": ["a", "b"]}, "username"), ({"password": ""}, "password"), ({"password": None}, "password"),
    ({"password": "1234567"}, "password"), ({"password": "x" * 201}, "password"),
    ({"password": ["12345678"] * 2}, "password"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "field"), WRONG)
def test_what_cannot_be_an_account_is_said_and_the_name_kept(zoe, typed, field):
    sent = {"username": "zoe 🂡", "password": SECRET, **typed}
    answer = registers(zoe, **sent)
    page = registers(zoe, accept="text/html", **sent)
    assert (answer.status, list(answer.errors)) == (422, [field])
    assert page.status == 422
    assert answer.errors[field][0] in page.page.text
    form, _ = page.page.form_with("Keep my tables")
    if isinstance(sent["username"], str):
        assert form.fields["username"] == sent["username"]
    assert form.fields["password"] == ""
    assert SECRET not in page.text


@pytest.mark.parametrize(
    ("username", "password"),
    [
        ("zoe", "wrong horse"),
        ("nobody", SECRET),
        ("zoe", "x"),
        ("x" * 80, SECRET),
    ],
)
def test_a_wrong_name_and_a_wrong_password_are_told_alike(zoe, username, password):
    registers(zoe, "zoe")
    other = Phone(zoe.party, "other")
    answer = signs_in(other, username, password)
    assert (answer.status, answer.errors) == (
        422,
        {"password": ["This name and password do not belong together."]},
    )
    page = signs_in(other, username, password, accept="text/html")
    assert page.status == 422
    assert page.page.form_with("Sign in")[0].fields["username"] == username


def test_a_wrong_name_takes_as_long_as_a_wrong_password(zoe, monkeypatch):
    registers(zoe, "zoe")
    asked = []

    class Counting(PasswordHasher):
        def verify(self, digest, password):
            asked.append(extract_parameters(digest))
            return super().verify(digest, password)

    monkeypatch.setattr(passwords, "_HASHER", Counting(time_cost=1, memory_cost=64))
    for username in ("zoe", "nobody", "zoe", "nobody"):
        assert signs_in(Phone(zoe.party, "other"), username, "wrong horse").status == 422
    assert asked == asked[:1] * 4


def test_wrong_passwords_are_counted_for_the_account(zoe):
    registers(zoe, "zoe")
    other = Phone(zoe.party, "other")
    for _ in range(limits.WRONG_PASSWORDS[0].amount):
        assert signs_in(other, "Zoe", "wrong horse").status == 422
    answer = signs_in(other, "zoe")
    assert (answer.status, answer.refused) == (429, "slow_down")
    page = signs_in(other, "zoe", accept="text/html")
    assert page.status == 429
    assert page.page.form_with("Sign in")[0].fields["username"] == "zoe"
    registers(Phone(zoe.party, "bob"), "bob")
    assert signs_in(other, "bob").status == 200, "another account is not locked with it"


def test_wrong_names_are_counted_for_the_address(zoe, monkeypatch):
    monkeypatch.setattr(passwords, "belongs", lambda _password, _digest: False)
    for n in range(limits.WRONG_CODES[0].amount):
        assert signs_in(zoe, f"nobody {n}").status == 422
    assert signs_in(zoe, "somebody else").refused == "slow_down"


def test_a_password_is_digested_and_nowhere_in_the_log(zoe, caplog):
    caplog.set_level(logging.DEBUG)
    registers(zoe, "zoe")
    signs_in(zoe, "zoe", "wrong horse")
    kept = zoe.party.store.account("zoe")[1]
    assert kept.startswith("$argon2id$")
    assert SECRET not in kept + caplog.text
    assert "wrong horse" not in caplog.text


def test_a_password_is_the_same_from_every_keyboard(zoe):
    registers(zoe, "zoe", "cafe\u0301 noir")
    assert signs_in(Phone(zoe.party, "other"), "zoe", "café noir").status == 200


def test_a_digest_that_cannot_be_read_lets_nobody_in():
    assert passwords.belongs("anything", "no digest at all") is False


# The language


def test_the_language_stays_chosen(zoe):
    assert zoe.sends("/language", language="sv").json["language"] == "sv"
    assert 'lang="sv"' in zoe.opens_page("/").text[:200]


@pytest.mark.parametrize("language", ["", "xx", "en\x00", "../en", ["en", "sv"]])
def test_a_language_that_is_not_offered_is_refused(zoe, language):
    answer = zoe.sends("/language", language=language)
    assert (answer.status, list(answer.errors)) == (422, ["language"])


@pytest.mark.parametrize("address", ["/t/abc/seats?x=1", "/", "/join/K7M4WP"])
def test_the_switch_leads_back_to_the_page_one_was_on(zoe, address):
    assert zoe.sends("/language", accept="text/html", language="en", next=address).location == address


@pytest.mark.parametrize(
    "address",
    ["http://evil.example/", "//evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example",
     "javascript:alert(1)", "evil", "/a\r\nX: y", "", None],
)  # fmt: skip
def test_the_switch_leads_nowhere_else(zoe, address):
    answer = zoe.sends("/language", accept="text/html", language="en", next=address)
    assert (answer.status, answer.location) == (303, "/")


def test_what_writes_no_mark_needs_no_number_of_its_own(zoe):
    assert zoe.sends("/language", op="", language="en").status == 200
    assert registers(zoe, op="").status == 201
    assert signs_in(zoe, op="").status == 200


def test_where_too_many_wait_for_a_digest_one_is_asked_to_come_back(zoe, monkeypatch):
    monkeypatch.setattr(passwords, "PATIENCE", 0.01)
    with passwords._TURN:
        assert registers(zoe).refused == "slow_down"
        assert signs_in(zoe).refused == "slow_down"
        assert zoe.opens().status == 201, "nobody who plays waits with them"


def test_no_more_wait_for_a_digest_than_leave_the_tables_their_threads(zoe, monkeypatch):
    monkeypatch.setattr(passwords, "_PLACES", threading.BoundedSemaphore(1))
    with passwords._turn():
        began = time.monotonic()
        assert signs_in(zoe).refused == "slow_down"
        assert time.monotonic() - began < 1, "not even for its turn"
    assert signs_in(zoe).status == 422
