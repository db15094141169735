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


def _forgotten(_it: Moment) -> str:
    return _("A player deleted what was theirs here: the name is struck, what was written stays.")


def _handed_on(it: Moment) -> str:
    host = words.plain(it.after.host_name)
    return _("%(who)s handed the table on: %(host)s is the host now.", who=it.who, host=host)


def _offered(it: Moment) -> str:
    seat = words.seat(it.what.seat)
    if it.is_own_seat:
        return _("%(who)s made a link to bring %(seat)s to another phone.", who=it.who, seat=seat)
    name = it.seated(it.what.seat)
    return _(
        "%(who)s made a link to bring %(seat)s, the seat of %(name)s, to a phone.",
        who=it.who,
        seat=seat,
        name=name,
    )


def _took_over(it: Moment) -> str:
    name, seat = it.seated(it.what.seat), words.seat(it.what.seat)
    if it.before.phone_at(it.what.seat) is None:
        return _("%(name)s came with a phone and took the seat %(seat)s.", name=name, seat=seat)
    if it.before.host != it.after.host:
        return _("%(name)s, the host, went on at %(seat)s with another phone.", name=name, seat=seat)
    return _("%(name)s went on at %(seat)s with another phone.", name=name, seat=seat)


def _proposed(it: Moment) -> str:
    if it.is_own_seat:
        return _("%(who)s offered to be the new host.", who=it.who)
    return _("%(who)s proposed %(name)s as the new host.", who=it.who, name=it.seated(it.what.seat))


def _agreed(it: Moment) -> str:
    if it.is_own_seat:
        return _("%(who)s agreed to be the new host.", who=it.who)
    return _("%(who)s agreed to %(name)s as the new host.", who=it.who, name=it.seated(it.what.seat))


def _kept(it: Moment) -> str:
    name = it.seated(it.what.seat)
    if it.before.is_host(it.mark.by):
        return _("%(who)s refused %(name)s as the new host.", who=it.who, name=name)
    if it.is_own_seat:
        return _("%(who)s will not be the new host.", who=it.who)
    return _("%(who)s took back the proposal of %(name)s as the new host.", who=it.who, name=name)


def _chosen(it: Moment) -> str:
    proposal = it.before.proposal
    assert proposal is not None  # noqa: S101 -- nobody is chosen who was not proposed
    return _(
        "%(host)s is the host now: %(by)s and %(agreed)s agreed, and %(was)s did not refuse.",
        host=words.plain(it.after.host_name),
        by=it.seated(proposal.by),
        agreed=it.who,
        was=words.plain(it.before.host_name),
    )


def _recovery_set(it: Moment) -> str:
    return _("%(who)s had a new recovery code made.", who=it.who)


def _recovered(it: Moment) -> str:
    return _(
        "%(host)s typed the recovery code and is the host now, after %(was)s.",
        host=words.plain(it.after.host_name),
        was=words.plain(it.before.host_name),
    )


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
    marks.MoveOffered: _offered,
    marks.TookOver: _took_over,
    marks.SignedIn: _signed_in,
    marks.Forgotten: _forgotten,
    marks.HandedOn: _handed_on,
    marks.HostProposed: _proposed,
    marks.HostAgreed: _agreed,
    marks.HostKept: _kept,
    marks.HostChosen: _chosen,
    marks.RecoverySet: _recovery_set,
    marks.Recovered: _recovered,
    marks.JoiningSet: _joining,
    marks.SidesNamed: _sides,
}
