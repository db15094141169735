"""Seats, names and the host: who sits where, under which name, and always exactly one host."""

from __future__ import annotations

import pytest

from squarescores.pedro import Both, Rules, Seat, acts
from squarescores.pedro.refusal import Invalid
from tests.pedro.cast import CODE, Party, Phone


def names(party: Party) -> dict[str, str]:
    return {seat.value: holder.name for seat, holder in party.table.seats.items()}


# Opening


def test_a_table_opens_with_its_host_seated_and_names_without_a_phone() -> None:
    opened = acts.open_table(
        " Alice ", Seat.N, Rules(), Seat.S, CODE, sides=Both("Owls", None), names={Seat.E: "Grandma"}
    )
    table = Party(opened).table
    assert (table.host_name, table.seat_of("alice"), table.played.dealer) == ("Alice", Seat.N, Seat.S)
    assert table.seats[Seat.E].person is None


def test_a_host_may_open_a_table_without_sitting_at_it() -> None:
    party = Party(acts.open_table("Alice", None, Rules(), Seat.N, CODE))
    assert party.table.seats == {}
    assert party.alice.bids("E", 8).wrote


def test_the_host_does_not_name_the_own_seat_twice() -> None:
    with pytest.raises(Invalid) as wrong:
        acts.open_table("Alice", Seat.N, Rules(), Seat.N, CODE, names={Seat.N: "Bob"})
    assert (wrong.value.field, wrong.value.reason) == ("name_N", "seat_is_yours")


@pytest.mark.parametrize("same", ["ALICE", "alice ", "\uff21lice"])
def test_names_at_an_opening_table_are_told_apart(same: str) -> None:
    with pytest.raises(Invalid) as wrong:
        acts.open_table("Alice", None, Rules(), Seat.N, CODE, names={Seat.W: same})
    assert (wrong.value.field, wrong.value.reason) == ("name_W", "name_taken")


def test_names_without_a_phone_are_told_apart_too() -> None:
    with pytest.raises(Invalid) as wrong:
        acts.open_table("Alice", None, Rules(), Seat.N, CODE, names={Seat.E: "Sam", Seat.W: "SAM"})
    assert (wrong.value.field, wrong.value.facts["free"]) == ("name_W", "SAM 2")


def test_sides_of_an_opening_table_are_told_apart() -> None:
    with pytest.raises(Invalid) as wrong:
        acts.open_table("Alice", None, Rules(), Seat.N, CODE, sides=Both("Owls", "OWLS"))
    assert (wrong.value.field, wrong.value.facts["free"]) == ("side_EW", "OWLS 2")


# Sitting down


@pytest.mark.parametrize("same", ["Bob", "bob ", "BOB", "B\u200bob", "\uff22ob"])
def test_a_taken_name_is_refused_and_a_free_one_offered(party: Party, zoe: Phone, same: str) -> None:
    party.dave.leaves()
    answer = zoe.joins("W", same)
    assert answer.wrong == ("name", "name_taken")
    assert zoe.joins("W", answer.facts["free"]).wrote


def test_the_name_of_a_host_without_a_seat_is_taken_too(alice: Phone, zoe: Phone) -> None:
    alice.leaves()
    assert zoe.joins("N", "alice").wrong == ("name", "name_taken")


def test_the_name_of_somebody_who_left_is_free(party: Party, zoe: Phone) -> None:
    party.dave.leaves()
    assert zoe.joins("W", "Dave").wrote


@pytest.mark.parametrize("name", ["", " ", "\x07", "x" * 41])
def test_a_name_that_is_no_name_is_refused(party: Party, zoe: Phone, name: str) -> None:
    party.dave.leaves()
    assert zoe.joins("W", name).refused == "invalid"
    assert zoe.seat is None


def test_a_taken_seat_is_refused_with_who_sits_there(zoe: Phone) -> None:
    answer = zoe.joins("E")
    assert answer.refused == "seat_taken"
    assert answer.facts["name"] == "Bob"


def test_a_seat_held_by_a_name_without_a_phone_is_taken(party: Party, alice: Phone, zoe: Phone) -> None:
    party.dave.leaves()
    alice.names_seat("W", "Grandma")
    assert zoe.joins("W").refused == "seat_taken"


def test_nobody_sits_down_while_joining_is_closed(party: Party, alice: Phone, zoe: Phone) -> None:
    party.dave.leaves()
    alice.sets_joining(is_open=False)
    assert zoe.joins("W").refused == "joining_closed"
    alice.sets_joining(is_open=True)
    assert zoe.joins("W").wrote


def test_the_old_code_leads_nowhere(party: Party, alice: Phone, zoe: Phone) -> None:
    party.dave.leaves()
    alice.sets_joining(code="KNAVES")
    assert zoe.joins("W").refused == "no_code"
    assert zoe.joins("W", code="KNAVES").wrote


def test_joining_set_to_what_it_is_writes_nothing(party: Party, alice: Phone) -> None:
    assert alice.sets_joining(is_open=True, code=CODE).stands == party.table.number


# The host sits down


def test_a_host_who_sits_keeps_the_name(party: Party, alice: Phone) -> None:
    alice.leaves()
    assert alice.moves("N").wrote
    assert names(party)["N"] == "Alice"


def test_a_host_may_sit_down_under_another_name(party: Party, alice: Phone) -> None:
    alice.leaves()
    assert alice.joins("N", "Alicia").wrote
    assert party.table.host_name == "Alicia"


def test_a_host_may_sit_down_under_the_own_name_in_another_case(party: Party, alice: Phone) -> None:
    alice.leaves()
    assert alice.joins("N", "ALICE").wrote
    assert party.table.host_name == "ALICE"


def test_a_host_without_a_seat_puts_another_name_into_a_free_one(party: Party, alice: Phone) -> None:
    alice.leaves()
    assert alice.names_seat("N", "Grandma").wrote
    assert (party.table.seats[Seat.N].person, alice.seat) == (None, None)


def test_a_host_does_not_sit_down_under_somebody_elses_name(party: Party, alice: Phone) -> None:
    alice.leaves()
    assert alice.joins("N", "BOB").wrong == ("name", "name_taken")


def test_a_host_without_a_seat_sits_where_the_own_name_is_put(party: Party, alice: Phone) -> None:
    alice.leaves()
    assert alice.names_seat("N", "alice").wrote
    assert alice.seat is Seat.N


def test_a_host_does_not_sit_on_a_taken_seat(alice: Phone) -> None:
    alice.leaves()
    assert alice.moves("E").refused == "seat_taken"
    assert alice.joins("E").refused == "seat_taken"


def test_a_host_sits_opposite_and_still_enters_for_either_side(alice: Phone, bob: Phone) -> None:
    bob.leaves()
    alice.moves("E")
    alice.bids("E", 8)
    assert alice.enters(7).wrote
    assert alice.enters(7, "NS", deal=1).wrote


# Names, moves and leaving


@pytest.mark.parametrize("name", ["BOB", "Robert"])
def test_a_player_may_change_the_own_name_or_its_case(party: Party, bob: Phone, name: str) -> None:
    assert bob.renames_oneself(name).wrote
    assert names(party)["E"] == name


def test_a_rename_to_the_same_name_writes_nothing(bob: Phone) -> None:
    assert bob.renames_oneself(" Bob ").stands


@pytest.mark.parametrize("same", ["alice", "CAROL", "dave "])
def test_a_rename_to_another_players_name_is_refused(bob: Phone, same: str) -> None:
    assert bob.renames_oneself(same).wrong == ("name", "name_taken")


def test_a_renamed_player_keeps_what_was_entered_under_the_old_name(party: Party, bob: Phone) -> None:
    bob.bids("E", 8)
    bob.renames_oneself("Robert")
    noted = party.row(1).noted
    assert noted is not None
    assert noted.name == "Bob"


def test_a_player_moves_by_putting_the_own_name_on_a_free_seat(alice: Phone, bob: Phone) -> None:
    alice.leaves()
    assert bob.names_seat("N", "bob").wrote
    assert bob.seat is Seat.N


def test_a_move_to_a_taken_seat_is_refused(alice: Phone, bob: Phone) -> None:
    assert alice.moves("E").refused == "seat_taken"
    assert bob.moves("N").refused == "host_only"


def test_a_move_to_the_own_seat_writes_nothing(bob: Phone) -> None:
    assert bob.moves("E").stands


def test_the_host_moves_anyone_at_any_time(party: Party, alice: Phone, bob: Phone) -> None:
    alice.bids("E", 8)
    alice.leaves()
    assert alice.names_seat("N", "Bob").wrote
    assert (bob.seat, bob.side) == (Seat.N, Seat.N.side)


def test_leaving_frees_the_seat_once(party: Party, dave: Phone) -> None:
    assert dave.frees("W").wrote
    assert party.table.free_seats() == (Seat.W,)
    assert dave.frees("W").refused == "not_seated"


def test_freeing_a_free_seat_writes_nothing(party: Party, alice: Phone) -> None:
    alice.frees("W")
    assert alice.frees("W").stands == party.table.number


def test_the_host_who_leaves_is_still_host_even_of_four_empty_seats(party: Party, alice: Phone) -> None:
    for seat in "NESW":
        assert alice.frees(seat).wrote
    assert party.table.is_host("alice")
    assert party.sheet["host"] == {"name": "Alice", "seat": None}


# Sides


def test_a_side_loses_its_name_again(party: Party, bob: Phone) -> None:
    bob.names_sides(EW="Crows")
    assert bob.names_sides(EW=None).wrote
    assert party.table.sides.ew is None


@pytest.mark.parametrize(("side", "player"), [("NS", "carol"), ("EW", "bob")])
def test_the_side_that_takes_the_others_name_is_told(
    party: Party, alice: Phone, side: str, player: str
) -> None:
    alice.names_sides(**{"EW" if side == "NS" else "NS": "Owls"})
    answer = party.phone(player).names_sides(**{side: "OWLS"})
    assert answer.wrong == (side, "name_taken")
    assert answer.facts["free"] == "OWLS 2"


def test_a_side_named_as_it_is_writes_nothing(bob: Phone) -> None:
    bob.names_sides(EW="Crows")
    assert bob.names_sides(EW=" Crows ").stands


# The host


def test_the_new_host_is_the_only_host(party: Party, alice: Phone, carol: Phone) -> None:
    alice.hands_on("S")
    assert carol.hands_on("N").wrote
    assert alice.hands_on("N").stands
    assert party.table.host == "alice"


@pytest.mark.parametrize("seat", ["W", "E"])
def test_the_table_is_handed_to_a_phone_only(party: Party, alice: Phone, seat: str) -> None:
    alice.frees("W")
    alice.frees("E")
    alice.names_seat("E", "Grandma")
    assert alice.hands_on(seat).wrong == ("seat", "seat_without_phone")


def test_the_name_of_an_old_host_without_a_seat_is_free(alice: Phone, zoe: Phone) -> None:
    alice.leaves()
    alice.hands_on("S")
    assert zoe.joins("N", "Alice").wrote


# An account


def test_a_guest_who_signs_in_keeps_seat_name_and_table(party: Party, alice: Phone) -> None:
    assert alice.signs_in("anna").wrote
    assert party.table.host == "anna"
    assert (alice.seat, party.table.host_name) == (Seat.N, "Alice")


def test_a_host_without_a_seat_who_signs_in_keeps_the_name(party: Party, alice: Phone, zoe: Phone) -> None:
    alice.leaves()
    zoe.joins("N", "Anna")
    zoe.leaves()
    alice.signs_in("zoe")
    assert (party.table.host, party.table.host_name) == ("zoe", "Alice")


def test_a_host_without_a_seat_who_signs_in_as_somebody_seated_is_called_as_there(
    party: Party, alice: Phone
) -> None:
    alice.leaves()
    alice.signs_in("bob")
    assert (party.table.host, party.table.host_name) == ("bob", "Bob")


def test_somebody_who_left_and_signs_in_does_not_rename_the_host(
    party: Party, alice: Phone, walt: Phone
) -> None:
    alice.leaves()
    walt.signs_in("alice")
    assert party.table.host_name == "Alice"


def test_where_guest_and_account_both_sit_one_person_keeps_one_seat(party: Party, bob: Phone) -> None:
    bob.signs_in("dave")
    assert party.table.seat_of("dave") is Seat.W
    assert party.table.seats[Seat.E].name == "Bob"
    assert party.table.seats[Seat.E].person is None


def test_signing_in_again_writes_nothing(party: Party, bob: Phone) -> None:
    bob.signs_in("anna")
    bob.who = "bob"
    assert bob.signs_in("anna").wrote is None


def test_who_has_nothing_here_brings_nothing(zoe: Phone, bob: Phone) -> None:
    assert zoe.signs_in("anna").wrote is None
    assert bob.signs_in("bob").wrote is None


def test_somebody_who_sat_here_once_is_known_under_the_account_too(party: Party, walt: Phone) -> None:
    assert walt.signs_in("anna").wrote
    assert party.table.names["anna"] == "Walt"
