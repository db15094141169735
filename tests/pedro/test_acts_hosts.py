"""A new host without the old one: agreed on by one of each side, or with the code on paper; always one."""

from __future__ import annotations

from datetime import timedelta

import pytest

from squarescores.pedro import Rules, Seat, acts
from squarescores.pedro.refusal import Refused
from tests.pedro.cast import CODE, PAPER, Party, Phone


@pytest.fixture
def agreed(party: Party) -> Party:
    """Bob and Carol have agreed on Carol; Alice may still refuse."""
    assert party.bob.proposes("S").wrote
    assert party.carol.agrees_to("S").wrote
    return party


def is_host(party: Party, name: str) -> bool:
    party.chooses_the_host_when_due()
    return party.table.host == name and party.table.names.keys() >= {name}


# One of each side


def test_one_of_each_side_makes_a_new_host_after_two_minutes(agreed: Party) -> None:
    agreed.waits(110)
    assert is_host(agreed, "alice")
    agreed.waits(10)
    assert is_host(agreed, "carol")
    assert agreed.table.proposal is None


def test_it_is_done_as_one_mark(agreed: Party) -> None:
    agreed.waits(3600)
    before = len(agreed.marks)
    for _look in range(3):
        agreed.chooses_the_host_when_due()
    assert len(agreed.marks) == before + 1


def test_the_old_host_is_a_player_like_any_other_then(agreed: Party, alice: Phone, carol: Phone) -> None:
    agreed.waits(120)
    assert carol.sets_joining(is_open=False).wrote
    assert alice.sets_joining(is_open=True).refused == "host_only"
    assert alice.seat is Seat.N


def test_a_player_may_propose_oneself(party: Party, bob: Phone, carol: Phone) -> None:
    bob.proposes("E")
    assert carol.agrees_to("E").wrote
    party.waits(120)
    assert is_host(party, "bob")


def test_a_proposal_alone_makes_nobody_host(party: Party, bob: Phone) -> None:
    bob.proposes("E")
    assert bob.proposes("E").stands
    party.waits(86400)
    assert is_host(party, "alice")


def test_the_partner_is_not_the_other_side(party: Party, bob: Phone, dave: Phone) -> None:
    bob.proposes("E")
    answer = dave.agrees_to("E")
    assert answer.refused == "not_your_side"
    assert answer.facts["side"] == "NS"
    assert party.table.proposal is not None
    assert party.table.proposal.agreed is None


def test_two_who_agree_are_one_agreement(agreed: Party, dave: Phone, carol: Phone) -> None:
    assert carol.agrees_to("S").stands == len(agreed.marks)
    assert dave.agrees_to("S").stands == len(agreed.marks)


def test_a_later_proposal_goes_before_an_earlier_one(party: Party, bob: Phone, carol: Phone) -> None:
    bob.proposes("E")
    assert carol.proposes("S").wrote
    assert carol.agrees_to("E").wrote  # that is a proposal now, and no agreement
    assert party.table.proposal is not None
    assert (party.table.proposal.by, party.table.proposal.agreed) == (Seat.S, None)


def test_nothing_goes_before_what_both_sides_agreed_on(agreed: Party, dave: Phone) -> None:
    answer = dave.proposes("W")
    assert answer.refused == "sheet_moved_on"
    assert answer.facts["seat"] is Seat.S


@pytest.mark.parametrize("seat", ["W", "E"])
def test_only_somebody_with_a_phone_is_proposed(party: Party, alice: Phone, carol: Phone, seat: str) -> None:
    alice.frees("W")
    alice.frees("E")
    alice.names_seat("E", "Grandma")
    assert carol.proposes(seat).wrong == ("seat", "seat_without_phone")


def test_the_host_is_not_proposed(bob: Phone) -> None:
    assert bob.proposes("N").wrong == ("seat", "seat_is_host")


# The old host


@pytest.mark.parametrize("waited", [0, 60, 117])
def test_the_host_refuses_in_time(agreed: Party, host: Phone, waited: int) -> None:
    agreed.waits(waited)
    assert host.refuses("S").wrote
    agreed.waits(3600)
    assert is_host(agreed, "alice")


def test_the_host_refuses_before_anybody_agrees(party: Party, host: Phone, carol: Phone) -> None:
    party.bob.proposes("S")
    assert host.refuses("S").wrote
    assert carol.agrees_to("S").wrote  # begins anew
    party.waits(3600)
    assert is_host(party, "alice")


def test_too_late_is_too_late(agreed: Party, alice: Phone) -> None:
    agreed.waits(120)
    assert alice.refuses("S").refused == "host_only"
    assert is_host(agreed, "carol")


@pytest.mark.parametrize("seconds", [-1, 0, 1])
def test_the_last_moment_is_one_or_the_other(agreed: Party, seconds: int) -> None:
    """What the act says at a moment, whoever comes first: refused, or done; never both."""
    table = agreed.table
    assert table.proposal is not None
    assert table.proposal.agreed is not None
    at = table.proposal.agreed.until + timedelta(seconds=seconds)
    if acts.choose_host(table, at) is None:
        assert seconds < 0
        acts.agree_on_host(table, "alice", Seat.S, at, agree=False)
    else:
        assert seconds >= 0
        with pytest.raises(Refused, match="sheet_moved_on"):
            acts.agree_on_host(table, "alice", Seat.S, at, agree=False)


def test_a_refusal_of_somebody_else_is_none(agreed: Party, alice: Phone) -> None:
    assert alice.refuses("E").refused == "sheet_moved_on"
    assert alice.refuses("S").wrote
    assert alice.refuses("S").refused == "sheet_moved_on"


def test_a_host_who_agrees_hands_the_table_on(party: Party, bob: Phone, alice: Phone) -> None:
    bob.proposes("S")
    assert alice.agrees_to("S").wrote
    assert is_host(party, "carol")
    assert party.table.proposal is None


def test_a_host_proposes_nobody(alice: Phone) -> None:
    assert alice.proposes("S").refused == "sheet_moved_on"


def test_play_goes_on_meanwhile(agreed: Party, dave: Phone, carol: Phone) -> None:
    assert dave.bids("E", 8).wrote
    assert dave.enters(7).wrote
    assert carol.enters(7).wrote


# Taken back, and what falls by itself


@pytest.mark.parametrize("name", ["bob", "carol"])
def test_whoever_made_it_takes_it_back(agreed: Party, name: str) -> None:
    assert agreed.phone(name).takes_back("S").wrote
    agreed.waits(3600)
    assert is_host(agreed, "alice")


def test_nobody_else_takes_it_back(agreed: Party, dave: Phone) -> None:
    assert dave.takes_back("S").refused == "host_only"


@pytest.mark.parametrize("name", ["bob", "carol"])
def test_a_proposal_falls_with_any_of_its_people(agreed: Party, name: str) -> None:
    agreed.phone(name).leaves()
    assert agreed.table.proposal is None
    agreed.waits(3600)
    assert is_host(agreed, "alice")


def test_somebody_else_in_the_seat_of_who_was_proposed_is_somebody_else(
    party: Party, bob: Phone, dave: Phone, carol: Phone, zoe: Phone
) -> None:
    bob.proposes("W")
    dave.leaves()
    zoe.joins("W")
    assert carol.agrees_to("W").wrote
    assert party.table.proposal is not None
    assert party.table.proposal.agreed is None


def test_one_person_on_two_chairs_is_not_both_sides(party: Party, alice: Phone, bob: Phone) -> None:
    alice.leaves()
    bob.proposes("W")
    bob.moves("N")
    bob.agrees_to("W")
    assert party.table.proposal is not None
    assert party.table.proposal.agreed is None


def test_another_phone_of_the_same_seat_goes_on_with_it(agreed: Party, carol: Phone, zoe: Phone) -> None:
    carol.offers_move()
    zoe.takes_over("S")
    agreed.waits(120)
    assert is_host(agreed, "zoe")
    assert agreed.table.host_name == "Carol"


def test_the_host_on_another_phone_may_still_refuse(agreed: Party, alice: Phone, zoe: Phone) -> None:
    alice.offers_move()
    zoe.takes_over("N")
    assert zoe.refuses("S").wrote
    assert agreed.table.host == "zoe"


def test_who_signs_in_meanwhile_is_the_same_person(agreed: Party, carol: Phone) -> None:
    carol.signs_in("anna")
    agreed.waits(120)
    assert is_host(agreed, "anna")


def test_who_turns_out_to_be_the_host_is_not_made_host(agreed: Party, alice: Phone, carol: Phone) -> None:
    alice.leaves()
    carol.signs_in("alice")
    assert agreed.table.proposal is None
    assert agreed.table.host == "alice"


def test_a_table_that_is_handed_on_meanwhile_has_the_host_it_was_handed_to(agreed: Party) -> None:
    agreed.alice.hands_on("W")
    agreed.waits(3600)
    assert is_host(agreed, "dave")


# The host's phone is dead


def test_with_the_hosts_phone_dead_play_goes_on(party: Party, bob: Phone, carol: Phone, dave: Phone) -> None:
    assert bob.bids("E", 8).wrote
    assert dave.enters(7).wrote
    assert carol.enters(7).wrote
    assert bob.ends_the_match().wrote
    assert carol.starts_the_next().wrote


def test_a_disputed_row_waits_for_the_new_host_and_end_match_does_not(
    party: Party, bob: Phone, carol: Phone
) -> None:
    bob.bids("E", 8)
    bob.enters(8)
    carol.enters(7)
    assert bob.bids("N", 9, deal=2).refused == "disputed"
    assert carol.corrects(1, NS=6).refused == "host_only"
    bob.proposes("S")
    carol.agrees_to("S")
    party.waits(120)
    assert carol.corrects(1, NS=6).wrote
    assert bob.bids("N", 9).wrote


def test_end_match_leaves_a_disputed_row_open(party: Party, bob: Phone) -> None:
    party.is_disputed()
    assert bob.ends_the_match().wrote
    assert party.sheet["banked"]["left_open"] == 1


# The code on paper


@pytest.mark.parametrize("name", ["bob", "zoe", "walt", "stranger"])
def test_whoever_types_the_code_is_the_host_at_once(party: Party, name: str) -> None:
    phone, seat = party.phone(name), party.phone(name).seat
    assert phone.recovers().wrote
    assert party.table.is_host(phone.who)
    assert phone.seat is seat
    assert party.alice.sets_joining(is_open=False).refused == "host_only"


def test_the_code_works_once(party: Party, bob: Phone, zoe: Phone) -> None:
    assert bob.recovers(following="the next").wrote
    assert zoe.recovers().refused == "no_code"
    assert is_host(party, "bob")
    assert zoe.recovers("the next").wrote


def test_the_host_who_types_it_stays_host_and_keeps_it(party: Party, alice: Phone, zoe: Phone) -> None:
    assert alice.recovers().stands
    assert zoe.recovers().wrote


@pytest.mark.parametrize("code", ["", "on Paper", "another"])
def test_a_wrong_code_is_refused(party: Party, zoe: Phone, code: str) -> None:
    answer = zoe.recovers(code)
    assert answer.refused == "no_code"
    assert is_host(party, "alice")


def test_a_new_code_ends_the_old_one(alice: Phone, zoe: Phone) -> None:
    assert alice.sets_recovery("fresh").wrote
    assert zoe.recovers(PAPER).refused == "no_code"
    assert zoe.recovers("fresh").wrote


def test_a_table_without_a_code_is_recovered_by_nobody() -> None:
    party = Party(acts.open_table("Alice", Seat.N, Rules(), Seat.N, CODE))
    assert party.zoe.recovers("").refused == "no_code"
    assert party.alice.sets_recovery("fresh").wrote
    assert party.zoe.recovers("fresh").wrote


def test_a_stranger_is_called_as_typed_or_as_the_old_host_told_apart(party: Party) -> None:
    party.stranger.recovers()
    assert party.table.host_name == "Alice 2"
    party.zoe.recovers("the next", name=" Zoe ")
    assert party.table.host_name == "Zoe"


def test_the_name_of_a_host_who_has_no_seat_goes_on(party: Party, alice: Phone) -> None:
    alice.leaves()
    party.stranger.recovers()
    assert party.table.host_name == "Alice"


def test_somebody_who_sat_here_once_keeps_the_name(party: Party, walt: Phone) -> None:
    walt.recovers()
    assert party.table.host_name == "Walt"


def test_a_new_host_takes_nobodys_name(party: Party, zoe: Phone) -> None:
    answer = zoe.recovers(name="BOB")
    assert answer.wrong == ("name", "name_taken")
    assert zoe.recovers(name=answer.facts["free"]).wrote


def test_the_code_ends_whatever_was_proposed(agreed: Party, dave: Phone) -> None:
    dave.recovers()
    agreed.waits(3600)
    assert is_host(agreed, "dave")


def test_the_old_host_gets_the_seat_back_by_a_link(party: Party, alice: Phone) -> None:
    """Alice's phone is gone; on a new one she types the code and brings her own seat over."""
    stranger = party.stranger
    stranger.recovers()
    stranger.offers_move("N")
    assert stranger.takes_over("N").wrote
    assert (party.table.host_name, stranger.seat, alice.seat) == ("Alice", Seat.N, None)
