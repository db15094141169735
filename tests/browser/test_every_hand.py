"""A whole match by keyboard alone, and one by names and announcements alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.cast import SCREEN, Party, said
from tests.browser.keyboard import Keyboard

pytestmark = pytest.mark.browser

PAD = re.compile(r"^Points .* took in deal \d+$")


class Host(Keyboard):
    """Alice, who writes for both sides, with a keyboard."""

    def notes(self, bidder: str, bid: int, trump: str) -> None:
        self.chooses(bidder, of="Bidder")
        self.chooses(str(bid), of="Bid")
        self.chooses(trump, of="Trump, may be left for later")
        self.presses(re.compile(r"^Note "))

    def enters(self, points: int) -> None:
        self.chooses(str(points), of=PAD)
        self.presses(f"Enter {points}")

    def is_asked(self, words: str | re.Pattern[str]) -> None:
        """The next thing to do has the focus: after a press nobody has to look for it."""
        asked = self.page.get_by_role("heading", name=words, exact=isinstance(words, str))
        expect(asked).to_be_focused()
        self.shows()


def test_a_whole_match_by_keyboard_alone(phones: Party):
    phones.phone("alice", viewport=SCREEN, is_mobile=False, has_touch=False)
    page = phones.alice.page
    page.goto("/")
    host = Host(page)
    host.presses("Open a table", "link")
    host.types("Alice", into="Your name")
    host.unfolds("House rules")
    host.types("20", into="Play to")
    host.unfolds("First dealer")
    host.chooses("North", of="Who deals first")
    host.presses("Open the table")
    expect(page).to_have_url(re.compile("/seats$"))
    phones.key = page.url.split("/")[-2]
    host.presses("Start with deal 1", "link")

    # The first link leads past the rows to what is next.
    page.keyboard.press("Tab")
    host.presses("To what is next", "link")
    host.notes("Alice", 8, "hearts")
    host.is_asked("Alice & South")
    host.enters(9)
    host.is_asked("East & West")
    host.enters(6)

    # The figures do not add up: the host settles it.
    host.is_asked("9 and 6 make 15, not 14")
    host.presses(re.compile("Alice & South counted right"))
    host.is_asked("Who won the bid?")

    # Why a row says what it says: the keys go into it, and back to the row.
    cell = page.get_by_role("link", name=re.compile("now 5"))
    host.goes_to(cell, "Shift+Tab")
    page.keyboard.press("Enter")
    host.is_asked("Deal 1")
    phones.bids("E", 7)
    expect(page.locator("#deal-2")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(cell).to_be_focused()
    host.shows()

    # What another phone writes takes the focus from nobody.
    phones.alice.sends("/t/{key}/entries", deal=2, side="NS", points=8)
    expect(page.locator("#deal-2")).to_contain_text("entered")
    expect(cell).to_be_focused()
    page.keyboard.press("Enter")
    host.presses("Correct this deal", "link")
    host.chooses("6", of=PAD)
    host.types("Counted twice", into="Reason, if you like")
    host.presses("Save the correction")
    expect(page.locator("#deal-1")).to_contain_text("corrected")

    # The menu gives the focus back.
    host.unfolds("More")
    host.goes_to(page.get_by_role("link", name="Matches played"))
    page.keyboard.press("Escape")
    expect(page.locator("summary").filter(has_text="More")).to_be_focused()
    host.unfolds("More")
    host.presses("History", "link")
    host.presses("Back to the sheet", "link")

    host.enters(6)
    host.is_asked("Who won the bid?")
    host.notes("South", 9, "spades")
    host.enters(12)
    host.is_asked("East & West")
    host.chooses("2", of=PAD)
    expect(page.get_by_role("status").filter(has_text=said("Alice & South win"))).to_be_attached()
    host.presses("Enter 2")
    host.is_asked("The match is decided")
    host.presses("See what will be banked", "link")
    host.presses("Bank it and end the match")
    expect(page.get_by_role("heading", name=said("Alice & South won"))).to_be_visible()
    host.presses("Next match")
    expect(page.get_by_role("heading", name="Who won the bid?")).to_be_visible()
