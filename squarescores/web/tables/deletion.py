"""The end of a table: taken away whole in a file, deleted for everybody."""

from __future__ import annotations

from flask import Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from squarescores.pedro.acts import may
from squarescores.pedro.table import Table
from squarescores.pedro.whole import taken_away
from squarescores.web import guard
from squarescores.web.downloads import download
from squarescores.web.forms import SureForm, WrongError
from squarescores.web.guard import Problem
from squarescores.web.house import house
from squarescores.web.identity import who
from squarescores.web.tables.room import bp


@bp.get("/t/<key>/table.json")
def whole(key: str) -> Response:
    """Every mark of the table, for `squarescores import` to bring back."""
    may.take_away(guard.the_table(key), who())
    return download(taken_away(key, house().store.marks(key)), "pedro-table.json")


@bp.route("/t/<key>/deletion", methods=["GET", "POST"])
def deletion(key: str) -> ResponseReturnValue:
    """What goes with the table, and its file; and the press, with a tick before it, that deletes it."""
    table, form = guard.the_table(key), SureForm()
    may.delete(table, who())
    if request.method != "POST":
        return _page(key, table, form)
    try:
        form.check()
    except WrongError as wrong:
        return guard.refuse(guard.told(wrong), lambda trouble: _page(key, table, form, trouble))
    house().store.delete(key, lambda table: may.delete(table, who()), house().clock())
    if guard.wants_json():
        return jsonify({"deleted": key})
    return redirect(url_for("home.index"), 303)


def _page(key: str, table: Table, form: SureForm, trouble: Problem | None = None) -> str:
    if trouble:
        form.show(trouble.errors)
    return render_template(
        "tables/deletion.html",
        key=key,
        form=form,
        matches=len(table.matches),
        others=[holder.name for holder in table.seats.values() if holder.person not in (None, table.host)],
    )
