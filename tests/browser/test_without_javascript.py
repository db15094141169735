"""The same evening on phones that run no JavaScript: forms, and the page that follows them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.cast import Party
from tests.browser.conftest import watched
from tests.browser.paper import Paper
from tests.house.serving import Serving

pytestmark = pytest.mark.browser


@pytest.fixture
def plain(browser: Browser, house: Serving) -> Iterator[Party]:
    """Phones that run no script; a sheet is current when it is opened again."""
    with watched(Party(browser, house.address, java_script_enabled=False)) as party:
        yield party


def all_look_again(party: Party) -> None:
    for phone in party.everybody:
        phone.to_the_sheet()


def test_an_evening_without_javascript(plain: Party):
    paper = Paper()
    alice, bob, carol, dave = plain.players
    alice.opens()
    bob.joins("E")
    carol.joins("S")
    dave.joins("W")

    alice.taps("Start with deal 1")
    alice.notes("E", 8, "H")
    alice.sees("Bob bid 8.")
    all_look_again(plain)
    bob.enters(7)
    bob.sees("Waiting for Alice & Carol")
    carol.to_the_sheet()
    carol.enters(7)
    carol.sees("Who won the bid?")
    paper.write(1, "E", 8, ns=7)
    all_look_again(plain)
    plain.all_show(paper)

    # A partner who was slower is told, and the figure is still there.
    dave.notes("N", 9)
    dave.sees("Alice bid 9.")
    all_look_again(plain)
    alice.enters(9)
    alice.sees("Waiting for Bob & Dave")
    carol.may_hear("status of 409")
    carol.enters(10)
    carol.sees("Alice entered 9 for Alice & Carol, so your 10 was not written.")

    # Bob writes the 0 that one writes on paper, and is asked.
    bob.may_hear("status of 422")
    bob.to_the_sheet()
    bob.enters(5)
    bob.sees("Who won the bid?")
    paper.write(2, "N", 9, ns=9)
    bob.notes("W", 7)
    bob.sees("Dave bid 7.")
    carol.to_the_sheet()
    carol.enters(9)
    carol.sees("Waiting for Bob & Dave")
    bob.to_the_sheet()
    bob.enters(0)
    bob.sees("Alice & Carol entered 9, so you took 5.")
    bob.has_chosen(0)
    bob.enters(5)
    bob.sees("Who won the bid?")
    paper.write(3, "W", 7, ns=9)

    # The host corrects a row, having seen what that changes.
    alice.to_the_sheet()
    alice.cell(3, "EW").get_by_role("link").tap()
    alice.sees("Bob & Dave bid 7 and took 5: set")
    alice.taps("Correct this deal")
    alice.chooses("8", of=alice.pad)
    alice.types("6", into="Alice & Carol")
    alice.taps("Show what changes")
    paper.write(3, "W", 7, ns=6)
    expect(alice.page.locator("[data-preview]")).to_contain_text(f"{paper.total('NS')}")
    alice.taps("Save the correction")
    alice.sees("Who won the bid?")
    all_look_again(plain)
    plain.all_show(paper)

    dave.unfolds("More")
    dave.taps("End match…")
    dave.sees("Alice & Carol")
    dave.taps("Bank it and end the match")
    dave.sees("Banked by Dave")
    carol.to_the_sheet()
    carol.sees("Match 1 is banked")
    carol.taps("Next match")
    carol.sees("Who won the bid?")
    all_look_again(plain)
    plain.all_show(Paper())
    plain.all_see("Dave deals")
