"""A seat on another phone: the link works once, the old phone watches, nobody gets anything by a name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from squarescores.pedro import Seat
from tests.pedro.cast import Party, Phone


@pytest.fixture
def ed(party: Party) -> Party:
    """West is held by Ed, a name without a phone."""
    party.dave.leaves()
    assert party.alice.names_seat("W", "Ed").wrote
    return party


def test_the_new_phone_holds_the_seat_and_the_old_one_watches(party: Party, bob: Phone, zoe: Phone) -> None:
    bob.offers_move()
    assert zoe.takes_over("E").wrote
    assert (zoe.seat, bob.seat) == (Seat.E, None)
    assert party.table.seats[Seat.E].name == "Bob"
    assert bob.enters(7, "EW").refused == "not_seated"


def test_it_goes_on_in_the_middle_of_a_match(party: Party, alice: Phone, bob: Phone, zoe: Phone) -> None:
    alice.bids("E", 8)
    bob.offers_move()
    assert zoe.takes_over("E").wrote
    assert zoe.enters(7).wrote
    assert len(party.table.seats) == 4


def test_rows_keep_their_authors(party: Party, bob: Phone, zoe: Phone) -> None:
    bob.bids("E", 8)
    bob.enters(7)
    bob.offers_move()
    zoe.takes_over("E")
    ink = party.row(1).entered.ew
    assert ink is not None
    assert (ink.by, ink.name) == ("bob", "Bob")
    assert zoe.enters(8).refused == "already_entered"


def test_somebody_without_a_cookie_becomes_a_person(bob: Phone, party: Party) -> None:
    bob.offers_move()
    assert party.stranger.takes_over("E").wrote
    assert party.stranger.seat is Seat.E


def test_the_host_makes_a_link_for_any_seat(alice: Phone, zoe: Phone) -> None:
    assert alice.offers_move("S").wrote
    assert zoe.takes_over("S").wrote


def test_being_host_moves_along_with_the_hosts_own_seat(party: Party, alice: Phone, zoe: Phone) -> None:
    alice.offers_move()
    zoe.takes_over("N")
    assert party.table.host == "zoe"
    assert alice.offers_move("E").refused == "not_seated"
    assert party.sheet["host"] == {"name": "Alice", "seat": "N"}


def test_another_seat_leaves_the_host_where_it_is(party: Party, alice: Phone, zoe: Phone) -> None:
    alice.offers_move("E")
    zoe.takes_over("E")
    assert party.table.host == "alice"


def test_a_host_without_a_seat_takes_one_over_and_stays_the_one_host(party: Party, alice: Phone) -> None:
    alice.leaves()
    alice.offers_move("E")
    assert alice.takes_over("E").wrote
    assert (party.table.host, party.table.host_name, alice.seat) == ("alice", "Bob", Seat.E)


# Once


def test_a_link_works_once(party: Party, bob: Phone, zoe: Phone, walt: Phone) -> None:
    bob.offers_move()
    offer = party.table.offers[Seat.E]
    assert zoe.takes_over("E", offer).wrote
    assert walt.takes_over("E", offer).refused == "no_code"
    assert zoe.seat is Seat.E


def test_a_newer_link_ends_the_older_one(party: Party, alice: Phone, bob: Phone, zoe: Phone) -> None:
    bob.offers_move()
    older = party.table.offers[Seat.E]
    alice.offers_move("E")
    assert zoe.takes_over("E", older).refused == "no_code"
    assert zoe.takes_over("E").wrote


def test_a_freed_seat_ends_its_link_also_when_somebody_sits_there_again(
    party: Party, bob: Phone, walt: Phone, zoe: Phone
) -> None:
    bob.offers_move()
    offer = party.table.offers[Seat.E]
    bob.leaves()
    assert zoe.takes_over("E", offer).refused == "no_code"
    walt.joins("E")
    assert zoe.takes_over("E", offer).refused == "no_code"


@pytest.mark.parametrize(
    "passes", [lambda party: party.alice.hands_on("S"), lambda party: party.dave.recovers()]
)
def test_no_link_that_a_host_kept_opens_a_seat_under_the_next_one(
    party: Party, alice: Phone, zoe: Phone, passes: Callable[[Party], object]
) -> None:
    alice.offers_move("E")
    offer = party.table.offers[Seat.E]
    passes(party)
    assert zoe.takes_over("E", offer).refused == "no_code"


def test_who_moves_to_another_seat_leaves_the_link_behind(party: Party, alice: Phone, bob: Phone) -> None:
    alice.leaves()
    bob.offers_move()
    bob.moves("N")
    assert party.table.offers == {}


def test_a_rename_leaves_the_link_as_it_is(party: Party, bob: Phone, zoe: Phone) -> None:
    bob.offers_move()
    bob.renames_oneself("Robert")
    assert zoe.takes_over("E").wrote
    assert party.table.seats[Seat.E].name == "Robert"


def test_who_signs_in_meanwhile_keeps_the_link(bob: Phone, zoe: Phone) -> None:
    bob.offers_move()
    bob.signs_in("anna")
    assert zoe.takes_over("E").wrote
    assert bob.seat is None


def test_the_phone_that_has_the_seat_keeps_it_and_the_link(party: Party, bob: Phone, zoe: Phone) -> None:
    bob.offers_move()
    assert bob.takes_over("E").stands
    assert zoe.takes_over("E").wrote
    assert zoe.takes_over("E", offer=1).stands


# One person, one seat


def test_who_holds_another_seat_is_refused(party: Party, bob: Phone, dave: Phone) -> None:
    bob.offers_move()
    answer = dave.takes_over("E")
    assert answer.refused == "seat_taken"
    assert answer.facts == {"seat": Seat.W, "name": "Dave", "wanted": Seat.E}
    assert bob.seat is Seat.E


def test_after_leaving_the_other_seat_it_works(bob: Phone, dave: Phone) -> None:
    bob.offers_move()
    dave.leaves()
    assert dave.takes_over("E").wrote


# A name without a phone


def test_the_host_gives_a_name_a_phone(ed: Party, alice: Phone, zoe: Phone) -> None:
    assert alice.offers_move("W").wrote
    assert zoe.takes_over("W").wrote
    assert (zoe.seat, ed.table.seats[Seat.W].name) == (Seat.W, "Ed")


def test_points_entered_for_a_name_stay_the_hosts_writing(ed: Party, alice: Phone, zoe: Phone) -> None:
    alice.frees("E")
    ed.plays("W", 8, 7)
    alice.offers_move("W")
    zoe.takes_over("W")
    ink = ed.row(1).entered.ew
    assert ink is not None
    assert ink.name == "Alice"


@pytest.mark.parametrize("typed", ["Ed", "ED ", "\uff25d"])
def test_with_the_code_and_the_name_one_takes_the_seat_that_waits_for_it(
    ed: Party, zoe: Phone, typed: str
) -> None:
    assert zoe.joins("W", typed).wrote
    assert (zoe.seat, ed.table.seats[Seat.W].name) == (Seat.W, "Ed")


def test_with_another_name_the_seat_is_taken(ed: Party, zoe: Phone) -> None:
    assert zoe.joins("W", "Zoe").refused == "seat_taken"


def test_a_name_that_waits_for_its_phone_is_not_free_elsewhere(
    ed: Party, alice: Phone, bob: Phone, zoe: Phone
) -> None:
    bob.leaves()
    assert zoe.joins("E", "Ed").wrong == ("name", "name_taken")


def test_without_the_code_or_while_joining_is_closed_a_name_gets_nobody_anywhere(
    ed: Party, alice: Phone, zoe: Phone
) -> None:
    assert zoe.joins("W", "Ed", code="WRONGO").refused == "no_code"
    alice.sets_joining(is_open=False)
    assert zoe.joins("W", "Ed").refused == "joining_closed"


def test_the_name_of_a_seat_with_a_phone_gives_nobody_that_seat(party: Party, zoe: Phone) -> None:
    assert zoe.joins("N", "Alice").refused == "seat_taken"
    assert zoe.joins("E", "Bob").refused == "seat_taken"


def test_a_seat_taken_with_the_code_ends_the_link_made_for_it(
    ed: Party, alice: Phone, zoe: Phone, walt: Phone
) -> None:
    alice.offers_move("W")
    offer = ed.table.offers[Seat.W]
    zoe.joins("W", "Ed")
    assert walt.takes_over("W", offer).refused == "no_code"


def test_a_free_seat_has_no_link(alice: Phone, dave: Phone) -> None:
    dave.leaves()
    assert alice.offers_move("W").wrong == ("seat", "seat_free")
