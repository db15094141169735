"""Who may do what on the sheet: for every line of it somebody who may, and everybody who may not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.cast import Answer, Party, Phone
from tests.web.sheets import newcomer, posted
from tests.web.sheets import refused as refused_without_a_mark

ADDRESSES = (
    "", "/part", "/part?view=board", "/board", "/history", "/deals/1", "/deals/1?part",
    "/sheet.json", "/sheet.csv", "/me",
)  # fmt: skip
WRITES = ("bids", "entries", "corrections", "voids")
RUBBISH = {"deal": "x", "points": "x", "bidder": "x", "bid": "x", "was": "x", "side": "x", "undo": "x"}


def refused(party: Party, reason: str, press: Callable[[], Answer]) -> Answer:
    """Refused, and the sheet is what it was."""
    before = party.sheet
    answer = refused_without_a_mark(party, reason, press)
    assert party.sheet == before
    return answer


@pytest.fixture
def outsiders(party: Party) -> list[Phone]:
    """Everybody without a seat here: with the link, host or player of another table, without a cookie."""
    frank = party.frank
    frank.key = frank.opens().json["key"]
    grace = newcomer(party, "grace", "E", at=frank)
    frank.key = None
    return [party.zoe, frank, grace, party.stranger]


def test_everybody_with_the_link_sees_the_sheet(party, outsiders):
    party.plays("E", 8, 7)
    for phone in (party.alice, party.bob, *outsiders):
        for address in ADDRESSES:
            assert phone.opens_page("/t/{key}" + address).status == 200, address
            assert phone.client.head(f"/t/{party.key}{address}").status_code == 200, address


def test_without_a_seat_nothing_is_written(party, outsiders):
    assert party.alice.bids(1, "E", 8).status == 201
    for phone in outsiders:
        refused(party, "not_seated", lambda phone=phone: phone.bids(1, "E", 8, "H"))
        refused(party, "not_seated", lambda phone=phone: phone.bids(1, "N", 9, was=party.mark_of(1)))
        refused(party, "not_seated", lambda phone=phone: phone.enters(1, 7, "NS"))
        refused(party, "not_seated", lambda phone=phone: phone.enters(1, 7))


def test_only_the_host_corrects_and_voids(party, outsiders):
    party.plays("E", 8, 7)
    assert party.alice.voids(party.plays("N", 7, 8)).status == 201
    for phone in (party.bob, party.carol, *outsiders):
        for change in ({"NS": 8, "EW": 6}, {"bidder": "N"}, {"bid": 9}, {"trump": "S"}, {"dealer": "S"}):
            answer = refused(
                party, "host_only", lambda phone=phone, change=change: phone.corrects(1, **change)
            )
            assert answer.facts == {"host": "Alice"}
        refused(party, "host_only", lambda phone=phone: phone.voids(1))
        refused(party, "host_only", lambda phone=phone: phone.undoes_the_void(2))
        assert phone.opens_page("/t/{key}/deals/1/fix").status == 403


@pytest.mark.parametrize("write", WRITES)
def test_who_may_not_write_is_told_so_whatever_the_fields_hold(party, outsiders, write):
    reason = "host_only" if write in ("corrections", "voids") else "not_seated"
    for phone in outsiders:
        for fields in ({}, RUBBISH, {"op": "not an op", **RUBBISH}, {"op": "mine", "deal": "1"}):
            refused(
                party,
                reason,
                lambda phone=phone, fields=fields: posted(phone, f"/t/{{key}}/{write}", **fields),
            )
        answer = phone.sends(f"/t/{{key}}/{write}", accept="text/html", **RUBBISH)
        assert answer.status == 403
        assert answer.page.text


@pytest.mark.parametrize("write", WRITES)
def test_a_missing_op_and_rubbish_do_not_come_before_the_other_side(party, bob, write):
    party.alice.bids(1, "N", 8)
    if write == "entries":
        refused(party, "not_your_side", lambda: posted(bob, "/t/{key}/entries", side="NS", points="x"))
    elif write == "bids":
        refused(party, "invalid", lambda: posted(bob, "/t/{key}/bids", **RUBBISH))
    else:
        refused(party, "host_only", lambda: posted(bob, f"/t/{{key}}/{write}", **RUBBISH))


@pytest.mark.parametrize("name", ["alice", "bob", "carol", "dave"])
def test_host_and_players_note_a_bid_change_it_and_fill_an_empty_trump(party, name):
    phone = party.phone(name)
    assert phone.bids(1, "E", 8).status == 201
    assert phone.bids(1, "S", 9, was=party.mark_of(1)).status == 201
    assert phone.bids(1, "S", 9, "H").status == 201
    open_deal = party.sheet["open_deal"]
    assert [open_deal[key] for key in ("bidder", "bid", "trump")] == ["S", 9, "H"]


def test_an_empty_trump_can_be_filled_after_points_until_the_row_settles(party, bob, carol):
    party.alice.bids(1, "E", 8)
    carol.enters(1, 7)
    assert carol.bids(1, "E", 8, "D").status == 201
    assert party.sheet["open_deal"]["trump"] == "D"
    refused(party, "points_in", lambda: bob.bids(1, "E", 8, "C"))
    refused(party, "points_in", lambda: bob.bids(1, "E", 9, was=party.mark_of(1)))
    bob.enters(1, 7)
    refused(party, "points_in", lambda: bob.bids(1, "E", 8, "C"))


def test_after_points_only_the_host_changes_the_bid_by_a_correction(party, alice, carol):
    alice.bids(1, "E", 8)
    carol.enters(1, 7)
    refused(party, "points_in", lambda: alice.bids(1, "N", 9, was=party.mark_of(1)))
    assert alice.corrects(1, bidder="N", bid=9, trump="S").status == 201
    assert [party.sheet["open_deal"][key] for key in ("bidder", "bid", "trump")] == ["N", 9, "S"]


@pytest.mark.parametrize(
    ("name", "own", "other"), [("bob", "EW", "NS"), ("carol", "NS", "EW"), ("dave", "EW", "NS")]
)
def test_a_player_enters_for_the_own_side_only(party, name, own, other):
    phone = party.phone(name)
    party.alice.bids(1, "E", 8)
    answer = refused(party, "not_your_side", lambda: phone.enters(1, 7, other))
    assert answer.facts == {"side": other}
    assert phone.enters(1, 7, own).status == 201
    refused(party, "not_your_side", lambda: phone.enters(1, 7, other))


def test_an_entry_without_a_side_is_for_the_own_seat_s(party, alice, bob):
    alice.bids(1, "E", 8)
    assert bob.enters(1, 7).sheet["open_deal"]["taken"] == {"NS": None, "EW": 7}
    assert alice.enters(1, 7).sheet["rows"][0]["cells"] == {"NS": 7, "EW": 0}


def test_the_host_enters_for_either_side_from_one_phone(party, alice):
    alice.bids(1, "E", 8)
    assert alice.enters(1, 7, "EW").status == 201
    assert alice.enters(1, 7, "NS").sheet["rows"][0]["cells"] == {"NS": 7, "EW": 0}


def test_a_host_without_a_seat_names_the_side(party, alice):
    alice.leaves()
    assert alice.bids(1, "E", 8).status == 201
    answer = refused(party, "invalid", lambda: alice.enters(1, 7))
    assert answer.errors == {"side": ["Say which side’s points these are."]}
    for side in ("NS", "EW"):
        assert alice.enters(1, 7, side).status == 201


def test_a_filled_cell_is_the_host_s_to_change_not_even_one_s_own(party, alice, bob, dave):
    alice.bids(1, "E", 8)
    bob.enters(1, 7)
    refused(party, "already_entered", lambda: bob.enters(1, 8))
    refused(party, "already_entered", lambda: alice.enters(1, 8, "EW"))
    for phone in (bob, dave):
        refused(party, "host_only", lambda phone=phone: phone.corrects(1, EW=8))
    assert alice.corrects(1, EW=8).status == 201
    assert party.sheet["open_deal"]["taken"] == {"NS": None, "EW": 8}


def test_the_host_settles_a_disputed_row_and_nobody_else(party, alice, bob, carol):
    alice.bids(1, "E", 8)
    bob.enters(1, 7)
    carol.enters(1, 8)
    assert party.sheet["open_deal"]["state"] == "disputed"
    refused(party, "disputed", lambda: bob.bids(2, "S", 8))
    refused(party, "host_only", lambda: carol.corrects(1, NS=7, EW=7))
    assert alice.corrects(1, NS=7, EW=7).sheet["rows"][0]["cells"] == {"NS": 7, "EW": 0}


def test_the_host_voids_a_deal_and_takes_it_back(party, alice):
    party.plays("E", 8, 7)
    assert alice.voids(1, reason="misdealt").sheet["open_deal"]["number"] == 2
    assert party.sheet["deals"] == []
    assert alice.undoes_the_void(1).sheet["totals"] == {"NS": 7, "EW": 0}
    party.plays("N", 8, 9)
    alice.voids(1)
    refused(party, "sheet_moved_on", lambda: alice.undoes_the_void(1))


def test_who_has_left_writes_no_more_not_even_with_an_op_of_before(party, bob):
    party.alice.bids(1, "E", 8)
    first = bob.enters(1, 7, op="mine")
    bob.leaves()
    refused(party, "not_seated", lambda: bob.enters(1, 8, op="mine"))
    again = bob.enters(1, 7, op="mine")
    assert (again.status, again.mark) == (200, first.mark)


def test_whoever_takes_a_seat_over_has_its_rights_and_the_old_phone_has_none(party, alice, bob):
    alice.bids(1, "E", 8)
    alice.frees("E")
    refused(party, "not_seated", lambda: bob.enters(1, 7))
    eve = newcomer(party, "eve", "E")
    assert eve.enters(1, 7).status == 201


def test_the_host_s_rights_go_with_the_table(party, alice, bob):
    party.plays("E", 8, 7)
    alice.hands_on("E")
    refused(party, "host_only", lambda: alice.corrects(1, trump="S"))
    assert bob.corrects(1, trump="S").status == 201
