"""A second scorer, written from the rules' own words and from nothing of the program's, to compare it with.

It keeps only each side's signed running score and looks back over all of it for every figure.
"""

from __future__ import annotations

from typing import Any

SIDE = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
OTHER = {"NS": "EW", "EW": "NS"}


def worth(rules: dict[str, Any], deal: dict[str, Any]) -> tuple[bool, dict[str, int]]:
    """Whether the bid was made, and by how much each side's signed score moves."""
    bidders = SIDE[deal["bidder"]]
    others = OTHER[bidders]
    own, other = deal["taken"][bidders], deal["taken"][others]
    bid, pack, slam = deal["bid"], rules["pack_points"], rules["slam"]
    if bid == "28-56":
        made, gains, costs = own == pack, 56, 28
    elif bid == pack and slam != "single":
        points = own if rules["scoring"] == "carry" else own - other
        made, gains, costs = own >= bid, 2 * points, {"double": bid, "double_or_double": 2 * bid}[slam]
    else:
        made = own >= bid
        gains = own if rules["scoring"] == "carry" else max(own - other, 0)
        costs = own if (rules["scoring"], rules["set_costs"]) == ("carry", "taken") else bid
    if rules["scoring"] == "carry":
        return made, {bidders: gains if made else -costs, others: other}
    return made, {bidders: gains if made else 0, others: 0 if made else costs + other}


def figures(history: dict[str, list[int]]) -> dict[str, dict[str, int]]:
    """The sheet says the best a side has had; what it is below that, it owes."""
    return {
        "totals": {side: max(scores) for side, scores in history.items()},
        "shortfalls": {side: max(scores) - scores[-1] for side, scores in history.items()},
        "nets": {side: scores[-1] for side, scores in history.items()},
    }


def is_bidder_goes_out(rules: dict[str, Any], history: dict[str, list[int]], *, decider: bool) -> bool:
    margin = rules["goes_out_margin"]
    near = margin is not None and all(scores[-1] >= rules["target"] - margin for scores in history.values())
    return decider or near


def ending(
    rules: dict[str, Any], history: dict[str, list[int]], bidders: str, *, made: bool, goes_out: bool
) -> tuple[str | None, str | None]:
    """Who has won and how; `(None, "decider")` where one more deal is due."""
    there = [side for side in history if history[side][-1] >= rules["target"]]
    if goes_out and made:
        return bidders, "bidder_goes_out"
    if goes_out:
        return (OTHER[bidders], "line") if OTHER[bidders] in there else (None, None)
    if len(there) == 2:
        return (bidders, "bidder_wins_tie") if rules["both_reach"] == "bidder" else (None, "decider")
    return (there[0], "line") if there else (None, None)


def score(rules: dict[str, Any], deals: list[dict[str, Any]]) -> dict[str, Any]:
    """The whole answer to a case with all rules spelled out."""
    history = {"NS": [0], "EW": [0]}
    rows: list[dict[str, Any]] = []
    winner = how = None
    for deal in deals:
        made, moves = worth(rules, deal)
        before = figures(history)["totals"]
        after_end = winner is not None
        goes_out = not after_end and is_bidder_goes_out(rules, history, decider=how == "decider")
        if not after_end:
            for side, scores in history.items():
                scores.append(scores[-1] + moves[side])
            winner, how = ending(rules, history, SIDE[deal["bidder"]], made=made, goes_out=goes_out)
        now = figures(history)
        cells = {side: now["totals"][side] - before[side] for side in history}
        row = {"made": made, "bidder_goes_out": goes_out, "after_end": after_end, "cells": cells}
        rows.append({**row, **now})
    if how == "decider":
        status = "decider_due"
    else:
        near = is_bidder_goes_out(rules, history, decider=False)
        status = "won" if winner else "bidder_goes_out" if near else "playing"
    answer = {"rows": rows, "status": status, "winner": winner, "decided_by": how if winner else None}
    return {**answer, **figures(history)}
