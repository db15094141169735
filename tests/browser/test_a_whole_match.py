"""A match on four phones from its first bid to the first bid of the next one."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.cast import AT_ONCE, SEATS, Party
from tests.browser.paper import Paper

pytestmark = pytest.mark.browser


def deal_is_played(party: Party, paper: Paper, deal: int, bidder: str, bid: int, ns: int) -> None:
    """The bid on one phone, each side's points on another; then every phone shows what the paper says."""
    players = party.players
    players[deal % 4].notes(bidder, bid)
    players[2 * (deal % 2)].enters(ns)
    players[1 + 2 * (deal % 2)].enters(14 - ns)
    paper.write(deal, bidder, bid, ns)
    party.all_show(paper, within=AT_ONCE)


def test_a_match_with_everything_in_it(four: Party):
    party, paper = four, Paper()
    alice, bob, carol, dave = party.players

    deal_is_played(party, paper, 1, "E", 14, ns=4)
    party.bob.sees("owes 14: −14")

    # The shortfall is paid over three deals.
    deal_is_played(party, paper, 2, "N", 8, ns=9)
    deal_is_played(party, paper, 3, "S", 9, ns=10)
    deal_is_played(party, paper, 4, "W", 7, ns=5)
    assert [paper.scored(deal).paid.ew for deal in (2, 3, 4)] == [5, 4, 5]

    # Deal 3 was written wrong: the host corrects it, having seen what follows from it.
    alice.sees("Who won the bid?")  # under a thumb that has just entered something it comes a little later
    alice.cell(3, "NS").get_by_role("link").tap()
    alice.taps("Correct this deal")
    alice.chooses("9", of=re.compile("^Points Alice & Carol took in deal 3$"))
    expect(alice.page.get_by_label("Bob & Dave", exact=True)).to_have_value("5")
    paper.write(3, "S", 9, ns=9)
    expect(alice.page.locator("[data-preview]")).to_contain_text(str(paper.total("EW")))
    alice.types("Counted twice", into="Reason, if you like")
    alice.taps("Save the correction")
    party.all_show(paper, within=AT_ONCE)
    for phone in party.players:
        expect(phone.cell(3, "NS")).to_have_text(re.compile(r"was\s*10\s*now\s*9"), use_inner_text=True)

    # Deal 5 was dealt wrong: the same seat deals again, under a new number.
    dealt = party.called(alice.sheet["dealer"])
    dave.notes("S", 8, "C")
    alice.row(5).get_by_role("rowheader").get_by_role("link").tap()
    alice.taps("Correct this deal")
    alice.unfolds("It was a misdeal")
    alice.taps("Void deal 5")
    for phone in party.players:
        phone.reads("void", on=phone.row(5), within=AT_ONCE)
        expect(phone.page.get_by_role("region", name="Score")).to_contain_text(re.compile(r"Deal\s*6"))
        phone.sees(f"{dealt} deals")

    for deal, (bidder, bid, ns) in enumerate(
        [("E", 14, 0), ("W", 14, 0), ("E", 14, 0), ("N", 14, 14), ("S", 14, 14), ("W", 9, 5)], start=6
    ):
        deal_is_played(party, paper, deal, bidder, bid, ns)
    assert paper.standing.outcome.status == "bidder_goes_out"
    party.all_see("Bidder goes out")

    # The side that stands lower makes its bid, and has won.
    bob.notes("E", 7, "S")
    carol.enters(6)
    dave.picks(8)
    dave.sees("Bob & Dave win")
    dave.taps("Enter 8")
    paper.write(12, "E", 7, ns=6)
    outcome = paper.standing.outcome
    assert outcome.winner == "EW"
    assert paper.total("NS") > paper.total("EW")
    party.all_show(paper, within=AT_ONCE)
    party.all_see("Bob & Dave win They bid 7 on a bidder-goes-out deal and made it")
    party.all_see(f"though Alice & Carol stand higher, at {paper.total('NS')}")

    # Carol ends it: one press shows what will be banked, another on a page of its own banks it.
    first = carol.pressable("See what will be banked").bounding_box()
    carol.taps("See what will be banked")
    carol.sees("Nothing is banked until you press once more")
    second = carol.pressable("Bank it and end the match").bounding_box()
    assert first
    assert second
    assert second["y"] + second["height"] <= first["y"] or second["y"] >= first["y"] + first["height"]
    carol.taps("Bank it and end the match")
    carol.sees("Bob & Dave won")
    carol.sees(re.compile(r"Banked by Carol, .*, after 11 deals"))
    for phone in (alice, bob, dave):
        phone.sees("Match 1 is banked")
        phone.sees("Ended by Carol")

    # The deal has moved on to Dave; everybody sits where they sat, and nobody scans again. Carol, who still
    # reads the result, is taken along.
    dave.taps("Next match")
    for phone in party.players:
        phone.sees("Who won the bid?")
        phone.sees("Dave deals")
        assert phone.me["seat"] == SEATS[phone.name]
    fresh = Paper()
    party.all_show(fresh)
    deal_is_played(party, fresh, 1, "N", 7, ns=8)
