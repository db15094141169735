"""The forms of the rules, and of a whole new table."""

from __future__ import annotations

from squarescores.pedro import PRESETS, Rules, Seat
from squarescores.pedro.rules import BOTH_REACH, PACKS, SCORINGS, SET_COSTS, SLAMS, RulesError
from squarescores.web import words
from squarescores.web.forms.fields import Choice, Margin, Text, Whole, YesNo
from squarescores.web.forms.form import HouseForm


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
        wanted = {key: self[key].data for key in Rules().as_dict() if self[key].data is not None}
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
