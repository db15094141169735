"""The shape of a mark that comes from a file: every field there, of its kind, and nothing besides."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from typing import Any, Final

from squarescores.pedro.acts.entries import CARDS
from squarescores.pedro.deal import TWENTY_EIGHT_FIFTY_SIX, Seat, Suit
from squarescores.pedro.marks import Written
from squarescores.pedro.names import clean
from squarescores.pedro.packed import CHANGE_KINDS, KINDS, unpack
from squarescores.pedro.refusal import Invalid
from squarescores.pedro.rules import Rules, RulesError, named, shown

LONGEST: Final = 200
MOST: Final = 1_000_000
"""No number on a sheet is larger: not a mark's, not a deal's."""

_CODE: Final = re.compile("[A-Z0-9]{1,40}", re.ASCII)


class ShapeError(ValueError):
    """A field that cannot be read: its name and its value, in ASCII."""


def written(kind: object, content: object) -> Written:
    """The mark of that kind with that content, as `packed.pack` writes them. Raises ShapeError."""
    if not isinstance(kind, str) or kind not in KINDS:
        raise ShapeError(f"kind: {shown(kind)} is no kind of mark")
    given = _object("what", content)
    wanted = {field.name: field for field in fields(KINDS[kind])}
    for key, value in given.items():
        if key not in wanted:
            raise ShapeError(f"what.{named(key)}: {shown(value)} is not wanted in {kind}")
    for key, field in wanted.items():
        if key not in given:
            raise ShapeError(f"what.{key}: missing in {kind}")
        _check(field, given[key])
    return unpack(kind, given)


def _check(field: Field[Any], value: object) -> None:
    if value is None and str(field.type).endswith("| None"):
        return
    try:
        _CHECKS[field.name](value)
    except RulesError as wrong:
        raise ShapeError(f"what.rules.{wrong}") from None
    except ShapeError as wrong:
        raise ShapeError(f"what.{field.name}: {wrong}") from None


def whole(value: object, low: int = 1, high: int = MOST) -> int:
    """A whole number. Raises ShapeError."""
    if type(value) is not int or not low <= value <= high:
        raise ShapeError(f"{shown(value)} is not a whole number from {low} to {high}")
    return value


def _object(place: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ShapeError(f"{place}: {shown(value)} is not an object")
    return value


def _points(value: object) -> None:
    whole(value, 0, 16)


def _one_of(*choices: object) -> Callable[[object], None]:
    def check(value: object) -> None:
        # Not by `in` alone: to Python, 1 is True and 1.0 is 1.
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            raise ShapeError(f"{shown(value)} is not one of {', '.join(map(shown, choices))}")

    return check


def _text(value: object) -> None:
    if not isinstance(value, str) or len(value) > LONGEST:
        raise ShapeError(f"{shown(value)} is not a text of at most {LONGEST} characters")
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in value):
        raise ShapeError(f"{shown(value)} holds a control character")


def _code(value: object) -> None:
    if not isinstance(value, str) or not _CODE.fullmatch(value):
        raise ShapeError(f"{shown(value)} is no join code")


def _person(value: object) -> None:
    if not isinstance(value, str) or not re.fullmatch("[1-9][0-9]{0,5}", value, re.ASCII):
        raise ShapeError(f"{shown(value)} is no number of a person")


def _name(value: object) -> None:
    """A name as the game cleans it; empty where a former player's stood."""
    _text(value)
    try:
        if value and clean(str(value)) != value:
            raise ShapeError(f"{shown(value)} is not written as a name is")
    except Invalid:
        raise ShapeError(f"{shown(value)} is no name") from None


def _rules(value: object) -> None:
    if Rules.of(_object("rules", value)).as_dict() != value:
        raise ShapeError("a rule is missing")


def _sides(value: object) -> None:
    sides = _object("sides", value)
    if sides.keys() != {"NS", "EW"}:
        raise ShapeError("the keys are not NS and EW")
    for name in sides.values():
        if name is not None:
            _name(name)


def _names(value: object) -> None:
    for seat, name in _object("names", value).items():
        _seat(seat)
        _name(name)


def _seats(value: object) -> None:
    if not isinstance(value, list) or len(value) > len(Seat):
        raise ShapeError(f"{shown(value)} is not a list of seats")
    for seat in value:
        _seat(seat)


def _cards(value: object) -> None:
    if not isinstance(value, list) or len(value) > len(CARDS):
        raise ShapeError(f"{shown(value)} is not a list of point cards")
    for card in value:
        _one_of(*CARDS)(card)
    if len(set(value)) != len(value):
        raise ShapeError("a card stands there twice")


_seat: Final = _one_of(*(seat.value for seat in Seat))
_suit: Final = _one_of(*(suit.value for suit in Suit))
_bid: Final = _one_of(*range(1, 17), TWENTY_EIGHT_FIFTY_SIX)


def _changes(value: object) -> None:
    changes = _object("changes", value)
    if not changes or not changes.keys() <= CHANGE_KINDS.keys():
        raise ShapeError(f"the keys are not among {', '.join(CHANGE_KINDS)}")
    for key, now in changes.items():
        if key != "trump" or now is not None:
            _CHANGE_CHECKS[key](now)


_CHANGE_CHECKS: Final[dict[str, Callable[[object], None]]] = {
    "NS": _points,
    "EW": _points,
    "bidder": _seat,
    "bid": _bid,
    "trump": _suit,
    "dealer": _seat,
}
_yes_or_no: Final = _one_of(True, False)
_CHECKS: Final[dict[str, Callable[[object], Any]]] = {
    "rules": _rules, "name": _name, "names": _names, "sides": _sides, "code": _code, "recovery": _text,
    "seats": _seats,
    "seat": _seat, "to": _seat, "first_dealer": _seat, "bidder": _seat, "side": _one_of("NS", "EW"),
    "drawn": _yes_or_no, "open": _yes_or_no, "offer": whole, "match": whole, "deal": whole,
    "bid": _bid, "trump": _suit, "points": _points, "stands": whole, "cards": _cards,
    "changes": _changes, "reason": _text, "was": _person, "now": _person,
}  # fmt: skip
