"""A seat goes to another phone: the link and its QR code on one, the press that takes it on the other."""

from __future__ import annotations

from flask import abort, current_app, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from itsdangerous import BadSignature, Signer

from squarescores.pedro import Seat
from squarescores.pedro.acts import may, offer_move, take_over
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.table import Table
from squarescores.web import guard, identity
from squarescores.web.forms import HouseForm, WrongError
from squarescores.web.guard import Problem, Wrote
from squarescores.web.identity import who
from squarescores.web.shown import allowed
from squarescores.web.tables.invitation import Invitation, inviting
from squarescores.web.tables.room import bp
from squarescores.web.tables.seats import written


def _signer() -> Signer:
    """Signs with the app's secret; a secret that was replaced still opens the links it signed."""
    older = current_app.config.get("SECRET_KEY_FALLBACKS") or []
    return Signer([*older, current_app.secret_key], salt="another-phone")


def signed(key: str, seat: Seat, offer: int) -> str:
    """What a link says: which seat of which table, and the mark that made it. Nobody else can write one."""
    return _signer().sign(f"{key}.{seat}.{offer}").decode()


def read(token: str) -> tuple[str, Seat, int]:
    """Key, seat and mark of a link. Raises Refused where it is none of ours."""
    try:
        key, seat, offer = _signer().unsign(token).decode().rsplit(".", 2)
    except (BadSignature, UnicodeEncodeError):
        raise Refused("no_table") from None
    return key, Seat(seat), int(offer)


@bp.route("/t/<key>/seats/<seat>/move", methods=["GET", "POST"])
def move(key: str, seat: str) -> ResponseReturnValue:
    """The link for the seat: shown while it is good, and made anew."""
    if seat not in list(Seat):
        abort(404)
    of = Seat(seat)
    if request.method == "POST":
        return written(
            key,
            HouseForm(),
            lambda table, person: may.bring_seat(table, person, of),
            lambda table: offer_move(table, who(), of),
            lambda wrote: _offered(wrote, of),
        )
    table = guard.the_table(key)
    if _only_watches_now(table):
        return redirect(url_for("sheet.page", key=key), 303)
    may.bring_seat(table, who(), of)
    return _link_page(key, table, of)


def _only_watches_now(table: Table) -> bool:
    """Whether whoever asks played here once: an open page of theirs goes on to the sheet."""
    return who() in table.names and not allowed(may.play, table, who())


def _offered(wrote: Wrote, seat: Seat) -> ResponseReturnValue:
    link = _link(wrote.key, wrote.table, seat)
    here = url_for("tables.move", key=wrote.key, seat=seat)
    return wrote.answer(here, seat=seat, link=link.url if link else None)


def _link(key: str, table: Table, seat: Seat) -> Invitation | None:
    """The link that is good now."""
    offer = table.offers.get(seat)
    return inviting(url_for("tables.take", token=signed(key, seat, offer))) if offer else None


def _link_page(key: str, table: Table, seat: Seat) -> ResponseReturnValue:
    link, held = _link(key, table, seat), table.seats.get(seat)
    if guard.wants_json():
        return jsonify(
            {"seat": seat, "name": held.name if held else None, "link": link.url if link else None}
        )
    return render_template(
        "tables/move.html",
        key=key,
        seat=seat.value,
        name=held.name if held else None,
        is_yours=held is not None and held.person == who(),
        is_host=held is not None and table.is_host(held.person),
        has_phone=held is not None and held.person is not None,
        link=link,
    )


@bp.route("/move/<token>", methods=["GET", "POST"])
def take(token: str) -> ResponseReturnValue:
    """Which seat of which table this is; and the press that takes it over on this phone."""
    person = identity.id_to_be()
    key, seat, offer = read(token)
    form = HouseForm()
    try:
        if request.method != "POST":
            return _asked(key, guard.the_table(key), seat, offer)
        wrote = guard.write(
            key, form, may.come, lambda table: take_over(table, person, seat, offer), by=person
        )
    except (Refused, Invalid, WrongError) as refused:
        return guard.refuse(
            guard.told(refused, key), lambda trouble: _page(key, guard.the_table(key), seat, offer, trouble)
        )
    identity.meet()
    return wrote.answer(url_for("sheet.page", key=key), key=key, seat=wrote.table.seat_of(person))


def _asked(key: str, table: Table, seat: Seat, offer: int) -> ResponseReturnValue:
    """What the press would do; nothing is written, as many a program opens a link before its reader does."""
    take_over(table, identity.id_to_be(), seat, offer)
    if guard.wants_json():
        is_host = table.is_host(table.phone_at(seat))
        return jsonify({"key": key, "seat": seat, "name": table.seats[seat].name, "host": is_host})
    return _page(key, table, seat, offer)


def _page(key: str, table: Table, seat: Seat, offer: int, trouble: Problem | None = None) -> str:
    held = table.seats.get(seat)
    return render_template(
        "tables/take.html",
        token=signed(key, seat, offer),
        key=key,
        seat=seat.value,
        name=held.name if held else None,
        is_yours=held is not None and held.person == who() and held.person is not None,
        is_host=held is not None and table.is_host(held.person),
        has_phone=held is not None and held.person is not None,
        host_name=table.host_name,
        sits=allowed(may.play, table, who()),
        refusal=trouble.message if trouble else "",
    )
