"""sheet.json: the contract's keys, the same for everybody, and a case that scores to its own figures."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from squarescores.pedro import PRESETS, Case, answer
from tests.web.cast import Party

KEYS = {
    "rules", "first_dealer", "deals",
    "rows", "status", "winner", "decided_by", "totals", "shortfalls", "nets",
    "table", "match", "mark", "sides", "seats", "host", "dealer", "open_deal", "banked",
}  # fmt: skip
ANSWER = {"rows", "status", "winner", "decided_by", "totals", "shortfalls", "nets"}
ROW = {"made", "bidder_goes_out", "after_end", "cells", "shortfalls", "totals", "nets", "mark"}
DEAL = {"number", "dealer", "bidder", "bid", "trump", "taken"}
OPEN = {*DEAL, "cards", "mark", "state"}
BANKED = {
    "at", "by", "ending", "winner", "decided_by", "leader", "ahead", "deals", "totals", "shortfalls", "nets",
    "left_open",
}  # fmt: skip


def check(sheet: dict[str, Any]) -> None:
    """The keys of the contract, and a case whose answer is what the sheet says."""
    assert set(sheet) == KEYS
    assert all(set(row) == ROW for row in sheet["rows"])
    assert all(set(deal) == DEAL for deal in sheet["deals"])
    assert sheet["open_deal"] is None or set(sheet["open_deal"]) == OPEN
    assert sheet["banked"] is None or set(sheet["banked"]) == BANKED
    told = answer(Case.read(json.dumps(sheet)).standing())
    assert set(told) == ANSWER
    rows = [{key: row[key] for key in row if key != "mark"} for row in sheet["rows"]]
    assert told == {**{key: sheet[key] for key in ANSWER}, "rows": rows}


def test_a_table_before_its_first_bid(party):
    sheet = party.sheet
    check(sheet)
    assert sheet["table"] == party.key
    assert (sheet["match"], sheet["mark"], sheet["dealer"], sheet["first_dealer"]) == (1, 4, "N", "N")
    assert sheet["rules"] == {
        "preset": "squarescores", "target": 62, "pack_points": 14, "min_bid": 7, "max_bid": 14,
        "forced_bid": 7, "scoring": "carry", "set_costs": "bid", "slam": "single", "dealer_28_56": False,
        "goes_out_margin": 7, "both_reach": "decider",
    }  # fmt: skip
    assert sheet["seats"]["E"] == {"name": "Bob", "phone": True}
    assert sheet["host"] == {"name": "Alice", "seat": "N"}
    assert sheet["sides"] == {"NS": None, "EW": None}
    assert (sheet["deals"], sheet["rows"], sheet["banked"]) == ([], [], None)
    assert sheet["open_deal"] == {
        "number": 1, "dealer": "N", "bidder": None, "bid": None, "trump": None,
        "taken": {"NS": None, "EW": None}, "cards": {"NS": None, "EW": None}, "mark": 0, "state": "bidding",
    }  # fmt: skip


def test_the_open_deal_says_what_it_waits_for(party, alice, bob, carol):
    alice.bids(1, "E", 8, "H")
    assert party.sheet["open_deal"]["state"] == "playing"
    bob.enters(1, 7, cards="A,J,5")
    carol.enters(1, 8)
    open_deal = party.sheet["open_deal"]
    assert (open_deal["state"], open_deal["taken"]) == ("disputed", {"NS": 8, "EW": 7})
    assert open_deal["cards"] == {"NS": None, "EW": ["A", "J", "5"]}
    assert open_deal["mark"] == party.number
    check(party.sheet)


def test_an_empty_seat_and_a_name_without_a_phone(party, alice, dave):
    dave.leaves()
    assert party.sheet["seats"]["W"] is None
    alice.names_seat("W", "Wanda")
    alice.leaves()
    alice.names_sides(EW="The Sharks")
    sheet = party.sheet
    assert (sheet["seats"]["W"], sheet["seats"]["N"]) == ({"name": "Wanda", "phone": False}, None)
    assert sheet["host"] == {"name": "Alice", "seat": None}
    assert sheet["sides"] == {"NS": None, "EW": "The Sharks"}


def test_a_voided_deal_leaves_a_gap_in_the_numbers(party, alice):
    party.plays("E", 8, 7)
    party.plays("S", 8, 9)
    alice.voids(1)
    party.plays("W", 8, 9)
    sheet = party.sheet
    check(sheet)
    assert [(deal["number"], deal["dealer"]) for deal in sheet["deals"]] == [(2, "E"), (3, "S")]


def test_a_banked_match(party, alice):
    party.plays("E", 8, 7)
    alice.bids(2, "N", 9)
    party.is_banked()
    sheet = party.sheet
    check(sheet)
    banked = sheet["banked"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", banked.pop("at"))
    assert banked == {
        "by": "Alice", "ending": "stopped", "winner": None, "decided_by": None, "leader": "NS",
        "ahead": 15, "deals": 1, "left_open": 2,
        "totals": {"NS": 7, "EW": 0}, "shortfalls": {"NS": 0, "EW": 8}, "nets": {"NS": 7, "EW": -8},
    }  # fmt: skip
    assert sheet["open_deal"] is None


def test_an_earlier_match_by_its_number(party, alice):
    party.plays("E", 8, 7)
    party.is_banked()
    alice.starts_the_next()
    first, second = party.zoe.asks("/t/{key}/sheet.json?match=1").json, party.sheet
    check(first)
    check(second)
    assert (first["match"], first["totals"], second["match"]) == (1, {"NS": 7, "EW": 0}, 2)
    assert (second["first_dealer"], second["banked"]) == ("E", None)
    assert first["mark"] == second["mark"] == party.number


def test_it_is_the_same_for_everybody_and_no_secret_is_in_it(party, alice, watcher):
    party.plays("E", 8, 7)
    assert watcher.asks("/t/{key}/sheet.json").text == alice.asks("/t/{key}/sheet.json").text
    assert party.code not in watcher.asks("/t/{key}/sheet.json").text
    assert watcher.opens_page("/t/{key}/sheet.json").response.mimetype == "application/json"


def test_me_says_what_one_is_at_the_table(party, alice, bob, watcher):
    assert alice.me == {"seat": "N", "side": "NS", "host": True, "code": party.code}
    assert bob.me == {"seat": "E", "side": "EW", "host": False, "code": party.code}
    assert watcher.me == {"seat": None, "side": None, "host": False, "code": None}
    alice.leaves()
    assert alice.me == {"seat": None, "side": None, "host": True, "code": party.code}


class Evening:
    """A random evening at one table: everything that is written on a sheet, checked after every mark."""

    def __init__(self, party: Party, seed: int) -> None:
        self.party = party
        self.dice = random.Random(seed)  # noqa: S311 -- an evening that can be had again
        self.alice = party.alice

    def goes(self, presses: int) -> dict[str, Any]:
        seen = {"set": 0, "corrected": 0, "voided": 0, "after_end": 0, "won": 0}
        for _press in range(presses):
            sheet = self.presses(seen)
            check(sheet)
            seen["set"] += any(not row["made"] for row in sheet["rows"])
            seen["after_end"] += any(row["after_end"] for row in sheet["rows"])
            seen["won"] += sheet["status"] == "won"
        return seen

    def presses(self, seen: dict[str, int]) -> dict[str, Any]:
        """One press of anything; the sheet it came to."""
        sheet = self.party.sheet
        chance = self.dice.random()
        if sheet["deals"] and chance < (0.2 if sheet["open_deal"] else 0.6):
            seen["corrected"] += 1
            return self._sheet(self._corrects(sheet))
        if sheet["deals"] and chance < 0.26 and sheet["open_deal"]:
            seen["voided"] += 1
            return self._sheet(self.alice.voids(self.dice.choice(sheet["deals"])["number"]))
        if sheet["open_deal"] is None:
            self.party.is_banked()
            return self._sheet(self.alice.starts_the_next())
        return self._sheet(self._plays_on(sheet))

    def _sheet(self, answer: Any) -> dict[str, Any]:
        assert answer.status in (200, 201), answer.text
        return self.party.sheet

    def _plays_on(self, sheet: dict[str, Any]) -> Any:
        open_deal, rules = sheet["open_deal"], sheet["rules"]
        number, pack = open_deal["number"], rules["pack_points"]
        if open_deal["bid"] is None:
            bid = self.dice.choice([*range(rules["min_bid"], pack + 1), pack, "28-56"])
            bidder = open_deal["dealer"] if bid == "28-56" else self.dice.choice("NESW")
            bid = pack if bid == "28-56" and not rules["dealer_28_56"] else bid
            return self.alice.bids(number, bidder, bid)
        if open_deal["state"] == "disputed":
            return self.alice.corrects(number, NS=7, EW=pack - 7)
        side = "NS" if open_deal["taken"]["NS"] is None else "EW"
        other = open_deal["taken"]["EW" if side == "NS" else "NS"]
        points = self.dice.choice([0, pack, self.dice.randint(0, pack)]) if other is None else pack - other
        if other is not None and self.dice.random() < 0.05:
            points = self.dice.randint(0, pack)
        return self.alice.enters(number, points, side)

    def _corrects(self, sheet: dict[str, Any]) -> Any:
        deal, pack = self.dice.choice(sheet["deals"]), sheet["rules"]["pack_points"]
        if deal["bid"] == "28-56":
            return self.alice.corrects(deal["number"], trump=self.dice.choice("SHDC"))
        ns = self.dice.choice([0, pack, self.dice.randint(0, pack)])
        return self.alice.corrects(
            deal["number"], NS=ns, EW=pack - ns, bid=self.dice.randint(sheet["rules"]["min_bid"], pack),
            bidder=self.dice.choice("NESW"),
        )  # fmt: skip


HOUSE_RULES: list[dict[str, Any]] = [
    *({"preset": preset} for preset in PRESETS),
    {"preset": "california", "dealer_28_56": "yes", "target": 51},
    {"target": 20, "goes_out_margin": 20},
    {"preset": "no-minus", "slam": "double_or_double", "target": 30, "goes_out_margin": "none"},
]


@pytest.mark.parametrize("rules", HOUSE_RULES, ids=lambda rules: "-".join(map(str, rules.values())))
def test_a_random_evening_scores_to_its_own_figures_after_every_mark(app, rules):
    party = Party(app)
    party.opens(**rules)
    evening = Evening(party, seed=7)
    seen = evening.goes(40)
    assert all(seen[kind] for kind in ("set", "corrected")), seen


def test_an_evening_sees_everything_there_is_to_see(app):
    party = Party(app)
    party.opens(target=20, goes_out_margin=5)
    seen = Evening(party, seed=6).goes(120)
    assert all(seen.values()), seen
