"""Every match that was banked, how many each side has won, and the press that starts the next one."""

from __future__ import annotations

from typing import Any

from flask import jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue

from squarescores.pedro import Side
from squarescores.pedro.acts import begin, may
from squarescores.pedro.match import Match
from squarescores.pedro.sheet import banked
from squarescores.pedro.table import Table
from squarescores.web import endings, guard, shown, words
from squarescores.web.bank.room import bp, result_of
from squarescores.web.forms import HouseForm
from squarescores.web.identity import who


@bp.route("/matches", methods=["GET", "POST"])
def matches(key: str) -> ResponseReturnValue:
    """Every match banked and how many each side has won; and the press that starts the next one."""
    if request.method != "POST":
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
        "url": result_of(key, match),
        **shown.sides_shown(table, match),
        "say": endings.head(table, match),
        "at": match.banking.ink.at if match.banking else None,
    }
