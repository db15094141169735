"""What concerns the whole table: who may join, the sides' names, who deals first."""

from __future__ import annotations

import secrets

from flask.typing import ResponseReturnValue

from squarescores.pedro.acts import Stands, may, name_sides, pick_dealer, set_joining
from squarescores.pedro.deal import CLOCKWISE
from squarescores.pedro.marks import DealerPicked, JoiningSet, SidesNamed
from squarescores.pedro.table import Table
from squarescores.web.forms import DealerForm, JoiningForm, SidesForm
from squarescores.web.identity import who
from squarescores.web.tables import codes
from squarescores.web.tables.room import bp
from squarescores.web.tables.seats import written


@bp.post("/t/<key>/joining")
def joining(key: str) -> ResponseReturnValue:
    """The host opens or closes joining, or draws another code; the old one ends."""
    form = JoiningForm()

    def act(table: Table, code: str | None) -> JoiningSet | Stands:
        if form.open.data is None and not form.new_code.data:
            raise form.wrong("open", "nothing")
        return set_joining(table, who(), is_open=form.open.data, code=code)

    if not form.new_code.data:
        return written(key, form, may.host, lambda table: act(table, None))
    return codes.with_free_code(lambda code: written(key, form, may.host, lambda table: act(table, code)))


@bp.post("/t/<key>/sides")
def sides(key: str) -> ResponseReturnValue:
    """Name the sides that were sent; a blank takes a name away."""
    form = SidesForm()

    def act(table: Table) -> SidesNamed | Stands:
        if not form.names():
            raise form.wrong("NS", "nothing")
        return name_sides(table, who(), form.names())

    return written(key, form, lambda table, person: may.name_sides(table, person, form.names()), act)


@bp.post("/t/<key>/dealer")
def dealer(key: str) -> ResponseReturnValue:
    """Pick who deals first, or draw again; until the first bid."""
    form = DealerForm()

    def act(table: Table) -> DealerPicked:
        if form.seat.data is None and not form.draw.data:
            raise form.wrong("seat", "choice")
        seat = form.seat.data or secrets.choice(CLOCKWISE)
        return pick_dealer(table, who(), seat, drawn=form.seat.data is None, match=form.match.data)

    return written(key, form, may.play, act)
