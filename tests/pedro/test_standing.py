"""What a deal is worth, what is owed and paid, and who has won."""

from __future__ import annotations

from itertools import product

import pytest

from squarescores.pedro import (
    Bid,
    Both,
    Case,
    Deal,
    Outcome,
    Rules,
    Scored,
    Seat,
    Side,
    Standing,
    Tally,
    answer,
    fold,
    start,
)
from squarescores.pedro.standing import score
from tests.pedro import oracle

# scoring, set_costs, slam, pack, bid, points the bidding side took;
# then what it scores (below 0 it owes), what the others score
WORTH: list[tuple[str, str, str, int, Bid, int, int, int]] = [
    # carry, made: both sides score what they took
    ("carry", "bid", "single", 14, 8, 8, 8, 6),
    ("carry", "bid", "single", 14, 8, 13, 13, 1),
    ("carry", "taken", "single", 14, 8, 10, 10, 4),
    ("carry", "bid", "single", 16, 8, 10, 10, 6),
    # carry, set, even by one: the bid is owed, or what was taken
    ("carry", "bid", "single", 14, 8, 7, -8, 7),
    ("carry", "bid", "single", 14, 13, 0, -13, 14),
    ("carry", "bid", "single", 16, 9, 8, -9, 8),
    ("carry", "taken", "single", 14, 8, 7, -7, 7),
    ("carry", "taken", "single", 14, 8, 0, 0, 14),
    ("carry", "taken", "single", 16, 9, 8, -8, 8),
    # carry, the highest bid made: doubled where slams are
    ("carry", "bid", "single", 14, 14, 14, 14, 0),
    ("carry", "bid", "double", 14, 14, 14, 28, 0),
    ("carry", "bid", "double_or_double", 14, 14, 14, 28, 0),
    ("carry", "taken", "double", 14, 14, 14, 28, 0),
    ("carry", "bid", "double", 16, 16, 16, 32, 0),
    ("carry", "bid", "double_or_double", 16, 16, 16, 32, 0),
    # carry, the highest bid failed: a doubled slam costs the bid whatever a set costs
    ("carry", "bid", "single", 14, 14, 13, -14, 1),
    ("carry", "bid", "double", 14, 14, 13, -14, 1),
    ("carry", "bid", "double_or_double", 14, 14, 13, -28, 1),
    ("carry", "taken", "single", 14, 14, 13, -13, 1),
    ("carry", "taken", "double", 14, 14, 13, -14, 1),
    ("carry", "taken", "double_or_double", 14, 14, 13, -28, 1),
    ("carry", "taken", "double", 16, 16, 15, -16, 1),
    ("carry", "taken", "double_or_double", 16, 16, 15, -32, 1),
    ("carry", "bid", "double_or_double", 16, 16, 0, -32, 16),
    # all points without the highest bid are no slam
    ("carry", "bid", "double", 14, 9, 14, 14, 0),
    ("carry", "bid", "double_or_double", 16, 14, 16, 16, 0),
    ("carry", "taken", "double_or_double", 16, 14, 13, -13, 3),
    # carry, "28-56": every point in the pack, or it costs 28
    ("carry", "bid", "single", 14, "28-56", 14, 56, 0),
    ("carry", "bid", "double", 14, "28-56", 14, 56, 0),
    ("carry", "taken", "double_or_double", 16, "28-56", 16, 56, 0),
    ("carry", "bid", "single", 14, "28-56", 13, -28, 1),
    ("carry", "bid", "double_or_double", 14, "28-56", 13, -28, 1),
    ("carry", "taken", "single", 14, "28-56", 13, -28, 1),
    ("carry", "taken", "double_or_double", 16, "28-56", 14, -28, 2),
    # difference, made: the others' points are netted already
    ("difference", "bid", "single", 14, 7, 9, 4, 0),
    ("difference", "bid", "single", 14, 7, 7, 0, 0),
    ("difference", "bid", "single", 14, 5, 5, 0, 0),
    ("difference", "taken", "single", 16, 8, 9, 2, 0),
    ("difference", "bid", "double", 14, 9, 14, 14, 0),
    # difference, set: the others score the bid and their points; set_costs means nothing
    ("difference", "bid", "single", 14, 7, 6, 0, 15),
    ("difference", "taken", "single", 14, 7, 6, 0, 15),
    ("difference", "taken", "single", 14, 8, 0, 0, 22),
    ("difference", "bid", "single", 16, 9, 8, 0, 17),
    # difference, the highest bid
    ("difference", "bid", "single", 14, 14, 14, 14, 0),
    ("difference", "bid", "double", 14, 14, 14, 28, 0),
    ("difference", "taken", "double_or_double", 16, 16, 16, 32, 0),
    ("difference", "bid", "single", 14, 14, 13, 0, 15),
    ("difference", "taken", "double", 14, 14, 13, 0, 15),
    ("difference", "bid", "double_or_double", 14, 14, 13, 0, 29),
    ("difference", "taken", "double_or_double", 16, 16, 15, 0, 33),
    # difference, "28-56"
    ("difference", "bid", "single", 14, "28-56", 14, 56, 0),
    ("difference", "taken", "double_or_double", 16, "28-56", 16, 56, 0),
    ("difference", "bid", "single", 14, "28-56", 13, 0, 29),
    ("difference", "taken", "double_or_double", 14, "28-56", 0, 0, 42),
]


@pytest.mark.parametrize("bidder", list(Seat))
@pytest.mark.parametrize(("scoring", "set_costs", "slam", "pack", "bid", "own", "scores", "others"), WORTH)
def test_a_deal_is_worth(
    bidder: Seat,
    scoring: str,
    set_costs: str,
    slam: str,
    pack: int,
    bid: Bid,
    own: int,
    scores: int,
    others: int,
) -> None:
    rules = Rules.of(
        {
            "target": 999,
            "pack_points": pack,
            "min_bid": 1,
            "scoring": scoring,
            "set_costs": set_costs,
            "slam": slam,
            "dealer_28_56": True,
        }
    )
    standing = fold(rules, [Deal(bidder, bid, Both.of(bidder.side, own, pack - own))])
    assert standing.tallies == Both.of(bidder.side, Tally(max(scores, 0), max(-scores, 0)), Tally(others))


@pytest.mark.parametrize("pack", [14, 16])
@pytest.mark.parametrize("slam", ["single", "double", "double_or_double"])
@pytest.mark.parametrize("set_costs", ["bid", "taken"])
@pytest.mark.parametrize("scoring", ["carry", "difference"])
def test_every_deal_there_is_scores_as_the_second_scorer_says(
    scoring: str, set_costs: str, slam: str, pack: int
) -> None:
    keys = {"scoring": scoring, "set_costs": set_costs, "slam": slam, "pack_points": pack}
    rules = Rules.of({"target": 999, "min_bid": 1, "dealer_28_56": True, **keys})
    for bidder, bid in product("NE", rules.bids(by_dealer=True)):
        for ns in range(pack + 1):
            deal = {"bidder": bidder, "dealer": bidder, "bid": bid, "taken": {"NS": ns, "EW": pack - ns}}
            case = Case.of({"rules": rules.as_dict(), "deals": [deal]})
            assert answer(case.standing()) == oracle.score(rules.as_dict(), [deal])


def after(before: Both[Tally], status: str, deal: Deal, rules: Rules | None = None) -> tuple[Scored, Outcome]:
    return score(rules or Rules(), before, Outcome(status), deal)


def test_a_side_pays_before_it_scores() -> None:
    before = Both(Tally(10, 8), Tally(30))
    row, _ = after(before, "playing", Deal(Seat.N, 7, Both(11, 3)))
    assert row.cells == Both(3, 3)
    assert row.paid == Both(8, 0)
    assert row.tallies == Both(Tally(13), Tally(33))


def test_a_side_that_did_not_bid_pays_too() -> None:
    row, _ = after(Both(Tally(10), Tally(30, 20)), "playing", Deal(Seat.N, 7, Both(9, 5)))
    assert row.cells == Both(9, 0)
    assert row.paid == Both(0, 5)
    assert row.tallies.ew == Tally(30, 15)


def test_a_side_that_is_set_pays_nothing() -> None:
    row, _ = after(Both(Tally(10, 8), Tally(30, 15)), "playing", Deal(Seat.N, 14, Both(13, 1)))
    assert row.cells == Both(0, 0)
    assert row.paid == Both(0, 1)
    assert row.tallies == Both(Tally(10, 22), Tally(30, 14))


def test_what_a_side_owes_adds_up_without_a_cap() -> None:
    standing = fold(Rules(), [Deal(Seat.E, 14, Both(1, 13))] * 50)
    assert standing.tallies.ew == Tally(0, 700)
    assert standing.tallies.ew.net == -700


LINE = [
    # nets before, status, bidder, bid, taken by NS; status, winner, decided_by
    ((54, 20), "playing", "N", 8, 8, ("won", "NS", "line")),
    ((53, 20), "playing", "N", 8, 8, ("playing", None, None)),
    ((54, 20), "playing", "E", 7, 8, ("won", "NS", "line")),
    ((55, 20), "playing", "E", 7, 7, ("won", "NS", "line")),
    ((54, 54), "playing", "N", 7, 7, ("bidder_goes_out", None, None)),
    ((54, 54), "playing", "N", 8, 8, ("won", "NS", "line")),
    ((48, 47), "playing", "N", 7, 7, ("playing", None, None)),
    ((48, 48), "playing", "N", 7, 7, ("bidder_goes_out", None, None)),
    ((54, 56), "playing", "E", 8, 6, ("won", "EW", "line")),
    ((54, 57), "playing", "N", 8, 8, ("decider_due", None, None)),
    ((61, 55), "bidder_goes_out", "E", 7, 7, ("won", "EW", "bidder_goes_out")),
    ((61, 55), "bidder_goes_out", "E", 14, 0, ("won", "EW", "bidder_goes_out")),
    ((61, 55), "bidder_goes_out", "E", 8, 7, ("won", "NS", "line")),
    ((55, 55), "bidder_goes_out", "N", 7, 7, ("won", "NS", "bidder_goes_out")),
    ((55, 55), "bidder_goes_out", "N", 9, 8, ("playing", None, None)),
    ((55, 55), "bidder_goes_out", "N", 9, 7, ("won", "EW", "line")),
    ((70, 64), "decider_due", "N", 7, 7, ("won", "NS", "bidder_goes_out")),
    ((64, 70), "decider_due", "N", 7, 7, ("won", "NS", "bidder_goes_out")),
    ((90, 62), "decider_due", "N", 7, 6, ("won", "EW", "line")),
]


@pytest.mark.parametrize(("nets", "status", "bidder", "bid", "ns", "outcome"), LINE)
def test_who_has_won(
    nets: tuple[int, int],
    status: str,
    bidder: str,
    bid: int,
    ns: int,
    outcome: tuple[str, str | None, str | None],
) -> None:
    before = Both(Tally(nets[0]), Tally(nets[1]))
    _, stands = after(before, status, Deal(Seat(bidder), bid, Both(ns, 14 - ns)))
    assert (stands.status, stands.winner, stands.decided_by) == outcome


def test_a_side_that_owes_is_judged_on_its_net() -> None:
    _, stands = after(Both(Tally(61, 8), Tally(0)), "playing", Deal(Seat.N, 8, Both(8, 6)))
    assert stands == Outcome("playing")
    _, stands = after(Both(Tally(61, 8), Tally(0)), "playing", Deal(Seat.N, 9, Both(9, 5)))
    assert stands.winner is Side.NS


def test_where_the_bidder_wins_ties_the_lower_bidding_side_wins() -> None:
    rules = Rules.of({"both_reach": "bidder"})
    _, stands = after(Both(Tally(54), Tally(60)), "playing", Deal(Seat.S, 8, Both(8, 6)), rules)
    assert stands == Outcome("won", Side.NS, "bidder_wins_tie")


def test_where_nobody_goes_out_there_is_only_the_line() -> None:
    rules = Rules.of({"goes_out_margin": None})
    _, stands = after(Both(Tally(47), Tally(47)), "playing", Deal(Seat.N, 7, Both(7, 7)), rules)
    assert stands == Outcome("playing")


def test_rows_after_the_end_count_nothing_and_say_how_they_were_played() -> None:
    won = fold(Rules.of({"target": 10}), [Deal(Seat.N, 14, Both(14, 0))])
    standing = won.after(Deal(Seat.E, 8, Both(7, 7))).after(Deal(Seat.E, 8, Both(0, 14)))
    assert [row.made for row in standing.rows] == [True, False, True]
    assert [row.after_end for row in standing.rows] == [False, True, True]
    assert [row.cells for row in standing.rows[1:]] == [Both(0, 0)] * 2
    assert (standing.tallies, standing.outcome, standing.played) == (won.tallies, won.outcome, 1)


def test_the_leader_is_judged_on_net() -> None:
    standing = fold(Rules(), [Deal(Seat.N, 14, Both(14, 0)), Deal(Seat.N, 10, Both(9, 5))])
    assert standing.tallies == Both(Tally(14, 10), Tally(5))
    assert (standing.leader, standing.ahead) == (Side.EW, 1)
    assert (standing.after(Deal(Seat.N, 7, Both(14, 0))).leader) is Side.NS


def test_nobody_leads_at_the_start() -> None:
    before: Standing = start(Rules())
    assert (before.leader, before.ahead, before.played, before.rows) == (None, 0, 0, ())


def test_seats_and_sides_know_their_places() -> None:
    assert [seat.next for seat in Seat] == [Seat.E, Seat.S, Seat.W, Seat.N]
    assert [seat.partner for seat in Seat] == [Seat.S, Seat.W, Seat.N, Seat.E]
    assert [seat.side for seat in Seat] == [Side.NS, Side.EW, Side.NS, Side.EW]
    assert all(seat in seat.side.seats and seat not in seat.side.other.seats for seat in Seat)
