"""Every mark at a table in plain words, by whom and when, the newest first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from flask import jsonify, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from squarescores.pedro import marks
from squarescores.pedro.marks import Mark, Written
from squarescores.pedro.packed import pack
from squarescores.pedro.sheet import utc
from squarescores.pedro.table import Table, opened
from squarescores.web import guard, words
from squarescores.web.house import house
from squarescores.web.sheet.room import bp


@dataclass(frozen=True, slots=True)
class Line:
    """One mark as it is told."""

    number: int
    at: datetime
    text: str
    reason: str
    is_refused: bool
    match: int
    deal: int | None
    """The deal the mark belongs to, or was made in."""


@bp.get("/history")
def history(key: str) -> ResponseReturnValue:
    table = guard.the_table(key)
    written = house().store.marks(key)
    if guard.wants_json():
        return jsonify({"mark": table.number, "marks": [_as_json(mark) for mark in written]})
    lines = told(written)[::-1]
    groups, seen = [], set()
    for place, each in groupby(lines, lambda line: (line.match, line.deal)):
        # The first of a deal's groups is where a link to the deal leads.
        groups.append(
            {"match": place[0], "deal": place[1], "lines": list(each), "is_first": place not in seen}
        )
        seen.add(place)
    return render_template("sheet/history.html", key=key, table=table, groups=groups)


def _as_json(mark: Mark) -> dict[str, Any]:
    kind, content = pack(mark.what)
    content.pop("code", None)  # for host and players only
    return {"mark": mark.number, "at": utc(mark.at), "kind": kind, **content}


def told(written: list[Mark]) -> list[Line]:
    """The lines of the history, oldest first; names are those of the moment."""
    table = opened(written[0])
    lines = [_line(table, table, written[0])]
    for mark in written[1:]:
        before, table = table, table.after(mark)
        lines.append(_line(before, table, mark))
    return lines


def _line(before: Table, after: Table, mark: Mark) -> Line:
    what = mark.what
    match = getattr(what, "match", before.played.number)
    return Line(
        number=mark.number,
        at=mark.at,
        text=_TOLD[type(what)](before, after, mark, what),
        reason=getattr(what, "reason", ""),
        is_refused=isinstance(what, marks.Clashed),
        match=match,
        deal=getattr(what, "deal", None),
    )


def _who(table: Table, mark: Mark) -> str:
    return words.plain(table.names.get(mark.by) or _("Somebody"))


def _seated(table: Table, seat: str) -> str:
    return words.plain(words.holder(table, seat))


def _bid(what: marks.Noted) -> str:
    return f"{what.bid} {words.suit(what.trump)}" if what.trump else str(what.bid)


def _opened(before: Table, after: Table, mark: Mark, what: Any) -> str:
    return _(
        "%(who)s opened the table. %(dealer)s deals first.",
        who=_who(after, mark),
        dealer=_seated(after, what.first_dealer),
    )


def _sat(before: Table, after: Table, mark: Mark, what: Any) -> str:
    return _("%(who)s took the seat %(seat)s.", who=_who(after, mark), seat=words.seat(what.seat))


def _named(before: Table, after: Table, mark: Mark, what: Any) -> str:
    if what.seat in before.seats:
        return _(
            "%(was)s is called %(name)s now. Written by %(who)s.",
            who=_who(after, mark), was=_seated(before, what.seat), name=words.plain(what.name),
        )  # fmt: skip
    return _(
        "%(who)s wrote %(name)s in at %(seat)s, without a phone.",
        who=_who(after, mark), name=words.plain(what.name), seat=words.seat(what.seat),
    )  # fmt: skip


def _moved(before: Table, after: Table, mark: Mark, what: Any) -> str:
    return _(
        "%(name)s moved from %(seat)s to %(to)s.",
        name=_seated(before, what.seat), seat=words.seat(what.seat), to=words.seat(what.to),
    )  # fmt: skip


def _freed(before: Table, after: Table, mark: Mark, what: Any) -> str:
    held = before.seats.get(what.seat)
    if held and held.person == mark.by:
        return _("%(who)s left the seat %(seat)s.", who=_who(before, mark), seat=words.seat(what.seat))
    return _(
        "%(who)s freed the seat %(seat)s of %(name)s.",
        who=_who(before, mark), seat=words.seat(what.seat), name=_seated(before, what.seat),
    )  # fmt: skip


def _signed_in(before: Table, after: Table, mark: Mark, what: Any) -> str:
    return _("%(who)s signed in, and goes on from there.", who=_who(after, mark))


def _handed_on(before: Table, after: Table, mark: Mark, what: Any) -> str:
    return _(
        "%(who)s handed the table on: %(host)s is the host now.",
        who=_who(before, mark), host=words.plain(after.host_name),
    )  # fmt: skip


def _joining(before: Table, after: Table, mark: Mark, what: Any) -> str:
    if before.code != after.code:
        return _("%(who)s changed the join code.", who=_who(before, mark))
    if after.is_open:
        return _("%(who)s opened joining.", who=_who(before, mark))
    return _("%(who)s closed joining.", who=_who(before, mark))


def _sides(before: Table, after: Table, mark: Mark, what: Any) -> str:
    return _(
        "%(who)s named the sides: %(ns)s and %(ew)s.",
        who=_who(before, mark), ns=words.side(after, "NS"), ew=words.side(after, "EW"),
    )  # fmt: skip


def _rules(before: Table, after: Table, mark: Mark, what: Any) -> str:
    return _("%(who)s changed the rules: to %(target)s.", who=_who(before, mark), target=what.rules.target)


def _dealer(before: Table, after: Table, mark: Mark, what: Any) -> str:
    names = {"who": _who(before, mark), "dealer": _seated(before, what.seat)}
    if what.drawn:
        return _("%(who)s drew the first dealer: %(dealer)s.", **names)
    return _("%(who)s picked the first dealer: %(dealer)s.", **names)


def _noted(before: Table, after: Table, mark: Mark, what: Any) -> str:
    return _(
        "%(who)s noted the bid: %(bidder)s, %(bid)s.",
        who=_who(before, mark), bidder=_seated(before, what.bidder), bid=_bid(what),
    )  # fmt: skip


def _trump(before: Table, after: Table, mark: Mark, what: Any) -> str:
    return _("%(who)s noted trump: %(trump)s.", who=_who(before, mark), trump=words.suit(what.trump))


def _entered(before: Table, after: Table, mark: Mark, what: Any) -> str:
    return _(
        "%(who)s entered %(points)s for %(side)s.",
        who=_who(before, mark), points=what.points, side=words.side(before, what.side),
    )  # fmt: skip


def _clashed(before: Table, after: Table, mark: Mark, what: Any) -> str:
    row = before.matches[what.match - 1].rows[what.deal - 1]
    ink = row.entered[what.side]
    return _(
        "Refused: %(who)s, %(points)s for %(side)s. %(first)s had entered %(stands)s.",
        who=_who(before, mark), points=what.points, side=words.side(before, what.side),
        first=words.plain(ink.name if ink else ""), stands=row.taken[what.side],
    )  # fmt: skip


def _corrected(before: Table, after: Table, mark: Mark, what: Any) -> str:
    match = before.matches[what.match - 1]
    row = match.row(what.deal)
    changes = [_change(before, key, _was(match, row, key), value) for key, value in what.changes.items()]
    return _(
        "%(who)s, the host, corrected deal %(deal)s: %(changes)s.",
        who=_who(before, mark), deal=what.deal, changes="; ".join(changes),
    )  # fmt: skip


def _was(match: Any, row: Any, key: str) -> Any:
    if key in ("NS", "EW"):
        return row.taken.by_side()[key]
    return match.dealers[row.number] if key == "dealer" else getattr(row, key)


def _change(table: Table, key: str, was: Any, now: Any) -> str:
    names = {
        "bidder": _("bidder"),
        "bid": _("bid"),
        "trump": _("trump"),
        "dealer": _("dealer"),
    }
    what = names.get(key) or words.side(table, key)
    return _(
        "%(what)s from %(was)s to %(now)s",
        what=what,
        was=_value(table, key, was),
        now=_value(table, key, now),
    )


def _value(table: Table, key: str, value: Any) -> str:
    if value is None:
        return _("nothing")
    if key in ("bidder", "dealer"):
        return _seated(table, value)
    return words.suit(value) if key == "trump" else str(value)


def _voided(before: Table, after: Table, mark: Mark, what: Any) -> str:
    return _("%(who)s, the host, voided deal %(deal)s: a misdeal.", who=_who(before, mark), deal=what.deal)


def _restored(before: Table, after: Table, mark: Mark, what: Any) -> str:
    return _(
        "%(who)s, the host, took the void of deal %(deal)s back.", who=_who(before, mark), deal=what.deal
    )


def _banked(before: Table, after: Table, mark: Mark, what: Any) -> str:
    return _("%(who)s ended match %(match)s and banked it.", who=_who(before, mark), match=what.match)


def _reopened(before: Table, after: Table, mark: Mark, what: Any) -> str:
    return _("%(who)s, the host, reopened match %(match)s.", who=_who(before, mark), match=what.match)


def _began(before: Table, after: Table, mark: Mark, what: Any) -> str:
    return _("%(who)s began match %(match)s.", who=_who(before, mark), match=what.match)


_TOLD: dict[type[Written], Any] = {
    marks.Opened: _opened,
    marks.Sat: _sat,
    marks.HostSat: _sat,
    marks.Named: _named,
    marks.Moved: _moved,
    marks.Freed: _freed,
    marks.SignedIn: _signed_in,
    marks.HandedOn: _handed_on,
    marks.JoiningSet: _joining,
    marks.SidesNamed: _sides,
    marks.RulesChosen: _rules,
    marks.DealerPicked: _dealer,
    marks.Noted: _noted,
    marks.TrumpNamed: _trump,
    marks.Entered: _entered,
    marks.Clashed: _clashed,
    marks.Corrected: _corrected,
    marks.Voided: _voided,
    marks.Restored: _restored,
    marks.Banked: _banked,
    marks.Reopened: _reopened,
    marks.Began: _began,
}
