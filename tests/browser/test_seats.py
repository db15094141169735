"""Waiting for players: who sits down, comes or goes is on the seats’ page at once; what is typed stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.cast import AT_ONCE

pytestmark = pytest.mark.browser


def test_who_sits_down_is_on_the_host_s_page_at_once(phones):
    phones.alice.opens()
    phones.alice.sees("East is free")
    phones.bob.joins("E")
    phones.alice.sees("Bob", within=AT_ONCE)
    phones.alice.sees_no("East is free")
    phones.alice.sees_no("not connected")


def test_the_join_code_is_in_sight_at_once_and_the_recovery_code_a_tap_away(phones):
    alice = phones.alice
    alice.opens(dealer=None)
    code, foot = (alice.page.locator(f".{part}").bounding_box() for part in ("code", "foot"))
    assert code["y"] + code["height"] <= foot["y"]
    # Also once the page has been drawn anew for who sits down.
    phones.bob.joins("E")
    alice.sees("Bob", within=AT_ONCE)
    alice.taps("A recovery code stands below, shown only now: write it on paper.")
    expect(alice.page.locator(".oncode")).to_be_in_viewport(ratio=1)


def test_a_name_that_is_being_typed_stays_when_somebody_sits_down(phones):
    alice = phones.alice
    alice.opens()
    alice.unfolds("West: free")
    alice.page.locator("#name-W").press_sequentially("Wil")
    phones.bob.joins("E")
    alice.sees("Bob", within=AT_ONCE)
    expect(alice.page.locator("#name-W")).to_have_value("Wil")
    expect(alice.page.locator("#name-W")).to_be_focused()


def test_who_puts_the_phone_away_is_shown_as_not_connected(phones):
    phones.alice.opens()
    phones.bob.joins("E")
    phones.bob.page.goto("about:blank")
    phones.alice.sees("not connected")


def ring(phone, seat):
    """What the sheet shows beside a name whose phone is not connected."""
    return phone.page.locator(f'[data-here="{seat}"] svg')


def test_the_sheet_marks_whose_phone_is_not_connected(party, alice):
    expect(ring(alice, "E")).to_be_visible()
    expect(ring(alice, "N")).to_have_count(0)
    party.bob.to_the_sheet()
    expect(ring(alice, "E")).to_have_count(0, timeout=AT_ONCE)
    party.bids("E", 8)
    alice.sees("Your side")
    expect(ring(alice, "W")).to_be_visible()
    expect(ring(alice, "E")).to_have_count(0)


def test_a_seat_goes_to_another_phone_and_the_old_one_watches_without_a_tap(party, alice, bob):
    party.bids("E", 8)
    bob.goes("/t/{key}/seats")
    bob.unfolds("East: Bob")
    bob.taps("Move to another phone")
    bob.taps("Make the link")
    bob.sees("Scan this with the other phone")
    link = bob.page.locator('a[href*="/move/"]').get_attribute("href")
    zoe = party.zoe
    zoe.page.goto(link)
    zoe.sees("East: Bob, at the table of Alice")
    zoe.taps("Sit down as Bob")
    zoe.sees("Your side")
    bob.sees("You are watching")
    zoe.enters(9)
    alice.sees("which leaves 5 for you")
    expect(ring(alice, "E")).to_have_count(0)


def test_a_phone_that_comes_back_to_a_used_link_is_told_so(party, dave):
    made = party.bob.sends("/t/{key}/seats/E/move")
    party.zoe.page.goto(made["link"])
    party.zoe.taps("Sit down as Bob")
    party.zoe.sees("Who won the bid")
    dave.may_hear("status of 404")
    dave.page.goto(made["link"])
    dave.sees("This link has ended")
    dave.taps("Back to the sheet")
    dave.sees("Who won the bid")


def test_a_name_that_waits_for_its_phone_is_one_tap_away(phones):
    phones.is_seated("bob", name_W="Grandma")
    phones.zoe.goes(f"/join/{phones.code}")
    phones.zoe.taps("I am Grandma")
    phones.zoe.sees("Who won the bid")
    assert phones.zoe.me["seat"] == "W"


def test_whoever_has_a_deleted_table_open_is_told_so(party, bob, zoe):
    for phone in (bob, zoe):
        phone.may_hear("status of 404")
    bob.to_the_sheet()
    zoe.goes("/t/{key}/seats")
    bob.is_live()
    alice = party.alice
    alice.goes("/t/{key}/deletion")
    alice.page.get_by_role("checkbox", name="Delete it for everybody").tap()
    alice.page.get_by_role("button", name="Delete the table").tap()
    alice.sees("Keep score together")
    for phone in (bob, zoe):
        phone.sees("There is no table here")
        phone.sees("or the host has deleted the table")
