"""An evening at the table, from the first tap to the next match."""

import pytest
from playwright.sync_api import expect

from tests.browser.cast import AT_ONCE, Party
from tests.browser.paper import Paper

pytestmark = pytest.mark.browser


def test_two_taps_from_home_to_a_running_table(phones: Party):
    alice = phones.alice
    alice.goes("/")
    alice.taps("Open a table")
    alice.types("Alice", into="Your name")
    alice.taps("Open the table")
    alice.sees("Take your seats")
    expect(alice.page.get_by_role("img", name="QR code for this table")).to_be_visible()
    expect(alice.pressable("Start with deal 1")).to_be_in_viewport()


def test_the_worked_hand_on_four_phones_and_a_board(phones: Party):
    paper = Paper()
    phones.alice.opens()
    phones.bob.joins("E")
    phones.carol.joins("S")
    phones.dave.joins("W")
    phones.alice.taps("Start with deal 1")
    phones.board.goes("/t/{key}/board")
    for phone in phones.everybody:
        phone.is_live()

    phones.alice.notes("E", 8, "H")
    for phone in phones.everybody:
        phone.reads("8 Bob", on=phone.row(1), within=AT_ONCE)
        expect(phone.row(1).get_by_role("img", name="hearts")).to_be_visible()

    phones.carol.enters(7)
    for phone in phones.everybody:
        phone.reads("7 entered", on=phone.cell(1, "NS"), within=AT_ONCE)
        expect(phone.cell(1, "EW")).to_contain_text("not in yet")
    phones.carol.sees("Waiting for Bob & Dave")

    phones.bob.picks(7)
    phones.bob.sees("7 of 8: set, 0 on the sheet, owes 8")
    phones.bob.taps("Enter 7")
    paper.write(1, "E", 8, ns=7)
    phones.all_show(paper, within=AT_ONCE)
    phones.all_see("Bob deals")
