"""The host's corrections: the form with what will change, and the press that saves them."""

from __future__ import annotations

from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from squarescores.pedro import Seat, Side, acts
from squarescores.pedro.acts import Stands, may
from squarescores.pedro.acts.rows import row_to_correct
from squarescores.pedro.marks import Written
from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table
from squarescores.web import guard, words
from squarescores.web.forms import CorrectionForm, WrongError
from squarescores.web.guard import Problem
from squarescores.web.identity import who
from squarescores.web.rows import rows_shown
from squarescores.web.sheet.asked import asked_match
from squarescores.web.sheet.changes import changes_shown, wanted
from squarescores.web.sheet.page import draw_again
from squarescores.web.sheet.room import bp


@bp.post("/corrections")
def corrections(key: str) -> ResponseReturnValue:
    """Change several fields of one row together, or none of them."""
    form = CorrectionForm()

    def correct(table: Table) -> Written | Stands:
        changes = form.changes()
        if not changes:
            blank = form.blank()
            raise form.wrong(blank, "said") if blank else form.wrong("deal", "nothing")
        return acts.correct(
            table,
            who(),
            form.deal.data,
            changes,
            form.was.data,
            form.reason.data or "",
            match=form.match.data,
        )

    try:
        wrote = guard.write(key, form, may.host, correct)
    except (Refused, Invalid, WrongError) as refused:
        if isinstance(refused, Refused) and refused.reason in ("no_table", "host_only"):
            raise
        return guard.refuse(guard.told(refused, key), lambda trouble: _again(key, form, trouble))
    return wrote.answer(_where_it_shows(key, wrote.table, form), wrote.table.match(form.match.data))


def _where_it_shows(key: str, table: Table, form: CorrectionForm) -> str:
    """The sheet; an earlier match is not on it any more."""
    if form.match.data in (None, table.played.number):
        return url_for("sheet.page", key=key)
    return url_for("bank.result", key=key, match=form.match.data)


@bp.route("/deals/<int:deal>/fix", methods=["GET", "POST"])
def fix(key: str, deal: int) -> ResponseReturnValue:
    """The form for one row, and what saving it would change; nothing is written here.

    Without JavaScript the filled form is posted, which keeps its token out of the address.
    """
    table = guard.the_table(key)
    may.host(table, who())
    match = asked_match(table)
    row = row_to_correct(match, deal)
    template = "sheet/fix_part.html" if "part" in request.args else "sheet/fix.html"
    return _draw(template, key, table, match, row, CorrectionForm.to_look_at())


def _again(key: str, form: CorrectionForm, trouble: Problem) -> str:
    """The form with what is wrong; the sheet where there is no such row to correct any more."""
    form.show(trouble.errors)
    table = guard.the_table(key)
    try:
        match = guard.the_match(table, form.match.data)
        row = row_to_correct(match, form.deal.data or 0)
    except Refused:
        return draw_again(key, form, trouble)
    return _draw("sheet/fix.html", key, table, match, row, form, trouble)


def _draw(
    template: str,
    key: str,
    table: Table,
    match: Match,
    row: Row,
    form: CorrectionForm,
    trouble: Problem | None = None,
) -> str:
    side = _pressed()
    new = wanted(form, match, row, side)
    changes = None
    try:
        form.check_readable(match.rules)
        changes = changes_shown(table, match, row, new)
    except (Invalid, WrongError) as wrong:
        trouble = trouble or guard.problem(wrong, table)
    shown: dict[str, Any] = {
        "rows": [each for each in rows_shown(table, match) if each.number == row.number],
        "names": {each.value: words.side_names(table, each) for each in Side},
        "dealer": match.dealers[row.number],
        "holders": {seat.value: words.holder(table, seat) for seat in Seat},
    }
    return render_template(
        template,
        key=key,
        table=table,
        match=match,
        row=row,
        form=form,
        wanted={**new, **form.unreadable()},
        side=side,
        other=side.other,
        changes=changes,
        trouble=trouble,
        **shown,
    )


def _pressed() -> Side:
    """The side whose cell was tapped."""
    side = request.values.get("side", "")
    return Side(side) if side in list(Side) else Side.NS
