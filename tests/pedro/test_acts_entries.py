"""Entering points: one figure, one cell, and what two phones at once are told."""

from __future__ import annotations

import pytest

from squarescores.pedro.marks import Clashed
from tests.pedro.cast import EVENING, Party, Phone


@pytest.fixture(autouse=True)
def _bid(party: Party) -> None:
    party.bob.bids("E", 8)


def test_carol_enters_7(party: Party, carol: Phone) -> None:
    assert carol.enters(7).wrote
    assert party.sheet["open_deal"]["taken"] == {"NS": 7, "EW": None}


def test_blank_is_not_nought(party: Party, carol: Phone) -> None:
    carol.enters(14)
    assert party.sheet["deals"] == []
    assert party.sheet["dealer"] == "N"


@pytest.mark.parametrize("name", ["bob", "carol"])
def test_with_one_figure_in_the_row_is_still_being_played(party: Party, name: str) -> None:
    party.phone(name).enters(7)
    assert party.sheet["open_deal"]["state"] == "playing"


def test_nought_is_a_figure_and_closes_the_row(party: Party, bob: Phone, carol: Phone) -> None:
    carol.enters(0)
    bob.enters(14)
    assert party.sheet["rows"][0]["cells"] == {"NS": 0, "EW": 14}
    assert party.sheet["dealer"] == "E"


@pytest.mark.parametrize("points", [-1, 15, 10**30])
def test_no_figure_beyond_the_pack_is_entered(party: Party, carol: Phone, points: int) -> None:
    answer = carol.enters(points)
    assert answer.wrong == ("points", "points_range")
    assert answer.facts == {"low": 0, "high": 14}


def test_permission_is_answered_before_the_figure_is_looked_at(bob: Phone) -> None:
    assert bob.enters(99, "NS").refused == "not_your_side"


def test_points_wait_for_the_bid(party: Party, carol: Phone) -> None:
    party.alice.voids(1)
    assert carol.enters(7, deal=2).refused == "no_bid"


def test_figures_that_make_no_pack_are_both_kept_and_nothing_is_scored(
    party: Party, bob: Phone, carol: Phone
) -> None:
    carol.enters(7)
    assert bob.enters(8).wrote
    assert party.sheet["open_deal"]["state"] == "disputed"
    assert party.sheet["open_deal"]["taken"] == {"NS": 7, "EW": 8}
    assert party.sheet["deals"] == []


# Two partners enter the same side


def test_the_same_figure_from_the_partner_is_a_plain_success(
    party: Party, alice: Phone, carol: Phone
) -> None:
    carol.enters(7)
    written = len(party.marks)
    assert alice.enters(7).stands == written
    assert len(party.marks) == written


def test_another_figure_from_the_partner_is_refused_with_who_entered_what_and_when(
    party: Party, alice: Phone, carol: Phone
) -> None:
    carol.enters(7)
    answer = alice.enters(8)
    assert answer.refused == "already_entered"
    assert answer.facts["by"] == "Carol"
    assert (answer.facts["stands"], answer.facts["refused"]) == (7, 8)
    assert answer.facts["at"] > EVENING


def test_another_figure_from_the_partner_leaves_a_clash_in_the_history(
    party: Party, alice: Phone, carol: Phone
) -> None:
    carol.enters(7)
    alice.enters(8)
    assert party.marks[-1].what == Clashed(1, 1, carol.side, 8, stands=len(party.marks) - 1)
    assert party.marks[-1].by == "alice"
    assert party.row(1).taken.ns == 7


def test_a_partner_clashes_also_with_what_the_host_entered(party: Party, alice: Phone, bob: Phone) -> None:
    alice.enters(7, "EW")
    assert bob.enters(8).refused == "already_entered"
    assert isinstance(party.marks[-1].what, Clashed)


def test_ones_own_second_figure_is_refused_without_a_clash(party: Party, carol: Phone) -> None:
    carol.enters(7)
    assert carol.enters(8).refused == "already_entered"
    assert not isinstance(party.marks[-1].what, Clashed)


def test_a_host_of_the_other_side_leaves_no_clash(party: Party, alice: Phone, bob: Phone) -> None:
    bob.enters(7)
    assert alice.enters(8, "EW").refused == "already_entered"
    assert not isinstance(party.marks[-1].what, Clashed)


def test_a_host_without_a_seat_leaves_no_clash(party: Party, alice: Phone, bob: Phone) -> None:
    bob.enters(7)
    alice.leaves()
    assert alice.enters(8, "EW").refused == "already_entered"
    assert not isinstance(party.marks[-1].what, Clashed)


def test_a_clash_does_not_make_anybodys_page_stale(party: Party, alice: Phone, carol: Phone) -> None:
    carol.enters(7)
    seen = party.row(1).mark
    alice.enters(8)
    assert party.row(1).mark == seen
    assert alice.ends_the_match(seen=seen).wrote


def test_the_first_figure_stands_also_when_the_row_settled_since(
    party: Party, alice: Phone, carol: Phone
) -> None:
    carol.enters(7)
    party.bob.enters(7)
    assert alice.enters(7, deal=1).stands
    assert alice.enters(6, deal=1).refused == "already_entered"


def test_two_sides_at_the_same_instant_are_both_kept_and_settle_the_row_once(
    party: Party, bob: Phone, carol: Phone
) -> None:
    assert bob.enters(7, deal=1).wrote
    assert carol.enters(7, deal=1).wrote
    assert len(party.sheet["deals"]) == 1


# Which row


def test_a_late_entry_does_not_land_on_the_next_deal(party: Party, alice: Phone, carol: Phone) -> None:
    carol.enters(7)
    party.bob.enters(7)
    party.bob.bids("S", 9)
    assert carol.enters(7, deal=1).stands
    assert party.row(2).taken.ns is None


def test_a_late_entry_does_not_land_on_the_redeal(party: Party, carol: Phone) -> None:
    party.alice.voids(1)
    party.bob.bids("W", 9)
    assert carol.enters(7, deal=1).refused == "deal_voided"


def test_a_late_entry_does_not_land_in_the_next_match(party: Party, alice: Phone, carol: Phone) -> None:
    alice.ends_the_match()
    assert carol.enters(7, deal=1, match=1).refused == "match_banked"
    alice.starts_the_next()
    party.bob.bids("E", 8)
    assert carol.enters(7, deal=1, match=1).refused == "sheet_moved_on"


@pytest.mark.parametrize("deal", [0, -1, 2, 10**9])
def test_an_entry_for_no_deal_is_refused(carol: Phone, deal: int) -> None:
    assert carol.enters(7, deal=deal).refused == "no_deal"


def test_points_belong_to_the_seat_and_keep_who_entered_them(party: Party, carol: Phone, zoe: Phone) -> None:
    carol.enters(7)
    carol.leaves()
    zoe.joins("S")
    ink = party.row(1).entered.ns
    assert ink is not None
    assert (ink.by, ink.name) == ("carol", "Carol")
    assert zoe.enters(8).facts["by"] == "Carol"


# The counting helper


@pytest.mark.parametrize(
    ("points", "cards"),
    [(7, ("5", "A", "2")), (5, ("low",)), (0, ()), (14, ("A", "J", "10", "5", "low", "2"))],
)
def test_cards_that_add_up_are_kept(party: Party, carol: Phone, points: int, cards: tuple[str, ...]) -> None:
    assert carol.enters(points, cards=cards).wrote
    assert party.row(1).cards.ns == cards


@pytest.mark.parametrize("cards", [("5",), (), ("5", "A"), ("A", "J", "10", "5", "low", "2")])
def test_cards_that_do_not_add_up_are_refused(carol: Phone, cards: tuple[str, ...]) -> None:
    assert carol.enters(7, cards=cards).wrong == ("cards", "cards_sum")


@pytest.mark.parametrize("cards", [("5", "A", "A"), ("5", "Q"), ("high",), ("",)])
def test_only_point_cards_count_and_each_once(carol: Phone, cards: tuple[str, ...]) -> None:
    assert carol.enters(7, cards=cards).wrong == ("cards", "cards_unknown")


def test_the_jack_counts_three_in_a_pack_of_sixteen() -> None:
    party = Party.of_four(preset="california")
    party.bob.bids("E", 8)
    assert party.carol.enters(3, cards=("J",)).wrote
    assert party.bob.enters(13, cards=("A", "10", "5", "low", "2")).wrote
    assert party.row(1).state(party.match.rules) == "settled"


def test_correcting_points_takes_the_counted_cards_away(party: Party, alice: Phone, carol: Phone) -> None:
    carol.enters(7, cards=("5", "A", "2"))
    alice.corrects(1, NS=6)
    assert party.row(1).cards.ns is None
