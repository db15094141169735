"""A mark as plain JSON values, which a store can keep, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, Final

from squarescores.pedro.deal import Both, Seat, Side, Suit
from squarescores.pedro.marks import Written
from squarescores.pedro.rules import Rules

KINDS: Final[dict[str, type]] = {kind.__name__: kind for kind in Written.__args__}


PRIVATE: Final = ("code", "recovery", "was", "now")
"""What a mark holds that is not for everybody: the codes, and who somebody is in the store."""


def _names(pairs: Mapping[str, str]) -> dict[Seat, str]:
    return {Seat(seat): name for seat, name in pairs.items()}


def _sides(pair: Mapping[str, str | None]) -> Both[str | None]:
    return Both(pair["NS"], pair["EW"])


def _maybe(kind: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else kind(value)


CHANGE_KINDS: Final[dict[str, Callable[[Any], Any]]] = {
    "NS": int,
    "EW": int,
    "bidder": Seat,
    "bid": lambda bid: bid,
    "trump": _maybe(Suit),
    "dealer": Seat,
}


def _changes(changes: Mapping[str, Any]) -> dict[str, Any]:
    return {key: CHANGE_KINDS[key](value) for key, value in changes.items()}


_READ: Final[dict[str, Callable[[Any], Any]]] = {
    "rules": Rules.of,
    "seat": _maybe(Seat),
    "to": Seat,
    "first_dealer": Seat,
    "bidder": Seat,
    "side": Side,
    "trump": _maybe(Suit),
    "cards": _maybe(tuple),
    "names": _names,
    "seats": lambda seats: tuple(Seat(seat) for seat in seats),
    "sides": _sides,
    "changes": _changes,
}


def _plain(value: Any) -> Any:
    if isinstance(value, Rules):
        return value.as_dict()
    if isinstance(value, Both):
        return value.by_side()
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, StrEnum):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def pack(what: Written) -> tuple[str, dict[str, Any]]:
    """A mark's kind and its content as plain JSON values: what a store keeps."""
    return type(what).__name__, {field.name: _plain(getattr(what, field.name)) for field in fields(what)}


def unpack(kind: str, content: Mapping[str, Any]) -> Written:
    """The mark that `pack` took apart. Raises KeyError for a kind this program does not know."""
    read = {key: _READ[key](value) if key in _READ else value for key, value in content.items()}
    return KINDS[kind](**read)  # type: ignore[no-any-return]  # KINDS holds the classes of Written only
