"""Two servers behind nginx, and one of them is killed under the phones."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.cast import Party, busy
from tests.browser.conftest import watched
from tests.browser.paper import Paper
from tests.many.rack import rack_in

pytestmark = [pytest.mark.browser, pytest.mark.postgres]

MOVED = 5000  # milliseconds


def test_phones_of_a_server_that_is_killed_go_on_at_the_other(browser: Browser, tmp_path: Path):
    with rack_in(tmp_path) as rack, watched(Party(browser, rack.front)) as party:
        party.is_seated()
        deal = party.bids("E", 8)
        for phone in (party.alice, party.bob):
            phone.to_the_sheet()
            phone.is_live()
            phone.may_hear("ERR_INCOMPLETE_CHUNKED_ENCODING|502")
        rack.apps[0].ends(signal.SIGKILL)
        party.bob.enters(8)
        expect(party.alice.cell(deal, "EW")).to_contain_text("entered", timeout=MOVED * busy())
        for phone in (party.alice, party.bob):
            phone.is_live(MOVED)
        party.alice.enters(6)
        paper = Paper()
        paper.write(deal, "E", 8, 6)
        party.all_show(paper)
