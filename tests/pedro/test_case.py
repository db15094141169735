"""What a case may say, and the one line that refuses what it may not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from squarescores.pedro import Both, Case, CaseError, Deal, Rules, Seat, Suit, answer, row_answer
from squarescores.pedro.checks import Head

DEAL: dict[str, Any] = {"bidder": "E", "bid": 8, "taken": {"NS": 7, "EW": 7}}
WITH_28_56 = {"dealer_28_56": True}


def deal(**keys: Any) -> dict[str, Any]:
    return {**DEAL, **keys}


def refusal(case: object) -> str:
    """The line that refuses a case; it is plain ASCII and one line, whatever the case holds."""
    with pytest.raises(CaseError) as refused:
        Case.read(case) if isinstance(case, str | bytes) else Case.of(case)
    line = str(refused.value)
    assert line.isascii()
    assert line.isprintable()
    return line


def test_a_case_needs_no_more_than_its_deals() -> None:
    assert Case.of({"deals": []}) == Case(Rules(), Seat.N, (), ())


def test_the_worked_hand() -> None:
    case = Case.of({"rules": {"preset": "squarescores"}, "first_dealer": "N", "deals": [DEAL]})
    assert case.deals == (Deal(Seat.E, 8, Both(7, 7)),)
    assert answer(case.standing()) == {
        "rows": [
            {
                "made": False,
                "bidder_goes_out": False,
                "after_end": False,
                "cells": {"NS": 7, "EW": 0},
                "shortfalls": {"NS": 0, "EW": 8},
                "totals": {"NS": 7, "EW": 0},
                "nets": {"NS": 7, "EW": -8},
            }
        ],
        "status": "playing",
        "winner": None,
        "decided_by": None,
        "totals": {"NS": 7, "EW": 0},
        "shortfalls": {"NS": 0, "EW": 8},
        "nets": {"NS": 7, "EW": -8},
    }


def test_a_row_is_answered_as_the_whole_sheet_has_it() -> None:
    standing = Case.of({"deals": [DEAL, DEAL]}).standing()
    assert [row_answer(row) for row in standing.rows] == answer(standing)["rows"]


def test_the_deal_goes_round_from_the_first_dealer() -> None:
    case = Case.of({"first_dealer": "S", "deals": [DEAL] * 5})
    assert [head.dealer for head in case.heads] == ["S", "W", "N", "E", "S"]


def test_a_deal_that_names_its_dealer_moves_the_chain() -> None:
    case = Case.of({"deals": [DEAL, deal(dealer="N"), DEAL]})
    assert [head.dealer for head in case.heads] == ["N", "N", "E"]


def test_numbers_go_on_from_the_one_before() -> None:
    case = Case.of({"deals": [DEAL, deal(number=5), DEAL]})
    assert [head.number for head in case.heads] == [1, 5, 6]


def test_trump_is_optional_and_may_be_null() -> None:
    case = Case.of({"deals": [DEAL, deal(trump=None), deal(trump="D")]})
    assert [head.trump for head in case.heads] == [None, None, Suit.D]
    assert case.heads[2] == Head(3, Seat.S, Suit.D)


def test_28_56_is_bid_by_whoever_deals_along_the_chain() -> None:
    rows = [deal(bidder=seat, bid="28-56", taken={"NS": 13, "EW": 1}) for seat in "ESWN"]
    case = Case.of({"rules": WITH_28_56, "first_dealer": "E", "deals": rows})
    assert [each.bid for each in case.deals] == ["28-56"] * 4


@pytest.mark.parametrize(
    ("case", "line"),
    [
        (None, "case: null is not an object"),
        ([], "case: a list is not an object"),
        ("[]", "case: a list is not an object"),
        ("7", "case: 7 is not an object"),
        ({}, "deals: missing"),
        ({"deals": None}, "deals: null is not a list"),
        ({"deals": {}}, "deals: an object is not a list"),
        ({"deals": "E 8"}, 'deals: "E 8" is not a list'),
        ({"deals": [], "rules": None}, "rules: null is not an object"),
        ({"deals": [], "rules": ["pidro"]}, "rules: a list is not an object"),
        ({"deals": [], "rules": {"target": 0}}, "rules.target: 0 is not a whole number from 1 to 999"),
        ({"deals": [], "first_dealer": None}, "first_dealer: null is not one of N, E, S, W"),
        ({"deals": [], "first_dealer": "n"}, 'first_dealer: "n" is not one of N, E, S, W'),
        ({"deals": [], "first_dealer": ["N"]}, "first_dealer: a list is not one of N, E, S, W"),
        ({"deals": [DEAL, None]}, "deals[1]: null is not an object"),
        ({"deals": [[]]}, "deals[0]: a list is not an object"),
    ],
)
def test_what_is_no_case_is_refused(case: object, line: str) -> None:
    assert refusal(case) == line


def test_a_rule_nobody_knows_is_refused() -> None:
    line = refusal({"deals": [], "rules": {"max": 14}})
    assert line.startswith("rules.max: 14 is not wanted; the rules are preset, target,")


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ({"bidder": "NS"}, '.bidder: "NS" is not one of N, E, S, W'),
        ({"bidder": None}, ".bidder: null is not one of N, E, S, W"),
        ({"bidder": {}}, ".bidder: an object is not one of N, E, S, W"),
        ({"bid": 6}, ".bid: 6 is not a whole number from 7 to 14"),
        ({"bid": 15}, ".bid: 15 is not a whole number from 7 to 14"),
        ({"bid": True}, ".bid: true is not a whole number from 7 to 14"),
        ({"bid": 8.0}, ".bid: 8.0 is not a whole number from 7 to 14"),
        ({"bid": "8"}, '.bid: "8" is not a whole number from 7 to 14'),
        ({"bid": None}, ".bid: null is not a whole number from 7 to 14"),
        ({"bid": [8]}, ".bid: a list is not a whole number from 7 to 14"),
        ({"bid": 10**4400}, ".bid: a number of more than 20 digits is not a whole number from 7 to 14"),
        ({"bid": "28-56"}, '.bid: "28-56" is not played at this table, whose dealer_28_56 is false'),
        ({"bid": "28\u201356"}, r'.bid: "28\u201356" is not a whole number from 7 to 14'),
        ({"taken": None}, ".taken: null is not an object"),
        ({"taken": [7, 7]}, ".taken: a list is not an object"),
        ({"taken": {}}, ".taken.NS: missing"),
        ({"taken": {"NS": 14}}, ".taken.EW: missing"),
        ({"taken": {"EW": 14}}, ".taken.NS: missing"),
        ({"taken": {"NS": 7, "we": 7}}, ".taken.we: 7 is not wanted; wanted are NS, EW"),
        ({"taken": {"NS": 7, "EW": 7, "N": 0}}, ".taken.N: 0 is not wanted; wanted are NS, EW"),
        ({"taken": {"NS": None, "EW": 14}}, ".taken.NS: null is not a whole number from 0 to 14"),
        ({"taken": {"NS": 7, "EW": 7.0}}, ".taken.EW: 7.0 is not a whole number from 0 to 14"),
        ({"taken": {"NS": 13, "EW": True}}, ".taken.EW: true is not a whole number from 0 to 14"),
        ({"taken": {"NS": "7", "EW": 7}}, '.taken.NS: "7" is not a whole number from 0 to 14'),
        ({"taken": {"NS": 15, "EW": -1}}, ".taken.NS: 15 is not a whole number from 0 to 14"),
        ({"taken": {"NS": -1, "EW": 15}}, ".taken.NS: -1 is not a whole number from 0 to 14"),
        ({"taken": {"NS": 0, "EW": 15}}, ".taken.EW: 15 is not a whole number from 0 to 14"),
        ({"taken": {"NS": 14, "EW": 15}}, ".taken.EW: 15 is not a whole number from 0 to 14"),
        ({"taken": {"NS": 7, "EW": 8}}, ".taken: 7 + 8 = 15, but the pack has 14 points"),
        ({"taken": {"NS": 0, "EW": 0}}, ".taken: 0 + 0 = 0, but the pack has 14 points"),
        ({"number": 0}, ".number: 0 is not a whole number from 1"),
        ({"number": True}, ".number: true is not a whole number from 1"),
        ({"number": None}, ".number: null is not a whole number from 1"),
        ({"number": 1.0}, ".number: 1.0 is not a whole number from 1"),
        ({"dealer": "X"}, '.dealer: "X" is not one of N, E, S, W'),
        ({"dealer": None}, ".dealer: null is not one of N, E, S, W"),
        ({"trump": "spades"}, '.trump: "spades" is not one of S, H, D, C or null'),
        ({"trump": 0}, ".trump: 0 is not one of S, H, D, C or null"),
        ({"trump": ""}, '.trump: "" is not one of S, H, D, C or null'),
        ({"note": "x"}, '.note: "x" is not wanted; wanted are bidder, bid, taken, number, dealer, trump'),
        (
            {"\ud800\n": 1},
            r'."\ud800\n": 1 is not wanted; wanted are bidder, bid, taken, number, dealer, trump',
        ),
    ],
)
def test_a_row_that_breaks_a_check_is_refused(keys: dict[str, Any], line: str) -> None:
    assert refusal({"deals": [DEAL, deal(**keys)]}) == f"deals[1]{line}"


@pytest.mark.parametrize("key", ["bidder", "bid", "taken"])
def test_a_row_says_who_bid_what_and_what_was_taken(key: str) -> None:
    row = {name: value for name, value in DEAL.items() if name != key}
    assert refusal({"deals": [row]}) == f"deals[0].{key}: missing"
    assert refusal({"deals": [{**row, "number": 1}]}) == f"deals[0].{key}: missing"


def test_a_key_in_the_place_of_another_is_the_one_named() -> None:
    row = {"bidder": "E", "bids": 8, "taken": {"NS": 7, "EW": 7}}
    assert refusal({"deals": [row]}).startswith("deals[0].bids: 8 is not wanted")


def test_rows_after_the_end_are_checked_all_the_same() -> None:
    rows = [deal(bidder="N", bid=14, taken={"NS": 14, "EW": 0})] * 5
    line = refusal({"deals": [*rows, deal(bid=3)]})
    assert line == "deals[5].bid: 3 is not a whole number from 7 to 14"


@pytest.mark.parametrize(("pack", "bid"), [(14, 14), (16, 16)])
def test_the_highest_bid_is_the_pack(pack: int, bid: int) -> None:
    rules = {"pack_points": pack}
    Case.of({"rules": rules, "deals": [deal(bid=bid, taken={"NS": 0, "EW": pack})]})
    line = refusal({"rules": rules, "deals": [deal(bid=bid + 1, taken={"NS": 0, "EW": pack})]})
    assert line == f"deals[0].bid: {bid + 1} is not a whole number from 7 to {pack}"


def test_a_bid_the_table_does_not_play_names_28_56_where_it_does() -> None:
    line = refusal({"rules": WITH_28_56, "deals": [deal(bid="28")]})
    assert line == 'deals[0].bid: "28" is not a whole number from 7 to 14 or "28-56"'


def test_28_56_by_anybody_but_the_dealer_is_refused() -> None:
    line = refusal({"rules": WITH_28_56, "deals": [DEAL, deal(bidder="S", bid="28-56")]})
    assert line == 'deals[1].bid: "28-56" is for the dealer only, but S bid it and E dealt'


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "case: not JSON: there is nothing but blank space"),
        (b" \r\n", "case: not JSON: there is nothing but blank space"),
        ("{", "case: not JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
        ('{"deals": []} x', "case: not JSON: Extra data at line 1, column 15"),
        (
            '{"deals": [],}',
            "case: not JSON: Expecting property name enclosed in double quotes at line 1, column 14",
        ),
        (
            "{'deals': []}",
            "case: not JSON: Expecting property name enclosed in double quotes at line 1, column 2",
        ),
        (b"\xff{}", "case: not UTF-8: byte 0xff at 0"),
        ('{"deals": []}'.encode("utf-16"), "case: not UTF-8: byte 0xff at 0"),
        (b'{"deals": "\xed\xa0\x80"}', "case: not UTF-8: byte 0xed at 11"),
        ("\ufeff{}", "case: not JSON: a byte order mark stands before it"),
        (b"\xef\xbb\xbf{}", "case: not JSON: a byte order mark stands before it"),
        ('{"deals": [], "x": NaN}', "case: not JSON: NaN is no number there"),
        ('{"deals": [], "x": [-Infinity]}', "case: not JSON: -Infinity is no number there"),
        (
            '{"deals": [], "deals": [1]}',
            "case: not read: deals stands twice in one object, as a list and as a list",
        ),
        (
            '{"deals": [{"bidder": "E", "bid": 8, "taken": {"NS": 7, "EW": 7, "NS": 8}}]}',
            "case: not read: NS stands twice in one object, as 7 and as 8",
        ),
        ("[" * 100_000, "case: not read: its lists and objects are nested too deeply"),
        ('{"x":' * 100_000, "case: not read: its lists and objects are nested too deeply"),
        ('{"deals": ' + "9" * 5000 + "}", "case: not read: it has a number of more than 4300 digits"),
        ('{"deals": 1e999}', "deals: Infinity is not a list"),
        (r'{"deals": "\ud800"}', r'deals: "\ud800" is not a list'),
    ],
)
def test_a_text_that_is_no_case_is_refused(text: str | bytes, line: str) -> None:
    assert refusal(text) == line


def test_a_case_may_carry_more_at_the_top() -> None:
    more = {"mark": 13, "sides": {"NS": "Öst", "EW": None}, "rows": [{"mark": 2}], "nets": {}}
    assert Case.read(json.dumps({"deals": [DEAL], **more})) == Case.of({"deals": [DEAL]})
