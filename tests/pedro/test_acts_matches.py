"""A match's life: won, stopped, banked, corrected, reopened, and the next one."""

from __future__ import annotations

from typing import Any

import pytest

from squarescores.pedro import Rules, Seat
from tests.pedro.cast import Party, Phone


@pytest.fixture
def short(party: Party) -> Party:
    """A match to 20."""
    party.alice.chooses_rules(target=20)
    return party


def banked(party: Party, match: int = 1) -> dict[str, Any]:
    from squarescores.pedro.sheet import banked as told

    said = told(party.table.matches[match - 1])
    assert said is not None
    return said


# End match


def test_stopped_short_of_the_line_nobody_wins_and_the_leader_is_named(party: Party, bob: Phone) -> None:
    party.plays("E", 8, 7)
    bob.ends_the_match()
    said = banked(party)
    assert (said["by"], said["ending"], said["winner"]) == ("Bob", "stopped", None)
    assert (said["leader"], said["ahead"], said["deals"]) == ("NS", 15, 1)
    assert (said["totals"]["EW"], said["shortfalls"]["EW"], said["nets"]["EW"]) == (0, 8, -8)


def test_stopped_level_nobody_leads(party: Party, alice: Phone) -> None:
    alice.ends_the_match()
    assert (banked(party)["leader"], banked(party)["ahead"], banked(party)["deals"]) == (None, 0, 0)


def test_won_and_banked_the_winner_is_who_the_rules_say(short: Party, alice: Phone) -> None:
    short.is_won()
    assert short.match.banking is None
    alice.ends_the_match()
    assert (banked(short)["ending"], banked(short)["winner"], banked(short)["decided_by"]) == (
        "won",
        "NS",
        "line",
    )


def test_stopped_with_a_decider_due_nobody_wins(party: Party, alice: Phone) -> None:
    alice.chooses_rules(target=7, goes_out_margin=0)
    party.plays("E", 7, 7)
    assert party.sheet["status"] == "decider_due"
    alice.ends_the_match()
    assert banked(party)["ending"] == "stopped"


@pytest.mark.parametrize("is_disputed", [True, False])
def test_a_row_still_open_is_not_scored_and_stays_in_the_record(
    party: Party, alice: Phone, is_disputed: bool
) -> None:
    if is_disputed:
        party.is_disputed()
    else:
        alice.bids("E", 8)
    alice.ends_the_match()
    assert (banked(party)["deals"], banked(party)["left_open"]) == (0, 1)
    assert party.row(1).bid == 8


def test_end_match_on_two_phones_banks_once(party: Party, bob: Phone, dave: Phone) -> None:
    assert bob.ends_the_match(match=1).wrote
    written = len(party.marks)
    assert dave.ends_the_match(match=1).stands == written
    assert len(party.marks) == written


def test_end_match_asks_again_when_a_row_changed_since(party: Party, bob: Phone, carol: Phone) -> None:
    bob.bids("E", 8)
    seen = party.table.number
    carol.enters(7)
    assert bob.ends_the_match(seen=seen).refused == "sheet_moved_on"
    assert bob.ends_the_match(seen=party.table.number).wrote


@pytest.mark.parametrize("write", ["voids", "corrects"])
def test_a_void_or_a_correction_makes_what_was_seen_stale(
    party: Party, alice: Phone, bob: Phone, write: str
) -> None:
    party.plays("E", 8, 7)
    seen = party.table.number
    assert alice.voids(1).wrote if write == "voids" else alice.corrects(1, bid=9).wrote
    assert bob.ends_the_match(seen=seen).refused == "sheet_moved_on"


def test_what_is_no_row_makes_nothing_stale(party: Party, alice: Phone, bob: Phone) -> None:
    party.plays("E", 8, 7)
    seen = party.table.number
    alice.names_sides(NS="Owls")
    assert bob.ends_the_match(seen=seen).wrote


def test_a_sheet_without_rows_was_seen_by_anybody(bob: Phone) -> None:
    assert bob.ends_the_match(seen=0).wrote


def test_a_page_of_the_last_match_does_not_end_the_next(party: Party, alice: Phone, bob: Phone) -> None:
    party.plays("E", 8, 7)
    seen = party.table.number
    alice.ends_the_match()
    alice.starts_the_next()
    assert bob.ends_the_match(seen=seen, match=1).refused == "sheet_moved_on"
    assert bob.ends_the_match(seen=seen).refused == "sheet_moved_on"
    assert party.match.banking is None


# A won match


def test_a_won_match_takes_no_bid_and_no_entry(short: Party, bob: Phone) -> None:
    short.is_won()
    answer = bob.bids("E", 8)
    assert (answer.refused, answer.facts["winner"]) == ("match_won", "NS")
    assert bob.enters(7).refused == "match_won"


@pytest.fixture
def waiting(short: Party) -> Party:
    """Deal 3 is being played when a correction to deal 1 makes the match won."""
    for ns in 8, 9:
        short.plays("N", 7, ns)
    short.bob.bids("E", 8)
    short.carol.enters(7)
    short.alice.corrects(1, NS=14, EW=0)
    assert short.match.is_won
    return short


def test_a_row_that_was_filling_up_waits_while_the_match_is_won(waiting: Party, bob: Phone) -> None:
    assert bob.enters(7, deal=3).refused == "match_won"
    assert bob.bids("E", 9, deal=3, was=waiting.row(3).mark).refused == "match_won"
    assert bob.bids("E", 8, "H", deal=3).refused == "match_won"
    assert waiting.sheet["open_deal"] is None


def test_a_row_that_waited_returns_when_the_win_is_withdrawn(
    waiting: Party, alice: Phone, bob: Phone
) -> None:
    alice.corrects(1, NS=8, EW=6)
    assert waiting.sheet["open_deal"]["taken"] == {"NS": 7, "EW": None}
    assert bob.enters(7, deal=3).wrote


def test_what_stands_already_is_still_a_plain_success_in_a_won_match(
    waiting: Party, alice: Phone, bob: Phone
) -> None:
    assert alice.enters(7, deal=3).stands
    assert bob.bids("E", 8, deal=3).stands


def test_a_row_that_waits_is_left_open_when_the_match_is_banked(waiting: Party, alice: Phone) -> None:
    alice.ends_the_match()
    assert (banked(waiting)["ending"], banked(waiting)["left_open"]) == ("won", 3)


def test_the_deciding_cell_corrected_withdraws_the_win_and_play_goes_on(
    short: Party, alice: Phone, bob: Phone
) -> None:
    short.is_won()
    alice.corrects(2, NS=4, EW=10)
    assert short.sheet["status"] == "playing"
    assert bob.bids("E", 8).wrote


def test_the_deciding_deal_voided_withdraws_the_win(short: Party, alice: Phone, bob: Phone) -> None:
    short.is_won()
    alice.voids(2)
    assert bob.bids("E", 8, deal=3).wrote


# A banked match takes only corrections


def test_a_banked_match_takes_only_corrections(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    alice.ends_the_match()
    for answer in (
        alice.bids("E", 8),
        alice.enters(7),
        alice.enters(7, deal=1),
        alice.voids(1),
        alice.picks_dealer("S"),
        alice.chooses_rules(target=30),
    ):
        assert answer.refused == "match_banked"
    assert alice.corrects(1, NS=6, EW=8).wrote


def test_a_correction_after_banking_changes_its_figures_and_says_so(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    alice.ends_the_match()
    assert banked(party)["corrected"] is False
    alice.corrects(1, NS=6, EW=8)
    assert (banked(party)["nets"], banked(party)["corrected"]) == ({"NS": 6, "EW": 8}, True)


def test_a_correction_before_banking_is_not_one_after_it(party: Party, alice: Phone) -> None:
    party.plays("E", 8, 7)
    alice.corrects(1, NS=6, EW=8)
    assert party.match.is_corrected_after_banking is False
    alice.ends_the_match()
    assert banked(party)["corrected"] is False


def test_a_win_withdrawn_after_banking_stands_as_stopped(short: Party, alice: Phone) -> None:
    short.is_won()
    alice.ends_the_match()
    alice.starts_the_next()
    alice.corrects(2, match=1, NS=4, EW=10)
    said = banked(short)
    assert (said["ending"], said["winner"], said["leader"]) == ("stopped", None, "EW")


def test_a_correction_after_banking_can_make_a_winner(short: Party, alice: Phone) -> None:
    short.plays("N", 7, 14)
    short.plays("N", 7, 0)
    alice.ends_the_match()
    alice.corrects(2, NS=7, EW=7)
    assert (banked(short)["ending"], banked(short)["winner"]) == ("won", "NS")


def test_a_row_left_open_can_be_settled_after_banking(party: Party, alice: Phone) -> None:
    alice.bids("E", 8)
    alice.ends_the_match()
    alice.corrects(1, NS=4, EW=10)
    assert (banked(party)["deals"], banked(party)["left_open"]) == (1, None)


# Reopening


def test_reopened_play_goes_on_where_it_stopped(party: Party, alice: Phone, bob: Phone) -> None:
    alice.bids("E", 8)
    alice.ends_the_match()
    alice.reopens()
    assert bob.enters(7).wrote


def test_a_match_in_play_is_not_reopened(party: Party, alice: Phone) -> None:
    assert alice.reopens().refused == "not_banked"
    alice.ends_the_match()
    alice.reopens()
    assert alice.reopens().refused == "not_banked"


@pytest.mark.parametrize("match", [None, 1, 2])
def test_reopening_takes_away_a_next_match_in_which_nothing_was_bid(
    party: Party, alice: Phone, match: int | None
) -> None:
    party.plays("E", 8, 7)
    alice.ends_the_match()
    alice.starts_the_next()
    alice.corrects(1, match=2, dealer="W")
    assert alice.reopens(match=match).wrote
    assert len(party.table.matches) == 1
    assert party.sheet["nets"] == {"NS": 7, "EW": -8}


@pytest.mark.parametrize("is_voided", [False, True])
def test_reopening_is_refused_once_the_next_match_was_bid(
    party: Party, alice: Phone, is_voided: bool
) -> None:
    alice.ends_the_match()
    alice.starts_the_next()
    alice.bids("E", 8)
    if is_voided:
        alice.voids(1)
    assert alice.reopens().refused == "next_match_begun"


def test_only_the_match_banked_last_is_reopened(party: Party, alice: Phone) -> None:
    for _ in range(2):
        alice.ends_the_match()
        alice.starts_the_next()
    alice.bids("E", 8)
    alice.ends_the_match()
    assert alice.reopens(match=1).refused == "sheet_moved_on"
    assert alice.reopens(match=3).wrote


def test_a_reopened_match_is_banked_anew(party: Party, alice: Phone, bob: Phone) -> None:
    alice.ends_the_match()
    alice.reopens()
    party.plays("E", 8, 7)
    alice.corrects(1, NS=6, EW=8)
    bob.ends_the_match()
    assert (banked(party)["by"], banked(party)["corrected"]) == ("Bob", False)


# The next match


def test_the_next_match_has_the_same_seats_and_rules(short: Party, alice: Phone) -> None:
    seats, sides = short.table.seats, short.table.sides
    alice.ends_the_match()
    alice.starts_the_next()
    assert (short.table.seats, short.table.sides) == (seats, sides)
    assert short.match.rules == Rules(target=20)
    assert (short.match.number, short.sheet["open_deal"]["number"]) == (2, 1)


def test_the_next_match_needs_a_banked_one_before_it(short: Party, alice: Phone) -> None:
    assert alice.starts_the_next().refused == "not_banked"
    short.is_won()
    assert alice.starts_the_next().refused == "not_banked"


@pytest.mark.parametrize("match", [None, 1])
def test_next_match_on_two_phones_is_one_match(
    party: Party, bob: Phone, dave: Phone, match: int | None
) -> None:
    bob.ends_the_match()
    assert bob.starts_the_next(match).wrote
    assert dave.starts_the_next(match).stands == len(party.marks)
    assert party.match.number == 2


def test_next_match_pressed_late_is_still_the_same_one(party: Party, alice: Phone, dave: Phone) -> None:
    alice.ends_the_match()
    alice.starts_the_next(1)
    party.plays("E", 8, 7)
    assert dave.starts_the_next(1).stands
    alice.ends_the_match()
    assert dave.starts_the_next(1).stands
    assert party.match.number == 2


def test_next_match_of_the_match_that_is_played_needs_its_bank(party: Party, alice: Phone) -> None:
    alice.ends_the_match()
    alice.starts_the_next()
    assert alice.starts_the_next(2).refused == "not_banked"
    party.plays("E", 8, 7)
    assert alice.starts_the_next().refused == "not_banked"


@pytest.mark.parametrize("is_banked", [False, True])
def test_there_is_no_match_before_the_first(alice: Phone, is_banked: bool) -> None:
    if is_banked:
        alice.ends_the_match()
    assert alice.starts_the_next(0).refused == "sheet_moved_on"


def test_next_match_of_a_match_long_gone_is_refused(party: Party, alice: Phone) -> None:
    for _ in range(2):
        alice.ends_the_match()
        alice.starts_the_next()
    assert alice.starts_the_next(1).refused == "sheet_moved_on"
    assert alice.starts_the_next(4).refused == "sheet_moved_on"


def test_rules_may_change_between_matches_and_not_back_in_the_last(short: Party, alice: Phone) -> None:
    short.plays("E", 8, 7)
    alice.ends_the_match()
    alice.starts_the_next()
    assert alice.chooses_rules(target=100).wrote
    assert [match.rules.target for match in short.table.matches] == [20, 100]


# What is fixed by the first bid


@pytest.mark.parametrize("is_voided", [False, True])
def test_rules_and_first_dealer_are_fixed_by_the_first_bid(
    party: Party, alice: Phone, is_voided: bool
) -> None:
    alice.bids("E", 8)
    if is_voided:
        alice.voids(1)
    assert alice.chooses_rules(target=30).refused == "rules_fixed"
    assert alice.picks_dealer("S").refused == "rules_fixed"


def test_choosing_the_rules_there_are_changes_nothing(party: Party, alice: Phone) -> None:
    assert alice.chooses_rules().stands == party.table.number


def test_rules_and_dealer_of_another_match_are_refused(alice: Phone) -> None:
    alice.ends_the_match()
    alice.starts_the_next()
    assert alice.chooses_rules(match=1, target=30).refused == "sheet_moved_on"
    assert alice.picks_dealer("S", match=1).refused == "sheet_moved_on"


def test_the_first_dealer_drawn_or_picked_is_told_apart(party: Party, bob: Phone) -> None:
    assert party.match.drawn is True
    bob.picks_dealer("S")
    assert (party.match.first_dealer, party.match.drawn) == (Seat.S, False)
