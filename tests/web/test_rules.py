"""The rules of a table: in words for everyone, changed by the host until the first bid, all checked."""

from __future__ import annotations

import pytest

from squarescores.pedro import PRESETS, Rules


def test_everyone_reads_the_rules_in_force(party, watcher):
    page = watcher.opens_page("/t/{key}/rules").page
    for said in (
        "Play to 62.",
        "Bids run from 7 to 14",
        "owes what it bid",
        "within 7 of the line",
        "one more deal decides",
    ):
        assert said in page.text
    assert "Play by these rules" not in page.buttons


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_told_in_words(party, alice, preset):
    assert alice.chooses_rules(preset=preset).status in (200, 201)
    text = alice.opens_page("/t/{key}/rules").page.text
    rules = Rules.of({"preset": preset})
    assert f"Play to {rules.target}." in text
    assert ("No bidder-goes-out deal." in text) is (rules.goes_out_margin is None)
    assert ("the jack counts 3" in text.split("Change them")[0]) is (rules.pack_points == 16)


def test_the_host_changes_them_before_the_first_bid(party, alice):
    answer = alice.chooses_rules(preset="california", target="61")
    assert answer.status == 201
    assert answer.sheet["rules"] == Rules.of({"preset": "california", "target": 61}).as_dict()


def test_the_form_holds_what_is_in_force_and_the_same_again_writes_nothing(party, alice):
    alice.chooses_rules(preset="california", target="61", goes_out_margin="4", dealer_28_56="yes")
    with party.nothing_written():
        answer = alice.presses("Play by these rules", on="/t/{key}/rules")
    assert (answer.status, answer.location) == (303, f"/t/{party.key}/rules")


@pytest.mark.parametrize(
    "rules",
    [
        {"preset": "squarescores", "goes_out_margin": "none"},
        {"preset": "squarescores", "pack_points": "16"},
        {"preset": "pidro", "goes_out_margin": "30"},
    ],
)
def test_the_form_holds_every_kind_of_rule(party, alice, rules):
    assert alice.chooses_rules(**rules).status == 201
    with party.nothing_written():
        assert alice.presses("Play by these rules", on="/t/{key}/rules").status == 303


def test_after_the_first_bid_they_are_fixed_for_the_match(party, alice):
    alice.bids(1, "N", 8)
    with party.nothing_written():
        answer = alice.chooses_rules(preset="pidro")
        page = alice.sends("/t/{key}/rules", accept="text/html", preset="pidro")
    assert (answer.status, answer.refused, page.status) == (409, "rules_fixed", 409)
    assert "Fixed for this match since its first bid." in page.page.text
    assert "Play by these rules" not in page.page.buttons


def test_a_voided_first_bid_fixes_them_too(party, alice):
    alice.bids(1, "N", 8)
    alice.voids(1)
    assert alice.chooses_rules(preset="pidro").refused == "rules_fixed"


def test_the_next_match_may_be_played_by_others(party, alice):
    party.plays("N", 8, 9)
    party.is_banked()
    assert alice.chooses_rules(preset="pidro").refused == "match_banked"
    alice.starts_the_next()
    assert alice.chooses_rules(preset="pidro").sheet["rules"]["preset"] == "pidro"
    assert party.zoe.asks("/t/{key}/sheet.json?match=1").json["rules"]["preset"] == "squarescores"


def test_rules_meant_for_another_match_are_not_taken(party, alice):
    assert alice.chooses_rules(preset="pidro", match="2").refused == "sheet_moved_on"


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"target": "0"}, "target"), ({"target": "٦٢"}, "target"), ({"forced_bid": "3"}, "forced_bid"),
        ({"min_bid": "1e1"}, "min_bid"),
        ({"goes_out_margin": "62.5"}, "goes_out_margin"), ({"preset": "bridge"}, "preset"),
        ({"match": "two"}, "match"),
        ({"target": "50", "goes_out_margin": "51"}, "goes_out_margin"), ({"op": ""}, "op"),
        ({"slam": "\x00"}, "slam"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_at_its_field_and_kept(party, alice, typed, field):
    sent = {"target": "73", **typed}
    with party.nothing_written():
        answer = alice.sends("/t/{key}/rules", **sent)
        page = alice.sends("/t/{key}/rules", accept="text/html", **sent)
    assert (answer.status, list(answer.errors)) == (422, [field])
    assert page.status == 422
    assert page.page.form_with("Play by these rules")[0].fields["target"] == sent["target"]
    assert answer.errors[field][0] in page.page.text
