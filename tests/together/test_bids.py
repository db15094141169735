"""Two phones note the bid in the same instant: the first stands, and the other hears whose."""

from __future__ import annotations

from tests.together.cast import at_once, done, one_stands, seldom


def test_two_notes_of_one_bid(party):
    first, again = one_stands(
        at_once(lambda: party.bob.bids(1, "E", 8, "H"), lambda: party.carol.bids(1, "E", 8, "H")), 200
    )
    assert again.mark == first.mark


def test_notes_of_two_bids(party):
    stands, lost = one_stands(
        at_once(lambda: party.bob.bids(1, "E", 8), lambda: party.carol.bids(1, "S", 9)), 409
    )
    assert lost.refused == "bid_noted"
    assert lost.facts["row"] == stands.sheet["open_deal"]
    assert lost.facts["by"] == stands.by
    assert f"{stands.by} noted another bid for this deal: {stands.by}, {stands.fields['bid']}" in lost.said


@seldom
def test_two_changes_of_one_bid(party):
    seen = done(party.bob.bids(1, "E", 8))
    stands, lost = one_stands(
        at_once(lambda: party.bob.bids(1, "E", 9, was=seen), lambda: party.carol.bids(1, "S", 9, was=seen)),
        409,
    )
    assert lost.refused == "bid_noted"
    assert lost.facts["row"] == stands.sheet["open_deal"]
    assert lost.facts["by"] == stands.by


@seldom
def test_two_trumps_for_one_bid(party):
    party.has_bid("E", 8)
    stands, lost = one_stands(
        at_once(lambda: party.bob.bids(1, "E", 8, "H"), lambda: party.dave.bids(1, "E", 8, "S")), 409
    )
    assert lost.refused == "bid_noted"
    assert lost.facts["row"]["trump"] == stands.fields["trump"]
    assert lost.facts["by"] == stands.by


@seldom
def test_a_change_of_the_bid_against_the_first_points(party):
    seen = done(party.bob.bids(1, "E", 8))
    change, entry = at_once(lambda: party.bob.bids(1, "E", 9, was=seen), lambda: party.carol.enters(1, 6))
    assert entry.status == 201
    assert change.status == 201 or change.refused == "points_in"
    assert party.sheet["open_deal"]["bid"] == (9 if change.status == 201 else 8)


@seldom
def test_the_next_bid_against_the_last_points(party):
    """A bid for the deal that is not open yet lands there or nowhere."""
    party.has_bid()
    done(party.carol.enters(1, 6))
    entry, bid = at_once(lambda: party.dave.enters(1, 8), lambda: party.carol.bids(2, "S", 9))
    assert entry.status == 201
    assert bid.status == 201 or bid.refused == "no_deal"
    assert party.sheet["open_deal"]["bid"] == (9 if bid.status == 201 else None)
