"""What the server answers to a write: once for each press, late ones refused, two partners told apart."""

from __future__ import annotations

import re

import pytest

from tests.web.sheets import posted, refused, wrong


@pytest.fixture(autouse=True)
def _noted(party):
    """East–West have bid 8 on the first deal."""
    assert party.alice.bids(1, "E", 8).status == 201


def test_a_write_is_answered_with_its_mark_and_the_sheet(party, bob):
    answer = bob.enters(1, 7)
    assert (answer.status, answer.mark) == (201, party.number)
    assert set(answer.json) == {"mark", "sheet"}
    assert answer.sheet == party.sheet


# The same press once more


def test_a_script_that_draws_nothing_from_it_need_not_be_sent_the_sheet(party, bob):
    party.alice.bids(1, "E", 8)
    sent = {"csrf_token": bob.token, "op": "once", "deal": 1, "points": 7}
    wants = {"Accept": "application/json", "Prefer": "return=minimal"}
    answer = bob.client.post(f"/t/{party.key}/entries", data=sent, headers=wants)
    assert (answer.status_code, answer.json) == (201, {"mark": party.number})


def test_the_same_press_again_gets_the_first_mark_and_the_present_sheet(party, alice, bob, carol):
    first = bob.enters(1, 7, op="mine")
    carol.enters(1, 7)
    alice.corrects(1, NS=8, EW=6)
    with party.nothing_written():
        again = bob.enters(1, 7, op="mine")
    assert (again.status, again.mark, again.sheet) == (200, first.mark, party.sheet)


def test_the_same_press_is_the_first_mark_in_the_next_match_too(party, alice, bob):
    first = bob.enters(1, 7, op="mine", match=1)
    party.is_banked()
    alice.starts_the_next()
    assert (bob.enters(1, 7, op="mine", match=1).status, party.sheet["match"]) == (200, 2)
    assert bob.enters(1, 7, op="mine", match=1).mark == first.mark


@pytest.mark.parametrize(
    "other", [{"points": 8}, {"side": "EW"}, {"cards": "A,J,5"}, {"match": 1}, {"sure": "yes"}]
)
def test_an_op_with_other_fields_is_refused(party, bob, other):
    bob.enters(1, 7, op="mine")
    refused(party, "op_reused", lambda: bob.enters(1, **{"points": 7, "op": "mine", **other}))


def test_an_op_is_one_write_s_not_another_s(party, alice):
    alice.enters(1, 7, op="mine")
    refused(party, "op_reused", lambda: alice.sends("/t/{key}/voids", "mine", deal=1))


def test_two_people_may_have_the_same_op(party, alice, bob):
    assert alice.enters(1, 7, op="mine").status == 201
    assert bob.enters(1, 7, op="mine").status == 201


@pytest.mark.parametrize("op", [None, "", " ", "a b", "é", "a" * 65, "a\0", "../x", "a,b", "１"])
@pytest.mark.parametrize("write", ["bids", "entries", "corrections", "voids"])
def test_a_write_without_a_usable_op_is_refused(party, alice, write, op):
    fields = {"deal": 1, "bidder": "E", "bid": 8, "points": 7, "EW": 7, "was": party.mark_of(1)}
    answer = refused(party, "invalid", lambda: posted(alice, f"/t/{{key}}/{write}", op=op, **fields))
    assert list(answer.errors) == ["op"]


def test_an_op_sent_twice_in_one_form_is_none(party, bob):
    answer = refused(party, "invalid", lambda: bob.enters(1, 7, op=["one", "two"]))
    assert list(answer.errors) == ["op"]


def test_the_longest_op_will_do(bob):
    assert bob.enters(1, 7, op="aZ09_-" + "x" * 58).status == 201


def test_a_refused_press_may_be_sent_again_with_what_is_right(party, bob):
    wrong(party, "points", lambda: bob.enters(1, 15, op="mine"))
    assert bob.enters(1, 7, op="mine").status == 201


# Two at once


def test_the_same_bid_from_two_phones_is_a_plain_success(party, bob, carol):
    mark = party.mark_of(1)
    for phone in (bob, carol):
        answer = phone.bids(1, "E", 8)
        assert (answer.status, answer.mark) == (200, mark)


def test_the_bid_that_the_host_corrected_it_to_is_a_plain_success_as_well(alice, bob):
    mark = alice.corrects(1, bid=7, reason="misheard").mark
    answer = bob.bids(1, "E", 7)
    assert (answer.status, answer.mark) == (200, mark)


def test_another_bid_is_refused_unless_it_says_which_it_replaces(party, bob, carol):
    seen = party.mark_of(1)
    answer = refused(party, "bid_noted", lambda: bob.bids(1, "N", 9))
    assert answer.facts["row"] == party.sheet["open_deal"]
    assert "Alice" in answer.message
    assert "Bob⁩, 8" in answer.message
    assert bob.bids(1, "N", 9, was=seen).status == 201
    refused(party, "bid_noted", lambda: carol.bids(1, "S", 10, was=seen))


def test_the_same_figure_from_two_partners_is_a_plain_success(party, bob, dave):
    first = bob.enters(1, 7)
    with party.nothing_written():
        again = dave.enters(1, 7)
    assert (again.status, again.mark) == (200, first.mark)


def test_another_figure_from_the_partner_is_refused_and_leaves_a_clash(party, bob, dave):
    bob.enters(1, 7)
    before, sheet = party.number, party.sheet
    answer = dave.enters(1, 8)
    assert (answer.refused, answer.status) == ("already_entered", 409)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", answer.facts.pop("at"))
    assert answer.facts == {"deal": 1, "side": "EW", "refused": 8, "stands": 7, "by": "Bob"}
    assert all(said in answer.message for said in ("Bob", "7", "8"))
    assert party.number == before + 1
    assert {**party.sheet, "mark": sheet["mark"]} == sheet


def test_the_same_refused_press_is_refused_again_without_a_second_mark(party, alice, bob, dave):
    bob.enters(1, 7)
    dave.enters(1, 8, op="eight")
    again = refused(party, "already_entered", lambda: dave.enters(1, 8, op="eight"))
    assert again.facts["refused"] == 8
    refused(party, "op_reused", lambda: dave.enters(1, 9, op="eight"))
    alice.enters(1, 7)
    party.plays("N", 8, 9)
    refused(party, "already_entered", lambda: dave.enters(1, 8, op="eight"))
    assert dave.enters(1, 8).refused == "already_entered"  # another press: another clash


def test_other_refusals_of_a_filled_cell_leave_no_mark(party, alice, bob):
    bob.enters(1, 7)
    refused(party, "already_entered", lambda: bob.enters(1, 8))
    refused(party, "already_entered", lambda: alice.enters(1, 8, "EW"))


# Late ones


def test_a_late_entry_never_lands_on_another_deal(party, alice, bob):
    party.alice.enters(1, 7, "NS")
    bob.enters(1, 7)
    alice.bids(2, "N", 8)
    refused(party, "already_entered", lambda: bob.enters(1, 6))
    assert party.sheet["open_deal"]["taken"] == {"NS": None, "EW": None}


def test_a_deal_that_is_not_there_yet_takes_nothing(party, alice, bob):
    for deal in (0, 2, 3, 999999):
        answer = refused(party, "no_deal", lambda deal=deal: bob.enters(deal, 7))
        assert answer.facts == {"deal": deal, "open": 1}
        refused(party, "no_deal", lambda deal=deal: bob.bids(deal, "E", 8))
        refused(party, "no_deal", lambda deal=deal: alice.corrects(deal, trump="S", was=0))
        refused(party, "no_deal", lambda deal=deal: alice.voids(deal))


def test_points_wait_for_the_bid(party, alice, bob, carol):
    bob.enters(1, 7)
    carol.enters(1, 7)
    refused(party, "no_bid", lambda: bob.enters(2, 7))
    refused(party, "no_bid", lambda: alice.voids(2))
    refused(party, "no_bid", lambda: alice.corrects(2, EW=7))


def test_a_voided_deal_takes_nothing_and_says_which_deal_is_next(party, alice, bob):
    alice.voids(1)
    for press in (
        lambda: bob.enters(1, 7),
        lambda: bob.bids(1, "E", 8),
        lambda: alice.corrects(1, bid=9),
    ):
        assert refused(party, "deal_voided", press).facts == {"deal": 1, "open": 2}


def test_a_write_for_another_match_is_refused(party, alice, bob):
    party.is_banked()
    alice.starts_the_next()
    alice.bids(1, "E", 8, match=2)
    for match in (1, 3):
        for press in (
            lambda match=match: bob.enters(1, 7, match=match),
            lambda match=match: bob.bids(1, "E", 8, match=match),
            lambda match=match: alice.voids(1, match=match),
        ):
            assert refused(party, "sheet_moved_on", press).facts["played"] == 2
    assert bob.enters(1, 7, match=2).status == 201


def test_a_won_match_takes_no_bid_and_no_entry(party, bob):
    party.alice.enters(1, 14, "NS")
    bob.enters(1, 0)
    party.is_won_by("N")
    deal = len(party.sheet["deals"]) + 1
    refused(party, "match_won", lambda: bob.bids(deal, "E", 8))
    assert party.sheet["open_deal"] is None


def test_a_banked_match_takes_only_corrections(party, alice, bob):
    bob.enters(1, 7)
    alice.enters(1, 7)
    party.is_banked()
    for press in (lambda: bob.bids(2, "E", 8), lambda: bob.enters(1, 7), lambda: alice.voids(1)):
        refused(party, "match_banked", press)
    assert alice.corrects(1, NS=8, EW=6).sheet["banked"]["totals"] == {"NS": 8, "EW": 0}


# Corrections


def test_a_correction_of_a_row_that_changed_is_refused_with_the_present_row(party, alice, bob, carol):
    bob.enters(1, 7)
    carol.enters(1, 7)
    seen = party.mark_of(1)
    assert alice.corrects(1, NS=8, EW=6, was=seen).status == 201
    answer = refused(party, "row_changed", lambda: alice.corrects(1, NS=9, EW=5, was=seen))
    assert answer.facts["deal"] == 1
    row = answer.facts["row"]
    assert (row["taken"], row["mark"], row["dealer"], row["state"]) == (
        {"NS": 8, "EW": 6}, party.mark_of(1), "N", "settled",
    )  # fmt: skip
    assert alice.corrects(1, NS=9, EW=5, was=row["mark"]).status == 201


def test_several_fields_are_corrected_together_as_one_mark(party, alice, bob, carol):
    bob.enters(1, 7)
    carol.enters(1, 7)
    before = party.number
    answer = alice.corrects(1, NS=5, EW=9, bidder="S", bid=9, trump="C", dealer="W", reason="miscounted")
    assert (answer.status, answer.mark) == (201, before + 1)
    assert answer.sheet["deals"][0] == {
        "number": 1, "dealer": "W", "bidder": "S", "bid": 9, "trump": "C", "taken": {"NS": 5, "EW": 9},
    }  # fmt: skip


def test_a_correction_to_what_stands_writes_nothing(party, alice, bob, carol):
    bob.enters(1, 7)
    carol.enters(1, 7)
    with party.nothing_written():
        answer = alice.corrects(1, NS=7, EW=7)
    assert (answer.status, answer.mark) == (200, party.mark_of(1))


def test_a_blank_trump_takes_the_trump_away_and_a_blank_figure_changes_nothing(party, alice, bob):
    alice.corrects(1, trump="H")
    assert alice.corrects(1, trump="", NS="", EW="", bid="").sheet["open_deal"]["trump"] is None
    bob.enters(1, 7)
    for field in ("NS", "EW", "bidder", "bid", "dealer"):
        assert "took" in wrong(party, field, lambda field=field: alice.corrects(1, **{field: ""}))
    wrong(party, "deal", lambda: alice.corrects(1))


def test_a_correction_that_breaks_a_check_is_refused_whole(party, alice, bob, carol):
    bob.enters(1, 7)
    carol.enters(1, 7)
    told = wrong(party, "NS", lambda: alice.corrects(1, NS=8, bid=9))
    assert all(figure in told for figure in ("8", "7", "15", "14"))
    wrong(party, "EW", lambda: alice.corrects(1, EW=15))
    wrong(party, "bid", lambda: alice.corrects(1, bid=6))
    wrong(party, "bid", lambda: alice.corrects(1, bid="28-56"))


def test_a_match_banked_before_is_corrected_while_the_next_is_played(party, alice, bob, carol):
    bob.enters(1, 7)
    carol.enters(1, 7)
    party.is_banked()
    alice.starts_the_next()
    answer = alice.corrects(1, NS=8, EW=6, match=1)
    assert (answer.sheet["match"], answer.sheet["totals"]) == (1, {"NS": 8, "EW": 0})
    assert party.sheet["match"] == 2
    refused(party, "no_match", lambda: alice.corrects(1, NS=8, match=3, was=0))


# What is no form, no token, no address


def test_only_forms_are_read(party, alice):
    for kind, body in (
        ("application/json", b'{"deal": 1}'),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="deal"\r\n\r\n1\r\n--x--',
        ),
        ("text/plain", b"deal=1"),
        ("", b"deal=1"),
    ):
        for accept in ("application/json", "text/html"):
            with party.nothing_written():
                answer = alice.client.post(
                    f"/t/{party.key}/entries", data=body, content_type=kind, headers={"Accept": accept}
                )
            assert answer.status_code == 415, kind
        assert answer.text


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_more_than_a_score_sheet_needs_is_not_read(party, bob, accept):
    with party.nothing_written():
        assert bob.enters(1, 7, reason="x" * 70_000, accept=accept).status == 413
    assert bob.enters(1, 7, reason="x" * 60_000, accept=accept).status in (201, 303)


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "\0", "é"])
@pytest.mark.parametrize("write", ["bids", "entries", "corrections", "voids"])
def test_nothing_is_written_without_the_page_s_token(party, alice, write, token):
    fields = {"deal": 1, "points": 7, "csrf_token": token}
    refused(party, "csrf", lambda: alice.sends(f"/t/{{key}}/{write}", **fields))


def test_another_phone_s_token_is_none(party, alice, bob):
    refused(party, "csrf", lambda: bob.enters(1, 7, csrf_token=alice.token))


def test_the_token_may_come_as_a_header(party, bob):
    answer = bob.client.post(
        f"/t/{party.key}/entries",
        data={"op": "mine", "deal": 1, "points": 7},
        headers={"Accept": "application/json", "X-CSRFToken": bob.token},
    )
    assert answer.status_code == 201


def test_a_browser_that_sends_no_referrer_plays_on_over_https(party, bob):
    answer = bob.client.post(
        f"/t/{party.key}/entries",
        base_url="https://localhost",
        data={"op": "mine", "deal": 1, "points": 7, "csrf_token": bob.token},
        headers={"Accept": "application/json"},
    )
    assert answer.status_code == 201


@pytest.mark.parametrize("write", ["bids", "entries", "corrections", "voids"])
def test_an_address_that_writes_shows_nothing(party, alice, write):
    assert alice.opens_page(f"/t/{{key}}/{write}").status == 405
    answer = alice.asks(f"/t/{{key}}/{write}")
    assert (answer.status, set(answer.json)) == (405, {"refused", "facts", "message"})
    assert "POST" in answer.response.headers["Allow"]
    assert alice.client.put(f"/t/{party.key}/{write}", data={}).status_code == 405


def test_there_is_no_table_at_another_address(party, alice):
    for key in ("nobody", party.key[:-1], party.key + "x", "%00", "é", "x" * 300):
        for address in ("", "/part", "/board", "/history", "/deals/1", "/deals/1/fix", "/sheet.csv"):
            assert alice.opens_page(f"/t/{key}{address}").status == 404
            assert alice.asks(f"/t/{key}{address}").refused == "no_table"
        for address in ("/sheet.json", "/me"):
            assert alice.opens_page(f"/t/{key}{address}").refused == "no_table"
        for write in ("bids", "entries", "corrections", "voids"):
            answer = alice.sends(f"/t/{key}/{write}", deal=1)
            assert (answer.status, answer.refused, answer.facts) == (404, "no_table", {})
            assert alice.sends(f"/t/{key}/{write}", accept="text/html", deal=1).status == 404


def test_there_is_no_match_of_another_number(party, zoe):
    for match in ("0", "2", "x", "-1", "１", "9" * 30):
        for address in ("/sheet.json", "/sheet.csv", "/deals/1"):
            assert zoe.asks(f"/t/{{key}}{address}?match={match}").refused == "no_match"
    assert zoe.asks("/t/{key}/sheet.json?match=1").json == zoe.sheet
    for deal in ("0", "2", "9" * 30):
        assert zoe.asks(f"/t/{{key}}/deals/{deal}").refused == "no_deal"
