"""The forms of the sheet: a bid, an entry, a correction, a void, End match."""

from __future__ import annotations

from typing import Any, Final

from flask import request

from squarescores.pedro import Rules, Seat, Side, Suit
from squarescores.web.forms.fields import Bid, Cards, Choice, Line, Points, Whole, WrongError, YesNo
from squarescores.web.forms.form import HouseForm

FIGURES: Final = ("NS", "EW", "bidder", "bid", "dealer")


class BidForm(HouseForm):
    deal = Whole(needed=True)
    bidder = Choice(Seat, needed=True)
    bid = Bid(needed=True)
    trump = Choice(Suit)
    was = Whole()


class EntryForm(HouseForm):
    deal = Whole(needed=True)
    side = Choice(Side)
    points = Points(needed=True)
    cards = Cards()
    sure = YesNo()


class CorrectionForm(HouseForm):
    """Only the fields that are sent change; a blank trump takes the trump away."""

    deal = Whole(needed=True)
    NS = Points()
    EW = Points()
    bidder = Choice(Seat)
    bid = Bid()
    trump = Choice(Suit)
    dealer = Choice(Seat)
    dealer_seen = Choice(Seat)
    was = Whole(needed=True)
    reason = Line()

    @classmethod
    def to_look_at(cls) -> CorrectionForm:
        """The form as a page asks about it before it is saved: its fields in the address, or posted."""
        form = cls()
        form.process(request.values)
        return form

    def changes(self) -> dict[str, Any]:
        """The new values; a blank figure is no figure, so it changes nothing."""
        named = {name: self[name].data for name in FIGURES if self[name].data is not None}
        if self.dealer_seen.data is not None and self.dealer.data is self.dealer_seen.data:
            # Only shown, not chosen: an earlier row may have moved the deal on since the page was drawn.
            del named["dealer"]
        is_trump_sent = self.trump.raw_data and not self.trump.process_errors
        return {**named, "trump": self.trump.data} if is_trump_sent else named

    def unreadable(self) -> dict[str, str]:
        """What was typed in a field and means nothing there."""
        return {field.name: field.raw_data[0] for field in self if field.process_errors}

    def check_readable(self, rules: Rules) -> None:
        """Raise WrongError for what cannot be read; what is missing is no matter before it is saved."""
        wrong = {name: self[name].in_words(self[name].process_errors, rules) for name in self.unreadable()}
        if wrong:
            raise WrongError(wrong)

    def blank(self) -> str | None:
        """A figure that was sent without anything in it."""
        return next((name for name in FIGURES if self[name].raw_data and self[name].data is None), None)


class VoidForm(HouseForm):
    deal = Whole(needed=True)
    reason = Line()
    undo = YesNo()


class BankForm(HouseForm):
    seen = Whole(needed=True)
