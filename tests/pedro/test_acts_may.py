"""Who may do what: for each thing a test for yes and a test for no, by everybody it concerns.

`host` sits, or does not; `player` is each of the other three; `watcher` has no seat: never had, no more, or
no cookie at all; `anybody_else` is whoever is not the host.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from squarescores.pedro import Seat, Side
from squarescores.pedro.acts import may
from squarescores.pedro.refusal import Refused
from tests.pedro.cast import Party, Phone

# Take a free seat with the join code


def test_the_host_takes_a_free_seat(party: Party, alice: Phone) -> None:
    alice.leaves()
    assert alice.joins("N").wrote
    assert alice.seat is Seat.N


def test_who_watches_takes_a_free_seat(party: Party, watcher: Phone) -> None:
    party.dave.leaves()
    assert watcher.joins("W").wrote
    assert watcher.seat is Seat.W


def test_who_sits_already_gets_no_second_seat(party: Party, alice: Phone, player: Phone) -> None:
    alice.leaves()
    sat = player.seat
    assert player.joins("N").stands == party.table.number
    assert player.seat is sat


def test_without_the_code_nobody_sits_down(party: Party, watcher: Phone) -> None:
    party.dave.leaves()
    assert watcher.joins("W", code="WRONGO").refused == "no_code"
    assert watcher.seat is None


# Draw or pick the first dealer


@pytest.mark.parametrize("drawn", [True, False])
def test_the_host_picks_the_first_dealer(party: Party, host: Phone, drawn: bool) -> None:
    assert host.picks_dealer("S", drawn).wrote
    assert (party.match.dealer, party.match.drawn) == (Seat.S, drawn)


def test_any_player_picks_the_first_dealer(party: Party, player: Phone) -> None:
    assert player.picks_dealer("S").wrote
    assert party.match.dealer is Seat.S


def test_who_watches_picks_no_dealer(watcher: Phone) -> None:
    assert watcher.picks_dealer("S").refused == "not_seated"


@pytest.mark.parametrize("name", ["alice", "carol"])
def test_after_the_first_bid_nobody_picks_the_first_dealer(party: Party, name: str) -> None:
    party.bob.bids("E", 8)
    assert party.phone(name).picks_dealer("S").refused == "rules_fixed"


# Name a side


def test_the_host_names_either_side(party: Party, host: Phone) -> None:
    assert host.names_sides(NS="Owls", EW="Crows").wrote
    assert list(party.table.sides) == ["Owls", "Crows"]


def test_a_player_names_the_own_side(party: Party, player: Phone) -> None:
    assert player.names_sides(**{player.side: "Owls"}).wrote
    assert party.table.sides[player.side] == "Owls"


def test_a_player_does_not_name_the_other_side(player: Phone) -> None:
    assert player.names_sides(**{player.side.other: "Owls"}).refused == "not_your_side"


def test_who_watches_names_no_side(watcher: Phone) -> None:
    assert watcher.names_sides(NS="Owls").refused == "not_seated"
    assert watcher.names_sides().refused == "not_seated"


# Note the winning bid of the open deal


def test_the_host_notes_the_bid(party: Party, host: Phone) -> None:
    assert host.bids("E", 8, "H").wrote
    assert party.sheet["open_deal"]["bidder"] == "E"


def test_any_player_notes_the_bid_whoever_won_it(party: Party, player: Phone) -> None:
    assert player.bids("N", 8).wrote


def test_who_watches_notes_no_bid(watcher: Phone) -> None:
    assert watcher.bids("E", 8).refused == "not_seated"


# Change that bid before any points are in


def test_the_host_changes_the_bid_before_any_points(party: Party, host: Phone) -> None:
    party.bob.bids("E", 8)
    assert host.bids("S", 9, was=party.row(1).mark).wrote
    assert party.row(1).bid == 9


def test_any_player_changes_the_bid_before_any_points(party: Party, alice: Phone, player: Phone) -> None:
    alice.bids("E", 8)
    assert player.bids("S", 9, was=party.row(1).mark).wrote
    assert party.row(1).bidder is Seat.S


def test_who_watches_changes_no_bid(party: Party, alice: Phone, watcher: Phone) -> None:
    alice.bids("E", 8)
    assert watcher.bids("S", 9, was=party.row(1).mark).refused == "not_seated"


@pytest.mark.parametrize("name", ["alice", "bob"])
def test_with_points_in_nobody_notes_another_bid(party: Party, name: str) -> None:
    party.bob.bids("E", 8)
    party.carol.enters(7)
    assert party.phone(name).bids("S", 9, was=party.row(1).mark).refused == "points_in"


# Fill an empty trump until the row settles


def test_the_host_fills_an_empty_trump(party: Party, host: Phone) -> None:
    party.bob.bids("E", 8)
    assert host.bids("E", 8, "H").wrote
    assert party.row(1).trump == "H"


def test_any_player_fills_an_empty_trump_also_after_points(party: Party, alice: Phone, player: Phone) -> None:
    alice.bids("E", 8)
    alice.enters(7)
    assert player.bids("E", 8, "H").wrote
    assert party.row(1).trump == "H"


def test_who_watches_fills_no_trump(alice: Phone, watcher: Phone) -> None:
    alice.bids("E", 8)
    assert watcher.bids("E", 8, "H").refused == "not_seated"


def test_on_a_settled_row_a_player_fills_no_trump(party: Party, player: Phone) -> None:
    party.plays("E", 8, 7)
    assert player.bids("E", 8, "H", deal=1).refused == "points_in"
    assert party.row(1).trump is None


# Change bid, bidder, trump or dealer otherwise


@pytest.mark.parametrize("change", [{"bid": 9}, {"bidder": "N"}, {"trump": "H"}, {"dealer": "W"}])
def test_the_host_changes_what_a_settled_row_says(party: Party, host: Phone, change: dict[str, str]) -> None:
    party.plays("E", 8, 7)
    assert host.corrects(1, **change).wrote


@pytest.mark.parametrize("change", [{"bid": 9}, {"bidder": "N"}, {"trump": "H"}, {"dealer": "W"}])
def test_nobody_else_changes_what_a_row_says(
    party: Party, anybody_else: Phone, change: dict[str, str]
) -> None:
    party.plays("E", 8, 7)
    assert anybody_else.corrects(1, **change).refused == "host_only"


# Enter a side's points in an empty cell


@pytest.mark.parametrize("side", ["NS", "EW"])
def test_the_host_enters_for_either_side(party: Party, host: Phone, side: str) -> None:
    party.bob.bids("E", 8)
    assert host.enters(7, side).wrote


def test_a_player_enters_for_the_own_side(party: Party, alice: Phone, player: Phone) -> None:
    alice.bids("E", 8)
    assert player.enters(7).wrote
    assert party.row(1).taken[player.side] == 7


def test_a_player_does_not_enter_for_the_other_side(alice: Phone, player: Phone) -> None:
    alice.bids("E", 8)
    assert player.enters(7, player.side.other).refused == "not_your_side"


@pytest.mark.parametrize("side", [None, "NS", "EW"])
def test_who_watches_enters_nothing(alice: Phone, watcher: Phone, side: str | None) -> None:
    alice.bids("E", 8)
    assert watcher.enters(7, side).refused == "not_seated"


def test_only_a_host_without_a_seat_has_to_say_which_side(alice: Phone, bob: Phone) -> None:
    bob.bids("E", 8)
    alice.leaves()
    assert alice.enters(7).wrong == ("side", "side_needed")


# Change a filled cell, either side


@pytest.mark.parametrize("change", [{"NS": 6, "EW": 8}, {"NS": 8, "EW": 6}])
def test_the_host_changes_filled_cells(party: Party, host: Phone, change: dict[str, int]) -> None:
    party.plays("E", 8, 7)
    assert host.corrects(1, **change).wrote
    assert party.row(1).taken.by_side() == change


def test_nobody_else_changes_a_filled_cell(party: Party, anybody_else: Phone) -> None:
    party.plays("E", 8, 7)
    assert anybody_else.corrects(1, NS=6, EW=8).refused == "host_only"


def test_a_player_does_not_change_even_the_own_figure(alice: Phone, player: Phone) -> None:
    alice.bids("E", 8)
    player.enters(7)
    assert player.enters(8).refused == "already_entered"
    assert player.corrects(1, **{player.side: 8}).refused == "host_only"


def test_the_host_changes_a_filled_cell_by_correcting_and_not_by_entering(alice: Phone, bob: Phone) -> None:
    bob.bids("E", 8)
    bob.enters(7)
    assert alice.enters(8, "EW").refused == "already_entered"


# Void a deal, settle a disputed row


def test_the_host_voids_a_misdeal_and_undoes_it(party: Party, host: Phone) -> None:
    party.bob.bids("E", 8)
    assert host.voids(1).wrote
    assert host.undoes_the_void(1).wrote


def test_nobody_else_voids_a_misdeal(party: Party, alice: Phone, anybody_else: Phone) -> None:
    alice.bids("E", 8)
    assert anybody_else.voids(1).refused == "host_only"
    alice.voids(1)
    assert anybody_else.undoes_the_void(1).refused == "host_only"


def test_the_host_settles_a_disputed_row(party: Party, host: Phone) -> None:
    party.is_disputed()
    assert host.corrects(1, EW=7).wrote
    assert party.row(1).state(party.match.rules) == "settled"


def test_nobody_else_settles_a_disputed_row(party: Party, anybody_else: Phone) -> None:
    party.is_disputed()
    assert anybody_else.corrects(1, EW=7).refused == "host_only"


# Press End match


def test_the_host_ends_the_match(party: Party, host: Phone) -> None:
    assert host.ends_the_match().wrote
    assert party.sheet["banked"]["by"] == "Alice"


def test_any_of_the_four_ends_the_match(party: Party, player: Phone) -> None:
    assert player.ends_the_match().wrote
    assert party.match.banking


def test_who_watches_does_not_end_the_match(party: Party, watcher: Phone) -> None:
    assert watcher.ends_the_match().refused == "not_seated"
    assert party.match.banking is None


# Reopen the match banked last; correct a banked match


def test_the_host_reopens_the_match(party: Party, host: Phone) -> None:
    host.ends_the_match()
    assert host.reopens().wrote
    assert party.match.banking is None


def test_nobody_else_reopens_the_match(alice: Phone, anybody_else: Phone) -> None:
    alice.ends_the_match()
    assert anybody_else.reopens().refused == "host_only"


def test_the_host_corrects_a_banked_match(party: Party, host: Phone) -> None:
    party.plays("E", 8, 7)
    host.ends_the_match()
    assert host.corrects(1, NS=6, EW=8).wrote


def test_nobody_else_corrects_a_banked_match(party: Party, alice: Phone, anybody_else: Phone) -> None:
    party.plays("E", 8, 7)
    alice.ends_the_match()
    assert anybody_else.corrects(1, NS=6, EW=8).refused == "host_only"


# Start the next match


def test_the_host_starts_the_next_match(party: Party, host: Phone) -> None:
    host.ends_the_match()
    assert host.starts_the_next().wrote
    assert party.match.number == 2


def test_any_player_starts_the_next_match(party: Party, alice: Phone, player: Phone) -> None:
    alice.ends_the_match()
    assert player.starts_the_next().wrote
    assert party.match.number == 2


def test_who_watches_starts_no_match(alice: Phone, watcher: Phone) -> None:
    alice.ends_the_match()
    assert watcher.starts_the_next().refused == "not_seated"


# Change rules before the first bid, code, host


def test_the_host_changes_the_rules(party: Party, host: Phone) -> None:
    assert host.chooses_rules(target=100).wrote
    assert party.match.rules.target == 100


def test_nobody_else_changes_the_rules(anybody_else: Phone) -> None:
    assert anybody_else.chooses_rules(target=100).refused == "host_only"


def test_after_the_first_bid_the_host_does_not_change_the_rules(party: Party, host: Phone) -> None:
    party.bob.bids("E", 8)
    assert host.chooses_rules(target=100).refused == "rules_fixed"


def test_the_host_closes_joining_and_changes_the_code(party: Party, host: Phone) -> None:
    assert host.sets_joining(is_open=False).wrote
    assert host.sets_joining(code="KNAVES").wrote
    assert (party.table.is_open, party.table.code) == (False, "KNAVES")


def test_nobody_else_touches_joining(party: Party, anybody_else: Phone) -> None:
    assert anybody_else.sets_joining(is_open=False).refused == "host_only"
    assert anybody_else.sets_joining(code="KNAVES").refused == "host_only"


def test_the_host_hands_the_table_on(party: Party, host: Phone) -> None:
    assert host.hands_on("S").wrote
    assert party.table.is_host("carol")
    assert host.corrects(1, dealer="S").refused == "host_only"


def test_nobody_else_hands_the_table_on(party: Party, anybody_else: Phone) -> None:
    assert anybody_else.hands_on("E").refused == "host_only"
    assert party.table.is_host("alice")


# Seats


@pytest.mark.parametrize("seat", ["E", "S", "W"])
def test_the_host_names_moves_and_frees_anyone(party: Party, host: Phone, seat: str) -> None:
    assert host.names_seat(seat, "Robert").wrote
    party.bob.bids("E", 8)
    host.frees("N")
    assert host.names_seat("N", "Robert").wrote
    assert host.frees("N").wrote


def test_a_player_renames_oneself(party: Party, player: Phone) -> None:
    assert player.renames_oneself("Robert").wrote
    assert party.table.seats[player.sits].name == "Robert"


def test_a_player_moves_before_the_first_bid(party: Party, alice: Phone, player: Phone) -> None:
    alice.leaves()
    assert player.moves("N").wrote
    assert player.seat is Seat.N


def test_a_player_does_not_move_after_the_first_bid(alice: Phone, player: Phone) -> None:
    alice.bids("E", 8)
    alice.leaves()
    assert player.moves("N").refused == "host_only"
    assert player.names_seat("N", player.name).refused == "host_only"


def test_a_player_leaves_also_in_the_middle_of_a_match(party: Party, alice: Phone, player: Phone) -> None:
    alice.bids("E", 8)
    assert player.leaves().wrote
    assert player.seat is None


def test_a_player_neither_names_nor_frees_another(party: Party, player: Phone) -> None:
    assert player.names_seat("N", "Robert").refused == "host_only"
    assert player.frees("N").refused == "host_only"


def test_a_player_does_not_move_another(alice: Phone, player: Phone) -> None:
    alice.leaves()
    assert player.names_seat("N", "Dave" if player.name != "Dave" else "Bob").refused == "host_only"


def test_a_player_puts_no_name_into_a_free_seat(alice: Phone, player: Phone) -> None:
    alice.leaves()
    assert player.names_seat("N", "Robert").refused == "host_only"


@pytest.mark.parametrize("seat", ["N", "E"])
def test_who_watches_changes_no_seat(alice: Phone, watcher: Phone, seat: str) -> None:
    alice.leaves()
    assert watcher.names_seat(seat, "Robert").refused == "not_seated"
    assert watcher.moves(seat).refused == "not_seated"
    assert watcher.frees(seat).refused == "not_seated"


@pytest.mark.parametrize("seat", ["E", "S", "W"])
def test_the_host_brings_any_seat_to_another_phone(party: Party, host: Phone, zoe: Phone, seat: str) -> None:
    assert host.offers_move(seat).wrote
    assert zoe.takes_over(seat).wrote


def test_a_player_brings_the_own_seat_to_another_phone(player: Phone, zoe: Phone) -> None:
    sat = player.seat
    assert player.offers_move().wrote
    assert zoe.takes_over(str(sat)).wrote
    assert (zoe.seat, player.seat) == (sat, None)


def test_a_player_brings_nobody_elses_seat_anywhere(player: Phone) -> None:
    assert player.offers_move("N").refused == "host_only"


@pytest.mark.parametrize("seat", "NESW")
def test_who_watches_makes_no_link_and_has_none(watcher: Phone, seat: str) -> None:
    assert watcher.offers_move(seat).refused == "not_seated"
    assert watcher.takes_over(seat).refused == "no_code"


# Agree on a new host when the host is away


@pytest.mark.parametrize(("first", "second"), [("bob", "carol"), ("dave", "carol"), ("carol", "dave")])
@pytest.mark.parametrize("seat", ["E", "S", "W"])
def test_one_of_each_side_agrees_on_any_player(party: Party, first: str, second: str, seat: str) -> None:
    assert party.phone(first).proposes(seat).wrote
    assert party.phone(second).agrees_to(seat).wrote
    party.waits(120)
    party.chooses_the_host_when_due()
    assert party.table.host == party.table.phone_at(Seat(seat))


def test_two_of_one_side_agree_on_nobody(party: Party) -> None:
    assert party.bob.proposes("E").wrote
    assert party.dave.agrees_to("E").refused == "not_your_side"


def test_who_watches_proposes_nobody_and_agrees_to_nothing(party: Party, watcher: Phone) -> None:
    assert watcher.proposes("E").refused == "not_seated"
    party.bob.proposes("E")
    assert watcher.agrees_to("E").refused == "not_seated"
    assert watcher.refuses("E").refused == "not_seated"


def test_the_host_refuses_what_others_propose(party: Party, host: Phone) -> None:
    party.bob.proposes("E")
    assert host.refuses("E").wrote


def test_only_the_host_asks_for_another_recovery_code(host: Phone, party: Party) -> None:
    assert party.bob.sets_recovery("x").refused == "host_only"
    assert party.zoe.sets_recovery("x").refused == "host_only"
    assert host.sets_recovery("x").wrote


# Permission is answered before the fields can be read


@pytest.mark.parametrize("question", [may.change_seat, may.free_seat, may.bring_seat])
def test_without_a_seat_named_it_is_about_the_own_one(
    party: Party, player: Phone, watcher: Phone, question: Callable[..., None]
) -> None:
    party.alice.bids("E", 8)
    question(party.table, player.who, None)
    with pytest.raises(Refused, match="not_seated"):
        question(party.table, watcher.who, None)


def test_a_side_named_is_asked_about_and_none_is_the_own(party: Party, player: Phone) -> None:
    assert may.side_to_write(party.table, player.who, None) is player.side
    assert may.side_to_write(party.table, "alice", Side.EW) is Side.EW
    with pytest.raises(Refused, match="not_your_side"):
        may.side_to_write(party.table, player.who, player.side.other)


# Whoever these people are


def test_a_freed_player_may_do_nothing_more_and_a_newcomer_may(
    party: Party, alice: Phone, bob: Phone, zoe: Phone
) -> None:
    alice.bids("E", 8)
    alice.frees("E")
    zoe.joins("E")
    assert bob.enters(7, "EW").refused == "not_seated"
    assert zoe.enters(7).wrote


def test_the_old_host_keeps_the_seat_and_nothing_else(alice: Phone, carol: Phone) -> None:
    alice.hands_on("S")
    carol.bids("E", 8)
    assert alice.enters(7, "EW").refused == "not_your_side"
    assert alice.enters(7).wrote
    assert carol.corrects(1, NS=6).wrote


def test_somebody_with_the_hosts_name_is_not_the_host(party: Party, alice: Phone, walt: Phone) -> None:
    alice.renames_oneself("Alicia")
    party.dave.leaves()
    walt.joins("W", "Alice")
    assert walt.sets_joining(code="KNAVES").refused == "host_only"


def test_a_stranger_is_not_taken_for_a_name_without_a_phone(
    party: Party, alice: Phone, dave: Phone, stranger: Phone
) -> None:
    dave.leaves()
    alice.names_seat("W", "Grandma")
    alice.bids("E", 8)
    assert stranger.seat is None
    assert stranger.enters(7, "EW").refused == "not_seated"


def test_a_name_without_a_phone_is_nobody_who_could_be_handed_the_table(alice: Phone, dave: Phone) -> None:
    dave.leaves()
    alice.names_seat("W", "Grandma")
    assert alice.hands_on("W").wrong == ("seat", "seat_without_phone")


def test_the_host_enters_for_a_name_without_a_phone(party: Party, alice: Phone) -> None:
    for seat in "EW":
        alice.frees(seat)
        alice.names_seat(seat, f"Aunt {seat}")
    party.plays("E", 8, 7)
    assert party.sheet["nets"] == {"NS": 7, "EW": -8}


def test_a_whole_sheet_is_kept_by_a_host_alone(party: Party, alice: Phone) -> None:
    for seat in "NESW":
        alice.frees(seat)
    party.plays("E", 8, 7)
    assert party.table.seats == {}
    assert alice.ends_the_match().wrote
