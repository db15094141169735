"""Home: one's own tables, the newest first, a code to join with, a table to open; and its health."""

from __future__ import annotations

import re

import pytest

from squarescores.store import StoreAway
from tests.web.cast import Party


def test_who_has_no_table_yet_is_told_what_this_is(app):
    page = Party(app).stranger.opens_page("/").page
    assert "Keep score together" in page.text
    assert "/tables/new" in page.links


def test_my_tables_are_there_with_both_sides_and_what_they_wait_for(party, bob):
    party.plays("E", 8, 7)
    page = bob.opens_page("/").page
    assert "Alice & Carol 7" in page.text
    assert "Bob & Dave 0, owes 8: −8" in page.text
    assert "Deal 2 is being bid" in page.text
    assert f"/t/{party.key}" in page.links


def test_the_table_written_on_last_comes_first(party, alice):
    other = alice.opens().json["key"]
    assert [link for link in alice.opens_page("/").page.links if "/t/" in link] == [
        f"/t/{other}",
        f"/t/{party.key}",
    ]
    party.plays("N", 8, 8)
    assert next(link for link in alice.opens_page("/").page.links if "/t/" in link) == f"/t/{party.key}"


def test_nobody_sees_the_tables_of_others(party, watcher):
    assert party.key not in watcher.opens_page("/").text


def test_a_banked_match_says_so(party, alice):
    party.plays("N", 8, 8)
    party.is_banked()
    assert "Banked after 1 deal" in alice.opens_page("/").page.text


def test_nothing_stands_where_a_code_is_typed(app):
    """An example there was taken for a code that had been filled in."""
    assert re.search(
        r'id="code"[^>]* value=""[^>]* placeholder=" "', Party(app).stranger.opens_page("/").text
    )


def test_a_code_typed_at_home_leads_to_the_seats(party):
    answer = party.stranger.presses("Join", on="/", code=party.code.lower())
    assert answer.status == 303
    assert answer.location == f"/join/{party.code}"


def test_two_taps_lead_from_home_to_a_running_table_for_who_has_a_name(alice):
    assert "/tables/new" in alice.opens_page("/").page.links
    answer = alice.presses("Open the table", on="/tables/new")
    assert answer.status == 303
    assert "Start with deal 1" in alice.opens_page(answer.location).page.text


def test_a_name_of_markup_stays_a_name(app):
    party = Party(app)
    party.opens(name="<img src=x onerror=alert(1)>")
    home = party.alice.opens_page("/")
    assert "<img" not in home.text
    assert "<img src=x onerror=alert(1)>" in home.page.text


def test_the_house_is_up(client):
    assert client.get("/healthz").status_code == 200


def test_the_house_says_when_its_store_is_away(client, app, monkeypatch):
    monkeypatch.setattr(app.extensions["squarescores"].store, "is_up", lambda: False)
    assert client.get("/healthz").status_code == 503


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_a_store_that_is_away_is_told_in_a_sentence(party, alice, monkeypatch, accept):
    def away(*_asked):
        raise StoreAway

    monkeypatch.setattr(party.store, "tables_of", away)
    answer = alice.client.get("/", headers={"Accept": accept})
    assert answer.status_code == 503
    assert "Try again in a moment" in answer.text


def test_the_language_of_the_browser_is_spoken_and_can_be_switched(app):
    zoe = Party(app).zoe
    assert 'lang="sv"' in zoe.opens_page("/", **{"Accept-Language": "sv-FI,sv;q=0.9"}).text[:200]
    answer = zoe.presses("English", on="/tables/new")
    assert (answer.status, answer.location) == (303, "/tables/new")
    assert 'lang="en"' in zoe.opens_page("/", **{"Accept-Language": "sv"}).text[:200]


def test_who_left_finds_the_table_again_and_watches(party, bob):
    party.plays("E", 8, 7)
    bob.leaves()
    assert f"/t/{party.key}" in bob.opens_page("/").page.links
    assert "You are watching" in bob.opens_page("/t/{key}").page.text


def test_who_was_freed_finds_the_table_again_also_when_somebody_else_sits_there(party, bob):
    party.alice.frees("E")
    party.zoe.joins("E")
    assert f"/t/{party.key}" in bob.opens_page("/").page.links
    assert "You are watching" in bob.opens_page("/t/{key}").page.text
    party.zoe.leaves()
    assert bob.joins("E").status == 201


def test_who_comes_back_another_day_sits_where_they_sat(party, bob):
    party.plays("E", 8, 7)
    bob.forgets_its_token()
    assert f"/t/{party.key}" in bob.opens_page("/").page.links
    assert bob.me["seat"] == "E"
    assert bob.bids(2, "E", 8).status == 201


def test_the_host_who_gave_everything_up_finds_the_table_too(party, alice):
    alice.leaves()
    alice.hands_on("E")
    assert f"/t/{party.key}" in alice.opens_page("/").page.links
