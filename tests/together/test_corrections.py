"""The host corrects a row while it changes: in another tab, or because somebody writes on it."""

from __future__ import annotations

from tests.together.cast import at_once, done, one_stands, seldom


def test_two_tabs_of_the_host_on_one_cell(party):
    party.has_played(ns=6)
    seen = party.mark_of(1)
    stands, lost = one_stands(
        at_once(
            lambda: party.alice.corrects(1, was=seen, NS=7, EW=7),
            lambda: party.alice.corrects(1, was=seen, NS=5, EW=9),
        ),
        409,
    )
    figures = {"NS": stands.fields["NS"], "EW": stands.fields["EW"]}
    assert lost.refused == "row_changed"
    assert (lost.facts["row"]["taken"], lost.facts["row"]["mark"]) == (figures, stands.mark)
    assert lost.facts["by"] == "Alice"
    assert party.sheet["deals"][0]["taken"] == figures


@seldom
def test_two_tabs_of_the_host_with_one_correction(party):
    """The second one saw the row before the first: it is asked to look again, and writes nothing."""
    party.has_played(ns=6)
    seen = party.mark_of(1)
    _, lost = one_stands(at_once(*[lambda: party.alice.corrects(1, was=seen, NS=7, EW=7)] * 2), 409)
    assert lost.refused == "row_changed"
    assert lost.facts["row"]["taken"] == {"NS": 7, "EW": 7}


@seldom
def test_two_edits_one_after_the_other_count_as_two(party):
    party.has_played(ns=6)
    first = done(party.alice.corrects(1, NS=7, EW=7))
    second = done(party.alice.corrects(1, was=first, NS=8, EW=6))
    assert [line["mark"] for line in party.written("Corrected")] == [first, second]


def test_a_corrected_cell_against_its_entry(party):
    """Whoever was first stands; the other is told by whom."""
    party.has_bid()
    seen = done(party.dave.enters(1, 8))
    stands, lost = one_stands(
        at_once(lambda: party.alice.corrects(1, was=seen, NS=6), lambda: party.carol.enters(1, 5)),
        409,
    )
    if stands.by == "Carol":
        assert lost.refused == "row_changed"
        assert lost.facts["row"]["taken"] == {"NS": 5, "EW": 8}
        assert lost.facts["by"] == "Carol"
        assert party.sheet["open_deal"]["state"] == "disputed"
    else:
        assert lost.refused == "already_entered"
        assert (lost.facts["stands"], lost.facts["refused"], lost.facts["by"]) == (6, 5, "Alice")
        assert party.sheet["deals"][0]["taken"] == {"NS": 6, "EW": 8}


def test_a_corrected_bid_against_an_entry(party):
    seen = done(party.bob.bids(1, "E", 8))
    correction, entry = at_once(
        lambda: party.alice.corrects(1, was=seen, bid=9), lambda: party.bob.enters(1, 8)
    )
    assert entry.status == 201
    if correction.status == 409:
        assert correction.refused == "row_changed"
        assert correction.facts["row"]["taken"]["EW"] == 8
        assert correction.facts["by"] == "Bob"
    assert party.sheet["open_deal"]["bid"] == (9 if correction.status == 201 else 8)
    assert party.sheet["open_deal"]["taken"]["EW"] == 8


@seldom
def test_a_correction_against_three_others(party):
    """However much has changed until the host is answered, the answer has the whole row."""
    party.has_bid()
    seen = party.mark_of(1)
    presses = at_once(
        lambda: party.alice.corrects(1, was=seen, bid=9),
        lambda: party.alice.corrects(1, was=seen, bid=10),
        lambda: party.bob.enters(1, 8),
        lambda: party.carol.enters(1, 6),
        lambda: party.dave.bids(1, "E", 8, "H"),
    )
    for lost in presses[:2]:
        if lost.status == 409:
            row = lost.facts["row"]
            assert (row["number"], row["dealer"], row["bidder"]) == (1, "N", "E")
            assert row["state"] in ("playing", "settled")
            assert lost.facts["by"] in ("Alice", "Bob", "Carol", "Dave")


@seldom
def test_a_correction_of_an_old_row_against_the_present_deal(party):
    """Two rows: neither stands in the other's way."""
    party.has_played(ns=6)
    party.has_bid()
    seen = party.mark_of(1)
    presses = at_once(lambda: party.alice.corrects(1, was=seen, NS=4, EW=10), lambda: party.bob.enters(2, 8))
    assert [press.status for press in presses] == [201, 201]


@seldom
def test_a_misdeal_twice(party):
    party.has_bid()
    first, again = one_stands(at_once(*[lambda: party.alice.voids(1)] * 2), 200)
    assert again.mark == first.mark
    assert party.sheet["open_deal"]["number"] == 2
