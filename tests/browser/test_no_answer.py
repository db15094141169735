"""The server is gone or hangs when somebody presses: the phone says so, and the figure is written once."""

from __future__ import annotations

import os
import re
import signal
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.cast import Party, Phone, busy
from tests.browser.conftest import watched
from tests.browser.paper import Paper
from tests.house.serving import Serving, serving

pytestmark = pytest.mark.browser

NOTICED = 5000  # milliseconds
FOUND_AGAIN = 15_000  # milliseconds in which every phone has found the server again
GONE = r"net::ERR_"  # what a browser's console says of a server that does not answer


def served(stack: ExitStack, folder: Path, port: str = "0") -> Serving:
    options = ("--host", "127.0.0.1", "--port", port, "--instance", str(folder / "instance"))
    house = stack.enter_context(serving(folder, *options))
    house.get("/healthz")
    return house


def seated(stack: ExitStack, browser: Browser, house: Serving) -> Party:
    """Four with a bid noted; the test may hear what their browsers say of a lost server."""
    party = stack.enter_context(watched(Party(browser, house.address)))
    party.is_seated()
    for phone in party.players:
        phone.may_hear(GONE)
    party.bids("E", 8)
    return party


def says_not_saved(phone: Phone) -> None:
    """Within five seconds, and the figure is still there to read."""
    expect(phone.page.get_by_role("banner").get_by_text("Not saved")).to_be_visible(timeout=NOTICED * busy())
    phone.sees("Not saved yet 7 has been kept on this phone")
    phone.reads("7 not saved yet", on=phone.cell(1, "EW"))


def is_written_once(party: Party) -> None:
    party.alice.goes("/t/{key}/history")
    line = party.alice.page.get_by_role("listitem").filter(has_text=re.compile(r"Bob\W* entered 7"))
    expect(line).to_have_count(1)


def test_a_figure_pressed_when_the_server_was_killed_is_kept_and_written_once(
    browser: Browser, tmp_path: Path
):
    with ExitStack() as stack:
        house = served(stack, tmp_path)
        party, paper = seated(stack, browser, house), Paper()
        for phone in party.players:
            phone.to_the_sheet()
        for phone in party.players:
            phone.is_live()

        party.bob.picks(7)
        house.end(signal.SIGKILL, group=True)
        party.bob.taps("Enter 7")
        says_not_saved(party.bob)
        for phone in (party.alice, party.carol, party.dave):
            expect(phone.page.get_by_role("banner").get_by_text("Not live")).to_be_visible()

        served(stack, tmp_path, port=house.address.rpartition(":")[2])
        party.bob.sees("Waiting for Alice & Carol", within=FOUND_AGAIN)
        party.dave.reads("entered", on=party.dave.cell(1, "EW"), within=FOUND_AGAIN)
        party.carol.enters(7)
        paper.write(1, "E", 8, ns=7)
        party.all_show(paper, within=FOUND_AGAIN)
        is_written_once(party)


def test_a_figure_pressed_while_the_server_hangs_is_kept_and_written_once(browser: Browser, tmp_path: Path):
    with ExitStack() as stack:
        house = served(stack, tmp_path)
        party = seated(stack, browser, house)
        party.bob.to_the_sheet()
        party.bob.picks(7)
        os.killpg(house.process.pid, signal.SIGSTOP)
        try:
            party.bob.taps("Enter 7")
            says_not_saved(party.bob)
            party.bob.taps("Try again now")
        finally:
            os.killpg(house.process.pid, signal.SIGCONT)
        party.bob.sees("Waiting for Alice & Carol")
        is_written_once(party)


def test_a_figure_pressed_while_the_database_is_away_is_kept_and_written_once(
    browser: Browser, tmp_path: Path
):
    with ExitStack() as stack:
        party = seated(stack, browser, served(stack, tmp_path))
        for phone in party.players:
            phone.may_hear("status of 503")
        party.bob.to_the_sheet()
        party.bob.picks(7)
        kept = tmp_path / "instance" / "squarescores.db"
        away = kept.rename(kept.with_name("away"))
        party.bob.taps("Enter 7")
        says_not_saved(party.bob)
        away.rename(kept)
        party.bob.sees("Waiting for Alice & Carol", within=FOUND_AGAIN)
        is_written_once(party)
