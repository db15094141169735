"""Open a table: a name, a seat or none, the rules; everything else has its default."""

from __future__ import annotations

import secrets

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from squarescores.pedro import Both, Seat
from squarescores.pedro.acts import open_table
from squarescores.pedro.deal import CLOCKWISE
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.store import Press
from squarescores.web import guard, identity
from squarescores.web.forms import TableForm, WrongError
from squarescores.web.guard import Problem, Wrote
from squarescores.web.house import house
from squarescores.web.tables import codes, recovery
from squarescores.web.tables.room import bp, last_name
from squarescores.web.tables.rules import presets


@bp.route("/tables/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """The form, and the table that it opens."""
    identity.id_to_be()
    if request.method != "POST":
        return _page(TableForm(name=last_name(), seat=Seat.N))
    form = TableForm()
    press = ("opened", identity.id_to_be(), form.op.data or "")
    try:
        wrote = _open(form, recovery.digest(recovery.draw(*press)))
    except (Refused, Invalid, WrongError) as refused:
        return guard.refuse(guard.told(refused), lambda trouble: _page(form, trouble))
    identity.meet()
    if not guard.wants_json():
        recovery.show_once(wrote.key, *press)
    return wrote.answer(
        url_for("tables.seats", key=wrote.key),
        key=wrote.key,
        code=wrote.table.code,
        recovery=recovery.in_force(wrote.table, *press),
    )


def _page(form: TableForm, trouble: Problem | None = None) -> str:
    refusal = guard.told_beside(form, trouble)
    return render_template("tables/new.html", form=form, presets=presets(), refusal=refusal)


def _open(form: TableForm, code_digest: str) -> Wrote:
    """The table, new or the one the same press opened before. Raises WrongError, Invalid or Refused."""
    form.check()
    rules, dealer = form.rules(), form.first_dealer.data
    key, now = secrets.token_urlsafe(16), house().clock()

    def take(code: str) -> Wrote:
        opened = open_table(
            form.name.data,
            form.seat.data,
            rules,
            dealer or secrets.choice(CLOCKWISE),
            code,
            drawn=dealer is None,
            sides=Both(form.side_NS.data, form.side_EW.data),
            names=form.names(),
            recovery=code_digest,
        )
        press = Press(key, by=identity.id_to_be(), op=form.op.data, asked=guard.asked(), at=now)
        return Wrote.of(house().store.open(press, opened))

    return codes.with_free_code(take)
