"""The table drawn as a table: who sits where, and what whoever looks may do about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from squarescores.pedro.acts import change_seat, free_seat, may
from squarescores.pedro.deal import CLOCKWISE
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.table import Table
from squarescores.web import guard
from squarescores.web.agreement import agreement_shown
from squarescores.web.forms import HouseForm, SeatForm, SidesForm, WrongError
from squarescores.web.house import house
from squarescores.web.identity import who
from squarescores.web.shown import allowed
from squarescores.web.tables import recovery
from squarescores.web.tables.invitation import invitation
from squarescores.web.tables.room import bp


@bp.route("/t/<key>/seats", methods=["GET", "POST"])
def seats(key: str) -> ResponseReturnValue:
    """The page; and a name without a phone, a rename or a move."""
    if request.method != "POST":
        table = guard.the_table(key)
        return page(key, table, recovery=recovery.to_show(key, table))
    form = SeatForm()
    return written(
        key,
        form,
        lambda table, person: may.change_seat(table, person, form.seat.data),
        lambda table: change_seat(table, who(), form.seat.data, _name(form)),
    )


def _name(form: SeatForm) -> str | None:
    """The name that was typed; None where the form asks for none, which is a move."""
    if form.name.raw_data and form.name.data is None:
        raise form.wrong("name", "name_empty")
    name: str | None = form.name.data
    return name


@bp.post("/t/<key>/seats/free")
def free(key: str) -> ResponseReturnValue:
    """The host frees a seat; a player leaves the own one."""
    form = SeatForm()
    return written(
        key,
        form,
        lambda table, person: may.free_seat(table, person, form.seat.data),
        lambda table: free_seat(table, who(), form.seat.data),
    )


def written(
    key: str,
    form: HouseForm,
    permission: guard.Permission,
    act: guard.Act,
    done: Callable[[guard.Wrote], ResponseReturnValue] | None = None,
    again: Callable[[guard.Problem], str] | None = None,
) -> ResponseReturnValue:
    """Back to the seats, or to what `done` says; refused, the seats or `again` with what was typed."""
    try:
        wrote = guard.write(key, form, permission, act)
    except (Refused, Invalid, WrongError) as refused:
        trouble = guard.told(refused, key)
        page = again or (lambda trouble: _again(key, form, trouble))
        return guard.refuse(trouble, page if trouble.may_be_put_right else None)
    return done(wrote) if done else wrote.answer(url_for("tables.seats", key=key))


def _again(key: str, form: HouseForm, trouble: guard.Problem) -> str:
    """The page with the refusal beside the field that was typed in, else at its head."""
    table = guard.the_table(key)
    if isinstance(form, SeatForm) and form.seat.data and form.name.raw_data:
        form.show({"name": [trouble.message]})
        return page(key, table, form=form)
    if isinstance(form, SidesForm) and trouble.errors.keys() <= {"NS", "EW"}:
        sent = [side for side in ("NS", "EW") if form[side].raw_data]
        form.show(trouble.errors or {side: [trouble.message] for side in sent})
        return page(key, table, sides_form=form)
    return page(key, table, refusal=trouble.message)


def page(key: str, table: Table, **more: Any) -> str:
    """The table as it stands; `more` is a form that is shown again, or a refusal."""
    match, person = table.played, who()
    plays = allowed(may.play, table, person)
    invited = invitation(table.code) if plays else None
    return render_template(
        "tables/seats.html",
        key=key,
        seats=_held(key, table, person),
        code=table.code if plays else None,
        joining=table.is_open,
        qr=invited.qr if invited else None,
        join_url=invited.url if invited else None,
        join_host=invited.host if invited else None,
        begun=match.has_begun,
        first_dealer=match.first_dealer.value,
        first_dealer_drawn=match.drawn,
        host_name=table.host_name,
        sides=table.sides.by_side(),
        can=_can(table, person),
        agreement=agreement_shown(table, person),
        **more,
    )


def _can(table: Table, person: str | None) -> dict[str, bool]:
    is_host = allowed(may.host, table, person)
    free_seats = table.free_seats()
    return {
        "host": is_host,
        "write_name": is_host,
        "free": is_host,
        "move": any(allowed(may.change_seat, table, person, seat) for seat in free_seats),
        "leave": table.seat_of(person) is not None,
        "deal": allowed(may.play, table, person),
    }


def _held(key: str, table: Table, person: str | None) -> dict[str, dict[str, Any]]:
    """What is shown of each seat; `connected` says whether its phone has the sheet open."""
    pages, first_dealer = house().bell.pages(key), table.played.first_dealer
    shown: dict[str, dict[str, Any]] = {}
    for seat in CLOCKWISE:
        name, phone = (holder.name, holder.person) if (holder := table.seats.get(seat)) else (None, None)
        shown[seat.value] = {
            "name": name,
            "phone": phone is not None,
            "host": table.is_host(phone),
            "you": phone is not None and phone == person,
            "dealer": seat is first_dealer,
            "connected": phone in pages,
        }
    return shown
