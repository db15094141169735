"""A page that was not looking catches up, from quiet, sleep, other pages or a new network; nothing moves."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.cast import AT_ONCE, Party, Phone, busy
from tests.browser.conftest import FLAGS, chromium, watched
from tests.browser.paper import Paper
from tests.browser.proxy import Proxy
from tests.browser.tabs import Window, window
from tests.browser.wired import Wired
from tests.house.serving import Serving

pytestmark = pytest.mark.browser

NOTICED = 30_000  # milliseconds in which a line that carries nothing is noticed
FOUND_AGAIN = 15_000  # milliseconds


def test_a_line_that_carries_nothing_is_noticed_polled_past_and_taken_up_again(wired: Wired):
    bob = wired.bob
    bob.to_the_sheet()
    bob.is_live()
    wired.wire.is_quiet = True
    began = time.monotonic()
    wired.bids("E", 8)
    wired.dave.sends("/t/{key}/entries", deal=1, points=9)
    expect(bob.page.get_by_role("banner").get_by_text("Not live")).to_be_visible(timeout=NOTICED)
    expect(bob.cell(1, "EW")).to_contain_text("entered", timeout=NOTICED - (time.monotonic() - began) * 1000)
    wired.alice.sends("/t/{key}/entries", deal=1, points=5, side="NS")
    bob.sees("Who won the bid?", within=11_000)
    expect(bob.page.locator("[data-offline]")).to_be_hidden()
    bob.notes("N", 7)
    bob.sees("Your side:")
    expect(bob.page.get_by_role("banner").get_by_text("Not live")).to_be_visible()
    wired.wire.is_quiet = False
    bob.is_live(NOTICED)


def test_a_page_that_the_browser_kept_has_what_was_chosen_for_the_deal_of_now(
    browser: Browser, house: Serving, wire: Proxy
):
    with watched(Wired(browser, house.address, wire, "plain")) as party:
        party.is_seated()
        bob = party.bob
        bob.goes("/")
        bob.to_the_sheet()
        bob.is_live()
        party.plays(Paper(), "E", 8, ns=5)
        bob.sees("Bob deals")
        bob.chooses("Carol", of="Bidder")
        bob.chooses("9", of="Bid")
        bob.page.go_back()
        bob.page.go_forward()
        expect(bob.pressable("Note Carol, 9")).to_be_visible()
        bob.sees_no("The sheet has moved on")


def test_whoever_sits_down_is_named_wherever_an_open_sheet_names_the_seat(phones: Party):
    phones.is_seated("bob", "carol", first_dealer="W")
    alice = phones.alice
    alice.to_the_sheet()
    alice.sees("West deals first.")
    phones.dave.sends("/join", code=phones.code, name="Dave", seat="W")
    alice.sees("Dave deals first.")
    alice.reads("Bob & Dave", on=alice.page.locator("thead"))


def test_a_phone_that_missed_two_deals_shows_both_once_and_who_deals(wired: Wired):
    bob, paper = wired.bob, Paper()
    bob.to_the_sheet()
    bob.is_live()
    wired.wire.cut()
    expect(bob.page.get_by_role("banner").get_by_text("Not live")).to_be_visible()
    wired.plays(paper, "N", 8, ns=9)
    wired.plays(paper, "E", 7, ns=4)
    wired.wire.mend()
    bob.is_live(FOUND_AGAIN)
    bob.shows(paper)
    expect(bob.page.locator("[data-piece=deals] tr")).to_have_count(2)
    bob.sees("Carol deals")


def test_a_phone_that_missed_nothing_asks_for_nothing_when_its_line_is_back(wired: Wired):
    bob = wired.bob
    bob.to_the_sheet()
    bob.is_live()
    wired.wire.cut()
    expect(bob.page.get_by_role("banner").get_by_text("Not live")).to_be_visible()
    bob.page.wait_for_timeout(2500)  # its last look is a while ago then
    asked: list[str] = []
    bob.page.on("response", lambda answer: asked.append(urlsplit(answer.url).path.rpartition("/")[2]))
    wired.wire.mend()
    bob.is_live(FOUND_AGAIN)
    assert asked == ["live"]


def test_a_phone_that_is_a_stranger_s_by_now_looks_when_its_line_is_back(wired: Wired):
    bob = wired.bob
    bob.to_the_sheet()
    bob.sees("Who won the bid?")
    bob.is_live()
    wired.wire.cut()
    expect(bob.page.get_by_role("banner").get_by_text("Not live")).to_be_visible()
    bob.context.clear_cookies()
    wired.wire.mend()
    bob.is_live(FOUND_AGAIN)
    bob.sees_no("Who won the bid?")


def test_a_look_that_was_due_and_failed_is_made_up_for(wired: Wired):
    bob = wired.bob
    bob.may_hear("status of 503")
    bob.to_the_sheet()
    bob.sees("Who won the bid?")
    bob.is_live()
    wired.wire.cut()
    expect(bob.page.get_by_role("banner").get_by_text("Not live")).to_be_visible()
    bob.context.clear_cookies()
    bob.page.route("**/part*", lambda asked: asked.fulfill(status=503))
    with bob.page.expect_response("**/part*", timeout=FOUND_AGAIN):
        wired.wire.mend()
    bob.page.unroute("**/part*")
    bob.is_live(FOUND_AGAIN)
    bob.sees_no("Who won the bid?")


def test_coming_online_looks_at_once(party: Party, bob: Phone):
    paper = Paper()
    bob.may_hear("net::ERR_")
    bob.is_live()
    bob.context.set_offline(True)
    expect(bob.page.get_by_role("banner").get_by_text("Not live")).to_be_visible()
    party.plays(paper, "N", 8, ns=9)
    bob.context.set_offline(False)
    bob.shows(paper, within=AT_ONCE)


@pytest.fixture(params=["kept as it was", "loaded anew"])
def comes_back(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Browser]:
    """A browser that keeps a page it leaves as it was, and one that does not."""
    if request.param == "loaded anew":
        yield browser
        return
    keeps = browser.browser_type.launch(
        executable_path=chromium(), args=FLAGS, ignore_default_args=["--disable-back-forward-cache"]
    )
    yield keeps
    keeps.close()


def test_back_and_forward_look_at_once(comes_back: Browser, browser: Browser, house: Serving):
    with watched(Party(comes_back, house.address)) as party:
        party.is_seated()
        bob, paper = party.bob, Paper()
        bob.to_the_sheet()
        bob.is_live()
        bob.page.evaluate("window.left = 'as it was'")
        bob.goes("/t/{key}/history")
        party.plays(paper, "N", 8, ns=9)
        bob.page.go_back(wait_until="commit")
        assert (bob.page.evaluate("window.left") is None) is (comes_back is browser)
        bob.shows(paper, within=AT_ONCE)
        bob.page.go_forward(wait_until="commit")
        party.plays(paper, "E", 7, ns=4)
        bob.page.go_back(wait_until="commit")
        bob.shows(paper, within=AT_ONCE)
        bob.is_live(AT_ONCE)


STATE, TOTAL = (
    "document.querySelector('[data-state]').dataset.state",
    "document.querySelector('.ns .total').textContent",
)


@pytest.fixture
def seen(tmp_path: Path) -> Iterator[Window]:
    with window(chromium(), FLAGS, tmp_path) as opened:
        yield opened


def test_a_phone_that_slept_is_current_within_a_second_of_waking(party: Party, house: Serving, seen: Window):
    sheet = seen.opens(f"{house.address}/t/{party.key}")
    sheet.comes_to(STATE, "live")
    seen.opens("about:blank")
    sheet.comes_to("document.visibilityState", "hidden")
    sheet.freezes()
    paper = Paper()
    party.plays(paper, "N", 8, ns=9)
    sheet.to_the_front()
    sheet.comes_to(TOTAL, "9", within=1.0 * busy())
    sheet.comes_to(STATE, "live", within=1.0 * busy())


def test_the_eighth_tab_of_one_sheet_is_answered_within_a_second(party: Party, bob: Phone):
    """All eight in sight, which is worse than any browser; and three phones more, and the board."""
    tabs = [bob.page]
    for _ in range(7):
        tabs.append(bob.context.new_page())
        tabs[-1].goto(f"/t/{party.key}")
    for phone in (party.alice, party.carol, party.dave):
        phone.to_the_sheet()
    party.board.goes("/t/{key}/board")
    for page in tabs:
        expect(page.locator('[data-state="live"]')).to_be_visible()
    party.bids("E", 8)
    last = tabs[-1]
    last.get_by_role("group", name=bob.pad).get_by_role("radio", name="7", exact=True).tap()
    last.get_by_role("button", name="Enter 7").tap()
    expect(last.get_by_role("heading", name="Waiting for")).to_be_visible(timeout=AT_ONCE * busy())
    for page in [*tabs, party.alice.page, party.board.page]:
        expect(page.locator("#deal-1 .cell.ew")).to_contain_text("entered", timeout=AT_ONCE * busy())
    tabs.pop(0).close()
    party.alice.sends("/t/{key}/entries", deal=1, points=7, side="NS")
    for page in tabs:
        expect(page.get_by_role("heading", name="Who won the bid?")).to_be_visible(timeout=2000 * busy())


# Nothing moves


def test_what_was_chosen_outlives_a_reload_and_a_look_at_another_page(party: Party, bob: Phone):
    bob.chooses("Carol", of="Bidder")
    bob.chooses("9", of="Bid")
    bob.page.reload()
    expect(bob.pressable("Note Carol, 9")).to_be_visible()
    bob.goes("/t/{key}/history")
    bob.to_the_sheet()
    bob.taps("Note Carol, 9")
    bob.picks(5)
    bob.page.reload()
    bob.has_chosen(5)
    bob.enters(5)
    bob.sees("Waiting for")
    party.alice.sends("/t/{key}/voids", deal=1)
    party.bids("E", 8)
    expect(bob.group(re.compile("deal 2$"))).to_be_visible()
    expect(bob.chosen).to_have_count(0)


def test_rows_somebody_reads_and_the_link_they_stand_on_stay_where_they_are(party: Party, bob: Phone):
    paper = Paper()
    for _ in range(8):
        party.plays(paper, "N", 7, ns=7)
    expect(bob.row(8)).to_be_attached()
    row = bob.row(5)
    link = row.get_by_role("rowheader").get_by_role("link")
    link.focus()
    row.evaluate("(row) => row.scrollIntoView({ block: 'start' })")
    before = row.bounding_box()
    deal = party.bids("E", 8)
    expect(bob.row(deal)).to_be_attached()
    party.alice.sends("/t/{key}/corrections", deal=1, NS=8, EW=6, was=party.alice.sheet["rows"][0]["mark"])
    expect(bob.row(1)).to_contain_text("8")
    after = row.bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) < 2, "the row above it grew, and took it along"
    expect(link).to_be_focused()


def test_what_a_row_s_sheet_says_does_not_change_under_the_finger(party: Party, alice: Phone):
    paper = Paper()
    party.plays(paper, "N", 8, ns=9)
    alice.cell(1, "NS").get_by_role("link").tap()
    over = alice.page.get_by_role("dialog")
    expect(over).to_contain_text("took 9")
    before = over.bounding_box()
    was = party.alice.sheet["rows"][0]["mark"]
    party.alice.sends("/t/{key}/corrections", deal=1, NS=10, EW=4, was=was)
    party.bids("E", 8)
    expect(alice.row(2)).to_be_attached()
    expect(over).to_contain_text("took 9")
    assert over.bounding_box() == before
    alice.taps("Close")
    expect(alice.total("NS")).to_have_text("10")


def test_a_wheel_and_two_quick_taps_change_nothing_but_what_was_tapped(party: Party, alice: Phone):
    party.bids("E", 8)
    alice.picks(6)
    alice.page.mouse.move(180, 600)
    alice.page.mouse.wheel(0, 200)
    alice.has_chosen(6)
    twice = {"x": 180, "y": 560, "tapCount": 2, "gestureSourceType": "touch"}
    session = alice.context.new_cdp_session(alice.page)
    session.send("Input.synthesizeTapGesture", twice)
    assert alice.page.evaluate("visualViewport.scale") == 1
    alice.sends("/t/{key}/entries", deal=1, points=9, side="NS")
    alice.goes("/t/{key}/deals/1/fix?side=NS")
    other = alice.page.get_by_label("Bob & Dave", exact=True)
    other.fill("6")
    other.hover()
    alice.page.mouse.wheel(0, 120)
    expect(other).to_have_value("6")
    session.send("Input.synthesizeTapGesture", twice)
    assert alice.page.evaluate("visualViewport.scale") == 1
