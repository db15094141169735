"""What is written on the sheet: bids, entries, the host's corrections and voids."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from squarescores.pedro import Seat, Side, acts
from squarescores.pedro.acts import Stands, may
from squarescores.pedro.acts.corrections import check_row
from squarescores.pedro.marks import Written
from squarescores.pedro.match import Match, Row
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.table import Table
from squarescores.web import guard, words
from squarescores.web.forms import BidForm, CorrectionForm, EntryForm, HouseForm, VoidForm, WrongError
from squarescores.web.identity import who
from squarescores.web.rows import rows_shown
from squarescores.web.sheet.changes import changes_shown
from squarescores.web.sheet.page import asked_match, draw
from squarescores.web.sheet.room import bp
from squarescores.web.sheet.slip import pad


@bp.post("/bids")
def bids(key: str) -> ResponseReturnValue:
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
    form = EntryForm()

    def permitted(table: Table, person: str | None) -> None:
        may.play(table, person)
        if form.side.data is not None:
            may.write_for(table, person, form.side.data)

    def enter(table: Table) -> Written | Stands:
        side = may.side_to_write(table, who(), form.side.data)
        _ask_about_zero(form, table, side)
        return acts.enter(
            table, who(), form.deal.data, side, form.points.data, form.cards.data, match=form.match.data
        )

    return _written(key, form, permitted, enter)


class AskFirstError(Exception):
    """A figure that is asked about before it is written, on a page without JavaScript."""

    def __init__(self, question: str) -> None:
        super().__init__(question)
        self.question = question


def _ask_about_zero(form: EntryForm, table: Table, side: Side) -> None:
    if guard.wants_json() or form.sure.data or form.points.data != 0:
        return
    row = table.played.open_row
    if row.number == form.deal.data and row.bid is not None and row.taken[side] is None:
        question = pad(table, table.played, row, side)[0].asks
        if question:
            raise AskFirstError(question)


def _written(
    key: str, form: HouseForm, permission: guard.Permission, act: Callable[[Table], Written | Stands]
) -> ResponseReturnValue:
    """Write, then the sheet; a refusal is told on the sheet, with what was typed still there."""
    try:
        return guard.write(key, form, permission, act).answer(url_for("sheet.page", key=key))
    except AskFirstError as ask:
        return _again(key, form, question=ask.question), 422
    except (Refused, Invalid, WrongError) as refused:
        if isinstance(refused, Refused) and refused.reason == "no_table":
            raise
        trouble = guard.told(refused, key)
        return guard.refuse(trouble, lambda told: _again(key, form, trouble=told))


def _again(key: str, form: HouseForm, **more: Any) -> str:
    return draw("sheet/page.html", key, guard.the_table(key), typed=form, **more)


@bp.post("/corrections")
def corrections(key: str) -> ResponseReturnValue:
    form = CorrectionForm()

    def correct(table: Table) -> Written | Stands:
        if form.changes() == {}:
            _check_blank(form)
        return acts.correct(
            table,
            who(),
            form.deal.data,
            form.changes(),
            form.was.data,
            form.reason.data or "",
            match=form.match.data,
        )

    try:
        wrote = guard.write(key, form, may.host, correct)
    except (Refused, Invalid, WrongError) as refused:
        if isinstance(refused, Refused) and refused.reason in ("no_table", "host_only"):
            raise
        trouble = guard.told(refused, key)
        return guard.refuse(trouble, lambda told: _fix_again(key, form, told))
    corrected = wrote.table.match(form.match.data)
    return wrote.answer(url_for("sheet.page", key=key), corrected)


def _check_blank(form: CorrectionForm) -> None:
    """Blank is not 0: a correction that only blanks a figure names no figure."""
    blank = [name for name in ("NS", "EW", "bidder", "bid", "dealer") if form[name].raw_data]
    raise form.wrong(blank[0], "said") if blank else form.wrong("deal", "nothing")


@bp.get("/deals/<int:deal>/fix")
def fix(key: str, deal: int) -> ResponseReturnValue:
    """The host's correction of one row, with what it will change shown before it is saved."""
    table = guard.the_table(key)
    may.host(table, who())
    match = asked_match(table)
    row = match.row(deal)
    if row is None or row.voided:
        raise Refused("no_deal", deal=deal, open=match.open_row.number)
    form = CorrectionForm.from_address()
    template = "sheet/fix_part.html" if "part" in request.args else "sheet/fix.html"
    return _draw_fix(template, key, table, match, row, form)


def _fix_again(key: str, form: CorrectionForm, trouble: guard.Problem) -> str:
    table = guard.the_table(key)
    match = table.match(form.match.data) or table.played
    row = match.row(form.deal.data) if isinstance(form.deal.data, int) else None
    if row is None or row.voided:
        return draw("sheet/page.html", key, table, trouble=trouble)
    form.show(trouble.errors)
    return _draw_fix("sheet/fix.html", key, table, match, row, form, trouble=trouble)


def _draw_fix(
    template: str, key: str, table: Table, match: Match, row: Row, form: CorrectionForm, **more: Any
) -> str:
    side = request.args.get("side", "")
    pressed = Side(side) if side in list(Side) else Side.NS
    wanted = form.wanted(row, pressed, match)
    trouble, changed = more.pop("trouble", None), None
    try:
        new = {name: value for name, value in wanted.items() if value is not None or name == "trump"}
        changed = changes_shown(table, match, check_row(match, row, new))
    except Invalid as wrong:
        trouble = trouble or guard.told(wrong, key)
    return render_template(
        template,
        key=key,
        table=table,
        match=match,
        row=row,
        form=form,
        wanted=wanted,
        side=pressed,
        other=pressed.other,
        changes=changed,
        trouble=trouble,
        rows=[each for each in rows_shown(table, match) if each.number == row.number],
        names={each.value: words.side_names(table, each) for each in Side},
        holders={seat.value: words.holder(table, seat) for seat in Seat},
        **more,
    )


@bp.post("/voids")
def voids(key: str) -> ResponseReturnValue:
    form = VoidForm()

    def void(table: Table) -> Written | Stands:
        undo = bool(form.undo.data)
        return acts.void(
            table, who(), form.deal.data, form.reason.data or "", undo=undo, match=form.match.data
        )

    return _written(key, form, may.host, void)
