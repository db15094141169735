"""Noting the bid: what a bid may be, which of two stands, and trumps named later."""

from __future__ import annotations

from typing import Any

import pytest

from squarescores.pedro import Seat, Suit
from squarescores.pedro.marks import Noted, TrumpNamed
from tests.pedro.cast import Party, Phone


def test_a_bid_opens_the_row_and_awaits_points(party: Party, bob: Phone) -> None:
    assert party.sheet["open_deal"]["state"] == "bidding"
    assert bob.bids("E", 8, "H").wrote == Noted(1, 1, Seat.E, 8, Suit.H)
    assert party.sheet["open_deal"]["state"] == "playing"


@pytest.mark.parametrize("bid", [7, 14])
def test_a_bid_goes_from_seven_to_the_pack(bob: Phone, bid: int) -> None:
    assert bob.bids("E", bid).wrote


@pytest.mark.parametrize("bid", [6, 15, 0, -1, 10**30, "28-56"])
def test_no_other_bid_is_a_bid(party: Party, bob: Phone, bid: Any) -> None:
    answer = bob.bids("E", bid)
    assert answer.wrong == ("bid", "bid_range")
    assert answer.facts == {"low": 7, "high": 14}
    assert party.match.rows == ()


@pytest.mark.parametrize("bid", [6, 16])
def test_the_tables_own_rules_say_what_a_bid_is(alice: Phone, bid: int) -> None:
    alice.chooses_rules(preset="california")
    assert alice.bids("E", bid).wrote


def test_the_dealer_may_bid_28_56_where_the_table_plays_it(alice: Phone) -> None:
    alice.chooses_rules(dealer_28_56=True)
    assert alice.bids("N", "28-56").wrote


def test_only_the_dealer_may_bid_28_56(alice: Phone) -> None:
    alice.chooses_rules(dealer_28_56=True)
    answer = alice.bids("E", "28-56")
    assert answer.wrong == ("bid", "dealer_only")
    assert answer.facts["dealer"] is Seat.N


def test_permission_is_answered_before_the_bid_is_looked_at(zoe: Phone) -> None:
    assert zoe.bids("E", 99).refused == "not_seated"


# Two phones note the bid


def test_the_same_bid_from_another_phone_is_a_plain_success(bob: Phone, dave: Phone, party: Party) -> None:
    bob.bids("E", 8)
    assert dave.bids("E", 8).stands == party.row(1).mark


@pytest.mark.parametrize(("bidder", "bid"), [("E", 9), ("W", 8)])
def test_another_bid_from_another_phone_is_refused(bob: Phone, dave: Phone, bidder: str, bid: int) -> None:
    bob.bids("E", 8)
    answer = dave.bids(bidder, bid)
    assert answer.refused == "bid_noted"
    assert answer.facts["row"]["bid"] == 8


def test_a_bid_that_says_which_one_it_replaces_replaces_it(party: Party, bob: Phone, dave: Phone) -> None:
    bob.bids("E", 8)
    assert dave.bids("W", 9, was=party.row(1).mark).wrote
    assert (party.row(1).bidder, party.row(1).bid) == (Seat.W, 9)


def test_a_bid_that_replaces_an_older_one_is_refused(party: Party, bob: Phone, dave: Phone) -> None:
    bob.bids("E", 8)
    seen = party.row(1).mark
    bob.bids("E", 9, was=seen)
    assert dave.bids("W", 10, was=seen).refused == "bid_noted"


def test_the_same_bid_is_a_plain_success_even_after_its_row_settled(party: Party, bob: Phone) -> None:
    party.plays("E", 8, 7)
    assert bob.bids("E", 8, deal=1).stands


# Trumps


def test_the_standing_bid_sent_again_fills_an_empty_trump(party: Party, bob: Phone, dave: Phone) -> None:
    bob.bids("E", 8)
    assert dave.bids("E", 8, "H").wrote == TrumpNamed(1, 1, Suit.H)


def test_a_trump_is_filled_while_a_row_is_disputed(party: Party, bob: Phone) -> None:
    party.is_disputed()
    assert bob.bids("E", 8, "H", deal=1).wrote


def test_the_same_trump_is_a_plain_success(party: Party, bob: Phone, dave: Phone) -> None:
    bob.bids("E", 8, "H")
    noted = party.row(1).mark
    bob.enters(7)
    assert dave.bids("E", 8, "H").stands == noted
    assert dave.bids("E", 8).stands == noted


def test_another_trump_is_another_bid(party: Party, bob: Phone, dave: Phone) -> None:
    bob.bids("E", 8, "H")
    assert dave.bids("E", 8, "S").refused == "bid_noted"
    assert dave.bids("E", 8, "S", was=party.row(1).mark).wrote


def test_a_filled_trump_is_the_hosts_once_points_are_in(party: Party, alice: Phone, bob: Phone) -> None:
    bob.bids("E", 8, "H")
    bob.enters(7)
    assert bob.bids("E", 8, "S", was=party.row(1).mark).refused == "points_in"
    assert alice.corrects(1, trump="S").wrote


# Which row


def test_a_bid_does_not_land_on_a_deal_that_is_not_there_yet(party: Party, bob: Phone) -> None:
    party.plays("E", 8, 7)
    answer = bob.bids("E", 8, deal=3)
    assert answer.refused == "no_deal"
    assert answer.facts["open"] == 2


@pytest.mark.parametrize("deal", [0, -1, 10**9])
def test_a_bid_for_no_deal_is_refused(bob: Phone, deal: int) -> None:
    assert bob.bids("E", 8, deal=deal).refused == "no_deal"


def test_the_next_deal_waits_while_one_is_disputed(party: Party, bob: Phone) -> None:
    party.is_disputed()
    assert bob.bids("S", 8, deal=2).refused == "disputed"
    assert bob.bids("S", 8, deal=3).refused == "no_deal"
    party.alice.corrects(1, EW=7)
    assert bob.bids("S", 8, deal=2).wrote


def test_a_late_bid_does_not_land_on_the_next_deal(party: Party, bob: Phone) -> None:
    party.plays("E", 8, 7)
    assert bob.bids("W", 9, deal=1).refused == "points_in"
    assert party.row(2).bid is None


def test_a_late_bid_does_not_land_on_the_redeal(party: Party, bob: Phone) -> None:
    bob.bids("E", 8)
    party.alice.voids(1)
    answer = bob.bids("W", 9, deal=1)
    assert answer.refused == "deal_voided"
    assert answer.facts["open"] == 2


def test_a_late_bid_does_not_land_in_the_next_match(party: Party, alice: Phone, bob: Phone) -> None:
    alice.ends_the_match()
    assert bob.bids("E", 8, match=1).refused == "match_banked"
    alice.starts_the_next()
    assert bob.bids("E", 8, match=1).refused == "sheet_moved_on"
    assert bob.bids("E", 8, match=2).wrote
