"""Every mark at a table in plain words, by whom and when, the newest first and a match at a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from flask import jsonify, render_template, request
from flask.typing import ResponseReturnValue

from squarescores.pedro import marks
from squarescores.pedro.marks import Mark
from squarescores.pedro.packed import PRIVATE, pack
from squarescores.pedro.sheet import utc
from squarescores.pedro.table import Table, opened
from squarescores.web import guard
from squarescores.web.house import house
from squarescores.web.sheet import told_sheet, told_table
from squarescores.web.sheet.asked import asked_match
from squarescores.web.sheet.moment import Moment
from squarescores.web.sheet.room import bp

TOLD: Final = {**told_table.TOLD, **told_sheet.TOLD}
"""A sentence for each kind of mark."""


@dataclass(frozen=True, slots=True)
class Line:
    """One mark as it is told."""

    mark: Mark
    by: str | None
    """What they were called; None for a former player, and for whoever runs the server."""
    text: str
    deal: int | None
    """The deal the mark belongs to, where it belongs to one."""

    @property
    def at(self) -> datetime:
        return self.mark.at

    @property
    def reason(self) -> str:
        return getattr(self.mark.what, "reason", "")

    @property
    def is_refused(self) -> bool:
        return isinstance(self.mark.what, marks.Clashed)

    def as_json(self) -> dict[str, Any]:
        """The mark for a script, without what is not for everybody."""
        kind, content = pack(self.mark.what)
        shown = {name: value for name, value in content.items() if name not in PRIVATE}
        return {
            "mark": self.mark.number,
            "at": utc(self.at),
            "by": self.by,
            "kind": kind,
            **shown,
            "text": self.text,
        }


@bp.get("/history")
def history(key: str) -> ResponseReturnValue:
    """What was written in a match and at the table meanwhile, the newest first, a deal at a time.

    A script that names no match gets every mark, the oldest first.
    """
    match = asked_match(guard.the_table(key)).number
    is_whole = guard.wants_json() and "match" not in request.args
    table, lines = lines_of(house().store.marks(key), None if is_whole else match)
    if guard.wants_json():
        return jsonify({"mark": table.number, "marks": [line.as_json() for line in lines]})
    return render_template(
        "sheet/history.html", key=key, match=match, matches=len(table.matches), groups=_groups(lines[::-1])
    )


def lines_of(written: list[Mark], match: int | None = None) -> tuple[Table, list[Line]]:
    """The table as it stands, and the lines of its history, or of one match's, the oldest first."""
    table = opened(written[0])
    lines = [_line(table, table, written[0])] if match in (None, 1) else []
    for mark in written[1:]:
        before, table = table, table.after(mark)
        if match in (None, _match_of(mark, before)):
            lines.append(_line(before, table, mark))
    return table, lines


def _match_of(mark: Mark, before: Table) -> int:
    """The match a mark is about, else the one that was played when it was written."""
    return getattr(mark.what, "match", before.played.number)


def _line(before: Table, after: Table, mark: Mark) -> Line:
    return Line(
        mark=mark,
        by=before.names.get(mark.by) or after.names.get(mark.by) or None,
        text=TOLD[type(mark.what)](Moment(before, after, mark)),
        deal=getattr(mark.what, "deal", None),
    )


def _groups(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """The lines a deal at a time; the first of a deal's groups is where a link to the deal leads."""
    groups, seen = [], set()
    for deal, each in groupby(lines, lambda line: line.deal):
        groups.append({"deal": deal, "lines": list(each), "is_first": deal not in seen})
        seen.add(deal)
    return groups
