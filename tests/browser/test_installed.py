"""On the home screen and kept by the worker: never an old sheet as a live one, nor a page of two programs."""

from __future__ import annotations

import re
import shutil
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from struct import unpack

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.cast import PATIENCE, Party, Phone, busy
from tests.browser.conftest import watched
from tests.browser.proxy import Proxy
from tests.browser.wired import Wired, is_kept
from tests.house.serving import REPOSITORY, Serving, serving

pytestmark = pytest.mark.browser

FOUND_AGAIN = 15_000  # milliseconds
VERSIONS_KEPT = "caches.keys().then((names) => new Set(names.map((name) => name.split(' ')[1])).size)"
NEVER_KEPT = "This page needs the network"


# The worker


def test_a_sheet_that_was_open_once_opens_without_a_network_and_is_not_called_live(wired: Wired):
    bob = wired.bob
    bob.to_the_sheet()
    is_kept(bob)
    wired.bids("E", 8)
    expect(bob.row(1)).to_be_attached()
    with wired.wire.away():
        bob.to_the_sheet()
        expect(bob.row(1)).to_contain_text("8")
        bob.reads("Not live since", on=bob.page.locator("[data-offline]"))
        expect(bob.page.get_by_role("banner").get_by_text("Not live")).to_be_visible()
        expect(bob.page.locator('[data-state="live"]')).to_have_count(0)
        bob.goes("/")
        bob.sees("Continue")
        bob.page.get_by_role("link", name=re.compile("Alice")).tap()
        bob.sees("Your side:")


def test_pages_that_need_the_network_say_so_and_lead_back_to_the_sheet(wired: Wired):
    bob = wired.bob
    bob.to_the_sheet()
    is_kept(bob)
    with wired.wire.away():
        bob.goes("/join/{code}")
        bob.sees(NEVER_KEPT)
        expect(bob.page.get_by_role("link", name="Back to the sheet")).to_be_hidden()
        bob.goes("/t/{key}/history")
        bob.sees(NEVER_KEPT)
        bob.taps("Back to the sheet")
        bob.sees("Who won the bid?")
        bob.goes("/t/{key}/history")
    bob.taps("Try again")
    bob.sees("Alice opened the table.")


def test_whoever_signs_out_leaves_nothing_to_read(wired: Wired):
    bob = wired.bob
    bob.to_the_sheet()
    is_kept(bob)
    bob.sends("/account", username=f"bob {wired.key}", password="nine clubs and a two")
    bob.goes("/account")
    bob.taps("Sign out on this phone")
    bob.sees("Keep score together")
    is_kept(bob, "'/'")
    is_kept(bob, "'/offline'")
    with wired.wire.away():
        bob.goes("/t/{key}")
        bob.sees(NEVER_KEPT)
        bob.goes("/")
        bob.sees_no("Alice")
        bob.sees("Keep score together")


def test_a_line_that_hangs_opens_the_sheet_that_is_kept(wired: Wired):
    bob = wired.bob
    bob.to_the_sheet()
    is_kept(bob)
    wired.wire.hangs = True
    began = time.monotonic()
    bob.to_the_sheet()
    bob.sees("Who won the bid?")
    assert time.monotonic() - began < 8 * busy()
    expect(bob.page.locator('[data-state="live"]')).to_have_count(0)
    wired.wire.hangs = False


# A new version


class Copy:
    """The program in a folder of its own, where the next version can be made of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "program"
        for name in ("squarescores", "templates", "static"):
            shutil.copytree(
                REPOSITORY / name, self.folder / name, ignore=shutil.ignore_patterns("__pycache__")
            )
        self.start = folder / "start"
        self.start.write_text(
            f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(self.folder)!r})\n"
            "from squarescores.cli import main\nsys.exit(main())\n"
        )
        self.start.chmod(0o755)

    def served(self, stack: ExitStack, port: str = "0") -> Serving:
        options = ("--host", "127.0.0.1", "--port", port, "--instance", str(self.folder.parent / "instance"))
        return stack.enter_context(serving(self.folder.parent, *options, program=self.start))

    def becomes(self, path: str, was: str, now: str) -> None:
        file = self.folder / path
        text = file.read_text()
        assert was in text
        file.write_text(text.replace(was, now))


def test_a_new_version_is_there_after_one_reload_and_no_page_is_of_two(browser: Browser, tmp_path: Path):
    with ExitStack() as stack:
        copy = Copy(tmp_path)
        house = copy.served(stack)
        wire = Proxy(house.address)
        stack.callback(wire.close)
        party = stack.enter_context(watched(Wired(browser, house.address, wire)))
        party.is_seated()
        bob, dave = party.bob, party.dave
        for phone in (bob, dave):
            phone.may_hear("net::ERR_|status of 503")  # while one program ends and the next one starts
            phone.to_the_sheet()
            phone.is_live()
        dave.chooses("Carol", of="Bidder")
        is_kept(bob)
        loads: list[str] = []
        bob.page.on("load", lambda page: loads.append(page.url))

        copy.becomes("templates/sheet/_slip_bid.html", "Who won the bid?", "Who has the bid?")
        copy.becomes("static/css/house.css", "--desk: #e6dfcf", "--desk: #e6dfce")
        house.end()
        copy.served(stack, port=house.address.rpartition(":")[2])

        bob.sees("Who has the bid?", within=FOUND_AGAIN)
        bob.is_live()
        assert len(loads) == 1
        is_of_one_program(bob)
        dave.sees("There is a new version of the app. What you chose is still here.", within=FOUND_AGAIN)
        dave.sees("Who won the bid?")
        dave.taps("Open the new version")
        dave.sees("Who has the bid?")
        expect(dave.group("Bidder").get_by_role("radio", checked=True)).to_have_value("S")

        becomes(bob, VERSIONS_KEPT, 1, within=FOUND_AGAIN)  # a browser takes its time with a worker
        is_kept(bob)
        with wire.away():
            bob.to_the_sheet()
            bob.sees("Who has the bid?")
            is_of_one_program(bob)


def is_of_one_program(phone: Phone) -> None:
    """Every file on the page has the hash of the one program that drew it, and the desk its colour."""
    names = phone.page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    hashes = {found[1] for name in names if (found := re.search(r"/static/([0-9a-f]+)/", name))}
    assert len(hashes) == 1, names
    desk = phone.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert desk == "rgb(230, 223, 206)"


# The screen

LOCK = """
  const asked = [];
  const held = new Set();
  Object.defineProperty(navigator, "wakeLock", { configurable: true, value: {
    request: async (kind) => {
      const lock = { released: false, release: async () => { lock.released = true; held.delete(lock); } };
      asked.push(kind); held.add(lock);
      return lock;
    },
  } });
  window.asked = asked; window.held = held;
  window.hides = () => {
    for (const lock of [...held]) lock.release();
    document.dispatchEvent(new Event("visibilitychange"));
  };
"""


def test_the_screen_stays_on_and_a_switch_that_is_remembered_says_so(party: Party):
    bob = party.bob
    bob.context.add_init_script(LOCK)
    bob.to_the_sheet()
    is_on = "held.size"
    becomes(bob, is_on, 1)
    bob.page.evaluate("hides()")
    becomes(bob, is_on, 1)
    assert bob.page.evaluate("asked.length") == 2
    bob.unfolds("More")
    switch = bob.page.get_by_role("switch", name="Keep the screen on")
    expect(switch).to_be_checked()
    switch.tap()
    expect(switch).not_to_be_checked()
    becomes(bob, is_on, 0)
    bob.page.reload()
    bob.is_live()
    bob.page.evaluate("hides()")
    becomes(bob, is_on, 0)
    bob.unfolds("More")
    switch.tap()
    becomes(bob, is_on, 1)


def test_the_screen_of_a_board_stays_on(party: Party):
    board = party.board
    board.context.add_init_script(LOCK)
    board.goes("/t/{key}/board")
    becomes(board, "held.size", 1)
    board.page.evaluate("hides()")
    becomes(board, "held.size", 1)


def becomes(phone: Phone, script: str, wanted: int, within: float = PATIENCE) -> None:
    until = time.monotonic() + within / 1000 * busy()
    while phone.page.evaluate(script) != wanted:
        assert time.monotonic() < until, script
        phone.page.wait_for_timeout(20)


def test_where_a_browser_cannot_keep_the_screen_on_nothing_is_said(party: Party):
    party.bob.context.add_init_script("delete Navigator.prototype.wakeLock")
    party.bob.to_the_sheet()
    party.bob.is_live()
    party.bob.unfolds("More")
    expect(party.bob.pressable("History")).to_be_visible()
    expect(party.bob.page.get_by_text("Keep the screen on")).to_be_hidden()


# The home screen


def test_the_app_can_be_put_on_the_home_screen(party: Party, alice: Phone):
    session = alice.context.new_cdp_session(alice.page)
    found = session.send("Page.getAppManifest")
    assert not found["errors"]
    asks = alice.context.request
    manifest = asks.get(found["url"]).json()
    assert (manifest["display"], manifest["scope"], manifest["start_url"]) == ("standalone", "/", "/")
    for icon in manifest["icons"]:
        picture = asks.get(icon["src"])
        assert picture.headers["content-type"] == icon["type"]
        width, height = unpack(">II", picture.body()[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for shortcut in manifest["shortcuts"]:
        assert asks.get(shortcut["url"]).ok
    assert manifest["share_target"]["params"] == {"title": "title", "text": "text", "url": "link"}
    head = alice.page.locator("head")
    for theme, colour in (("light", "#fcf9f1"), ("dark", "#191712")):
        meta = head.locator(f'meta[name="theme-color"][media*="{theme}"]')
        expect(meta).to_have_attribute("content", colour)
    for name in ("mobile-web-app-capable", "apple-mobile-web-app-capable"):
        expect(head.locator(f'meta[name="{name}"]')).to_have_attribute("content", "yes")
    touched = head.locator('link[rel="apple-touch-icon"]').get_attribute("href")
    assert touched
    assert asks.get(touched).ok


def test_a_join_link_shared_with_the_app_leads_to_the_seats(party: Party):
    party.alice.sends("/t/{key}/seats/free", seat="W")
    frank = party.phone("frank")
    frank.goes("/join?title=Pedro&text=Come%20and%20play%20https%3A%2F%2Fpedro.example%2Fjoin%2F{code}")
    frank.sees("Take a seat")
    expect(frank.page).to_have_url(re.compile(rf"/join/{party.code}$"))
