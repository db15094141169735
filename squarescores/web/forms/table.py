"""The forms of a table: joining it, its seats, its host, its sides, who deals first."""

from __future__ import annotations

from squarescores.pedro import Seat, Side
from squarescores.web.forms.fields import Choice, Text, YesNo
from squarescores.web.forms.form import HouseForm


class SeatForm(HouseForm):
    seat = Choice(Seat, needed=True)
    name = Text()


class AgreementForm(HouseForm):
    seat = Choice(Seat, needed=True)
    agree = YesNo(needed=True)
    back = Choice(("sheet", "seats"))


class RecoveryForm(HouseForm):
    """The code, and a name for whoever has none here; or the host's wish for a new code."""

    code = Text(longest=60)
    name = Text()
    new = YesNo()


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
