"""A banked match, as its rows stand now: who has won and why, and what may be done next."""

from __future__ import annotations

from typing import Any

from flask import jsonify, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from squarescores.pedro.acts import begin, reopen
from squarescores.pedro.marks import Began, Reopened
from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Refused
from squarescores.pedro.sheet import banked
from squarescores.pedro.table import Table
from squarescores.web import endings, guard, shown, words
from squarescores.web.bank.room import bp
from squarescores.web.identity import who
from squarescores.web.rows import rows_shown


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
        is_newest=match is table.played,
        linked=True,
        rows=rows_shown(table, match),
        sides=shown.sides_shown(table, match),
        banked={
            "head": endings.head(table, match),
            "winner": match.standing.outcome.winner,
            "say": endings.why_won(table, match) or endings.stopped_words(match),
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
