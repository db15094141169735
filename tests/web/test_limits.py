"""Who guesses waits, and waits longer the longer it goes on; who plays never does."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest
from flask import Flask
from limits.storage import memory

from squarescores import create_app
from squarescores.settings import Settings
from squarescores.store import upgrade
from squarescores.web import limits
from tests.redis_server import redis_in
from tests.web.cast import Party, Phone

KINDS = (limits.WRONG_CODES, limits.WRONG_RECOVERIES, limits.WRONG_PASSWORDS)


@pytest.fixture
def wait(app, monkeypatch):
    """Lets seconds pass for whoever counts."""
    passed = [0.0]
    later = SimpleNamespace(time=lambda: time.time() + passed[0], monotonic=time.monotonic)
    monkeypatch.setattr(memory, "time", later)
    monkeypatch.setattr(limits, "time", later)

    def wait(seconds: float) -> None:
        passed[0] += seconds

    return wait


def guesses_until_told_to_wait(phone: Phone) -> int:
    """Type wrong codes until no more are taken; the seconds to wait."""
    while (answer := phone.joins("W", code="AAAAAA")).status == 404:
        pass
    assert answer.refused == "slow_down"
    wait = answer.facts["seconds"]
    assert answer.response.headers["Retry-After"] == str(wait)
    return wait


def test_who_goes_on_guessing_waits_longer_each_time(party, zoe, wait):
    windows, longest = [60, 600, 3600, 86400], []
    while longest != windows:
        seconds = guesses_until_told_to_wait(zoe)
        filled = next(window for window in windows if seconds <= window)
        longest += [filled] if filled > max(longest, default=0) else []
        assert longest == windows[: len(longest)]
        wait(seconds)


def test_a_day_of_guessing_is_a_thousand_codes(party, zoe, wait, monkeypatch):
    tried, waited = 0, 0
    while waited < 86400 - 60:
        answer = zoe.joins("W", code="AAAAAA")
        if answer.status == 404:
            tried += 1
        else:
            waited += answer.facts["seconds"]
            wait(answer.facts["seconds"])
    assert tried <= 1000


@pytest.mark.parametrize("limit", KINDS)
def test_the_longer_the_window_the_slower_the_tries(limit):
    rates = [window.amount / window.get_expiry() for window in limit]
    assert rates == sorted(rates, reverse=True)
    assert [window.get_expiry() for window in limit] == [60, 600, 3600, 86400]


def test_who_plays_is_let_in_by_the_code_whoever_guesses_beside_them(party, zoe, bob):
    guesses_until_told_to_wait(zoe)
    assert party.carol.opens_page(f"/join/{party.code}").location == f"/t/{party.key}"
    assert bob.joins("E").status == 200
    for address in ("", "/seats", "/part", "/me", "/history"):
        assert bob.opens_page("/t/{key}" + address).status == 200
    assert party.plays("E", 8, 7) == 1


def test_who_guesses_is_not_told_a_right_code_while_waiting(party, zoe):
    party.dave.leaves()
    guesses_until_told_to_wait(zoe)
    right, wrong = (zoe.asks(f"/join/{code}") for code in (party.code, "AAAAAA"))
    assert (right.status, right.refused) == (wrong.status, wrong.refused) == (429, "slow_down")
    assert zoe.joins("W").refused == "slow_down"


@pytest.mark.parametrize(
    ("seconds", "english", "swedish"),
    [(1, "1 second", "1 sekund"), (47, "47 seconds", "47 sekunder"), (60, "1 minute", "1 minut"),
     (61, "2 minutes", "2 minuter"), (3599, "1 hour", "1 timme"), (3700, "2 hours", "2 timmar"),
     (86400, "1 day", "1 dygn")],
)  # fmt: skip
def test_the_wait_is_said_in_words_and_is_over_then(app, seconds, english, swedish):
    from squarescores.web.words.refusals import refusal

    for language, words in (("en", english), ("sv", swedish)):
        with app.test_request_context(headers={"Accept-Language": language}):
            assert f" {words}." in refusal("slow_down", {"seconds": seconds}, None)


def test_a_household_has_one_ipv6_address_however_many_it_takes(app):
    def address(remote: str) -> str:
        with app.test_request_context(environ_base={"REMOTE_ADDR": remote}):
            return limits.address()

    assert address("2001:db8:1:2::1") == address("2001:db8:1:2:ffff::9")
    assert address("2001:db8:1:2::1") != address("2001:db8:1:3::1")
    assert address("::ffff:192.0.2.1") == address("192.0.2.1")
    assert address("unix") == "unix"


def test_what_is_counted_is_forgotten_when_its_time_is_over(app, wait):
    with app.test_request_context():
        for n in range(300):
            limits.failed(limits.WRONG_PASSWORDS, "account", f"nobody {n}")
        kept = limits.counts().storage
    assert len(kept.storage) == 300 * 4
    wait(86401)
    kept.timer.join()  # its own broom may still be at work
    kept._MemoryStorage__expire_events()
    assert not kept.storage
    assert not kept.expirations
    assert not kept.locks


# A shared store


@pytest.fixture
def redis(tmp_path):
    """A Redis of this test's own."""
    with redis_in(tmp_path) as redis:
        yield redis


def another(folder, limits_store: str) -> Flask:
    """A process of its own, as far as counting goes."""
    settings = Settings(instance=folder, limits_store=limits_store)
    folder.mkdir(exist_ok=True)
    upgrade(settings.database_url)
    return create_app(settings)


@pytest.fixture
def counting():
    """Whoever counts for itself meanwhile has counted nothing, before and afterwards."""
    limits._meanwhile.cache_clear()
    yield
    limits._meanwhile.cache_clear()
    limits._Shared.rests_until = 0


def test_two_processes_count_in_the_shared_store(tmp_path, redis, counting):
    first, second = (another(tmp_path / name, redis.address) for name in "ab")
    with first.test_request_context():
        for _ in range(limits.WRONG_CODES[0].amount):
            limits.failed(limits.WRONG_CODES, "code", "here")
    with second.test_request_context(), pytest.raises(limits.Refused) as refused:
        limits.check(limits.WRONG_CODES, "code", "here")
    assert 50 <= refused.value.facts["seconds"] <= 60


def test_while_the_shared_store_is_away_each_process_counts_for_itself(tmp_path, counting):
    party = Party(another(tmp_path, "redis://127.0.0.1:1"))
    party.opens()
    assert guesses_until_told_to_wait(party.zoe) <= 60
    assert party.alice.bids(1, "N", 8).status == 201


def test_a_shared_store_that_hangs_is_waited_for_once(tmp_path, redis, counting):
    party = Party(another(tmp_path / "hangs", redis.address))
    party.opens()
    redis.freezes()
    began = time.monotonic()
    for phone, seat in ((party.bob, "E"), (party.carol, "S"), (party.dave, "W")):
        assert phone.joins(seat).status == 201
    assert 0.2 < time.monotonic() - began < 1


def test_a_shared_store_that_comes_back_counts_again(tmp_path, redis, counting, monkeypatch):
    monkeypatch.setattr(limits, "STORE_REST", 0)
    app = another(tmp_path / "back", redis.address)
    with app.test_request_context():
        redis.stops()
        limits.failed(limits.WRONG_CODES, "code", "here")
        redis.starts()
        for _ in range(limits.WRONG_CODES[0].amount):
            limits.check(limits.WRONG_CODES, "code", "here")  # what was counted meanwhile keeps nobody out
            limits.failed(limits.WRONG_CODES, "code", "here")
        with pytest.raises(limits.Refused):
            limits.check(limits.WRONG_CODES, "code", "here")
