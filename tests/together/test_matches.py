"""The ends of a match, pressed by two: one banking, one next match, and both are told so."""

from __future__ import annotations

from tests.together.cast import at_once, done, one_stands, seldom


def test_end_match_on_two_phones(party):
    party.has_played()
    seen = party.number
    first, again = one_stands(
        at_once(lambda: party.bob.ends_the_match(seen), lambda: party.carol.ends_the_match(seen)), 200
    )
    assert again.mark == first.mark
    assert first.sheet["banked"] == again.sheet["banked"]
    assert again.sheet["banked"]["by"] == first.by
    assert len(party.written("Banked")) == 1


@seldom
def test_end_match_on_all_four_phones(party):
    party.has_played()
    seen = party.number
    presses = at_once(*[lambda phone=phone: phone.ends_the_match(seen, match=1) for phone in party.players])
    first, *again = one_stands(presses, 200, 200, 200)
    assert {press.mark for press in again} == {first.mark}


def test_next_match_on_two_phones(party):
    party.has_played()
    party.has_ended()
    first, again = one_stands(
        at_once(lambda: party.bob.starts_the_next(match=1), lambda: party.carol.starts_the_next(match=1)),
        200,
    )
    assert again.mark == first.mark
    assert first.sheet["match"] == again.sheet["match"] == party.sheet["match"] == 2


@seldom
def test_next_match_on_two_phones_that_do_not_say_which(party):
    party.has_played()
    party.has_ended()
    first, again = one_stands(at_once(party.bob.starts_the_next, party.carol.starts_the_next), 200)
    assert again.mark == first.mark
    assert party.sheet["match"] == 2


def test_end_match_against_an_entry(party):
    """Whoever was first stands; the other is asked again, or keeps the figure."""
    party.has_bid()
    seen = done(party.carol.enters(1, 6))
    stands, lost = one_stands(
        at_once(lambda: party.alice.ends_the_match(seen), lambda: party.bob.enters(1, 8)), 409
    )
    if stands.by == "Bob":
        assert lost.refused == "sheet_moved_on"
        assert lost.facts["mark"] == stands.mark
        assert party.sheet["banked"] is None
    else:
        assert lost.refused == "match_banked"
        assert lost.facts["by"] == "Alice"
        assert party.sheet["banked"]["left_open"] == 1


def test_end_match_against_a_correction(party):
    """A bank that saw the old row is asked again; a correction after it changes what was banked."""
    party.has_played(ns=6)
    seen = party.number
    bank, correction = at_once(
        lambda: party.bob.ends_the_match(seen),
        lambda: party.alice.corrects(1, was=seen, NS=7, EW=7, match=1),
    )
    assert correction.status == 201
    sheet = party.sheet
    assert sheet["totals"] == {"NS": 7, "EW": 0}
    if bank.status == 409:
        assert bank.refused == "sheet_moved_on"
        assert bank.facts["mark"] == correction.mark
        assert sheet["banked"] is None
    else:
        assert bank.status == 201
        assert sheet["banked"]["totals"] == {"NS": 7, "EW": 0}
        assert party.zoe.asks("/t/{key}/matches").json["matches"][0]["corrected"]


@seldom
def test_end_match_against_the_next_bid(party):
    party.has_played()
    seen = party.number
    _, lost = one_stands(
        at_once(lambda: party.alice.ends_the_match(seen), lambda: party.bob.bids(2, "E", 8)), 409
    )
    assert lost.refused in ("sheet_moved_on", "match_banked")


@seldom
def test_next_match_against_reopening(party):
    """In either order there is one match to play on in, and everybody is told which."""
    party.has_played()
    party.has_ended()
    begun, reopened = at_once(
        lambda: party.bob.starts_the_next(match=1), lambda: party.alice.reopens(match=1)
    )
    assert reopened.status == 201
    assert begun.status == 201 or begun.refused == "not_banked"
    assert (party.sheet["match"], party.sheet["banked"]) == (1, None)


@seldom
def test_a_correction_of_the_banked_match_against_the_next_one(party):
    party.has_played(ns=6)
    party.has_ended()
    seen = party.mark_of(1, 1)
    presses = at_once(
        lambda: party.alice.corrects(1, was=seen, match=1, NS=7, EW=7),
        lambda: party.bob.starts_the_next(match=1),
    )
    assert [press.status for press in presses] == [201, 201]
    assert party.sheet["totals"] == {"NS": 0, "EW": 0}
    assert party.sheet_of(1)["totals"] == {"NS": 7, "EW": 0}


@seldom
def test_a_late_entry_never_lands_in_the_next_match(party):
    party.has_bid()
    done(party.carol.enters(1, 6))
    party.has_ended()
    begun, late = at_once(
        lambda: party.alice.starts_the_next(match=1), lambda: party.bob.enters(1, 8, match=1)
    )
    assert begun.status == 201
    assert late.refused in ("match_banked", "sheet_moved_on")
    done(party.carol.bids(1, "S", 9))
    assert party.bob.enters(1, 8, match=1).refused == "sheet_moved_on"
    assert party.sheet["open_deal"]["taken"] == {"NS": None, "EW": None}
