"""The rules of a table: one frozen value, so that a variation is a value and not a branch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from squarescores.pedro.deal import TWENTY_EIGHT_FIFTY_SIX, Bid

SCORINGS: Final = ("carry", "difference")
SET_COSTS: Final = ("bid", "taken")
SLAMS: Final = ("single", "double", "double_or_double")
BOTH_REACH: Final = ("decider", "bidder")
PACKS: Final = (14, 16)

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "squarescores": {},
    "points-taken": {"set_costs": "taken"},
    "pedreaux": {"set_costs": "taken", "goes_out_margin": None},
    "no-minus": {"scoring": "difference"},
    "california": {
        "target": 100,
        "pack_points": 16,
        "min_bid": 6,
        "forced_bid": 6,
        "slam": "double_or_double",
        "goes_out_margin": None,
        "both_reach": "bidder",
    },
    "pidro": {"min_bid": 6, "forced_bid": 6, "goes_out_margin": None, "both_reach": "bidder"},
}


class RulesError(ValueError):
    """Rules that are not rules, or do not fit together: the key, the value, and what is allowed."""

    def __init__(self, key: str, value: object, allowed: str) -> None:
        super().__init__(f"{key}: {shown(value)} is not {allowed}")
        self.key = key
        self.value = value
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class Rules:
    """What a table agreed on before the first bid; the defaults are the house's own game."""

    preset: str = "squarescores"
    target: int = 62
    pack_points: int = 14
    min_bid: int = 7
    max_bid: int = 14
    forced_bid: int = 7
    scoring: str = "carry"
    set_costs: str = "bid"
    slam: str = "single"
    dealer_28_56: bool = False
    goes_out_margin: int | None = 7
    both_reach: str = "decider"

    @classmethod
    def of(cls, wanted: Mapping[str, Any]) -> Rules:
        """The preset's rules with the other keys laid over them.

        Raises RulesError for an unknown key, a value of the wrong kind, or rules that do not fit together.
        """
        preset = wanted.get("preset", "squarescores")
        if not isinstance(preset, str) or preset not in PRESETS:
            raise RulesError("preset", preset, f"one of {', '.join(PRESETS)}")
        for key in wanted:
            if key not in KEYS:
                raise RulesError(named(key), wanted[key], f"wanted; the rules are {', '.join(KEYS)}")
        keys = {**PRESETS[preset], **wanted, "preset": preset}
        keys.setdefault("max_bid", keys.get("pack_points", cls().pack_points))
        rules = cls(**keys)
        rules._check()
        return rules

    def _check(self) -> None:
        self._whole("target", 1, 999)
        if type(self.pack_points) is not int or self.pack_points not in PACKS:
            raise RulesError("pack_points", self.pack_points, "14 or 16")
        self._whole("min_bid", 1, self.pack_points)
        if type(self.max_bid) is not int or self.max_bid != self.pack_points:
            raise RulesError("max_bid", self.max_bid, f"the pack's {self.pack_points} points")
        self._whole("forced_bid", self.min_bid, self.max_bid)
        if self.goes_out_margin is not None:
            self._whole("goes_out_margin", 0, self.target, " or null")
        for key, choices in CHOICES.items():
            value = getattr(self, key)
            if not isinstance(value, str) or value not in choices:
                raise RulesError(key, value, f"one of {', '.join(choices)}")
        if type(self.dealer_28_56) is not bool:
            raise RulesError("dealer_28_56", self.dealer_28_56, "true or false")

    def _whole(self, key: str, low: int, high: int, besides: str = "") -> None:
        value = getattr(self, key)
        if type(value) is not int or not low <= value <= high:
            raise RulesError(key, value, f"a whole number from {low} to {high}{besides}")

    def bids(self, *, by_dealer: bool) -> tuple[Bid, ...]:
        """Every bid these rules allow; "28-56" is the dealer's alone."""
        numbers: tuple[Bid, ...] = tuple(range(self.min_bid, self.max_bid + 1))
        return (*numbers, TWENTY_EIGHT_FIFTY_SIX) if self.dealer_28_56 and by_dealer else numbers

    @property
    def gate(self) -> int | None:
        """Both nets from here on make the next deal bidder goes out; None where no table line does."""
        return None if self.goes_out_margin is None else self.target - self.goes_out_margin

    def as_dict(self) -> dict[str, Any]:
        """Every key, as a case file has them."""
        return asdict(self)


CHOICES: Final = {"scoring": SCORINGS, "set_costs": SET_COSTS, "slam": SLAMS, "both_reach": BOTH_REACH}
KEYS: Final = tuple(asdict(Rules()))


def shown(value: object) -> str:
    """A value as JSON writes it, in ASCII, cut short: what a person typed, never more than a line of it."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, str):
        text = json.dumps(value[:60])
        return text if len(value) <= 60 and len(text) <= 60 else text[:57] + "..."
    if value is None or isinstance(value, bool | float):
        return json.dumps(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**20 else "a number of more than 20 digits"
    return "a thing JSON has no word for"


def named(key: object) -> str:
    """A key as a place names it: as it is where it is a plain word, else as a value."""
    return (
        key
        if isinstance(key, str) and key.isascii() and key.isidentifier() and len(key) <= 40
        else shown(key)
    )
