"""What a correction would change on the sheet, shown before it is saved: a different winner above all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask_babel import gettext as _

from squarescores.pedro import Side
from squarescores.pedro.acts.corrections import check_row
from squarescores.pedro.match import Match
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table
from squarescores.web import endings, shown, words
from squarescores.web.forms import CorrectionForm
from squarescores.web.rows import Cell, RowShown, rows_shown


@dataclass(frozen=True, slots=True)
class Changes:
    """The rows as they would be, old figures struck; both sides before and after; what matters most."""

    rows: list[RowShown]
    before: dict[str, shown.SideShown]
    after: dict[str, shown.SideShown]
    alarms: list[str]

    @property
    def is_nothing(self) -> bool:
        return not self.rows and not self.alarms


def stands(match: Match, row: Row) -> dict[str, Any]:
    """Every field of a row as it is."""
    return {
        "NS": row.taken.ns,
        "EW": row.taken.ew,
        "bidder": row.bidder,
        "bid": row.bid,
        "trump": row.trump,
        "dealer": match.dealers[row.number],
    }


def wanted(form: CorrectionForm, match: Match, row: Row, pressed: Side) -> dict[str, Any]:
    """Every field as the form shows it: what was typed, else what stands.

    Where only the pressed side's figure is new, the other side's follows it up to the pack.
    """
    now, typed = stands(match, row), form.changes()
    new = {**now, **typed}
    other = pressed.other
    if row.is_filled and new[pressed] != now[pressed] and new[other] == now[other]:
        new[other] = max(0, match.rules.pack_points - new[pressed])
    return new


def changes_shown(table: Table, match: Match, row: Row, new: Mapping[str, Any]) -> Changes:
    """From the match as it is to the match as the correction would leave it. Raises Invalid."""
    now = stands(match, row)
    then = check_row(match, row, {name: value for name, value in new.items() if value != now[name]})
    rows = []
    for old, after in zip(rows_shown(table, match), rows_shown(table, then), strict=True):
        cells = {side: _with_old(old.cells[side], after.cells[side]) for side in after.cells}
        if replace(old, cells={}) != replace(after, cells={}) or old.cells != after.cells:
            rows.append(replace(after, cells=cells))
    sides = shown.sides_shown(table, match), shown.sides_shown(table, then)
    return Changes(rows, *sides, [*_winner(table, match, then), *_next(table, match, then)])


def _with_old(old: Cell, new: Cell) -> Cell:
    return replace(new, struck=old.figure if old.figure != new.figure else None)


def _winner(table: Table, now: Match, then: Match) -> list[str]:
    """That another side wins, or nobody any more."""
    was, will = now.standing.outcome.winner, then.standing.outcome.winner
    if was is will:
        return []
    if will is not None:
        side, why = words.side(table, will), endings.why_won(table, then)
        return [_("%(side)s win then. %(why)s", side=side, why=why)]
    return [_("%(side)s have not won then; play goes on.", side=words.side(table, was or Side.NS))]


def _next(table: Table, now: Match, then: Match) -> list[str]:
    """What the next deal is, and who deals it, where that changes."""
    told = []
    status = then.standing.outcome.status
    if status not in (now.standing.outcome.status, "won"):
        told.append(
            {
                "playing": _("The next deal is an ordinary one then."),
                "bidder_goes_out": _("The next deal is bidder goes out then."),
                "decider_due": _("One more deal decides then."),
            }[status]
        )
    if then.dealer is not now.dealer:
        dealer = words.plain(words.holder(table, then.dealer))
        told.append(_("%(dealer)s deals deal %(deal)s then.", dealer=dealer, deal=then.open_row.number))
    return told
