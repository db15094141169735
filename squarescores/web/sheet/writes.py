"""What is written on the sheet: bids, entries, misdeals."""

from __future__ import annotations

from flask.typing import ResponseReturnValue

from squarescores.pedro import Side, acts
from squarescores.pedro.acts import Stands, may
from squarescores.pedro.marks import Written
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.table import Table
from squarescores.web import guard
from squarescores.web.forms import BidForm, EntryForm, HouseForm, VoidForm, WrongError
from squarescores.web.identity import who
from squarescores.web.sheet.pad import zero_question
from squarescores.web.sheet.page import draw_again
from squarescores.web.sheet.room import bp


@bp.post("/bids")
def bids(key: str) -> ResponseReturnValue:
    """Note the winning bid of the open deal, change it before points are in, or fill an empty trump."""
    form = BidForm()

    def note(table: Table) -> Written | Stands:
        return acts.bid(
            table,
            who(),
            form.deal.data,
            form.bidder.data,
            form.bid.data,
            form.trump.data,
            was=form.was.data,
            match=form.match.data,
        )

    return _written(key, form, may.play, note)


@bp.post("/entries")
def entries(key: str) -> ResponseReturnValue:
    """Enter the points a side took; a 0 as on paper is asked about first."""
    form = EntryForm()

    def enter(table: Table) -> Written | Stands:
        side = may.side_to_write(table, who(), form.side.data)
        _ask_about_zero(form, table, side)
        return acts.enter(
            table, who(), form.deal.data, side, form.points.data, form.cards.data, match=form.match.data
        )

    return _written(key, form, lambda table, person: may.enter(table, person, form.side.data), enter)


@bp.post("/voids")
def voids(key: str) -> ResponseReturnValue:
    """A misdeal: the row counts nothing and the same seat deals again; or that taken back."""
    form = VoidForm()

    def void(table: Table) -> Written | Stands:
        reason, undo = form.reason.data or "", bool(form.undo.data)
        return acts.void(table, who(), form.deal.data, reason, undo=undo, match=form.match.data)

    return _written(key, form, may.host, void)


class AskFirst(Exception):
    """A figure that is asked about before it is written, on a page without JavaScript."""

    def __init__(self, question: str) -> None:
        super().__init__(question)
        self.question = question


def _ask_about_zero(form: EntryForm, table: Table, side: Side) -> None:
    """Raise AskFirst before the bidding side's 0 that does not make the pack's points."""
    if guard.wants_json() or form.sure.data or form.points.data != 0:
        return
    match = table.played
    row = match.open_row
    is_this_cell = (form.match.data or match.number, form.deal.data) == (match.number, row.number)
    if is_this_cell and row.taken[side] is None and (question := zero_question(table, match, row, side)):
        raise AskFirst(question)


def _written(key: str, form: HouseForm, permission: guard.Permission, act: guard.Act) -> ResponseReturnValue:
    """Write, then the sheet; a refusal is told on the sheet, with what was typed still there."""
    try:
        return guard.write(key, form, permission, act).answer()
    except AskFirst as ask:
        return draw_again(key, form, question=ask.question), 422
    except (Refused, Invalid, WrongError) as refused:
        if isinstance(refused, Refused) and refused.reason == "no_table":
            raise
        return guard.refuse(guard.told(refused, key), lambda trouble: draw_again(key, form, trouble))
