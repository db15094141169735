"""A press counts once: tapped twice, sent twice in parallel, or sent again when the sheet has gone on."""

from __future__ import annotations

from collections.abc import Callable

from tests.together.cast import Press, at_once, done, one_stands, seldom


def twice(press: Callable[[], Press]) -> tuple[Press, ...]:
    """Sent twice in the same instant: one mark, both told it."""
    first, again = one_stands(at_once(press, press), 200)
    assert again.mark == first.mark
    return first, again


def test_a_bid(party):
    twice(lambda: party.bob.bids(1, "E", 8, "H", op="bid"))


def test_an_entry_and_the_same_again_ten_seconds_later(party):
    """By then the other side has entered, the host has corrected the cell, and the next deal is bid."""
    party.has_bid()

    def seven() -> Press:
        return party.bob.enters(1, 7, op="seven")

    first, _ = twice(seven)
    done(party.carol.enters(1, 7))
    done(party.alice.corrects(1, NS=6, EW=8))
    party.has_bid()
    with party.nothing_written():
        late = seven()
    assert (late.status, late.mark) == (200, first.mark)
    assert late.sheet == party.sheet
    with party.nothing_written():
        other = party.bob.enters(2, 7, op="seven")
    assert (other.status, other.refused) == (409, "op_reused")


def test_a_figure_that_clashes(party):
    """The same refusal, and no second clash in the history."""
    party.has_bid()
    done(party.bob.enters(1, 7))

    def eight() -> Press:
        return party.dave.enters(1, 8, op="eight")

    first, again, late = *at_once(eight, eight), eight()
    assert first.facts == again.facts == late.facts
    assert {press.refused for press in (first, again, late)} == {"already_entered"}
    assert len(party.written("Clashed")) == 1


@seldom
def test_a_correction(party):
    party.has_played(ns=6)
    seen = party.mark_of(1)
    twice(lambda: party.alice.corrects(1, was=seen, NS=7, EW=7, op="fix"))


def test_end_match_and_next_match(party):
    party.has_played()
    seen = party.number

    def end() -> Press:
        return party.bob.ends_the_match(seen, match=1, op="end")

    ended, _ = twice(end)
    twice(lambda: party.bob.starts_the_next(match=1, op="next"))
    late = end()
    assert (late.status, late.mark) == (200, ended.mark)
    assert late.sheet["match"] == 2


@seldom
def test_a_reopening(party):
    party.has_played()
    party.has_ended()
    twice(lambda: party.alice.reopens(match=1, op="on"))


@seldom
def test_a_seat(opened):
    first, again = twice(lambda: opened.bob.joins("E", op="sit"))
    assert first.json["seat"] == again.json["seat"] == "E"


@seldom
def test_a_table(opened):
    first, again = twice(lambda: opened.zoe.opens(op=f"open-{opened.key}"[:64]))
    assert again.json["key"] == first.json["key"]
    del opened.presses[-2:]  # they were not made at this table
