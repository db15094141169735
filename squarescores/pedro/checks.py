"""The checks on a settled row as a case gives it (rules.md, Checks on a row)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeVar

from squarescores.pedro.deal import CLOCKWISE, TWENTY_EIGHT_FIFTY_SIX, Both, Deal, Seat, Suit
from squarescores.pedro.rules import Rules, named, shown

T = TypeVar("T")


class CheckError(ValueError):
    """A row that breaks a check: the place in it and the values, in ASCII."""


class Head(NamedTuple):
    """What a row says besides its deal. A deal without a number takes the one after the deal before it."""

    number: int
    dealer: Seat
    trump: Suit | None


SEATS: Final = {seat.value: seat for seat in CLOCKWISE}
_SUITS: Final = {suit.value: suit for suit in Suit}
_NEEDED: Final = ("bidder", "bid", "taken")
_BESIDES: Final = ("number", "dealer", "trump")
_DEAL_KEYS: Final = frozenset(_NEEDED + _BESIDES)
_SIDES: Final = ("NS", "EW")


def settled(deal: dict[str, Any], rules: Rules, number: int, dealer: Seat) -> tuple[Head, Deal]:
    """A settled row; `number` and `dealer` are those of a row that does not name its own."""
    trump = None
    if len(deal) != 3:
        number, dealer, trump = _besides(deal, number, dealer)
    try:
        bidder, bid, taken = deal["bidder"], deal["bid"], deal["taken"]
    except KeyError:
        raise _keys_are_wrong(deal, "", _NEEDED, _BESIDES) from None
    bidder = one_of(SEATS, "bidder", bidder)
    if type(bid) is not int or not rules.min_bid <= bid <= rules.max_bid:
        _check_28_56(bid, rules, bidder, dealer)
    return Head(number, dealer, trump), Deal(bidder, bid, _taken(taken, rules.pack_points))


def _besides(deal: dict[str, Any], number: int, dealer: Seat) -> tuple[int, Seat, Suit | None]:
    """What a row may say and most do not."""
    if not deal.keys() <= _DEAL_KEYS:
        raise _keys_are_wrong(deal, "", _NEEDED, _BESIDES)
    if "number" in deal:
        number = deal["number"]
        if type(number) is not int or number < 1:
            raise CheckError(f"number: {shown(number)} is not a whole number from 1")
    if "dealer" in deal:
        dealer = one_of(SEATS, "dealer", deal["dealer"])
    trump = deal.get("trump")
    return number, dealer, None if trump is None else one_of(_SUITS, "trump", trump, " or null")


def one_of(choices: dict[str, T], place: str, value: object, besides: str = "") -> T:
    """The choice that `value` names. Raises CheckError."""
    if isinstance(value, str) and value in choices:
        return choices[value]
    raise CheckError(f"{place}: {shown(value)} is not one of {', '.join(choices)}{besides}")


def _check_28_56(bid: object, rules: Rules, bidder: Seat, dealer: Seat) -> None:
    """A bid that is not one of the table's numbers must be the dealer's "28-56"."""
    is_28_56 = isinstance(bid, str) and bid == TWENTY_EIGHT_FIFTY_SIX
    if not is_28_56:
        besides = f' or "{TWENTY_EIGHT_FIFTY_SIX}"' if rules.dealer_28_56 else ""
        raise CheckError(
            f"bid: {shown(bid)} is not a whole number from {rules.min_bid} to {rules.max_bid}{besides}"
        )
    if not rules.dealer_28_56:
        raise CheckError(f"bid: {shown(bid)} is not played at this table, whose dealer_28_56 is false")
    if bidder is not dealer:
        raise CheckError(f"bid: {shown(bid)} is for the dealer only, but {bidder} bid it and {dealer} dealt")


def _taken(taken: object, pack: int) -> Both[int]:
    if not isinstance(taken, dict):
        raise CheckError(f"taken: {shown(taken)} is not an object")
    if len(taken) != 2 or "NS" not in taken or "EW" not in taken:
        raise _keys_are_wrong(taken, "taken.", _SIDES)
    ns, ew = taken["NS"], taken["EW"]
    if type(ns) is not int or type(ew) is not int or ns < 0 or ew < 0 or ns + ew != pack:
        raise _points_are_wrong(ns, ew, pack)
    return Both(ns, ew)


def _points_are_wrong(ns: Any, ew: Any, pack: int) -> CheckError:
    for side, points in ("NS", ns), ("EW", ew):
        if type(points) is not int or not 0 <= points <= pack:
            return CheckError(f"taken.{side}: {shown(points)} is not a whole number from 0 to {pack}")
    return CheckError(f"taken: {ns} + {ew} = {ns + ew}, but the pack has {pack} points")


def _keys_are_wrong(
    thing: dict[str, Any], place: str, needed: tuple[str, ...], besides: tuple[str, ...] = ()
) -> CheckError:
    wanted = (*needed, *besides)
    for key, value in thing.items():
        if key not in wanted:
            return CheckError(
                f"{place}{named(key)}: {shown(value)} is not wanted; wanted are {', '.join(wanted)}"
            )
    missing = next(key for key in needed if key not in thing)
    return CheckError(f"{place}{missing}: missing")
