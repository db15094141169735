"""A new host while the old one looks on: everybody is told at once, and it is done without another tap."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.cast import AT_ONCE, Party, Phone
from tests.browser.conftest import at_the_sheet, watched
from tests.house.serving import PROGRAM, serving

pytestmark = pytest.mark.browser

HURRIED = """#!{python}
from datetime import timedelta
from squarescores import cli
from squarescores.pedro import proposal

proposal.REFUSABLE = timedelta(seconds={seconds})
raise SystemExit(cli.main())
"""
SECONDS = 4
"""The host of these tests has no two minutes."""


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("hurried")
    program = folder / PROGRAM.name
    program.write_text(HURRIED.format(python=sys.executable, seconds=SECONDS))
    program.chmod(0o755)
    with serving(folder, "--host", "127.0.0.1", program=Path(program)) as running:
        yield running.address


@pytest.fixture
def phones(browser: Browser, hurried: str) -> Iterator[Party]:
    with watched(Party(browser, hurried)) as party:
        yield party


def note(phone: Phone) -> Locator:
    return phone.page.locator("[data-note]")


def test_both_sides_agree_and_the_old_host_s_phone_shows_it_done(party: Party, alice: Phone, carol: Phone):
    party.bob.goes("/t/{key}/seats")
    party.bob.unfolds("A new host")
    party.bob.taps("Propose Carol")
    alice.sees("Bob proposed Carol as the new host.", within=AT_ONCE)
    carol.sees("Bob proposed you as the new host.", within=AT_ONCE)
    carol.taps("Agree")
    alice.sees("Bob and Carol have agreed on Carol as the new host. Unless you refuse, it is done at")
    for phone in (alice, carol, party.bob):
        expect(note(phone)).to_be_empty(timeout=(SECONDS + 5) * 1000)
    assert (alice.me["host"], carol.me["host"]) == (False, True)
    party.bob.sees("Host: Carol")


def test_the_host_refuses_with_one_tap(party: Party, alice: Phone, carol: Phone):
    party.bob.sends("/t/{key}/host/agreement", seat="S", agree="yes")
    carol.taps("Agree")
    alice.taps("Stay host")
    expect(note(carol)).to_be_empty()
    alice.page.wait_for_timeout((SECONDS + 1) * 1000)
    assert alice.me["host"]


def test_what_stands_there_is_not_drawn_anew_under_the_thumb(party: Party, alice: Phone):
    party.bob.sends("/t/{key}/host/agreement", seat="S", agree="yes")
    button = alice.pressable("Stay host")
    expect(button).to_be_visible()
    before = button.element_handle()
    party.bids("E", 8)
    alice.sees("Your side")
    assert before.is_visible()  # the same element, not another one in its place
    button.tap()
    expect(note(alice)).to_be_empty()


def test_what_somebody_chose_on_the_pad_stays(party: Party, alice: Phone):
    party.bids("E", 8)
    alice.picks(7)
    party.bob.sends("/t/{key}/host/agreement", seat="S", agree="yes")
    alice.sees("Bob proposed Carol as the new host.", within=AT_ONCE)
    alice.has_chosen(7)


def test_whoever_types_the_code_on_paper_is_the_host_on_every_phone(party: Party, alice: Phone, bob: Phone):
    party.bids("E", 8)
    code = alice.sends("/t/{key}/host/recovery", new="yes")["recovery"]
    bob.goes("/t/{key}/seats")
    bob.unfolds("A new host")
    bob.taps("With the recovery code")
    bob.types(code.lower().replace("-", " "), into="Recovery code")
    bob.taps("Become the host")
    bob.sees(re.compile("Write it on paper"))
    bob.sees("Host: Bob")
    bob.page.reload()
    bob.sees_no("Write it on paper")
    assert not alice.me["host"]
    assert at_the_sheet(bob).me["host"]
