"""Take a seat with the join code: the code first, then a name and one of the free seats."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from squarescores.pedro import Seat
from squarescores.pedro.acts import may, sit
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.table import Table
from squarescores.web import guard, identity, limits, words
from squarescores.web.forms import JoinCodeForm, JoinForm, WrongError
from squarescores.web.guard import Problem
from squarescores.web.house import house
from squarescores.web.identity import who
from squarescores.web.tables import codes
from squarescores.web.tables.room import bp, last_name


@bp.route("/join", methods=["GET", "POST"], defaults={"code": ""})
@bp.route("/join/<code>", methods=["GET", "POST"])
def join(code: str) -> ResponseReturnValue:
    """The page that asks for the code, the page with the seats, and the seat taken."""
    identity.id_to_be()
    if request.method == "POST":
        return _sit(code)
    typed = code or request.args.get("code", "") or _shared()
    if not typed.strip():
        return _missing_code(JoinForm()) if "code" in request.args else _code_page(JoinCodeForm())
    try:
        key = _table_with(typed)
    except Refused as refused:
        return _wrong_code(refused, typed)
    table = guard.the_table(key)
    if table.seat_of(who()) is not None:
        return redirect(url_for("sheet.page", key=key), 303)
    kept = _kept()
    if not code:
        return redirect(url_for("tables.join", code=table.code, **kept), 303)
    return _page(
        table, JoinForm(name=kept.get("name") or last_name(), seat=kept.get("seat") or _only_seat(table))
    )


def _only_seat(table: Table) -> str | None:
    """The last free seat, where there is nothing to choose."""
    free = table.free_seats()
    return free[0].value if len(free) == 1 else None


def _shared() -> str:
    """The code in what another app shares with this one, as the manifest says."""
    return codes.shared(" ".join(request.args.get(name, "") for name in ("link", "text", "title")))


def _kept() -> dict[str, Any]:
    """Name and seat where they were typed before the code turned out to be wrong."""
    return {name: request.values[name] for name in ("name", "seat") if request.values.get(name)}


def _table_with(typed: str) -> str:
    """The key of the table with that code. Raises Refused, and counts a wrong code."""
    key = house().store.table_by_code(codes.read(typed))
    if key is not None and guard.the_table(key).seat_of(who()) is not None:
        return key  # whoever plays there is not kept out by others at the same address who guess
    limits.check(limits.WRONG_CODES, "code", limits.address())
    if key is None:
        limits.failed(limits.WRONG_CODES, "code", limits.address())
        raise Refused("no_code")
    return key


def _wrong_code(refused: Refused, typed: str) -> ResponseReturnValue:
    trouble = guard.told(refused)
    stranger = codes.look_alike(codes.read(typed))
    if refused.reason == "no_code" and stranger is not None:
        hint = _("No code has a “%(letter)s” in it.", letter=words.plain(stranger))
        trouble = replace(trouble, message=f"{trouble.message} {hint}")
    return guard.refuse(trouble, lambda trouble: _code_page(JoinCodeForm(code=typed), trouble))


def _code_page(form: JoinCodeForm, trouble: Problem | None = None) -> str:
    if trouble:
        form.show({"code": [trouble.message]})
    return render_template("tables/join.html", form=form, kept=_kept())


def _sit(code: str) -> ResponseReturnValue:
    """The seat, or the page again with everything that was typed."""
    form = JoinForm()
    form.code.data = form.code.data or code or None
    typed, person = form.code.data or "", identity.id_to_be()
    if not typed:
        return _missing_code(form)
    try:
        key = _table_with(typed)
    except Refused as refused:
        return _wrong_code(refused, typed)
    try:
        wrote = guard.write(
            key,
            form,
            may.come,
            lambda table: sit(table, person, codes.read(typed), form.seat.data, form.name.data),
            by=person,
        )
    except (Refused, Invalid, WrongError) as refused:
        free = refused.facts.get("free") if isinstance(refused, Invalid) else None
        return guard.refuse(
            guard.told(refused, key), lambda trouble: _page(guard.the_table(key), form, trouble, free)
        )
    identity.meet()
    return wrote.answer(url_for("sheet.page", key=key), key=key, seat=wrote.table.seat_of(person))


def _missing_code(form: JoinForm) -> ResponseReturnValue:
    missing = form.wrong("code", "required")
    return guard.refuse(guard.told(missing), lambda trouble: _code_page(JoinCodeForm(), trouble))


def _no_way_in(table: Table) -> str:
    """Why nobody can sit down here just now; empty where somebody can."""
    if not table.is_open:
        return words.refusal("joining_closed", {"host": table.host_name}, table)
    if not table.free_seats() and not _waiting(table):
        return _(
            "All four seats are taken. %(host)s, the host, can free one.", host=words.plain(table.host_name)
        )
    return ""


def _waiting(table: Table) -> dict[Seat, str]:
    """Names without a phone, by seat: whoever is called so may take that seat."""
    return {seat: holder.name for seat, holder in table.seats.items() if holder.person is None}


def _page(table: Table, form: JoinForm, trouble: Problem | None = None, free: str | None = None) -> str:
    """The four seats; `free` is a name that nobody has where the typed one is taken."""
    refusal = guard.told_beside(form, trouble) if trouble else _no_way_in(table)
    return render_template(
        "tables/join.html",
        code=table.code,
        host_name=table.host_name,
        seats={
            seat.value: {"name": table.seats[seat].name if seat in table.seats else None} for seat in Seat
        },
        form=form,
        refusal=refusal,
        has_room=bool(trouble) or (table.is_open and bool(table.free_seats())),
        suggested=free,
        waiting=_waiting(table) if table.is_open else {},
    )
