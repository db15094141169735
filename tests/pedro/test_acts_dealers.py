"""Who deals: the chain of dealers, misdeals, voids undone, and the dealer of a "28-56"."""

from __future__ import annotations

from typing import Any

import pytest

from squarescores.pedro import Seat
from tests.pedro.cast import Party, Phone


def dealers(party: Party) -> str:
    """The dealers of the rows there are and of the next deal."""
    match = party.match
    return "".join(match.dealers[number] for number in range(1, match.open_row.number + 1))


def test_the_deal_moves_one_seat_clockwise_with_each_settled_deal(party: Party) -> None:
    for _ in range(5):
        party.plays("E", 8, 7)
    assert dealers(party) == "NESWNE"


def test_picking_a_dealer_begins_no_row(party: Party, bob: Phone) -> None:
    bob.picks_dealer("W")
    assert party.match.rows == ()


@pytest.mark.parametrize("drawn", [True, False])
def test_drawing_again_before_the_first_bid_counts(party: Party, bob: Phone, drawn: bool) -> None:
    bob.picks_dealer("W")
    bob.picks_dealer("S", drawn)
    party.plays("E", 8, 7)
    assert dealers(party) == "SW"


def test_an_open_or_disputed_row_moves_no_dealer(party: Party, alice: Phone) -> None:
    party.is_disputed()
    assert dealers(party) == "N"
    alice.corrects(1, EW=7)
    assert dealers(party) == "NE"


# Set by the host


def test_the_host_sets_the_dealer_of_the_open_deal_and_the_chain_goes_on_from_there(
    party: Party, alice: Phone
) -> None:
    party.plays("E", 8, 7)
    alice.corrects(2, dealer="W")
    party.plays("E", 8, 7)
    assert dealers(party) == "NWN"


def test_the_host_sets_the_dealer_of_an_earlier_deal_and_later_ones_follow(
    party: Party, alice: Phone
) -> None:
    for _ in range(3):
        party.plays("E", 8, 7)
    alice.corrects(2, dealer="W")
    assert dealers(party) == "NWNE"
    alice.corrects(2, dealer="E")
    assert dealers(party) == "NESW"


def test_a_dealer_the_host_set_stays_when_an_earlier_one_is_corrected(party: Party, alice: Phone) -> None:
    for _ in range(3):
        party.plays("E", 8, 7)
    alice.corrects(3, dealer="N")
    alice.corrects(1, dealer="W")
    assert dealers(party) == "WNNE"


def test_correcting_points_or_the_bid_moves_no_dealer(party: Party, alice: Phone) -> None:
    for _ in range(3):
        party.plays("E", 8, 7)
    alice.corrects(2, NS=14, EW=0, bidder="N", bid=14, trump="S")
    assert dealers(party) == "NESW"


def test_whoever_picks_the_first_dealer_after_the_host_set_one_is_heard(
    party: Party, alice: Phone, bob: Phone
) -> None:
    alice.corrects(1, dealer="W")
    assert bob.picks_dealer("S").wrote
    assert dealers(party) == "S"


def test_the_hosts_page_is_stale_once_another_dealer_was_picked(
    party: Party, alice: Phone, bob: Phone
) -> None:
    alice.corrects(1, dealer="W")
    seen = party.row(1).mark
    bob.picks_dealer("S")
    assert alice.corrects(1, was=seen, dealer="E").refused == "row_changed"


# A misdeal is voided


def test_after_a_misdeal_the_same_seat_deals_again_under_a_new_number(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    alice.bids("S", 9)
    assert alice.voids(2).wrote
    assert party.sheet["open_deal"]["number"] == 3
    assert dealers(party) == "NEE"


def test_the_redeal_may_be_a_misdeal_too(party: Party, alice: Phone) -> None:
    for deal in 1, 2, 3:
        alice.bids("S", 9)
        alice.voids(deal)
    assert dealers(party) == "NNNN"


def test_a_settled_last_row_is_voided_and_the_same_seat_deals_again(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    party.plays("S", 8, 7)
    alice.voids(2)
    assert dealers(party) == "NEE"
    assert party.sheet["nets"] == {"NS": 7, "EW": -8}


def test_a_disputed_row_may_be_voided(party: Party, alice: Phone, bob: Phone) -> None:
    party.is_disputed()
    assert alice.voids(1).wrote
    assert bob.bids("E", 8, deal=2).wrote


def test_when_a_middle_row_is_voided_later_rows_keep_their_dealers(party: Party, alice: Phone) -> None:
    for _ in range(3):
        party.plays("E", 8, 7)
    alice.voids(2)
    assert dealers(party) == "NESW"
    assert [deal["number"] for deal in party.sheet["deals"]] == [1, 3]


def test_a_voided_row_stays_in_the_record_and_counts_nothing(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    alice.voids(1)
    assert party.row(1).taken.by_side() == {"NS": 7, "EW": 7}
    assert party.sheet["nets"] == {"NS": 0, "EW": 0}


def test_voiding_twice_voids_once(party: Party, alice: Phone) -> None:
    alice.bids("E", 8)
    alice.voids(1)
    assert alice.voids(1).stands == party.row(1).mark


def test_there_is_nothing_to_void_before_the_bid(alice: Phone) -> None:
    assert alice.voids(1).refused == "no_bid"


@pytest.mark.parametrize("deal", [0, -1, 2, 10**9])
def test_a_deal_that_is_not_there_is_not_voided(alice: Phone, deal: int) -> None:
    alice.bids("E", 8)
    assert alice.voids(deal).refused == "no_deal"
    assert alice.undoes_the_void(deal).refused == "no_deal"


def test_a_dealer_set_by_the_host_deals_the_misdeal_again(party: Party, alice: Phone) -> None:
    alice.corrects(1, dealer="W")
    alice.bids("E", 8)
    alice.voids(1)
    assert dealers(party) == "WW"


# A void is undone


@pytest.mark.parametrize("has_points", [True, False])
def test_a_void_is_undone_and_the_row_is_back(party: Party, alice: Phone, has_points: bool) -> None:
    party.plays("E", 8, 7)
    if has_points:
        party.plays("S", 9, 10)
    else:
        alice.bids("S", 9)
    before = party.sheet
    alice.voids(2)
    assert alice.undoes_the_void(2).wrote
    after = party.sheet
    assert (after["nets"], after["dealer"]) == (before["nets"], before["dealer"])
    assert party.row(2).bid == 9


def test_a_void_is_not_undone_once_the_redeal_was_bid(party: Party, alice: Phone) -> None:
    alice.bids("E", 8)
    alice.voids(1)
    alice.bids("S", 9)
    assert alice.undoes_the_void(1).refused == "sheet_moved_on"
    alice.voids(2)
    assert alice.undoes_the_void(1).refused == "sheet_moved_on"
    assert alice.undoes_the_void(2).wrote


def test_undoing_the_void_of_a_middle_row_is_refused(party: Party, alice: Phone) -> None:
    for _ in range(2):
        party.plays("E", 8, 7)
    alice.voids(1)
    assert alice.undoes_the_void(1).refused == "sheet_moved_on"


def test_undoing_what_was_not_voided_changes_nothing(party: Party, alice: Phone) -> None:
    assert alice.undoes_the_void(1).stands == party.match.began
    alice.bids("E", 8)
    assert alice.undoes_the_void(1).stands == party.row(1).mark


def test_undoing_a_void_forgets_the_dealer_set_for_the_redeal(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    alice.voids(1)
    alice.corrects(2, dealer="S")
    alice.undoes_the_void(1)
    assert dealers(party) == "NE"


def test_undoing_a_void_keeps_the_dealer_set_before_it(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    alice.corrects(2, dealer="S")
    alice.voids(1)
    alice.undoes_the_void(1)
    assert dealers(party) == "NS"


def test_a_void_of_another_match_is_refused(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    alice.ends_the_match()
    assert alice.voids(1).refused == "match_banked"
    alice.starts_the_next()
    assert alice.voids(1, match=1).refused == "sheet_moved_on"


# The dealer of a deal bid "28-56"


@pytest.fixture
def bid_28_56(party: Party) -> Party:
    """Deal 1 is ordinary; East deals deal 2, bids 28-56 and makes it; deal 3 is open."""
    party.alice.chooses_rules(dealer_28_56=True)
    party.plays("E", 8, 7)
    party.plays("E", "28-56", 0)
    return party


def test_a_28_56_is_bid_and_scored(bid_28_56: Party) -> None:
    assert bid_28_56.sheet["nets"] == {"NS": 7, "EW": 48}


def test_its_dealer_is_not_set_to_another_seat(bid_28_56: Party, alice: Phone) -> None:
    answer = alice.corrects(2, dealer="S")
    assert answer.wrong == ("dealer", "deals_28_56")
    assert answer.facts["deal"] == 2


def test_its_dealer_and_its_bidder_change_together(bid_28_56: Party, alice: Phone) -> None:
    assert alice.corrects(2, dealer="S", bidder="S").wrote


def test_its_bidder_does_not_change_alone(bid_28_56: Party, alice: Phone) -> None:
    assert alice.corrects(2, bidder="S").wrong == ("bid", "dealer_only")


def test_an_earlier_dealer_is_not_set_so_that_another_seat_would_deal_it(
    bid_28_56: Party, alice: Phone
) -> None:
    answer = alice.corrects(1, dealer="W")
    assert answer.wrong == ("dealer", "deals_28_56")
    assert answer.facts["deal"] == 2


def test_it_stays_with_its_dealer_when_a_row_before_it_is_voided(bid_28_56: Party, alice: Phone) -> None:
    assert alice.voids(1).wrote
    assert dealers(bid_28_56) == "NES"


def test_its_void_is_not_undone_once_another_seat_would_deal_it(bid_28_56: Party, alice: Phone) -> None:
    alice.voids(2)
    assert alice.corrects(1, dealer="W").wrote
    answer = alice.undoes_the_void(2)
    assert answer.wrong == ("deal", "deals_28_56")
    alice.corrects(1, dealer="N")
    assert alice.undoes_the_void(2).wrote


@pytest.mark.parametrize("change", [{"bid": 14}, {"bid": 7, "dealer": "S"}])
def test_an_ordinary_bid_in_its_place_sets_the_dealer_free(
    bid_28_56: Party, alice: Phone, change: dict[str, Any]
) -> None:
    assert alice.corrects(2, **change).wrote
    assert alice.corrects(2, dealer="N").wrote


# The next match


def test_the_next_match_is_first_dealt_by_the_seat_due_when_banked(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    alice.ends_the_match()
    alice.starts_the_next()
    assert party.match.first_dealer is Seat.E


def test_with_a_row_left_open_its_own_dealer_is_due(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    alice.bids("S", 9)
    alice.ends_the_match()
    alice.starts_the_next()
    assert party.match.dealer is Seat.E


@pytest.mark.parametrize("change", [{"dealer": "W"}, {"NS": 6, "EW": 8}])
def test_corrections_after_banking_do_not_move_the_next_first_dealer(
    party: Party, alice: Phone, change: dict[str, Any]
) -> None:
    party.plays("E", 8, 7)
    alice.ends_the_match()
    alice.corrects(1, **change)
    alice.starts_the_next()
    alice.corrects(1, match=1, dealer="S")
    assert party.match.first_dealer is Seat.E


def test_filling_a_left_open_row_after_banking_does_not_move_it_either(party: Party, alice: Phone) -> None:
    alice.bids("S", 9)
    alice.ends_the_match()
    assert alice.corrects(1, NS=9, EW=5).wrote
    alice.starts_the_next()
    assert party.match.first_dealer is Seat.N


def test_reopened_and_banked_again_the_seat_due_then_deals_first(party: Party, alice: Phone) -> None:
    alice.ends_the_match()
    alice.reopens()
    party.plays("E", 8, 7)
    alice.ends_the_match()
    alice.starts_the_next()
    assert party.match.first_dealer is Seat.E
