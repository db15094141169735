"""What a correction would change later on the sheet, shown before it is saved: a different winner above all."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask_babel import gettext as _

from squarescores.pedro import Side
from squarescores.pedro.match import Match
from squarescores.pedro.table import Table
from squarescores.web import shown, words
from squarescores.web.rows import Cell, RowShown, rows_shown


@dataclass(frozen=True, slots=True)
class Changes:
    """The rows as they would be, old figures struck; both sides before and after; sentences that matter most."""

    rows: list[RowShown]
    before: dict[str, shown.SideShown]
    after: dict[str, shown.SideShown]
    alarms: list[str]

    @property
    def is_nothing(self) -> bool:
        return not self.rows and not self.alarms


def changes_shown(table: Table, now: Match, then: Match) -> Changes:
    """From the match as it is to the match as the correction would leave it."""
    rows = []
    for old, new in zip(rows_shown(table, now), rows_shown(table, then), strict=True):
        cells = {side: _with_old(old.cells[side], new.cells[side]) for side in ("NS", "EW")}
        if replace(old, cells={}) != replace(new, cells={}) or old.cells != new.cells:
            rows.append(replace(new, cells=cells))
    return Changes(
        rows, shown.sides_shown(table, now), shown.sides_shown(table, then), _alarms(table, now, then)
    )


def _with_old(old: Cell, new: Cell) -> Cell:
    return replace(new, struck=old.figure if old.figure != new.figure else None)


def _alarms(table: Table, now: Match, then: Match) -> list[str]:
    was, will = now.standing.outcome, then.standing.outcome
    if was.winner == will.winner:
        return [] if was.status == will.status else [_next_words(will.status)]
    if will.winner is None:
        return [_("%(side)s have not won then; play goes on.", side=words.side(table, was.winner or Side.NS))]
    return [
        _("%(side)s win then. %(why)s", side=words.side(table, will.winner), why=shown.why_won(table, then))
    ]


def _next_words(status: str) -> str:
    return {
        "playing": _("The next deal is an ordinary one then."),
        "bidder_goes_out": _("The next deal is bidder goes out then."),
        "decider_due": _("One more deal decides then."),
        "won": _("The match is won in another way then."),
    }[status]
