"""Every field of the sheet with everything that is none: never stored, never a fault, always a clear word."""

from __future__ import annotations

import pytest

from squarescores.pedro.acts.entries import CARDS
from tests.web.cast import Party
from tests.web.sheets import refused, wrong

NOT_WHOLE = (
    "abc", "7.5", "7,5", "-1", "1e1", "0x7", "7 0", "--7", "+", "+-7", "٧", "７", "²", "Ⅶ", "1_0", "7\0",
    "\0", "10" * 15, "9999999", "NaN", "None", "true", "<b>7</b>", "' OR 1=1 --", "7;", "7\n8", "x" * 201,
)  # fmt: skip
BLANK = ("", " ", "\t", "\u3000", "\n")
NO_CHOICE = ("x", "n", "NSEW", "North", "Ｎ", "0", "\0", "N,E", "x" * 201)


@pytest.fixture(autouse=True)
def _noted(party: Party) -> None:
    """East–West have bid 8 on the first deal."""
    assert party.alice.bids(1, "E", 8).status == 201


def each(typed, press):
    """A press for each of the things typed, with the thing in it."""
    return [lambda one=one: press(one) for one in typed]


def test_what_is_no_figure_is_never_points(party, bob):
    for press in each((*NOT_WHOLE[:-1], *BLANK, "15", "99", None), lambda typed: bob.enters(1, typed)):
        told = wrong(party, "points", press)
        assert told in ("Points are a whole number from 0 to 14.", "This is a whole number, such as 7."), told
    assert "At most" in wrong(party, "points", lambda: bob.enters(1, "x" * 201))
    assert wrong(party, "points", lambda: bob.enters(1, "abc")) == "Points are a whole number from 0 to 14."


def test_what_is_allowed_is_said_of_the_pack_in_play(app):
    party = Party(app)
    party.opens(preset="california")
    party.alice.bids(1, "E", 8)
    for typed in ("abc", "17"):
        told = wrong(party, "points", lambda typed=typed: party.alice.enters(1, typed, "EW"))
        assert told == "Points are a whole number from 0 to 16."
    party.alice.enters(1, 16, "EW")
    for typed in ("abc", "5", "17"):
        told = wrong(party, "bid", lambda typed=typed: party.alice.bids(2, "E", typed))
        assert told == "A bid here is a whole number from 6 to 16."


@pytest.mark.parametrize(
    ("typed", "means"), [("0", 0), ("+7", 7), ("07", 7), (" 7 ", 7), ("7\n", 7), ("14", 14)]
)
def test_what_is_a_figure_is_points(bob, typed, means):
    assert bob.enters(1, typed).sheet["open_deal"]["taken"]["EW"] == means


def test_nought_is_a_figure_and_closes_the_row(bob, carol):
    bob.enters(1, "0")
    assert carol.enters(1, 14).sheet["rows"][0]["cells"] == {"NS": 14, "EW": 0}


def test_a_field_that_comes_twice_is_refused(party, alice, bob):
    for press in (
        lambda: bob.enters(1, ["7", "8"]),
        lambda: bob.enters(1, ["7", "7"]),
        lambda: alice.corrects(1, EW=["7", "8"]),
        lambda: bob.bids(1, "E", ["8", "9"]),
    ):
        answer = refused(party, "invalid", press)
        assert list(answer.errors.values()) == [["This came more than once."]]
    assert "deal" in refused(party, "invalid", lambda: bob.enters([1, 2], 7)).errors
    assert "reason" in refused(party, "invalid", lambda: alice.voids(1, reason=["a", "b"])).errors


def test_what_is_no_bid_is_never_noted(party, carol):
    party.alice.voids(1)
    for press in each(
        (*NOT_WHOLE[:-1], "6", "15", "0", "28-57", "28–56", None, *BLANK), lambda bid: carol.bids(2, "N", bid)
    ):
        wrong(party, "bid", press)
    told = wrong(party, "bid", lambda: carol.bids(2, "N", "abc"))
    assert told == "A bid here is a whole number from 7 to 14."
    for press in each((*NO_CHOICE, *BLANK, None, "NS"), lambda bidder: carol.bids(2, bidder, 8)):
        wrong(party, "bidder", press)
    for press in each((*NO_CHOICE[:3], "spades", "♠", "0"), lambda trump: carol.bids(2, "N", 8, trump)):
        wrong(party, "trump", press)
    assert carol.bids(2, "N", "+8", "").sheet["open_deal"]["bid"] == 8


def test_28_56_is_the_dealer_s_where_the_table_plays_it(app):
    party = Party(app)
    party.opens(dealer_28_56="yes")
    alice = party.alice
    assert wrong(party, "bid", lambda: alice.bids(1, "E", "28-56")) == "Only the dealer may bid 28-56."
    assert alice.bids(1, "N", "28-56", "S").sheet["open_deal"]["bid"] == "28-56"
    wrong(party, "bid", lambda: alice.corrects(1, bidder="E"))
    alice.enters(1, 14, "NS")
    assert alice.enters(1, 0, "EW").sheet["totals"] == {"NS": 56, "EW": 0}
    told = wrong(party, "dealer", lambda: alice.corrects(1, dealer="W"))
    assert told == "Deal 1 was bid 28-56, so its bidder must be its dealer."


def test_the_numbers_of_deal_match_and_mark_are_whole_numbers(party, alice, bob):
    for typed in (*NOT_WHOLE, *BLANK, None):
        assert "deal" in refused(party, "invalid", lambda typed=typed: bob.enters(typed, 7)).errors
        assert "deal" in refused(party, "invalid", lambda typed=typed: bob.bids(typed, "E", 8)).errors
        assert "deal" in refused(party, "invalid", lambda typed=typed: alice.voids(typed)).errors
        sent = {"deal": 1, "EW": 7, "was": typed}
        wrong(party, "was", lambda sent=sent: alice.sends("/t/{key}/corrections", **sent))
    for typed in NOT_WHOLE:
        wrong(party, "match", lambda typed=typed: bob.enters(1, 7, match=typed))
        wrong(party, "match", lambda typed=typed: alice.corrects(1, EW=7, was=0, match=typed))
        wrong(party, "was", lambda typed=typed: bob.bids(1, "N", 9, was=typed))
    assert bob.enters("01", 7, match=" ").status == 201


def test_a_side_is_one_of_two(party, alice):
    for press in each(("N", "ns", "both", "NS,EW", "x"), lambda side: alice.enters(1, 7, side)):
        wrong(party, "side", press)
    assert alice.enters(1, 7, " NS ").status == 201


@pytest.mark.parametrize(
    ("cards", "points"),
    [("A,J,5", 7), ("A, J ,5", 7), (["A", "J", "5"], 7), ("none", 0), (",".join(CARDS), 14), ("low,2,10", 7)],
)
def test_counted_cards_stand_with_the_points(bob, cards, points):
    sheet = bob.enters(1, points, cards=cards).sheet
    sent = cards if isinstance(cards, list) else [card.strip() for card in cards.split(",") if card != "none"]
    assert sheet["open_deal"]["cards"] == {"NS": None, "EW": sent}


def test_the_jack_counts_three_where_the_pack_has_sixteen(app):
    party = Party(app)
    party.opens(preset="california")
    party.alice.bids(1, "E", 8)
    assert "9" in wrong(party, "cards", lambda: party.alice.enters(1, 7, "EW", cards="A,J,5"))
    assert party.alice.enters(1, 9, "EW", cards="A,J,5").status == 201


def test_what_is_no_card_is_never_counted(party, bob):
    for cards in ("A,A,5", "K", "Q,5", "a,j,5", "5,5", "A;J;5", "\0", "A,J,5,x", "none,A", "<b>", ["A", "A"]):
        told = wrong(party, "cards", lambda cards=cards: bob.enters(1, 7, cards=cards))
        assert told == "The point cards are A, J, 10, 5, low and 2, each once."
    assert wrong(party, "cards", lambda: bob.enters(1, 8, cards="A,J,5")) == (
        "Those cards make 7, but the points say 8."
    )
    assert "At most" in wrong(party, "cards", lambda: bob.enters(1, 7, cards="A," * 101))
    assert bob.enters(1, 7, cards=" ").sheet["open_deal"]["cards"]["EW"] is None


def test_figures_of_a_correction_are_figures(party, alice, bob, carol):
    bob.enters(1, 7)
    carol.enters(1, 7)
    for side in ("NS", "EW"):
        for typed in (*NOT_WHOLE[:-1], "15"):
            told = wrong(party, side, lambda side=side, typed=typed: alice.corrects(1, **{side: typed}))
            assert told == "Points are a whole number from 0 to 14."
    for field in ("bidder", "dealer", "trump"):
        for typed in NO_CHOICE[:6]:
            wrong(party, field, lambda field=field, typed=typed: alice.corrects(1, **{field: typed}))
    for typed in (*NOT_WHOLE[:-1], "6", "15"):
        wrong(party, "bid", lambda typed=typed: alice.corrects(1, bid=typed))


def test_a_reason_is_a_line_of_words(party, alice):
    wrong(party, "reason", lambda: alice.corrects(1, EW=7, reason="x" * 201))
    wrong(party, "reason", lambda: alice.voids(1, reason="null\0byte"))
    wrong(party, "reason", lambda: alice.voids(1, reason="\x1b[31mred"))
    assert alice.corrects(1, EW=7, reason=" two\r\n lines\t👍 <b> ").status == 201
    assert party.store.marks(party.key)[-1].what.reason == "two lines 👍 <b>"


def test_yes_and_no_are_yes_and_no(party, alice):
    for typed in ("true", "1", "YES", "on", "x"):
        wrong(party, "undo", lambda typed=typed: alice.voids(1, undo=typed))
    assert alice.voids(1, undo="no").sheet["open_deal"]["number"] == 2


def test_several_wrong_fields_are_told_together(party, bob):
    answer = refused(party, "invalid", lambda: bob.bids("x", "x", "x", "x"))
    assert set(answer.errors) == {"deal", "bidder", "bid", "trump"}
    assert all(sentence in answer.message for told in answer.errors.values() for sentence in told)
    assert set(answer.json) == {"refused", "errors", "message"}


def test_fields_nobody_knows_are_no_matter(bob):
    assert bob.enters(1, 7, colour="red", **{"points[]": "9"}).status == 201
