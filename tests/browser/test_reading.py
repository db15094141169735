"""What somebody reads: why a row says what it says, the guides, paper, the page in another language."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import expect

import squarescores
from tests.browser.cast import Party, Phone
from tests.browser.paper import Paper

pytestmark = pytest.mark.browser

SWEDISH = Path(squarescores.__file__).parent / "translations/sv/LC_MESSAGES/messages.po"
GOES_OUT = [("E", 14, 0), ("N", 14, 14)] * 4  # 56 each


def test_a_tap_on_a_row_says_why_and_another_puts_it_away(party: Party, bob: Phone):
    paper = Paper()
    party.plays(paper, "E", 8, ns=7)
    bob.shows(paper)
    over = bob.page.get_by_role("dialog")
    bob.cell(1, "EW").get_by_role("link").tap()
    expect(over).to_contain_text(re.compile(r"bid 8 and took 7: set, so 0 on the sheet"))
    place = over.bounding_box()

    # What arrives meanwhile is on the sheet below, and moves nothing here.
    party.plays(paper, "N", 7, ns=9)
    bob.shows(paper)
    assert over.bounding_box() == place

    bob.taps("Close")
    expect(over).to_be_hidden()


def test_a_misdeal_is_taken_back_where_its_row_says_what_it_was(party: Party, alice: Phone):
    paper = Paper()
    party.plays(paper, "E", 8, ns=7)
    alice.sends("/t/{key}/voids", deal=1)
    alice.reads("void", on=alice.row(1))
    alice.row(1).get_by_role("rowheader").get_by_role("link").tap()
    alice.taps("Take the void back")
    alice.shows(paper)


def test_what_is_unfolded_comes_out_from_under_the_foot(party: Party, alice: Phone):
    party.plays(Paper(), "E", 8, ns=7)
    alice.goes("/t/{key}/deals/1/fix")
    alice.unfolds("It was a misdeal")
    foot = alice.page.locator(".foot").bounding_box()
    assert foot
    press = alice.pressable("Void deal 1")
    expect(press).to_be_in_viewport(ratio=1)
    under = "([press, edge]) => press.getBoundingClientRect().bottom > edge"
    assert not alice.page.evaluate(under, [press.element_handle(), foot["y"]])


def test_end_match_is_in_the_menu_of_a_page_that_was_opened_between_two_matches(party: Party, bob: Phone):
    party.plays(Paper(), "E", 8, ns=7)
    party.alice.sends("/t/{key}/banking", seen=party.alice.sheet["mark"])
    bob.page.reload()
    bob.unfolds("More")
    expect(bob.pressable("History")).to_be_visible()
    expect(bob.pressable("End match…")).to_be_hidden()
    party.alice.sends("/t/{key}/matches")
    expect(bob.pressable("End match…")).to_be_visible()


def test_a_tap_on_the_banner_leads_to_what_it_means_and_back(party: Party, bob: Phone):
    paper = Paper()
    for bidder, bid, ns in GOES_OUT:
        party.plays(paper, bidder, bid, ns)
    bob.taps(re.compile("^Bidder goes out"))
    expect(bob.page).to_have_url(re.compile(r"/guides/line\?from=.*#goes-out$"))
    expect(bob.page.get_by_role("heading", name="Bidder goes out")).to_be_in_viewport()
    bob.page.get_by_role("link", name=re.compile("sheet", re.IGNORECASE)).first.tap()
    bob.shows(paper)


def test_back_and_forward_and_a_reload_show_the_sheet_as_it_is(party: Party, bob: Phone):
    paper = Paper()
    bob.is_live()
    bob.unfolds("More")
    bob.taps("History")
    bob.sees("Every mark on this sheet")
    party.plays(paper, "E", 8, ns=7)
    bob.page.go_back()
    bob.shows(paper)
    party.plays(paper, "S", 9, ns=9)
    bob.page.go_forward()
    bob.page.go_back()
    bob.shows(paper)
    bob.page.reload()
    bob.shows(paper)
    bob.is_live()
    bob.notes("E", 7)
    bob.sees("Your side")


def test_a_browser_that_asks_for_swedish_gets_it_and_may_switch(phones: Party):
    with SWEDISH.open("rb") as file:
        swedish = read_po(file, locale="sv")
    alice = phones.phone("alice", locale="sv-FI")
    alice.goes("/")
    page = alice.page.locator("html")
    expect(page).to_have_attribute("lang", "sv")
    expect(alice.pressable(str(swedish["Open a table"].string))).to_be_visible()
    alice.taps("English")
    expect(page).to_have_attribute("lang", "en")
    alice.taps("Open a table")
    alice.taps("Svenska")
    expect(page).to_have_attribute("lang", "sv")
    expect(alice.pressable(str(swedish["Open the table"].string))).to_be_visible()


def test_a_sheet_of_fifteen_deals_is_printed_on_one_page(party: Party, alice: Phone):
    paper = Paper()
    for _ in range(4):
        for bidder, bid, ns in (("E", 10, 5), ("N", 7, 4), ("S", 9, 9), ("W", 8, 7)):
            party.plays(paper, bidder, bid, ns)
    party.bids("N", 7)
    alice.shows(paper)
    assert paper.standing.outcome.status == "playing"
    for size in ("A4", "Letter"):
        assert pages(alice.page.pdf(format=size)) == 1, size
    alice.sends("/t/{key}/banking", seen=alice.sheet["mark"])
    alice.goes("/t/{key}/matches/1")
    for size in ("A4", "Letter"):
        assert pages(alice.page.pdf(format=size)) == 1, f"the result, {size}"


def test_every_phone_tells_its_own_time_and_all_the_same_order(party: Party):
    party.plays(Paper(), "N", 8, ns=9)
    orders = []
    for name, zone in (("lena", "America/Chicago"), ("kenji", "Asia/Tokyo")):
        phone = party.phone(name, timezone_id=zone)
        phone.goes("/t/{key}/history")
        lines = phone.page.locator(".marks li")
        orders.append(lines.locator("p").all_inner_texts())
        for time in lines.locator("time").all():
            at = datetime.fromisoformat(str(time.get_attribute("datetime"))).astimezone(ZoneInfo(zone))
            expect(time).to_have_text(re.compile(rf"^{at:%-I:%M}\s{at:%p}$"))
    assert orders[0] == orders[1]


def test_a_phone_from_where_clocks_have_24_hours_says_so_in_english_too(party: Party):
    phone = party.phone("lena", locale="en-GB", timezone_id="UTC")
    phone.goes("/t/{key}/history")
    time = phone.page.locator(".marks time").first
    at = datetime.fromisoformat(str(time.get_attribute("datetime")))
    expect(time).to_have_text(f"{at:%H:%M}")


def test_what_was_written_on_another_day_names_the_day(party: Party, bob: Phone):
    party.plays(Paper(), "N", 8, ns=9)
    bob.page.clock.set_fixed_time(datetime.now(UTC) + timedelta(days=1))
    bob.goes("/t/{key}/history")
    first = bob.page.locator(".marks time").first
    at = datetime.fromisoformat(str(first.get_attribute("datetime")))
    day = bob.page.evaluate("at => new Date(at).getDate()", at.isoformat())
    expect(first).to_have_text(re.compile(rf"[A-Z][a-z]+ {day}, \d+:\d\d"))


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))
