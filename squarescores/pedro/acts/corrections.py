"""What the host alone may do to a row: correct it, void it, undo a void."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from squarescores.pedro.acts import may
from squarescores.pedro.acts.bids import check_bid
from squarescores.pedro.acts.entries import check_points
from squarescores.pedro.acts.rows import Stands, as_it_stands, played_match, row_to_correct
from squarescores.pedro.deal import Side
from squarescores.pedro.ink import corrected_row, without_redeal
from squarescores.pedro.marks import Corrected, Restored, Voided
from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table


def correct(
    table: Table,
    who: str | None,
    deal: int,
    changes: Mapping[str, Any],
    was: int,
    reason: str = "",
    *,
    match: int | None = None,
) -> Corrected | Stands:
    """The host changes several fields of one row together; refused whole if any check breaks."""
    may.host(table, who)
    corrected = table.match(match)
    if corrected is None:
        raise Refused("no_match", match=match)
    row = row_to_correct(corrected, deal)
    if row.mark != was:
        raise Refused("row_changed", **as_it_stands(table, corrected, row, row.touched))
    new = {key: value for key, value in changes.items() if value != _present(corrected, row, key)}
    if not new:
        return Stands(row.mark or corrected.began)
    if row.bid is None and set(new) != {"dealer"}:
        raise Refused("no_bid", deal=deal)
    check_row(corrected, row, new)
    return Corrected(corrected.number, deal, new, reason)


def _present(match: Match, row: Row, key: str) -> object:
    if key in ("NS", "EW"):
        return row.taken[Side(key)]
    return match.dealers[row.number] if key == "dealer" else getattr(row, key)


def check_row(match: Match, row: Row, new: Mapping[str, Any]) -> Match:
    """The match with the row's new values in it. Raises Invalid where a check breaks, on any row."""
    sides = [side for side in Side if side in new]
    for side in sides:
        check_points(match, side, new[side])
    changed = corrected_row(row, new, None)
    if sides and changed.is_filled and changed.deal(match.rules) is None:
        ns, ew = changed.taken
        raise Invalid(sides[0], "points_sum", ns=ns, ew=ew, pack=match.rules.pack_points)
    after = match.put(changed)
    if changed.bid is not None and ("bid" in new or "bidder" in new):
        check_bid(after, row.number, changed.bidder, changed.bid)
    _check_28_56(after, "dealer")
    return after


def _check_28_56(match: Match, field: str) -> None:
    broken = match.broken_28_56()
    if broken:
        raise Invalid(field, "deals_28_56", deal=broken.number)


def void(
    table: Table,
    who: str | None,
    deal: int,
    reason: str = "",
    *,
    undo: bool = False,
    match: int | None = None,
) -> Voided | Restored | Stands:
    """A misdeal: counts nothing, the same seat deals again; undone while no later deal has a bid."""
    may.host(table, who)
    played = played_match(table, match)
    row = played.row(deal)
    if row is None:
        raise Refused("no_deal", deal=deal, open=played.open_row.number)
    if bool(row.voided) is not undo:
        return Stands(row.mark or played.began)
    if row.bid is None:
        raise Refused("no_bid", deal=deal)
    if not undo:
        return Voided(played.number, deal, reason)
    if any(later.bid is not None for later in played.rows[deal:]):
        raise Refused("sheet_moved_on", deal=deal, open=played.open_row.number)
    # While it was voided, the host may have moved the dealers before it.
    _check_28_56(without_redeal(played, deal).put(row._replace(voided=None, passed=False)), "deal")
    return Restored(played.number, deal, reason)
