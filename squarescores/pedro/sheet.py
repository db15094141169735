"""The sheet of a match as plain JSON values: a case file with its answer beside it, the same for all."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from squarescores.pedro.case import answer
from squarescores.pedro.deal import CLOCKWISE, Seat
from squarescores.pedro.match import Match
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table


def sheet(table: Table, match: Match | None = None) -> dict[str, Any]:
    """Every settled deal as a case has it, the answer's keys, and what else a viewer may see of the table."""
    match = match or table.played
    settled = [row for row, _ in match.scored()]
    given = answer(match.standing)
    rows = [{**each, "mark": row.mark} for each, row in zip(given["rows"], settled, strict=True)]
    return {
        "rules": match.rules.as_dict(),
        "first_dealer": match.first_dealer.value,
        "deals": [_deal(match, row) for row in settled],
        **given,
        "rows": rows,
        "match": match.number,
        "mark": table.number,
        "sides": table.sides.by_side(),
        "seats": {seat.value: _holder(table, seat) for seat in CLOCKWISE},
        "host": {"name": table.host_name or None, "seat": table.seat_of(table.host)},
        "dealer": match.dealer.value,
        "open_deal": open_deal(match),
        "banked": banking(match),
    }


def _holder(table: Table, seat: Seat) -> dict[str, Any] | None:
    holder = table.seats.get(seat)
    return None if holder is None else {"name": holder.name, "phone": holder.person is not None}


def new_host(table: Table) -> dict[str, Any] | None:
    """Who is proposed as host, by the seats: who proposed, who agreed, and until when the host may refuse."""
    proposal = table.proposal
    if proposal is None:
        return None
    agreed = proposal.agreed
    return {
        "seat": proposal.seat.value,
        "proposed_by": proposal.by.value,
        "agreed_by": agreed.by.value if agreed else None,
        "until": utc(agreed.until) if agreed else None,
    }


def _deal(match: Match, row: Row) -> dict[str, Any]:
    return {
        "number": row.number,
        "dealer": match.dealers[row.number].value,
        "bidder": row.bidder,
        "bid": row.bid,
        "trump": row.trump,
        "taken": row.taken.by_side(),
    }


def row_as_it_is(match: Match, row: Row) -> dict[str, Any]:
    """A row that may not be settled: blanks are nulls."""
    return {
        **_deal(match, row),
        "cards": row.cards.map(lambda cards: None if cards is None else list(cards)).by_side(),
        "mark": row.mark,
        "state": row.state(match.rules),
    }


def open_deal(match: Match) -> dict[str, Any] | None:
    """The deal that waits for a bid, points or the host; None once the match is won or banked."""
    return None if match.is_won or match.banking else row_as_it_is(match, match.open_row)


def banking(match: Match) -> dict[str, Any] | None:
    """What was banked, by whom and when, read from the rows as they are now (rules.md, A match's life)."""
    if match.banking is None:
        return None
    ink = match.banking.ink
    return {"at": utc(ink.at), "by": ink.name or None, **ending(match)}


def banked(match: Match) -> dict[str, Any] | None:
    """What the bank tells of a match: what was banked, and whether it was corrected since."""
    told = banking(match)
    return told and {**told, "corrected": match.is_corrected_after_banking}


def ending(match: Match) -> dict[str, Any]:
    """How the match ends, or would if it were banked now."""
    standing = match.standing
    given = answer(standing)
    return {
        "ending": "won" if match.is_won else "stopped",
        "winner": given["winner"],
        "decided_by": given["decided_by"],
        "leader": standing.leader,
        "ahead": standing.ahead,
        "deals": standing.played,
        **{key: given[key] for key in ("totals", "shortfalls", "nets")},
        "left_open": match.left_open.number if match.left_open else None,
    }


def utc(at: datetime) -> str:
    """A moment as JSON has it: UTC, to the second, with a Z."""
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")
