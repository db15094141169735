"""The shape of everything a page sends: fields, not permissions and not rules of the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from flask import request
from wtforms import Field, Form
from wtforms.validators import ValidationError
from wtforms.widgets import TextInput

from squarescores.pedro import PRESETS, TWENTY_EIGHT_FIFTY_SIX, Rules, Seat, Side, Suit
from squarescores.pedro.match import Match, Row
from squarescores.pedro.rules import BOTH_REACH, PACKS, SCORINGS, SET_COSTS, SLAMS, RulesError
from squarescores.web import words

OP: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
WHOLE: Final = re.compile(r"\+?[0-9]{1,6}", re.ASCII)


class WrongError(Exception):
    """Fields that cannot be read: for each, what is wrong in a sentence."""

    def __init__(self, errors: Mapping[str, list[str]]) -> None:
        super().__init__(", ".join(errors))
        self.errors = dict(errors)


class Text(Field):
    """A line of text; the base of every field here: blank is None, and is an error where it is needed."""

    widget = TextInput()
    data: Any

    def __init__(self, needed: bool = False, longest: int = 200, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.needed = needed
        self.longest = longest

    def _value(self) -> str:
        """What was typed, to be shown again; else what the page fills in."""
        if self.raw_data:
            return str(self.raw_data[0])
        return "" if self.data is None else str(self.data)

    def process_formdata(self, valuelist: list[str]) -> None:
        if len(valuelist) > 1:
            raise ValueError(words.invalid("once", {}))
        typed = valuelist[0] if valuelist else ""
        if not typed.strip():
            self.data = None
            return
        if len(typed) > self.longest:
            raise ValueError(words.invalid("long", {"longest": self.longest}))
        self.data = self.read(typed)

    def read(self, typed: str) -> Any:
        return typed

    def pre_validate(self, form: Form) -> None:
        if self.needed and self.data is None and not self.process_errors:
            raise ValidationError(self.missing())

    def missing(self) -> str:
        return words.invalid("required", {})


class Whole(Text):
    """A whole number in ASCII digits; `+7` and `07` mean 7."""

    def read(self, typed: str) -> int:
        if not WHOLE.fullmatch(typed.strip()):
            raise ValueError(words.invalid("whole_number", {}))
        return int(typed)

    def missing(self) -> str:
        return words.invalid("whole_number", {})


class Choice(Text):
    """One of a few answers."""

    def __init__(self, choices: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.choices = {str(choice): choice for choice in choices}

    def read(self, typed: str) -> Any:
        if typed.strip() not in self.choices:
            raise ValueError(words.invalid("choice", {}))
        return self.choices[typed.strip()]

    def missing(self) -> str:
        return words.invalid("choice", {})


class YesNo(Choice):
    """`yes` or `no`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(("yes", "no"), **kwargs)

    def read(self, typed: str) -> bool:
        return bool(super().read(typed) == "yes")


class Bid(Whole):
    """A number, or "28-56"."""

    def read(self, typed: str) -> Any:
        return TWENTY_EIGHT_FIFTY_SIX if typed.strip() == TWENTY_EIGHT_FIFTY_SIX else super().read(typed)


class Cards(Text):
    """Point cards, comma-separated; "none" is no card at all."""

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata([",".join(valuelist)] if valuelist else [])

    def read(self, typed: str) -> tuple[str, ...]:
        cards = tuple(card.strip() for card in typed.split(",") if card.strip())
        return () if cards == ("none",) else cards


class Margin(Whole):
    """A whole number, or `none` for no bidder-goes-out deal."""

    def read(self, typed: str) -> Any:
        return "none" if typed.strip() == "none" else super().read(typed)


class HouseForm(Form):
    """A form of the house: read from the request, with `op` and the match it was drawn for."""

    op = Text()
    match = Whole()

    def __init__(self, **filled: Any) -> None:
        sent = request.form if request.method == "POST" else None
        super().__init__(sent, data=filled)

    def check(self) -> None:
        """Raise WrongError where a field cannot be read."""
        errors = {} if self.validate() else {name: list(told) for name, told in self.errors.items()}
        if not OP.fullmatch(self.op.data or ""):
            errors["op"] = [words.invalid("op", {})]
        if errors:
            raise WrongError(errors)

    def wrong(self, field: str, reason: str, **facts: Any) -> WrongError:
        return WrongError({field: [words.invalid(reason, facts)]})

    def show(self, errors: Mapping[str, list[str]]) -> None:
        """Put what is wrong beside the fields, for the page that is shown again."""
        for name, told in errors.items():
            if name in self:
                self[name].errors = list(told)


class BidForm(HouseForm):
    deal = Whole(needed=True)
    bidder = Choice(Seat, needed=True)
    bid = Bid(needed=True)
    trump = Choice(Suit)
    was = Whole()


class EntryForm(HouseForm):
    deal = Whole(needed=True)
    side = Choice(Side)
    points = Whole(needed=True)
    cards = Cards()
    sure = YesNo()


class CorrectionForm(HouseForm):
    """Only the fields that are sent change; a blank trump takes the trump away."""

    deal = Whole(needed=True)
    NS = Whole()
    EW = Whole()
    bidder = Choice(Seat)
    bid = Bid()
    trump = Choice(Suit)
    dealer = Choice(Seat)
    was = Whole(needed=True)
    reason = Text(longest=200)

    @classmethod
    def from_address(cls) -> CorrectionForm:
        """The form as a page asks about it before it is saved: its fields in the address."""
        form = cls()
        form.process(request.args)
        form.validate()
        return form

    def wanted(self, row: Row, pressed: Side, match: Match) -> dict[str, Any]:
        """Every field as the form shows it: what was typed, else what stands.

        Where only one side's figure is new, the other side's follows it up to the pack.
        """
        stands = {
            "NS": row.taken.ns,
            "EW": row.taken.ew,
            "bidder": row.bidder,
            "bid": row.bid,
            "trump": row.trump,
            "dealer": match.dealers.get(row.number),
        }
        wanted = {**stands, **self.changes()}
        new, other = wanted[pressed], pressed.other
        if new is not None and new != stands[pressed] and wanted[other] == stands[other] and row.is_filled:
            wanted[other] = max(0, match.rules.pack_points - new)
        return wanted

    def changes(self) -> dict[str, Any]:
        """The new values; a blank figure is no figure, so it changes nothing."""
        named = {
            key: self[key].data
            for key in ("NS", "EW", "bidder", "bid", "dealer")
            if self[key].data is not None
        }
        return {**named, "trump": self.trump.data} if self.trump.raw_data else named


class VoidForm(HouseForm):
    deal = Whole(needed=True)
    reason = Text(longest=200)
    undo = YesNo()


class BankForm(HouseForm):
    seen = Whole(needed=True)


class SeatForm(HouseForm):
    seat = Choice(Seat, needed=True)
    name = Text()


class DealerForm(HouseForm):
    seat = Choice(Seat)
    draw = YesNo()


class JoiningForm(HouseForm):
    open = YesNo()
    new_code = YesNo()


class SidesForm(HouseForm):
    NS = Text()
    EW = Text()

    def names(self) -> dict[Side, str | None]:
        """Only the sides that were sent; a blank takes the name away."""
        return {side: self[side].data for side in Side if self[side].raw_data}


class JoinForm(HouseForm):
    code = Text(needed=True, longest=40)
    name = Text(needed=True)
    seat = Choice(Seat, needed=True)


class JoinCodeForm(HouseForm):
    code = Text(longest=40)


class AccountForm(HouseForm):
    username = Text(needed=True, longest=80)
    password = Text(needed=True, longest=200)


class LanguageForm(HouseForm):
    language = Text(needed=True, longest=12)
    next = Text(longest=500)


class RulesForm(HouseForm):
    """A preset, and a field for each rule; an empty one means the preset's value."""

    preset = Choice(PRESETS)
    target = Whole()
    pack_points = Choice(PACKS)
    min_bid = Whole()
    max_bid = Whole()
    forced_bid = Whole()
    scoring = Choice(SCORINGS)
    set_costs = Choice(SET_COSTS)
    slam = Choice(SLAMS)
    dealer_28_56 = YesNo()
    goes_out_margin = Margin()
    both_reach = Choice(BOTH_REACH)

    def rules(self) -> Rules:
        """The rules the fields name. Raises WrongError at the field that does not fit the others."""
        keys = Rules().as_dict()
        wanted = {key: self[key].data for key in keys if self[key].data is not None}
        if wanted.get("goes_out_margin") == "none":
            wanted["goes_out_margin"] = None
        try:
            return Rules.of(wanted)
        except RulesError as wrong:
            raise self.wrong(wrong.key, "rule", value=wrong.value, allowed=words.allowed(wrong.key)) from None


class TableForm(RulesForm):
    """Everything on the page that opens a table."""

    name = Text(needed=True)
    seat = Choice(Seat)
    side_NS = Text()
    side_EW = Text()
    name_N = Text()
    name_E = Text()
    name_S = Text()
    name_W = Text()
    first_dealer = Choice(Seat)

    def names(self) -> dict[Seat, str]:
        """Names without a phone, by seat."""
        return {seat: self[f"name_{seat}"].data for seat in Seat if self[f"name_{seat}"].data is not None}
