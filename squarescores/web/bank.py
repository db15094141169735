"""The bank: End match, what was banked, reopening it, and the next match."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from squarescores.pedro import Side
from squarescores.pedro.acts import bank, begin, may, reopen
from squarescores.pedro.marks import Began, Reopened
from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.sheet import banked, ending
from squarescores.pedro.table import Table
from squarescores.web import guard, shown, words
from squarescores.web.forms import BankForm, HouseForm, WrongError
from squarescores.web.guard import Problem
from squarescores.web.identity import who
from squarescores.web.rows import rows_shown

bp = Blueprint("bank", __name__, url_prefix="/t/<key>")


@bp.route("/banking", methods=["GET", "POST"])
def banking(key: str) -> ResponseReturnValue:
    """What End match would bank, in full; and the second press, which banks it."""
    if request.method == "GET":
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
    return wrote.answer(_result(key, wrote.table.played))


def _asked(key: str, table: Table) -> ResponseReturnValue:
    match = table.played
    if guard.wants_json():
        return jsonify({"match": match.number, "seen": table.number, **ending(match)})
    if match.banking:
        return redirect(_result(key, match), 303)
    return _page(key, table)


def _not_banked(key: str, form: BankForm, trouble: Problem) -> ResponseReturnValue:
    """Asked once more with the standing as it is now; not where another match is played by now."""
    if trouble.status not in (409, 422):
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
        verdict=shown.ending_words(table, match),
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


def _result(key: str, match: Match) -> str:
    return url_for("bank.result", key=key, match=match.number)


@bp.post("/reopening")
def reopening(key: str) -> ResponseReturnValue:
    """Play goes on in the match banked last."""
    form = HouseForm()
    wrote = guard.write(key, form, may.host, lambda table: reopen(table, who(), match=form.match.data))
    return wrote.answer(url_for("sheet.page", key=key))


@bp.route("/matches", methods=["GET", "POST"])
def matches(key: str) -> ResponseReturnValue:
    """Every match banked and how many each side has won; and the press that starts the next one."""
    if request.method == "GET":
        return _matches(key, guard.the_table(key))
    form = HouseForm()
    wrote = guard.write(key, form, may.play, lambda table: begin(table, who(), match=form.match.data))
    return wrote.answer(url_for("sheet.page", key=key))


def _matches(key: str, table: Table) -> ResponseReturnValue:
    ended = [match for match in table.matches if match.banking]
    won = {side.value: sum(match.standing.outcome.winner is side for match in ended) for side in Side}
    if guard.wants_json():
        told = [{"match": match.number, **(banked(match) or {})} for match in ended]
        return jsonify({"mark": table.number, "won": won, "matches": told})
    return render_template(
        "bank/matches.html",
        key=key,
        sides={side.value: words.side_names(table, side) for side in Side},
        wins=won,
        matches=[_stub(key, table, match) for match in reversed(ended)],
    )


def _stub(key: str, table: Table, match: Match) -> dict[str, Any]:
    return {
        "url": _result(key, match),
        **shown.sides_shown(table, match),
        "say": shown.ending_head(table, match),
        "at": match.banking.ink.at if match.banking else None,
    }


@bp.get("/matches/<int:match>")
def result(key: str, match: int) -> ResponseReturnValue:
    """A banked match, as its rows stand now; one that is not banked is still on the sheet."""
    table = guard.the_table(key)
    ended = guard.the_match(table, match)
    if guard.wants_json():
        if ended.banking is None:
            raise Refused("not_banked", match=match)
        return jsonify({"match": match, **(banked(ended) or {})})
    if ended.banking is None:
        return redirect(url_for("sheet.page", key=key), 303)
    return _result_page(key, table, ended)


def _result_page(key: str, table: Table, match: Match) -> str:
    banking, person = match.banking, who()
    assert banking is not None  # noqa: S101 -- asked by whoever calls
    return render_template(
        "bank/result.html",
        key=key,
        match=match,
        linked=True,
        rows=rows_shown(table, match),
        sides=shown.sides_shown(table, match),
        banked={
            "head": shown.ending_head(table, match),
            "winner": match.standing.outcome.winner,
            "sides": shown.sides_shown(table, match),
            "say": shown.why_won(table, match) or shown.why_stopped(table, match),
            "by": banking.ink.name,
            "at": banking.ink.at,
            "deals": match.standing.played,
        },
        corrected=_corrected(match),
        can_reopen=_would(Reopened(match.number), reopen, table, person, match),
        can_next=_would(Began(match.number + 1), begin, table, person, match),
        next_dealer=words.holder(table, banking.next_dealer),
    )


def _would(write: object, act: Any, table: Table, person: str | None, match: Match) -> bool:
    """Whether that act would write that mark: only then is there a button for it."""
    try:
        return bool(act(table, person, match=match.number) == write)
    except Refused:
        return False


def _corrected(match: Match) -> str:
    """That a row was corrected after the match was banked, and by whom last."""
    if not match.is_corrected_after_banking:
        return ""
    last = max((trace.ink for row in match.rows for trace in row.corrections), key=lambda ink: ink.mark)
    return _(
        "after banking, by %(name)s. The figures are those of the sheet as it stands now.",
        name=words.plain(last.name),
    )
