"""A phone while somebody else writes: nothing moves, nothing is dropped, both figures are seen."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.cast import AT_ONCE, Party, Phone
from tests.browser.paper import Paper

pytestmark = pytest.mark.browser


def test_who_joins_later_is_named_on_the_keys_of_a_phone_that_waits(phones: Party):
    phones.is_seated("bob")
    phones.alice.to_the_sheet()
    expect(phones.alice.group("Bidder").get_by_role("radio", name="South")).to_be_visible()
    phones.carol.sends("/join", code=phones.code, name="Carol", seat="S")
    expect(phones.alice.group("Bidder").get_by_role("radio", name="Carol")).to_be_visible()


def test_nothing_moves_under_a_thumb_when_the_other_side_enters(party: Party, bob: Phone, carol: Phone):
    party.bids("E", 8)
    bob.picks(6)
    with bob.stands_still():
        carol.enters(7)
        bob.sees("which leaves 7 for you")
    bob.has_chosen(6)
    bob.enters(7)
    bob.sees("Who won the bid?")


def test_a_choice_stays_when_the_partner_enters_first(party: Party, bob: Phone, dave: Phone):
    party.bids("E", 8)
    bob.picks(6)
    with bob.stands_still():
        dave.enters(7)
        bob.sees("The sheet has moved on. What you chose is still here.")
    bob.has_chosen(6)
    bob.reads("7 entered", on=bob.cell(1, "EW"))


def test_a_refused_figure_stays_beside_the_one_that_stands(party: Party, bob: Phone, dave: Phone):
    party.bids("E", 8)
    bob.picks(6)
    dave.enters(7)
    bob.sees("The sheet has moved on")
    bob.may_hear("status of 409")
    bob.taps("Enter 6")
    bob.sees("Dave entered 7 for Bob & Dave, so your 6 was not written.")
    bob.has_chosen(6)
    bob.reads("7 entered", on=bob.cell(1, "EW"))

    dave.goes("/t/{key}/history")
    dave.sees("Refused: Bob, 6 for Bob & Dave. Dave had entered 7.")

    bob.pressable("Show what is next").first.tap()
    bob.sees("Waiting for Alice & Carol")


def test_two_figures_that_do_not_add_up_are_settled_with_one_tap(four: Party):
    party, paper = four, Paper()
    alice, dave = four.alice, four.dave
    party.bids("E", 8)
    party.carol.enters(7)
    dave.enters(8)
    for phone in party.players:
        phone.reads("7? disputed", on=phone.cell(1, "NS"), within=AT_ONCE)
        phone.reads("8? disputed", on=phone.cell(1, "EW"))
        phone.sees("7 and 8 make 15, not 14")
    dave.sees("Alice, the host, settles it.")
    expect(dave.pressable(re.compile("counted right"))).to_have_count(0)

    alice.taps(re.compile("Bob & Dave counted right$"))
    paper.write(1, "E", 8, ns=6)
    party.all_show(paper, within=AT_ONCE)


def test_a_card_that_both_sides_counted_is_named(party: Party, bob: Phone, carol: Phone):
    party.bids("E", 8, "H")
    for phone, cards, points in (
        (carol, ("ace 1", "pedro 5", "low pedro 5"), 11),
        (bob, ("jack 1", "ten 1", "pedro 5", "the two: dealt to you?"), 8),
    ):
        phone.unfolds("Count cards")
        for card in cards:
            phone.page.get_by_role("checkbox", name=re.compile(rf"(?<!low ){re.escape(card)}$")).tap()
        phone.has_chosen(points)
        phone.taps(f"Enter {points}")
    party.all_see("Both sides counted the pedro.")


def test_a_0_as_on_paper_is_asked_about(party: Party, bob: Phone, carol: Phone):
    paper = Paper()
    party.bids("E", 8)
    carol.enters(9)
    bob.sees("which leaves 5 for you")
    bob.picks(0)
    bob.taps("Enter 0")
    bob.sees("Type what you took, also when set: Alice & Carol entered 9, so you took 5.")
    bob.taps("Use that figure")
    bob.has_chosen(5)
    bob.taps("Enter 5")
    paper.write(1, "E", 8, ns=9)
    party.all_show(paper, within=AT_ONCE)


def test_a_0_that_was_meant_is_written(party: Party, alice: Phone, bob: Phone):
    party.bids("E", 8)
    bob.enters(0)
    alice.sees("entered 0, which leaves 14 for you")
    alice.enters(13)
    party.all_see("13 and 0 make 13, not 14")
    bob.sees("On paper one writes 0 when set")


def test_who_waits_sees_what_the_host_corrected_meanwhile(party: Party, bob: Phone):
    party.bids("E", 8)
    bob.enters(7)
    bob.sees("Bob & Dave: 7")
    was = party.alice.sheet["open_deal"]["mark"]
    party.alice.sends("/t/{key}/corrections", deal=1, EW=6, was=was)
    bob.sees("Bob & Dave: 6")


def test_choosing_a_key_moves_no_key(party: Party, bob: Phone):
    party.bids("E", 8)
    key = bob.group(bob.pad).get_by_role("radio", name="9", exact=True)
    before = key.bounding_box()
    bob.picks(9)
    bob.sees("9 of 8: made, 9 on the sheet")
    assert key.bounding_box() == before
