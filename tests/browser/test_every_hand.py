"""A whole match by keyboard alone, and one by names and announcements alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.cast import SCREEN, Party, said
from tests.browser.ear import Ear
from tests.browser.keyboard import Keyboard
from tests.browser.paper import Paper
from tests.browser.wired import Wired

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
    expect(page).to_have_url(re.compile(f"/t/{phones.key}$"))
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


def test_a_whole_match_by_names_and_announcements_alone(phones: Party):
    phones.is_seated(target=20)
    alice, bob, dave = phones.alice, phones.bob, phones.dave
    carol = Ear(phones.carol)
    phones.carol.may_hear("status of 409")
    phones.carol.to_the_sheet()
    carol.is_at("Who won the bid?")
    carol.hears()

    alice.sends("/t/{key}/bids", deal=1, bidder="E", bid=8, trump="H")
    carol.hears("Deal 1. Bob bid 8 hearts.")
    carol.is_at("Alice & Carol")
    carol.chooses(7, of="Points Alice & Carol took in deal 1")
    carol.hears("7 on the sheet")
    carol.presses("Enter 7")
    carol.hears("Deal 1. Alice & Carol entered 7.")
    carol.is_at("Waiting for Bob & Dave")
    bob.sends("/t/{key}/entries", deal=1, points=7, side="EW")
    carol.hears("Deal 1. Alice & Carol 7. Bob & Dave set on 8, owes 8. Bob deals.")

    # A correction of an earlier row; and who comes and goes is not told.
    alice.sends("/t/{key}/corrections", deal=1, NS=6, EW=8, was=alice.sheet["rows"][0]["mark"])
    carol.hears("Deal 1 was corrected. Alice & Carol 6. Bob & Dave 8. Bob deals.")
    dave.sends("/t/{key}/seats/free", seat="W")
    dave.sends("/join", code=phones.code, name="David", seat="W")
    phones.zoe.to_the_sheet()
    carol.hears()

    # What she writes herself is told her as to everybody else.
    carol.chooses("Carol", of="Bidder")
    carol.chooses(9, of="Bid")
    carol.presses("Note Carol, 9")
    carol.hears("Deal 2. Carol bid 9.")
    carol.chooses(10, of="Points Alice & Carol took in deal 2")
    carol.hears("10 of 9: made, 10 on the sheet")
    carol.presses("Enter 10")
    carol.hears("Deal 2. Alice & Carol entered 10.")
    bob.sends("/t/{key}/entries", deal=2, points=5, side="EW")
    carol.hears("Deal 2. Disputed: Alice & Carol entered 10, Bob & David 5.")
    carol.is_at("10 and 5 make 15, not 14")
    alice.sends("/t/{key}/corrections", deal=2, NS=9, EW=5, was=alice.sheet["open_deal"]["mark"])
    carol.hears("Deal 2 was corrected. Alice & Carol 9. Bob & David 5. Bidder goes out. Carol deals.")

    # The sheet moves on under what she has chosen: that is said politely, and only the refusal interrupts.
    alice.sends("/t/{key}/bids", deal=3, bidder="N", bid=7)
    carol.hears("Deal 3. Alice bid 7.")
    carol.chooses(9, of="Points Alice & Carol took in deal 3")
    carol.hears("9 of 7: made, 9 on the sheet, Alice & Carol win")
    alice.sends("/t/{key}/entries", deal=3, points=8, side="NS")
    moved = "The sheet has moved on. What you chose is still here."
    carol.hears("Deal 3. Alice & Carol entered 8.", moved)
    carol.presses("Enter 9")
    carol.hears(re.compile(r"Alice entered 8 .*!!"))
    carol.presses("Show what is next")
    carol.is_at("Waiting for Bob & David")
    bob.sends("/t/{key}/entries", deal=3, points=6, side="EW")
    carol.hears("Deal 3. Alice & Carol 8. Bob & David 6. Alice & Carol win.")

    carol.presses("See what will be banked", "link")
    carol.presses("Bank it and end the match")
    carol.is_at("Alice & Carol won")
    carol.presses("SquareScores", "link")
    carol.presses(re.compile("Alice.*Carol.*Bob"), "link")
    carol.is_at("Match 1 is banked")
    carol.hears()
    alice.sends("/t/{key}/reopening", match=1)
    carol.hears("Match 1 is open again. Alice & Carol win.")
    bob.sends("/t/{key}/banking", seen=alice.sheet["mark"])
    carol.hears(re.compile("Banked. Alice & Carol won after 3 deals. They .*"))
    carol.presses("Next match")
    carol.hears("Match 2. David deals.")
    carol.is_at("Who won the bid?")


def test_without_a_network_it_is_said_once_and_so_is_its_return(wired: Wired):
    bob = Ear(wired.bob)
    wired.bids("E", 8)
    wired.bob.to_the_sheet()
    wired.bob.is_live()
    with wired.wire.away():
        gone = r"Not live since .*\d.*\. This is the sheet as it was then; the others may have gone on\."
        bob.hears(re.compile(gone))
        bob.chooses(7, of="Points Bob & Dave took in deal 1")
        bob.hears("7 of 8: set, 0 on the sheet, owes 8")
        bob.presses("Enter 7")
        kept = r"7 has been kept on this phone since .*\d.*\. It is sent when the network is back\."
        bob.hears(re.compile(kept))
    wired.bob.is_live()
    bob.hears_each("Live", "Deal 1. Bob & Dave entered 7.")


def test_what_a_correction_changes_is_told_before_it_is_saved(party: Party):
    party.plays(Paper(), "E", 8, ns=7)
    alice = Ear(party.alice)
    party.alice.goes("/t/{key}/deals/1/fix?side=NS")
    alice.chooses(6, of="Points Alice & Carol took in deal 1")
    alice.hears("Alice & Carol: was 7 now 6; Bob & Dave: was 0, owes 8: −8 now 8")
    alice.chooses(7, of="Points Alice & Carol took in deal 1")
    alice.hears("Nothing changes yet.")
