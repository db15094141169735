"""Whether a mark that comes from a file can stand where it does: what it is about has to be there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from squarescores.pedro import marks
from squarescores.pedro.marks import Mark
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table


def fits(mark: Mark, table: Table) -> bool:
    """Whether what the mark is about is there: the match, the deal, the seat, the person."""
    what: Any = mark.what
    about: dict[type, Callable[[], bool]] = {
        marks.Opened: lambda: False,
        marks.Sat: lambda: what.seat not in table.seats and table.seat_of(mark.by) is None,
        marks.Moved: lambda: what.seat in table.seats and what.to not in table.seats,
        marks.Freed: lambda: what.seat in table.seats,
        marks.MoveOffered: lambda: what.seat in table.seats,
        marks.TookOver: lambda: what.seat in table.seats and table.seat_of(mark.by) is None,
        marks.SignedIn: lambda: what.was in table.names,
        marks.HandedOn: lambda: table.phone_at(what.seat) is not None,
        marks.HostProposed: lambda: (
            table.phone_at(what.seat) is not None and table.seat_of(mark.by) is not None
        ),
        marks.HostAgreed: lambda: table.proposal is not None and table.seat_of(mark.by) is not None,
        marks.HostKept: lambda: what.seat in table.seats,
        marks.HostChosen: lambda: table.proposal is not None and table.phone_at(what.seat) is not None,
        marks.Began: lambda: what.match == len(table.matches) + 1 and table.played.banking is not None,
    }
    if isinstance(what, marks.OnSheet | marks.Reopened):
        return what.match <= len(table.matches) and _fits_match(what, table)
    return type(what) not in about or about[type(what)]()


def _fits_match(what: Any, table: Table) -> bool:
    match = table.matches[what.match - 1]
    row = match.row(what.deal) if hasattr(what, "deal") else None
    if isinstance(what, marks.Banked):
        return match is table.played and match.banking is None
    if isinstance(what, marks.Reopened):
        is_last = match is table.played or (match is table.matches[-2] and not table.played.has_begun)
        return is_last and match.banking is not None
    if isinstance(what, marks.RulesChosen | marks.DealerPicked):
        return not match.has_begun
    return row is not None and _fits_row(what, row)


def _fits_row(what: Any, row: Row) -> bool:
    """Whether the row stood so that somebody could write that on it."""
    if isinstance(what, marks.Restored):
        return row.voided is not None
    if row.voided or (isinstance(what, marks.Noted) and row.has_points):
        return False
    if row.bid is None:
        is_of_the_dealer = isinstance(what, marks.Corrected) and what.changes.keys() == {"dealer"}
        return isinstance(what, marks.Noted) or is_of_the_dealer
    side = getattr(what, "side", None)
    return side is None or (row.taken[side] is not None) == isinstance(what, marks.Clashed)
