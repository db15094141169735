"""Who is host: handed on, agreed on by both sides, or recovered with a code; always exactly one."""

from __future__ import annotations

from datetime import datetime
from hmac import compare_digest

from squarescores.pedro.acts import may
from squarescores.pedro.acts.rows import Stands
from squarescores.pedro.deal import Seat
from squarescores.pedro.marks import (
    HandedOn,
    HostAgreed,
    HostChosen,
    HostKept,
    HostProposed,
    Recovered,
    RecoverySet,
)
from squarescores.pedro.names import check_unused, clean, unlike
from squarescores.pedro.proposal import Proposal
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.table import Table


def hand_on(table: Table, who: str | None, seat: Seat) -> HandedOn | Stands:
    """The host, or whoever runs the server, hands the table to somebody whose phone holds a seat."""
    may.appoint(table, who)
    return Stands(table.number) if _phone_at(table, seat) == table.host else HandedOn(seat)


def _phone_at(table: Table, seat: Seat) -> str:
    person = table.phone_at(seat)
    if person is None:
        raise Invalid("seat", "seat_without_phone", seat=seat)
    return person


# Without the old one


def agree_on_host(
    table: Table, who: str | None, seat: Seat, at: datetime, *, agree: bool
) -> HostProposed | HostAgreed | HostKept | HandedOn | Stands:
    """Propose whoever holds the seat as the new host, agree to it, or end what was proposed.

    One player of each side makes it so; then the host may still refuse for a while. A host who says yes hands
    the table on.
    """
    may.agree_on_host(table, who, agree)
    proposal = table.proposal
    is_meant = proposal is not None and proposal.seat is seat and not proposal.is_due(at)
    if not agree or table.is_host(who):
        if not is_meant:
            raise Refused("sheet_moved_on", proposed=proposal.seat if proposal else None)
        return HandedOn(seat) if agree else HostKept(seat)
    if _phone_at(table, seat) == table.host:
        raise Invalid("seat", "seat_is_host", seat=seat)
    if proposal is None or proposal.seat is not seat:
        return _propose(table, seat)
    return _agree(proposal, table.seat_of(who), seat)


def _propose(table: Table, seat: Seat) -> HostProposed:
    """A later proposal goes before an earlier one that only one side made."""
    standing = table.proposal
    if standing and standing.agreed:
        name = table.seats[standing.seat].name
        raise Refused("sheet_moved_on", seat=standing.seat, name=name, until=standing.agreed.until)
    return HostProposed(seat)


def _agree(proposal: Proposal, own: Seat | None, seat: Seat) -> HostAgreed | Stands:
    if proposal.agreed or own is proposal.by or own is None:
        return Stands(proposal.last_mark)
    if own.side is proposal.by.side:
        raise Refused("not_your_side", side=own.side.other, new_host=seat)
    return HostAgreed(seat)


def choose_host(table: Table, at: datetime) -> HostChosen | None:
    """The new host, once both sides agreed and the time to refuse is over; by no one's press."""
    proposal = table.proposal
    return HostChosen(proposal.seat) if proposal and proposal.is_due(at) else None


# With the code


def set_recovery(table: Table, who: str | None, recovery: str) -> RecoverySet:
    """The host, or whoever runs the server, has another recovery code, of which this is the digest."""
    may.appoint(table, who)
    return RecoverySet(recovery)


def recover(
    table: Table, who: str, typed: str, following: str, name: str | None = None
) -> Recovered | Stands:
    """Whoever types the recovery code is the host at once, seated or not; both codes as digests.

    The code works once: `following` is the digest of the next one. Somebody without a seat comes with a
    name, or gets the one known here, or the old host's, told apart from those who sit.
    """
    if not table.recovery or not compare_digest(typed, table.recovery):
        raise Refused("no_code", recovery=True)
    if table.is_host(who):
        return Stands(table.number)
    seat = table.seat_of(who)
    if seat is not None:
        return Recovered(table.seats[seat].name, following)
    used = [holder.name for holder in table.seats.values()]
    known = table.names.get(who) or table.host_name
    if name is None and known:
        return Recovered(unlike(known, used), following)
    wanted = clean(name or "")
    check_unused(wanted, used)
    return Recovered(wanted, following)
