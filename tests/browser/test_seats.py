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
