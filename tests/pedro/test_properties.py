"""What holds for every sheet of every table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from squarescores.pedro import (
    Both,
    Case,
    CaseError,
    Deal,
    Outcome,
    Rules,
    Scored,
    Seat,
    Side,
    Tally,
    answer,
    fold,
)
from squarescores.pedro.standing import score
from tests.pedro import oracle, sheets

# A busy machine is no failure: neither a deadline nor a slow draw ends a test.
enough = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

# Tables where many sheets come to a decider.
CLOSE = {"scoring": "carry", "both_reach": "decider", "min_bid": 5, "forced_bid": 5, "target": 20}


def answered(case: dict[str, Any]) -> dict[str, Any]:
    return answer(Case.of(case).standing())


def counted(case: Case) -> list[tuple[Deal, Scored]]:
    """Every deal that counted, with what it scored."""
    rows = zip(case.deals, case.standing().rows, strict=True)
    return [(deal, row) for deal, row in rows if not row.after_end]


def signed_scores(case: dict[str, Any]) -> list[dict[str, int]]:
    """Each side's signed running score after each deal that counted, worked out without the program."""
    rules = Rules.of(case["rules"]).as_dict()
    running, history = {"NS": 0, "EW": 0}, []
    for deal, row in zip(case["deals"], answered(case)["rows"], strict=True):
        if not row["after_end"]:
            _, moves = oracle.worth(rules, deal)
            running = {side: running[side] + moves[side] for side in running}
        history.append(running)
    return history


@enough
@given(sheets.cases() | sheets.cases(goes_out_margin=None, **CLOSE))
def test_the_second_scorer_agrees(case: dict[str, Any]) -> None:
    assert answered(case) == oracle.score(Rules.of(case["rules"]).as_dict(), case["deals"])


@enough
@given(sheets.cases())
def test_total_less_shortfall_is_the_signed_running_score(case: dict[str, Any]) -> None:
    for row, signed in zip(answered(case)["rows"], signed_scores(case), strict=True):
        for side in signed:
            assert row["totals"][side] - row["shortfalls"][side] == row["nets"][side] == signed[side]


@enough
@given(sheets.cases())
def test_totals_never_fall_and_are_the_highest_score_so_far(case: dict[str, Any]) -> None:
    best = {"NS": 0, "EW": 0}
    for row, signed in zip(answered(case)["rows"], signed_scores(case), strict=True):
        best = {side: max(best[side], signed[side]) for side in best}
        assert row["totals"] == best


@enough
@given(sheets.cases())
def test_no_cell_and_no_shortfall_is_below_0_and_cells_add_up_to_the_totals(case: dict[str, Any]) -> None:
    given_back = answered(case)
    for side in ("NS", "EW"):
        cells = [row["cells"][side] for row in given_back["rows"]]
        assert min(cells, default=0) >= 0
        assert sum(cells) == given_back["totals"][side]
        assert min((row["shortfalls"][side] for row in given_back["rows"]), default=0) >= 0


@enough
@given(sheets.cases())
def test_every_row_sums_to_the_pack(case: dict[str, Any]) -> None:
    read = Case.of(case)
    assert all(sum(deal.taken) == read.rules.pack_points == deal.own + deal.other for deal in read.deals)


@enough
@given(sheets.cases(scoring="carry", slam="single", dealer_28_56=False))
def test_what_a_made_deal_takes_is_on_the_sheet_or_pays_what_is_owed(case: dict[str, Any]) -> None:
    for deal, row in counted(Case.of(case)):
        if row.made:
            assert sum(row.cells) + sum(row.paid) == sum(deal.taken)


@enough
@given(sheets.cases(), st.data())
def test_correcting_a_cell_and_correcting_it_back_changes_nothing(
    case: dict[str, Any], data: st.DataObject
) -> None:
    read = Case.of(case)
    if not read.deals:
        return
    before = read.standing()
    position = data.draw(st.integers(0, len(read.deals) - 1))
    pack = read.rules.pack_points
    ns = data.draw(st.integers(0, pack))
    deals = list(read.deals)
    was = deals[position]
    deals[position] = was._replace(taken=Both(ns, pack - ns))
    corrected = fold(read.rules, deals)
    assert corrected.rows[:position] == before.rows[:position]
    deals[position] = was
    assert fold(read.rules, deals) == before


@enough
@given(sheets.cases())
def test_deal_by_deal_comes_to_the_same_as_all_at_once(case: dict[str, Any]) -> None:
    read = Case.of(case)
    standing = fold(read.rules, [])
    for deal in read.deals:
        standing = standing.after(deal)
    assert standing == read.standing()


@enough
@given(sheets.cases(most=40, preset="no-minus", scoring="difference"))
def test_without_minus_both_sides_never_cross_the_line_on_one_deal(case: dict[str, Any]) -> None:
    read = Case.of(case)
    standing = read.standing()
    assert standing.outcome.status != "decider_due"
    assert standing.outcome.decided_by != "bidder_wins_tie"
    for _, row in counted(read):
        reached = [row.before[side].net < read.rules.target <= row.tallies[side].net for side in Side]
        assert not all(reached)
        assert row.tallies.ns.shortfall == row.tallies.ew.shortfall == 0


near_the_line = st.integers(62, 200)


@enough
@given(near_the_line, near_the_line, st.sampled_from(list(Seat)), st.integers(7, 14), st.integers(0, 14))
def test_a_decider_under_the_default_rules_always_decides(
    ns: int, ew: int, bidder: Seat, bid: int, taken: int
) -> None:
    before = Both(Tally(ns), Tally(ew))
    deal = Deal(bidder, bid, Both(taken, 14 - taken))
    row, outcome = score(Rules(), before, Outcome("decider_due"), deal)
    assert row.bidder_goes_out
    assert outcome.status == "won"
    assert outcome.winner is (deal.side if deal.made else deal.side.other)


@enough
@given(
    sheets.cases(most=40, goes_out_margin=None, **CLOSE) | sheets.cases(most=40, goes_out_margin=5, **CLOSE)
)
def test_no_decider_leaves_the_match_open_under_any_rules(case: dict[str, Any]) -> None:
    read = Case.of(case)
    standing = fold(read.rules, [])
    for deal in read.deals:
        was, standing = standing, standing.after(deal)
        if was.outcome.status == "decider_due":
            assert standing.outcome.status == "won"


@enough
@given(sheets.cases(most=40))
def test_after_the_end_nothing_moves(case: dict[str, Any]) -> None:
    read = Case.of(case)
    standing = read.standing()
    ended = [row for row in standing.rows if row.after_end]
    assert all(row.after_end for row in standing.rows[len(standing.rows) - len(ended) :])
    assert all(row.cells == Both(0, 0) and row.tallies == standing.tallies for row in ended)
    assert not any(row.bidder_goes_out for row in ended)
    assert [row.made for row in standing.rows] == [deal.made for deal in read.deals]
    without = fold(read.rules, read.deals[: len(read.deals) - len(ended)])
    assert (without.tallies, without.outcome) == (standing.tallies, standing.outcome)
    assert not ended or standing.outcome.status == "won"


@enough
@given(sheets.cases())
def test_a_won_match_says_who_and_how_and_no_other_does(case: dict[str, Any]) -> None:
    outcome = Case.of(case).standing().outcome
    is_won = outcome.status == "won"
    assert (outcome.winner is not None, outcome.decided_by is not None) == (is_won, is_won)


@enough
@given(sheets.cases())
def test_an_answer_laid_beside_its_case_is_a_case_with_that_answer(case: dict[str, Any]) -> None:
    given_back = answered(case)
    assert answered({**case, **given_back}) == given_back
    assert answer(Case.read(json.dumps({**case, **given_back})).standing()) == given_back


@enough
@given(sheets.cases())
def test_rules_written_out_in_full_score_the_same(case: dict[str, Any]) -> None:
    assert answered({**case, "rules": Rules.of(case["rules"]).as_dict()}) == answered(case)


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["N", "28-56", 7, 14]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["deals", "rules", "bidder", "bid", "taken", "NS", "EW", "dealer", "target"])
            | st.text(),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


def read_or_refuse(case: object) -> None:
    """A case is read, or refused in one printable ASCII line; nothing else happens."""
    try:
        answer((Case.read(case) if isinstance(case, str | bytes) else Case.of(case)).standing())
    except CaseError as refused:
        line = str(refused)
        assert line.isascii()
        assert line.isprintable()
        assert 0 < len(line) < 400


@enough
@given(anything)
def test_any_value_is_a_case_or_is_refused(value: object) -> None:
    read_or_refuse(value)
    read_or_refuse({"deals": [value]})
    read_or_refuse({"deals": [], "rules": value})


@enough
@given(st.binary() | st.text(), st.binary(max_size=3))
def test_any_bytes_are_a_case_or_are_refused(text: str | bytes, tail: bytes) -> None:
    read_or_refuse(text)
    read_or_refuse(b'{"deals": [' + tail + b"]}")


@enough
@given(sheets.cases(most=3), st.data())
def test_a_case_with_one_thing_in_it_changed_is_a_case_or_is_refused(
    case: dict[str, Any], data: st.DataObject
) -> None:
    places: list[tuple[Any, Any]] = []

    def walk(thing: Any) -> None:
        for key in thing if isinstance(thing, dict) else range(len(thing)):
            places.append((thing, key))
            if isinstance(thing[key], dict | list):
                walk(thing[key])

    case = json.loads(json.dumps(case))
    walk(case)
    thing, key = data.draw(st.sampled_from(places))
    thing[key] = data.draw(anything)
    read_or_refuse(case)


@enough
@given(sheets.cases(most=3), st.data())
def test_a_text_with_one_byte_changed_is_a_case_or_is_refused(
    case: dict[str, Any], data: st.DataObject
) -> None:
    text = json.dumps(case).encode()
    at = data.draw(st.integers(0, len(text) - 1))
    read_or_refuse(text[:at] + data.draw(st.binary(max_size=2)) + text[at + 1 :])


@pytest.mark.parametrize("depth", [1, 100, 900, 5_000])
def test_a_case_nested_however_deep_is_a_case_or_is_refused(depth: int) -> None:
    read_or_refuse('{"deals": [], "x": ' + "[" * depth + "]" * depth + "}")
