"""What is told of a mark about the table: who came, sat, moved, left, and who is host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flask_babel import gettext as _

from squarescores.pedro import marks
from squarescores.web import words
from squarescores.web.sheet.moment import Moment


def _opened(it: Moment) -> str:
    dealer = words.plain(words.holder(it.after, it.what.first_dealer))
    return _("%(who)s opened the table. %(dealer)s deals first.", who=it.who, dealer=dealer)


def _sat(it: Moment) -> str:
    who = words.plain(words.holder(it.after, it.what.seat))
    return _("%(who)s took the seat %(seat)s.", who=who, seat=words.seat(it.what.seat))


def _named(it: Moment) -> str:
    name, seat = words.plain(it.what.name), it.what.seat
    if seat not in it.before.seats:
        return _(
            "%(who)s wrote %(name)s in at %(seat)s, without a phone.",
            who=it.who,
            name=name,
            seat=words.seat(seat),
        )
    if it.is_own_seat:
        return _("%(was)s is called %(name)s now.", was=it.seated(seat), name=name)
    return _(
        "%(was)s is called %(name)s now. Written by %(who)s.", was=it.seated(seat), name=name, who=it.who
    )


def _moved(it: Moment) -> str:
    way = {"seat": words.seat(it.what.seat), "to": words.seat(it.what.to)}
    if it.is_own_seat:
        return _("%(who)s moved from %(seat)s to %(to)s.", who=it.who, **way)
    return _(
        "%(who)s moved %(name)s from %(seat)s to %(to)s.", who=it.who, name=it.seated(it.what.seat), **way
    )


def _freed(it: Moment) -> str:
    seat = words.seat(it.what.seat)
    if it.is_own_seat:
        return _("%(who)s left the seat %(seat)s.", who=it.who, seat=seat)
    name = it.seated(it.what.seat)
    return _("%(who)s freed the seat %(seat)s of %(name)s.", who=it.who, seat=seat, name=name)


def _signed_in(it: Moment) -> str:
    return _("%(who)s signed in, and goes on from there.", who=it.who)


def _handed_on(it: Moment) -> str:
    host = words.plain(it.after.host_name)
    return _("%(who)s handed the table on: %(host)s is the host now.", who=it.who, host=host)


def _joining(it: Moment) -> str:
    if it.before.code != it.after.code:
        return _("%(who)s changed the join code.", who=it.who)
    if it.after.is_open:
        return _("%(who)s opened joining.", who=it.who)
    return _("%(who)s closed joining.", who=it.who)


def _sides(it: Moment) -> str:
    ns, ew = words.side(it.after, "NS"), words.side(it.after, "EW")
    return _("%(who)s named the sides: %(ns)s and %(ew)s.", who=it.who, ns=ns, ew=ew)


TOLD: Final[dict[type, Callable[[Moment], str]]] = {
    marks.Opened: _opened,
    marks.Sat: _sat,
    marks.Named: _named,
    marks.Moved: _moved,
    marks.Freed: _freed,
    marks.SignedIn: _signed_in,
    marks.HandedOn: _handed_on,
    marks.JoiningSet: _joining,
    marks.SidesNamed: _sides,
}
