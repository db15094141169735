"""What a table may agree on, and what does not fit together."""

from __future__ import annotations

from typing import Any

import pytest

from squarescores.pedro import PRESETS, TWENTY_EIGHT_FIFTY_SIX, Rules, RulesError
from squarescores.pedro.rules import named, shown

DEFAULTS = {
    "preset": "squarescores",
    "target": 62,
    "pack_points": 14,
    "min_bid": 7,
    "max_bid": 14,
    "forced_bid": 7,
    "scoring": "carry",
    "set_costs": "bid",
    "slam": "single",
    "dealer_28_56": False,
    "goes_out_margin": 7,
    "both_reach": "decider",
}

DIFFERENCES = {
    "squarescores": {},
    "points-taken": {"set_costs": "taken"},
    "pedreaux": {"set_costs": "taken", "goes_out_margin": None},
    "no-minus": {"scoring": "difference"},
    "california": {
        "target": 100,
        "pack_points": 16,
        "min_bid": 6,
        "max_bid": 16,
        "forced_bid": 6,
        "slam": "double_or_double",
        "goes_out_margin": None,
        "both_reach": "bidder",
    },
    "pidro": {"min_bid": 6, "forced_bid": 6, "goes_out_margin": None, "both_reach": "bidder"},
}


def test_a_table_that_chooses_nothing_plays_the_house_rules() -> None:
    assert Rules.of({}).as_dict() == DEFAULTS
    assert Rules.of({}) == Rules()


def test_every_preset_is_here() -> None:
    assert set(PRESETS) == set(DIFFERENCES)


@pytest.mark.parametrize("preset", DIFFERENCES)
def test_a_preset_differs_where_it_says_so_and_nowhere_else(preset: str) -> None:
    assert Rules.of({"preset": preset}).as_dict() == DEFAULTS | {"preset": preset} | DIFFERENCES[preset]


@pytest.mark.parametrize("preset", DIFFERENCES)
def test_rules_written_out_read_the_same(preset: str) -> None:
    rules = Rules.of({"preset": preset})
    assert Rules.of(rules.as_dict()) == rules


def test_a_key_overrides_the_preset() -> None:
    rules = Rules.of({"preset": "california", "target": 62, "goes_out_margin": 7})
    assert (rules.target, rules.goes_out_margin, rules.pack_points) == (62, 7, 16)


def test_the_highest_bid_follows_the_pack() -> None:
    assert Rules.of({"pack_points": 16}).max_bid == 16
    assert Rules.of({"preset": "california", "pack_points": 14}).max_bid == 14
    assert Rules.of({"pack_points": 16, "max_bid": 16}).max_bid == 16


@pytest.mark.parametrize(
    "key_and_value",
    [
        {"target": 1, "goes_out_margin": 1},
        {"target": 999},
        {"min_bid": 1},
        {"min_bid": 14, "forced_bid": 14},
        {"forced_bid": 14},
        {"goes_out_margin": 0},
        {"goes_out_margin": 62},
        {"goes_out_margin": None},
    ],
)
def test_the_ends_of_every_range_are_allowed(key_and_value: dict[str, Any]) -> None:
    assert Rules.of(key_and_value).as_dict() == DEFAULTS | key_and_value


NOT_RULES = [
    ({"preset": "whist"}, 'preset: "whist" is not one of squarescores, points-taken, pedreaux, no-minus,'),
    ({"preset": None}, "preset: null is not one of "),
    ({"preset": ["pidro"]}, "preset: a list is not one of "),
    ({"target": 0}, "target: 0 is not a whole number from 1 to 999"),
    ({"target": 1000}, "target: 1000 is not a whole number from 1 to 999"),
    ({"target": True}, "target: true is not a whole number"),
    ({"target": 62.0}, "target: 62.0 is not a whole number"),
    ({"target": "62"}, 'target: "62" is not a whole number'),
    ({"target": None}, "target: null is not a whole number"),
    ({"target": 10**30}, "target: a number of more than 20 digits is not a whole number"),
    ({"pack_points": 15}, "pack_points: 15 is not 14 or 16"),
    ({"pack_points": 14.0}, "pack_points: 14.0 is not 14 or 16"),
    ({"pack_points": [14]}, "pack_points: a list is not 14 or 16"),
    ({"min_bid": 0}, "min_bid: 0 is not a whole number from 1 to 14"),
    ({"min_bid": 15}, "min_bid: 15 is not a whole number from 1 to 14"),
    ({"min_bid": 17, "pack_points": 16}, "min_bid: 17 is not a whole number from 1 to 16"),
    ({"max_bid": 13}, "max_bid: 13 is not the pack's 14 points"),
    ({"max_bid": 14, "pack_points": 16}, "max_bid: 14 is not the pack's 16 points"),
    ({"max_bid": None}, "max_bid: null is not the pack's 14 points"),
    ({"forced_bid": 6}, "forced_bid: 6 is not a whole number from 7 to 14"),
    ({"forced_bid": 15}, "forced_bid: 15 is not a whole number from 7 to 14"),
    ({"min_bid": 8}, "forced_bid: 7 is not a whole number from 8 to 14"),
    ({"scoring": "Carry"}, 'scoring: "Carry" is not one of carry, difference'),
    ({"scoring": None}, "scoring: null is not one of carry, difference"),
    ({"set_costs": {}}, "set_costs: an object is not one of bid, taken"),
    ({"slam": "treble"}, 'slam: "treble" is not one of single, double, double_or_double'),
    ({"both_reach": "both"}, 'both_reach: "both" is not one of decider, bidder'),
    ({"dealer_28_56": 1}, "dealer_28_56: 1 is not true or false"),
    ({"dealer_28_56": "true"}, 'dealer_28_56: "true" is not true or false'),
    ({"goes_out_margin": -1}, "goes_out_margin: -1 is not a whole number from 0 to 62 or null"),
    ({"goes_out_margin": 63}, "goes_out_margin: 63 is not a whole number from 0 to 62 or null"),
    ({"goes_out_margin": False}, "goes_out_margin: false is not a whole number from 0 to 62 or null"),
    ({"target": 6}, "goes_out_margin: 7 is not a whole number from 0 to 6 or null"),
    ({"maximum": 14}, "maximum: 14 is not wanted; the rules are preset, target, pack_points,"),
    ({"två\n": 1}, r'"tv\u00e5\n": 1 is not wanted'),
]


@pytest.mark.parametrize(("wanted", "words"), NOT_RULES)
def test_rules_that_are_none_are_refused_by_key_and_value(wanted: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.of(wanted)
    assert str(refused.value).startswith(words)


def test_a_refusal_says_what_it_is_about() -> None:
    with pytest.raises(RulesError) as refused:
        Rules.of({"target": 0})
    assert (refused.value.key, refused.value.value) == ("target", 0)
    assert refused.value.allowed == "a whole number from 1 to 999"


def test_28_56_is_a_bid_for_the_dealer_only_and_only_where_it_is_played() -> None:
    house, with_28_56 = Rules.of({}), Rules.of({"dealer_28_56": True})
    numbers = tuple(range(7, 15))
    assert house.bids(by_dealer=True) == house.bids(by_dealer=False) == numbers
    assert with_28_56.bids(by_dealer=False) == numbers
    assert with_28_56.bids(by_dealer=True) == (*numbers, TWENTY_EIGHT_FIFTY_SIX)


def test_bids_run_from_the_least_to_the_pack() -> None:
    assert Rules.of({"preset": "california"}).bids(by_dealer=True) == tuple(range(6, 17))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "null"),
        (True, "true"),
        (7.0, "7.0"),
        (float("nan"), "NaN"),
        (-3, "-3"),
        (10**20, "a number of more than 20 digits"),
        ("8", '"8"'),
        ("", '""'),
        ("Ö\u2028\ud800\x00", r'"\u00d6\u2028\ud800\u0000"'),
        ("x" * 60, '"' + "x" * 56 + "..."),
        ("x" * 10**6, '"' + "x" * 56 + "..."),
        ([1], "a list"),
        ({}, "an object"),
        (object, "a thing JSON has no word for"),
    ],
)
def test_a_value_is_shown_as_json_has_it_and_cut_short(value: object, words: str) -> None:
    assert shown(value) == words


def test_a_number_too_long_to_write_is_shown_all_the_same() -> None:
    assert shown(-(10**5000)) == "a number of more than 20 digits"


def test_a_key_is_named_plainly_where_it_is_a_plain_word() -> None:
    assert [named("min_bid"), named("two words"), named("år"), named("a" * 41), named(7)] == [
        "min_bid",
        '"two words"',
        r'"\u00e5r"',
        '"' + "a" * 41 + '"',
        "7",
    ]
