"""Bob's phone loses the network: what he writes is kept, marked, sent once and in order, or shown to him.

Each story is told twice: at an address that a browser trusts, as it trusts https, where a worker opens the
sheet without a network; and over plain http, as on a network of one's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.cast import Phone
from tests.browser.conftest import watched
from tests.browser.proxy import Proxy
from tests.browser.wired import Wired, is_kept
from tests.house.serving import Serving

pytestmark = pytest.mark.browser

FOUND_AGAIN = 15_000  # milliseconds
WAYS = ("safe", "plain")


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def party(browser: Browser, house: Serving, wire: Proxy, way: str) -> Iterator[Wired]:
    with watched(Wired(browser, house.address, wire, way)) as party:
        party.is_seated()
        yield party


@pytest.fixture
def bob(party: Wired, way: str) -> Phone:
    return at_the_sheet(party.bob, way)


def at_the_sheet(bob: Phone, way: str) -> Phone:
    """The sheet is live, and the worker, where there can be one, has what it needs to open it again."""
    bob.to_the_sheet()
    bob.is_live()
    if way == "safe":
        is_kept(bob)
    return bob


def is_unsaved(phone: Phone, page: Page | None = None) -> None:
    expect((page or phone.page).get_by_role("banner").get_by_text("Not saved")).to_be_visible()


def record(party: Wired) -> list[str]:
    """What was written since everybody sat down, the oldest first."""
    page = party.alice.context.request.get(f"/t/{party.key}/history").text()
    lines = re.findall(r"<li\b.*?</li>", page, re.DOTALL)
    # Its time is none of what was written: a 9 may stand there too.
    told = [re.sub(r"<time\b.*?</time>|<[^>]+>|[\u2066-\u2069]", "", line) for line in lines]
    plain = [" ".join(line.split()) for line in told]
    return [line for line in reversed(plain) if re.search("entered|bid|Refused|misdeal|corrected", line)]


def keeps_a_figure(bob: Phone, points: int, deal: int = 1) -> None:
    """Bob types it without a network."""
    expect(bob.group(re.compile(rf"^Points .* took in deal {deal}$"))).to_be_visible()
    bob.party.wire.cut()
    bob.enters(points)
    bob.sees(f"{points} has been kept on this phone")
    is_unsaved(bob)


def tries_again(bob: Phone) -> None:
    bob.party.wire.mend()
    bob.taps("Try again now")


def test_a_bid_and_a_figure_are_sent_once_and_in_order(party: Wired, bob: Phone, way: str):
    party.wire.cut()
    bob.notes("E", 8, "H")
    bob.sees("Not saved yet: Bob, 8 hearts, kept on this phone since")
    expect(bob.row(1)).to_contain_text("not saved yet")
    expect(bob.row(1).get_by_role("img", name="hearts")).to_be_visible()
    bob.enters(9)
    bob.sees("9 has been kept on this phone since")
    expect(bob.cell(1, "EW")).to_have_text(re.compile(r"9\s*not saved yet"), use_inner_text=True)
    is_unsaved(bob)
    if way == "safe":
        bob.page.reload()
        bob.sees("9 has been kept on this phone since")
        expect(bob.cell(1, "EW")).to_contain_text("not saved yet")
        bob.reads("Not live since", on=bob.page.locator("[data-offline]"))
    assert record(party) == []

    party.wire.mend()
    bob.sees("Waiting for Alice & Carol", within=FOUND_AGAIN)
    bob.is_live()
    written = record(party)
    assert len(written) == 2, written
    assert "8 hearts" in written[0]
    assert "entered 9" in written[1]


@pytest.mark.parametrize("way", ["safe"])  # of the worker alone
def test_home_says_since_when_it_is_as_it_is(party: Wired, bob: Phone):
    bob.goes("/")
    bob.sees_no("Not live since")
    is_kept(bob)
    party.wire.cut()
    bob.goes("/")
    bob.sees("Not live since")
    party.wire.mend()
    bob.goes("/")
    bob.sees_no("Not live since")


def test_what_is_kept_outlives_the_browser(party: Wired, way: str, tmp_path: Path):
    party.keeps_a_profile(tmp_path)
    bob = party.bob
    party.alice.sends("/t/{key}/seats/free", seat="E")
    bob.sends("/join", code=party.code, name="Robert", seat="E")
    party.bids("E", 8)
    keeps_a_figure(at_the_sheet(bob, way), 7)
    bob = party.starts_again(tmp_path)
    if way == "safe":
        bob.to_the_sheet()
        bob.sees("7 has been kept on this phone")
    party.wire.mend()
    if way == "plain":
        bob.to_the_sheet()
    bob.sees("Waiting for Alice & Carol", within=FOUND_AGAIN)
    assert len(record(party)) == 2


def test_a_figure_that_the_partner_entered_otherwise_is_shown_and_not_written(party: Wired, bob: Phone):
    party.bids("E", 8)
    keeps_a_figure(bob, 7)
    party.dave.sends("/t/{key}/entries", deal=1, points=8)
    tries_again(bob)
    bob.sees("Not written: 7 in deal 1, kept here since", within=FOUND_AGAIN)
    bob.sees("Dave entered 8 for Bob & Dave, so your 7 was not written.")
    bob.sees("Waiting for Alice & Carol")
    bob.page.reload()
    bob.sees("Not written: 7 in deal 1")
    bob.taps("I have read it")
    bob.sees_no("Not written")
    bob.page.reload()
    bob.is_live()
    bob.sees_no("Not written")
    assert "Refused" in record(party)[-1]


@pytest.mark.parametrize("way", ["plain"])  # of the outbox alone
def test_a_figure_for_a_misdeal_a_banked_match_or_an_earlier_one_is_shown(party: Wired, bob: Phone):
    party.bids("E", 8)
    keeps_a_figure(bob, 7)
    party.alice.sends("/t/{key}/voids", deal=1)
    tries_again(bob)
    bob.sees("Not written: 7 in deal 1", within=FOUND_AGAIN)
    bob.sees("Deal 1 was a misdeal and counts nothing.")
    bob.taps("I have read it")

    party.bids("E", 8)
    keeps_a_figure(bob, 6, deal=2)
    party.alice.sends("/t/{key}/banking", seen=party.alice.sheet["mark"])
    tries_again(bob)
    bob.sees("Not written: 6 in deal 2", within=FOUND_AGAIN)
    bob.sees("Alice has banked this match.")
    bob.taps("I have read it")

    bob.taps("Next match")
    bob.sees("Who won the bid?")
    bob.is_live()
    party.wire.cut()
    bob.notes("W", 9)
    bob.sees("Dave, 9, kept on this phone")
    party.alice.sends("/t/{key}/banking", seen=party.alice.sheet["mark"])
    party.alice.sends("/t/{key}/matches", match=2)
    party.wire.mend()
    bob.sees("Not written: Dave, 9 in deal 1", within=FOUND_AGAIN)
    bob.sees("The sheet has moved on since you looked.")
    assert not [line for line in record(party) if "Dave" in line]


def test_a_figure_is_written_although_its_bid_was_refused(party: Wired, bob: Phone):
    party.wire.cut()
    bob.notes("E", 8)
    bob.enters(7)
    bob.sees("7 has been kept")
    party.bids("N", 9)
    tries_again(bob)
    bob.sees("Waiting for Alice & Carol", within=FOUND_AGAIN)
    bob.sees("Not written: Bob, 8 in deal 1")
    expect(bob.cell(1, "EW")).to_contain_text("entered")
    expect(bob.row(1)).to_contain_text("Alice")


@pytest.mark.parametrize("way", ["plain"])  # of the outbox alone
def test_what_is_kept_can_be_taken_back_the_last_first(party: Wired, bob: Phone):
    party.wire.cut()
    bob.notes("E", 8)
    bob.enters(7)
    bob.taps("Take it back")
    bob.sees_no("7 has been kept")
    bob.enters(6)
    bob.sees("6 has been kept")
    bob.taps("Take it back")
    bob.taps(re.compile(r"Take back: Bob, 8"))
    bob.sees("Who won the bid?")
    party.wire.mend()
    bob.is_live()
    assert record(party) == []


@pytest.mark.parametrize("way", ["plain"])  # of the outbox alone
def test_the_host_alone_keeps_both_figures(browser: Browser, house: Serving, wire: Proxy, way: str):
    with watched(Wired(browser, house.address, wire, way)) as party:
        bob = party.bob
        answer = bob.sends("/tables/new", name="Bob", seat="E", first_dealer="N")
        party.key, bob.seat = answer["key"], "E"
        bob.to_the_sheet()
        bob.is_live()
        wire.cut()
        bob.notes("E", 8)
        bob.enters(9)
        bob.sees("Not saved yet: 9")
        bob.enters(5)
        bob.sees("5 has been kept")
        wire.mend()
        bob.sees("Who won the bid?", within=FOUND_AGAIN)
        assert bob.sheet["deals"][0]["taken"] == {"NS": 5, "EW": 9}


def test_two_pages_of_one_sheet_send_once(party: Wired, bob: Phone):
    party.bids("E", 8)
    other = bob.context.new_page()
    other.goto(f"/t/{party.key}")
    expect(other.locator('[data-state="live"]')).to_be_visible()
    keeps_a_figure(bob, 7)
    is_unsaved(bob, other)
    party.wire.mend()
    bob.sees("Waiting for Alice & Carol", within=FOUND_AGAIN)
    expect(other.locator("[data-state]")).to_have_attribute("data-state", "live", timeout=FOUND_AGAIN)
    expect(other.get_by_role("heading", name="Waiting for")).to_be_visible()
    assert len(record(party)) == 2


@pytest.mark.parametrize("way", ["plain"])  # of the outbox alone
def test_one_table_s_figure_goes_to_that_table_from_whatever_page(party: Wired, bob: Phone):
    party.bids("E", 8)
    other = bob.sends("/tables/new", name="Bob", seat="E", first_dealer="N")["key"]
    bob.sends(f"/t/{other}/bids", deal=1, bidder="E", bid=7)
    keeps_a_figure(bob, 7)
    party.wire.mend()
    bob.page.goto(f"/t/{other}")
    bob.is_live()
    bob.sees_no("Not saved")
    expect(bob.cell(1, "EW")).to_contain_text("not in yet")
    party.alice.to_the_sheet()
    expect(party.alice.cell(1, "EW")).to_contain_text("entered")
    party.alice.sees_no("8 Bob entered 8")


def signs_in(bob: Phone, username: str, password: str) -> None:
    """On a page that is not at the wire: another port of the same host, and so the same cookies."""
    asks, near = (
        bob.context.request,
        f"{bob.party.far.rpartition(':')[0]}:{bob.party.address.rpartition(':')[2]}",
    )
    token = re.search(r'name="csrf-token" content="([^"]+)"', asks.get(f"{near}/sign-in").text())
    assert token
    form = {"csrf_token": token[1], "username": username, "password": password}
    assert asks.post(f"{near}/sign-in", form=form).ok


def test_what_one_person_wrote_is_not_sent_in_another_s_name(party: Wired, bob: Phone):
    party.zoe.sends("/account", username=f"zoe {party.key}", password="nine clubs and a two")
    party.bids("E", 8)
    keeps_a_figure(bob, 7)
    signs_in(bob, f"zoe {party.key}", "nine clubs and a two")
    bob.may_hear("status of 400")
    tries_again(bob)
    bob.sees("Not sent: 7 in deal 1, written on this phone at", within=FOUND_AGAIN)
    is_unsaved(bob)
    assert len(record(party)) == 1
    bob.taps("Send it in my name")
    bob.sees("Waiting for Alice & Carol")
    assert len(record(party)) == 2


def test_a_lost_cookie_loses_no_figure(party: Wired, bob: Phone):
    party.bids("E", 8)
    keeps_a_figure(bob, 7)
    bob.context.clear_cookies()
    bob.may_hear("status of 40[03]")
    tries_again(bob)
    bob.sees("Not sent: 7 in deal 1", within=FOUND_AGAIN)
    bob.sees("You are watching")
    bob.taps("Send it in my name")
    bob.sees("Take a seat with the join code to write.")
    bob.taps("I have read it")
    bob.sees_no("7 in deal 1")


@pytest.mark.parametrize("way", ["plain"])  # of the outbox alone
def test_a_stale_token_costs_no_figure(party: Wired, bob: Phone):
    party.bids("E", 8)
    bob.may_hear("status of 400")
    bob.page.evaluate("document.querySelector('meta[name=csrf-token]').content = 'of another evening'")
    bob.enters(7)
    bob.sees("Waiting for Alice & Carol")
    assert len(record(party)) == 2


def test_an_answer_that_is_lost_on_the_way_is_asked_for_again(party: Wired, bob: Phone):
    party.bids("E", 8)
    party.wire.loses_answers = True
    bob.picks(7)
    bob.taps("Enter 7")
    is_unsaved(bob)
    assert len(record(party)) == 2, "it was written all the same"
    party.wire.loses_answers = False
    bob.sees("Waiting for Alice & Carol", within=FOUND_AGAIN)
    bob.is_live(within=FOUND_AGAIN)  # as soon as it has asked once more, and that it does seldomer each time
    assert len(record(party)) == 2


@pytest.mark.parametrize("way", ["plain"])
@pytest.mark.parametrize(("status", "refused"), [(404, "no_table"), (413, "too_large"), (422, "invalid")])
def test_whatever_refuses_a_figure_it_is_shown(party: Wired, bob: Phone, status: int, refused: str):
    party.bids("E", 8)
    bob.may_hear(f"status of {status}")
    said = {"refused": refused, "message": "This is why.", "facts": {}}
    bob.page.route("**/entries", lambda route: route.fulfill(status=status, json=said))
    bob.enters(7)
    bob.sees("This is why.")
    bob.has_chosen(7)


@pytest.mark.parametrize("way", ["plain"])
@pytest.mark.parametrize("storage", ["is full", "is forbidden"])
def test_where_a_browser_keeps_nothing_the_page_does_and_says_so(party: Wired, storage: str):
    full = "Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError') }"
    forbidden = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no') } })"
    party.bob.context.add_init_script(full if storage == "is full" else forbidden)
    party.bids("E", 8)
    party.bob.to_the_sheet()
    party.bob.is_live()
    keeps_a_figure(party.bob, 7)
    party.bob.sees("This browser keeps nothing: leave the page open until it is sent.")
    tries_again(party.bob)
    party.bob.sees("Waiting for Alice & Carol", within=FOUND_AGAIN)


# What needs the network says so


def needs_the_network(alice: Phone) -> None:
    line = alice.page.get_by_role("alert").filter(has_text="Not saved: this needs the network")
    expect(line).to_be_visible()


@pytest.fixture
def host(browser: Browser, house: Serving, wire: Proxy, way: str) -> Iterator[Phone]:
    """Bob is the host this time."""
    with watched(Wired(browser, house.address, wire, way)) as party:
        answer = party.bob.sends("/tables/new", name="Bob", seat="E", first_dealer="N")
        party.key, party.bob.seat = answer["key"], "E"
        for each in ({"deal": 1, "bidder": "E", "bid": 8},):
            party.bob.sends("/t/{key}/bids", **each)
        yield party.bob


def test_a_correction_and_a_misdeal_need_the_network_and_keep_what_was_typed(host: Phone):
    host.sends("/t/{key}/entries", deal=1, points=9, side="EW")
    host.sends("/t/{key}/entries", deal=1, points=5, side="NS")
    host.goes("/t/{key}/deals/1/fix?side=EW")
    host.party.wire.cut()
    host.chooses("8", of=host.pad)
    host.types("counted twice", into="Reason, if you like")
    host.taps("Save the correction")
    needs_the_network(host)
    host.has_chosen(8)
    host.unfolds("It was a misdeal")
    host.taps("Void deal 1")
    needs_the_network(host)
    host.party.wire.mend()
    host.taps("Save the correction")
    expect(host.page).to_have_url(re.compile(r"/t/[^/]+$"))
    assert host.sheet["deals"][0]["taken"] == {"NS": 6, "EW": 8}


def test_end_match_and_next_match_need_the_network(host: Phone):
    party = host.party
    host.goes("/t/{key}/banking")
    party.wire.cut()
    host.taps("Bank it and end the match")
    needs_the_network(host)
    party.wire.mend()
    host.taps("Bank it and end the match")
    host.sees("Banked by Bob")
    host.to_the_sheet()
    host.is_live()
    party.wire.cut()
    host.taps("Next match")
    needs_the_network(host)
    party.wire.mend()
    host.taps("Next match")
    host.sees("Who won the bid?")


def test_the_way_to_end_match_waits_for_a_figure_that_is_not_saved(host: Phone):
    host.to_the_sheet()
    host.is_live()
    host.picks(9)
    host.unfolds("More")
    host.taps("End match…")
    host.sees("What you chose is not entered yet. Enter it first, or press End match once more.")
    host.has_chosen(9)
    host.party.wire.cut()
    host.enters(9)
    host.sees("Not saved yet: 9")
    host.unfolds("More")
    host.taps("End match…")
    needs_the_network(host)
    host.party.wire.mend()
    host.unfolds("More")
    host.taps("End match…")
    expect(host.page).to_have_url(re.compile("/banking$"))
    assert host.sheet["open_deal"]["taken"] == {"NS": None, "EW": 9}
