"""End match: what would be banked, in full, and the second press that banks it."""

from __future__ import annotations

from flask import jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from squarescores.pedro.acts import bank, may, reopen
from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.sheet import ending
from squarescores.pedro.table import Table
from squarescores.web import endings, guard, shown, words
from squarescores.web.bank.room import bp, result_of
from squarescores.web.forms import BankForm, HouseForm, WrongError
from squarescores.web.guard import Problem
from squarescores.web.identity import who


@bp.route("/banking", methods=["GET", "POST"])
def banking(key: str) -> ResponseReturnValue:
    """What End match would bank, in full; and the second press, which banks it."""
    if request.method != "POST":
        return _asked(key, guard.the_table(key))
    form = BankForm()
    try:
        wrote = guard.write(
            key,
            form,
            may.play,
            lambda table: bank(table, who(), form.seen.data, match=form.match.data),
        )
    except (Refused, Invalid, WrongError) as refused:
        return _not_banked(key, form, guard.told(refused, key))
    return wrote.answer(result_of(key, wrote.table.played))


def _asked(key: str, table: Table) -> ResponseReturnValue:
    match = table.played
    if guard.wants_json():
        return jsonify({"match": match.number, "seen": table.number, **ending(match)})
    if match.banking:
        return redirect(result_of(key, match), 303)
    return _page(key, table)


def _not_banked(key: str, form: BankForm, trouble: Problem) -> ResponseReturnValue:
    """Asked once more with the standing as it is now; not where another match is played by now."""
    if not trouble.may_be_put_right:
        return guard.refuse(trouble)
    table = guard.the_table(key)
    if table.played.banking or form.match.data not in (None, table.played.number):
        return guard.refuse(trouble)
    return guard.refuse(trouble, lambda trouble: _page(key, table, trouble))


def _page(key: str, table: Table, trouble: Problem | None = None) -> str:
    match = table.played
    changed = trouble is not None and trouble.reason == "sheet_moved_on"
    return render_template(
        "bank/banking.html",
        key=key,
        match=match.number,
        seen=table.number,
        side=shown.sides_shown(table, match),
        verdict=endings.in_words(table, match),
        notes=_notes(table, match),
        can_end=shown.allowed(may.play, table, who()),
        changed=changed,
        refusal=trouble.message if trouble and not changed else "",
    )


def _notes(table: Table, match: Match) -> list[str]:
    """What to know before the second press."""
    open_row, notes = match.left_open, []
    host = words.plain(table.host_name)
    if open_row and open_row.bidder:
        notes.append(
            _(
                "Deal %(deal)s is open: %(bidder)s, %(bid)s. It counts for nothing and stays in the record.",
                deal=open_row.number,
                bidder=words.plain(words.holder(table, open_row.bidder)),
                bid=words.bid(open_row.bid, open_row.trump),
            )
        )
    if shown.allowed(may.host, table, who()):
        notes.append(_("Everyone will see that you ended it. You can reopen it."))
    elif shown.allowed(may.play, table, who()):
        notes.append(_("Everyone will see that you ended it. %(host)s, the host, can reopen it.", host=host))
    else:
        notes.append(_("Only a player or %(host)s, the host, can end it.", host=host))
    return notes


@bp.post("/reopening")
def reopening(key: str) -> ResponseReturnValue:
    """Play goes on in the match banked last."""
    form = HouseForm()
    wrote = guard.write(key, form, may.host, lambda table: reopen(table, who(), match=form.match.data))
    return wrote.answer(url_for("sheet.page", key=key))
