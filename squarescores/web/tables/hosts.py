"""Who is host: handed on, agreed on by both sides, recovered with the code on paper."""

from __future__ import annotations

from flask import jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from squarescores.pedro.acts import Stands, agree_on_host, hand_on, may, recover, set_recovery
from squarescores.pedro.marks import Recovered, Written
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.sheet import new_host
from squarescores.pedro.table import Table
from squarescores.web import guard, identity, limits
from squarescores.web.forms import AgreementForm, RecoveryForm, SeatForm, WrongError
from squarescores.web.guard import Problem, Wrote
from squarescores.web.house import house
from squarescores.web.identity import who
from squarescores.web.tables import recovery
from squarescores.web.tables.room import bp, last_name
from squarescores.web.tables.seats import written


@bp.post("/t/<key>/host")
def host(key: str) -> ResponseReturnValue:
    """Hand the table on to whoever holds the seat."""
    form = SeatForm()
    return written(key, form, may.host, lambda table: hand_on(table, who(), form.seat.data))


@bp.route("/t/<key>/host/agreement", methods=["GET", "POST"])
def agreement(key: str) -> ResponseReturnValue:
    """Propose a new host, agree, refuse, or take it back; and, for a script, what is proposed."""
    if request.method != "POST":
        table = guard.the_table(key)
        if guard.wants_json():
            return jsonify({"mark": table.number, "new_host": new_host(table)})
        return redirect(url_for("tables.seats", key=key), 303)
    form, now = AgreementForm(), house().clock()
    back = "sheet.page" if form.back.data == "sheet" else "tables.seats"

    def act(table: Table) -> Written | Stands:
        return agree_on_host(table, who(), form.seat.data, now, agree=form.agree.data)

    return written(
        key,
        form,
        lambda table, person: may.agree_on_host(table, person, form.agree.data),
        act,
        lambda wrote: wrote.answer(url_for(back, key=key), new_host=new_host(wrote.table)),
    )


@bp.route("/t/<key>/host/recovery", methods=["GET", "POST"])
def recovering(key: str) -> ResponseReturnValue:
    """The page for the code on paper, and what comes of it; for the host, a new code."""
    person = identity.id_to_be()
    if request.method != "POST":
        return _page(key, guard.the_table(key), RecoveryForm(name=last_name()))
    form = RecoveryForm()
    return _new_code(key, form, person) if form.new.data else _recover(key, form, person)


def _new_code(key: str, form: RecoveryForm, person: str) -> ResponseReturnValue:
    press = (key, person, form.op.data or "")
    following = recovery.digest(recovery.draw(*press))
    return written(
        key,
        form,
        may.host,
        lambda table: set_recovery(table, who(), following),
        lambda wrote: _with_code(wrote, press),
    )


def _with_code(wrote: Wrote, press: tuple[str, ...]) -> ResponseReturnValue:
    """The answer that tells the host the code there is now, this once."""
    if not guard.wants_json():
        recovery.show_once(wrote.key, *press)
    code = recovery.in_force(wrote.table, *press)
    return wrote.answer(url_for("tables.seats", key=wrote.key, _anchor="recovery"), recovery=code)


def _recover(key: str, form: RecoveryForm, person: str) -> ResponseReturnValue:
    press = (key, person, form.op.data or "")
    following = recovery.digest(recovery.draw(*press))

    def act(table: Table) -> Recovered | Stands:
        if form.code.data is None:
            raise form.wrong("code", "required")
        return recover(table, person, recovery.digest(form.code.data), following, form.name.data)

    try:
        with limits.guessing_recovery():
            wrote = guard.write(key, form, may.come, act, by=person)
    except (Refused, Invalid, WrongError) as refused:
        return guard.refuse(
            guard.told(refused, key), lambda trouble: _page(key, guard.the_table(key), form, trouble)
        )
    identity.meet()
    return _with_code(wrote, press)


def _page(key: str, table: Table, form: RecoveryForm, trouble: Problem | None = None) -> str:
    if trouble:
        form.show(trouble.errors or {"code": [trouble.message]})
    person = who()
    return render_template(
        "tables/recovery.html",
        key=key,
        form=form,
        host_name=table.host_name,
        is_host=table.is_host(person),
        is_known=bool(table.names.get(person or "")),
        seat=table.seat_of(person),
    )
