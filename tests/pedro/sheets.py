"""Random tables and sheets for the properties: rules that fit together, and deals they allow."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from squarescores.pedro import PRESETS, Rules

SEATS = "NESW"


@st.composite
def rules(draw: st.DrawFn, **fixed: Any) -> dict[str, Any]:
    """Rules as a case has them: a preset, with some keys laid over it; `fixed` ones are not drawn."""
    preset = fixed.pop("preset", None) or draw(st.sampled_from(sorted(PRESETS)))
    drawn: dict[str, Any] = {}
    pack = fixed.get("pack_points", PRESETS[preset].get("pack_points", 14))
    for key, values in CHOICES.items():
        if key not in fixed and draw(st.booleans()):
            drawn[key] = draw(values)
    pack = drawn.get("pack_points", pack)
    if draw(st.booleans()):
        low = draw(st.integers(1, pack))
        drawn |= {"min_bid": low, "forced_bid": draw(st.integers(low, pack))}
    if "target" not in fixed and draw(st.booleans()):
        target = draw(st.sampled_from([1, 10, 20, 30, 51, 62, 100, 999]))
        margin = st.none() | st.integers(0, min(target, 9)) | st.integers(0, target)
        drawn |= {"target": target, "goes_out_margin": draw(margin)}
    return {"preset": preset, **drawn, **fixed}


CHOICES: dict[str, st.SearchStrategy[Any]] = {
    "pack_points": st.sampled_from([14, 16]),
    "scoring": st.sampled_from(["carry", "difference"]),
    "set_costs": st.sampled_from(["bid", "taken"]),
    "slam": st.sampled_from(["single", "double", "double_or_double"]),
    "dealer_28_56": st.booleans(),
    "both_reach": st.sampled_from(["decider", "bidder"]),
}


@st.composite
def deals(draw: st.DrawFn, of: Rules, dealer: str, most: int = 25) -> list[dict[str, Any]]:
    """Deals these rules allow, from `dealer` on; some set the dealer, number and trump, most do not.

    Half of the bids are low and half of the packs shared evenly, or two sides would hardly meet at the line.
    """
    written = []
    for _ in range(draw(st.integers(0, most))):
        row: dict[str, Any] = {}
        if draw(st.integers(0, 4)) == 0:
            dealer = draw(st.sampled_from(SEATS))
            trump = draw(st.none() | st.sampled_from("SHDC"))
            row = {"dealer": dealer, "number": draw(st.integers(1, 99)), "trump": trump}
        bidder = draw(st.sampled_from(SEATS))
        bid = draw(st.just(of.min_bid) | st.sampled_from(of.bids(by_dealer=bidder == dealer)))
        ns = draw(st.just(of.pack_points // 2) | st.integers(0, of.pack_points))
        row |= {"bidder": bidder, "bid": bid, "taken": {"NS": ns, "EW": of.pack_points - ns}}
        written.append(row)
        dealer = SEATS[(SEATS.index(dealer) + 1) % 4]
    return written


@st.composite
def cases(draw: st.DrawFn, *, most: int = 25, **fixed: Any) -> dict[str, Any]:
    """Whole cases."""
    chosen = draw(rules(**fixed))
    first = draw(st.sampled_from(SEATS))
    return {"rules": chosen, "first_dealer": first, "deals": draw(deals(Rules.of(chosen), first, most))}
