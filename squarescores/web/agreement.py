"""What every page of a table shows of a host that was proposed, and to each what that one may do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import Flask, g
from flask_babel import gettext as _

from squarescores.pedro import Seat
from squarescores.pedro.proposal import Proposal
from squarescores.pedro.table import Table
from squarescores.web import words
from squarescores.web.identity import who


@dataclass(frozen=True, slots=True)
class AgreementShown:
    """A proposal as somebody sees it. `role` is host, maker, asked or other; `until` comes once it is agreed.

    Two with the same `name` are drawn the same: a page leaves the one that stands there alone.
    """

    name: str
    role: str
    seat: Seat
    proposed: str
    host: str
    text: str
    until: datetime | None


def init_app(app: Flask) -> None:
    """Let a page that knows nothing of this ask for it."""
    app.add_template_global(refusable_here)


def agreement_shown(table: Table, person: str | None) -> AgreementShown | None:
    """The proposal that stands at a table, for that person."""
    proposal = table.proposal
    if proposal is None:
        return None
    role = _role(table, proposal, person)
    return AgreementShown(
        name=f"{proposal.last_mark}-{role}",
        role=role,
        seat=proposal.seat,
        proposed=table.seats[proposal.seat].name,
        host=table.host_name,
        text=_text(table, proposal, table.seat_of(person)),
        until=proposal.agreed.until if proposal.agreed else None,
    )


def _role(table: Table, proposal: Proposal, person: str | None) -> str:
    seat = table.seat_of(person)
    if table.is_host(person):
        return "host"
    if seat in proposal.makers:
        return "maker"
    is_asked = seat is not None and not proposal.agreed and seat.side is not proposal.by.side
    return "asked" if is_asked else "other"


def _text(table: Table, proposal: Proposal, own: Seat | None) -> str:
    by, name = (words.plain(words.holder(table, seat)) for seat in (proposal.by, proposal.seat))
    if proposal.agreed:
        agreed = words.plain(words.holder(table, proposal.agreed.by))
        if own is proposal.seat:
            return _("%(by)s and %(agreed)s have agreed on you as the new host.", by=by, agreed=agreed)
        return _(
            "%(by)s and %(agreed)s have agreed on %(name)s as the new host.", by=by, agreed=agreed, name=name
        )
    if own is proposal.by:
        if own is proposal.seat:
            return _("You offered to be the new host.")
        return _("You proposed %(name)s as the new host.", name=name)
    if proposal.by is proposal.seat:
        return _("%(who)s offered to be the new host.", who=by)
    if own is proposal.seat:
        return _("%(by)s proposed you as the new host.", by=by)
    return _("%(who)s proposed %(name)s as the new host.", who=by, name=name)


def refusable_here() -> AgreementShown | None:
    """What the host may still refuse, on whichever page of the table; the page has read the table."""
    table: Table | None = g.get("table")
    return agreement_shown(table, who()) if table and table.proposal and table.is_host(who()) else None
