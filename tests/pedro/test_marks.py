"""Marks: what is stored of a table comes back as it was."""

from __future__ import annotations

import json
import typing
from dataclasses import fields
from functools import reduce
from operator import or_
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from squarescores.pedro import PRESETS, TWENTY_EIGHT_FIFTY_SIX, Both, Rules, Seat, Side, Suit, marks
from squarescores.pedro.packed import KINDS, pack, unpack

SEATS = st.sampled_from(Seat)
MATCHES = DEALS = st.integers(1, 99)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
SOME_RULES = st.builds(
    lambda preset, target, margin: Rules.of({"preset": preset, "target": target, "goes_out_margin": margin}),
    st.sampled_from(list(PRESETS)),
    st.integers(1, 999),
    st.none() | st.just(0),
)
BIDS = st.integers(1, 16) | st.just(TWENTY_EIGHT_FIFTY_SIX)
POINTS = st.integers(0, 16)
SUITS = st.sampled_from(Suit)
ABOUT_SIDES = st.builds(Both, st.none() | TEXTS, st.none() | TEXTS)
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "NS": POINTS,
        "EW": POINTS,
        "bidder": SEATS,
        "bid": BIDS,
        "trump": st.none() | SUITS,
        "dealer": SEATS,
    },
)
ROW = {"match": MATCHES, "deal": DEALS}

STRATEGIES: dict[type, dict[str, st.SearchStrategy[Any]]] = {
    marks.Opened: {
        "rules": SOME_RULES,
        "name": TEXTS,
        "seat": st.none() | SEATS,
        "code": TEXTS,
        "first_dealer": SEATS,
        "drawn": st.booleans(),
        "sides": ABOUT_SIDES,
        "names": st.dictionaries(SEATS, TEXTS),
        "recovery": TEXTS,
    },
    marks.Sat: {"seat": SEATS, "name": TEXTS},
    marks.Named: {"seat": SEATS, "name": TEXTS},
    marks.Moved: {"seat": SEATS, "to": SEATS},
    marks.Freed: {"seat": SEATS},
    marks.MoveOffered: {"seat": SEATS},
    marks.TookOver: {"seat": SEATS, "offer": st.none() | st.integers(1)},
    marks.SignedIn: {"was": TEXTS, "now": TEXTS},
    marks.Forgotten: {"seats": st.lists(SEATS, max_size=4).map(tuple)},
    marks.HandedOn: {"seat": SEATS},
    marks.HostProposed: {"seat": SEATS},
    marks.HostAgreed: {"seat": SEATS},
    marks.HostKept: {"seat": SEATS},
    marks.HostChosen: {"seat": SEATS},
    marks.RecoverySet: {"recovery": TEXTS},
    marks.Recovered: {"name": TEXTS, "recovery": TEXTS},
    marks.JoiningSet: {"open": st.booleans(), "code": TEXTS},
    marks.SidesNamed: {"sides": ABOUT_SIDES},
    marks.RulesChosen: {"match": MATCHES, "rules": SOME_RULES},
    marks.DealerPicked: {"match": MATCHES, "seat": SEATS, "drawn": st.booleans()},
    marks.Noted: {**ROW, "bidder": SEATS, "bid": BIDS, "trump": st.none() | SUITS},
    marks.TrumpNamed: {**ROW, "trump": SUITS},
    marks.Entered: {
        **ROW,
        "side": st.sampled_from(Side),
        "points": POINTS,
        "cards": st.none() | st.lists(st.sampled_from(["A", "10", "low"])).map(tuple),
    },
    marks.Clashed: {**ROW, "side": st.sampled_from(Side), "points": POINTS, "stands": st.integers(1)},
    marks.Corrected: {**ROW, "changes": CHANGES, "reason": TEXTS},
    marks.Voided: {**ROW, "reason": TEXTS},
    marks.Restored: {**ROW, "reason": TEXTS},
    marks.Banked: {"match": MATCHES},
    marks.Reopened: {"match": MATCHES},
    marks.Began: {"match": MATCHES},
}
ANY_MARK = reduce(or_, (st.builds(kind, **parts) for kind, parts in STRATEGIES.items()))


def kinds_in(thing: object) -> list[type]:
    """The kinds of value inside a value, so that a Seat that came back as a plain letter is noticed."""
    if isinstance(thing, dict):
        return [type(thing), *(kind for pair in thing.items() for each in pair for kind in kinds_in(each))]
    inside = list(thing) if isinstance(thing, tuple | Both) else []
    return [type(thing), *(kind for each in inside for kind in kinds_in(each))]


def test_every_kind_of_mark_is_tried_here() -> None:
    assert set(STRATEGIES) == set(typing.get_args(marks.Written)) == set(KINDS.values())


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_field_of_a_mark_is_tried_here(kind: type) -> None:
    assert list(STRATEGIES[kind]) == [field.name for field in fields(kind)]


@given(ANY_MARK)
def test_a_mark_comes_back_from_json_as_it_was(what: marks.Written) -> None:
    kind, content = pack(what)
    back = unpack(kind, json.loads(json.dumps(content)))
    assert back == what
    for field in fields(what):
        assert kinds_in(getattr(back, field.name)) == kinds_in(getattr(what, field.name))


def test_a_kind_from_a_later_program_is_not_guessed_at() -> None:
    with pytest.raises(KeyError):
        unpack("Sang", {})


def test_a_table_opened_before_there_were_recovery_codes_has_none() -> None:
    opened = marks.Opened(Rules(), "Alice", Seat.N, "QUEENS", Seat.N, True, Both(None, None), {}, "digest")
    kind, content = pack(opened)
    del content["recovery"]
    back = unpack(kind, content)
    assert isinstance(back, marks.Opened)
    assert back.recovery == ""
