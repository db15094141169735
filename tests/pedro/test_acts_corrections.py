"""The host corrects: every field, several together, refused whole, and everything after it follows."""

from __future__ import annotations

from typing import Any

import pytest

from squarescores.pedro import Seat, Suit
from tests.pedro.cast import Party, Phone


@pytest.mark.parametrize(
    ("field", "value"),
    [("bidder", Seat.S), ("bid", 9), ("trump", Suit.C), ("trump", None), ("dealer", Seat.W)],
)
def test_each_field_of_a_row_is_corrected(party: Party, alice: Phone, field: str, value: Any) -> None:
    alice.bids("E", 8, "H")
    assert alice.corrects(1, **{field: value}).wrote
    assert getattr(party.row(1), field) == value


def test_several_fields_are_corrected_together_as_one_mark(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    written = len(party.marks)
    assert alice.corrects(1, NS=4, EW=10, bidder="W", bid=10, trump="S", dealer="W").wrote
    assert len(party.marks) == written + 1
    assert party.sheet["nets"] == {"NS": 4, "EW": 10}


def test_only_what_was_changed_is_in_the_mark(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    assert alice.corrects(1, NS=7, EW=7, bidder="E", bid=7, dealer="N").wrote
    assert party.row(1).corrections[0].fields == ("bid",)


def test_a_correction_that_changes_nothing_writes_nothing(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    assert alice.corrects(1, NS=7, EW=7, dealer="N").stands == party.row(1).mark
    assert alice.corrects(2, dealer="E").stands == party.match.began


def test_the_trace_keeps_who_why_and_what_the_sheet_showed(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    alice.corrects(1, NS=6, EW=8, reason="counted again")
    (trace,) = party.row(1).corrections
    assert (trace.ink.name, trace.reason) == ("Alice", "counted again")
    assert trace.struck.by_side() == {"NS": 7, "EW": 0}


def test_two_corrections_leave_two_traces(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    alice.corrects(1, NS=6, EW=8)
    alice.corrects(1, NS=7, EW=7)
    assert len(party.row(1).corrections) == 2


def test_the_host_fills_the_blank_cell_of_an_open_row(party: Party, alice: Phone, carol: Phone) -> None:
    alice.bids("E", 8)
    carol.enters(7)
    assert alice.corrects(1, EW=7).wrote
    ink = party.row(1).entered.ew
    assert ink is not None
    assert ink.name == "Alice"


# Refused whole


@pytest.mark.parametrize("changes", [{"NS": 8}, {"EW": 0}, {"NS": 8, "EW": 7}, {"bid": 9, "NS": 6}])
def test_figures_that_make_no_pack_are_refused_whole(
    party: Party, alice: Phone, changes: dict[str, int]
) -> None:
    party.plays("E", 8, 7)
    before = party.table
    answer = alice.corrects(1, **changes)
    assert answer.wrong is not None
    assert answer.wrong[1] == "points_sum"
    assert party.table == before


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"NS": 15, "EW": -1}, ("NS", "points_range")),
        ({"EW": 10**30}, ("EW", "points_range")),
        ({"bid": 6}, ("bid", "bid_range")),
        ({"bid": 15, "dealer": "W"}, ("bid", "bid_range")),
        ({"bid": "28-56", "bidder": "N"}, ("bid", "bid_range")),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_whole(
    party: Party, alice: Phone, changes: dict[str, Any], wrong: tuple[str, str]
) -> None:
    party.plays("E", 8, 7)
    assert alice.corrects(1, **changes).wrong == wrong


def test_a_disputed_row_may_be_corrected_in_its_bid_and_stays_disputed(party: Party, alice: Phone) -> None:
    party.is_disputed()
    assert alice.corrects(1, bid=9).wrote
    assert party.sheet["open_deal"]["state"] == "disputed"


def test_a_disputed_row_is_not_settled_by_another_wrong_sum(party: Party, alice: Phone) -> None:
    party.is_disputed()
    assert alice.corrects(1, NS=8).wrong == ("NS", "points_sum")


@pytest.mark.parametrize("changes", [{"NS": 7}, {"bid": 9}, {"bidder": "E", "dealer": "W"}, {"trump": "H"}])
def test_a_row_without_a_bid_takes_a_dealer_and_nothing_else(alice: Phone, changes: dict[str, Any]) -> None:
    assert alice.corrects(1, **changes).refused == "no_bid"
    assert alice.corrects(1, dealer="W").wrote


# Which row


def test_a_row_that_changed_since_is_refused_with_the_present_row(
    party: Party, alice: Phone, carol: Phone
) -> None:
    alice.bids("E", 8)
    seen = party.row(1).mark
    carol.enters(7)
    answer = alice.corrects(1, was=seen, bid=9)
    assert answer.refused == "row_changed"
    assert answer.facts["row"]["taken"]["NS"] == 7


def test_two_tabs_of_the_host_do_not_overwrite_each_other(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    seen = party.row(1).mark
    assert alice.corrects(1, was=seen, NS=6, EW=8).wrote
    assert alice.corrects(1, was=seen, NS=5, EW=9).refused == "row_changed"


@pytest.mark.parametrize("deal", [0, -1, 3, 10**9])
def test_a_deal_that_is_not_there_is_not_corrected(party: Party, alice: Phone, deal: int) -> None:
    party.plays("E", 8, 7)
    assert alice.corrects(deal, bid=9).refused == "no_deal"


@pytest.mark.parametrize("match", [0, -1, 2])
def test_a_match_that_is_not_there_is_not_corrected(party: Party, alice: Phone, match: int) -> None:
    assert alice.corrects(1, match=match, bid=9).refused == "no_match"


def test_a_voided_row_is_not_corrected(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    alice.voids(1)
    assert alice.corrects(1, bid=9).refused == "deal_voided"


def test_the_row_after_a_won_match_takes_no_dealer(party: Party, alice: Phone) -> None:
    party.is_won()
    assert alice.corrects(dealer="S").refused == "no_deal"


def test_the_row_after_a_banked_match_takes_no_dealer(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    alice.ends_the_match()
    assert alice.corrects(dealer="S").refused == "no_deal"


# What follows


def test_every_later_figure_follows_and_corrected_back_all_is_as_before(party: Party, alice: Phone) -> None:
    for bidder, bid, ns in ("E", 8, 7), ("S", 9, 10), ("W", 7, 3), ("N", 14, 0):
        party.plays(bidder, bid, ns)
    before = party.sheet
    alice.corrects(1, NS=6, EW=8)
    assert party.sheet["nets"] == {"NS": before["nets"]["NS"] - 1, "EW": before["nets"]["EW"] + 16}
    alice.corrects(1, NS=7, EW=7)
    for figures in "deals", "totals", "shortfalls", "nets", "status", "dealer":
        assert party.sheet[figures] == before[figures]
    assert [row["cells"] for row in party.sheet["rows"]] == [row["cells"] for row in before["rows"]]


def test_a_correction_can_make_the_match_won_and_leave_rows_after_the_end(party: Party, alice: Phone) -> None:
    alice.chooses_rules(target=20)
    for ns in 9, 9, 1:
        party.plays("N", 7 if ns > 7 else 14, ns)
    alice.corrects(1, NS=14, EW=0)
    assert [row["after_end"] for row in party.sheet["rows"]] == [False, False, True]
    assert (party.sheet["status"], party.sheet["winner"]) == ("won", "NS")


def test_a_row_after_the_end_is_still_checked(party: Party, alice: Phone) -> None:
    alice.chooses_rules(target=20)
    for ns in 9, 9, 1:
        party.plays("N", 7 if ns > 7 else 14, ns)
    alice.corrects(1, NS=14, EW=0)
    assert alice.corrects(3, NS=2).wrong == ("NS", "points_sum")
    assert alice.corrects(3, NS=2, EW=12).wrote
    assert party.sheet["rows"][2]["cells"] == {"NS": 0, "EW": 0}


def test_an_earlier_match_is_corrected_while_the_next_is_played(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    alice.ends_the_match()
    alice.starts_the_next()
    party.plays("E", 8, 6)
    assert alice.corrects(1, match=1, NS=0, EW=14).wrote
    assert party.table.matches[0].standing.tallies.ew.net == 14
    assert party.sheet["nets"] == {"NS": 6, "EW": 8}
