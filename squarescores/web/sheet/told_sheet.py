"""What is told of a mark on the sheet: bids, points, corrections, and what a match goes through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from flask_babel import gettext as _

from squarescores.pedro import marks
from squarescores.web import words
from squarescores.web.sheet.changes import stands
from squarescores.web.sheet.moment import Moment


def _rules(it: Moment) -> str:
    return _("%(who)s changed the rules: to %(target)s.", who=it.who, target=it.what.rules.target)


def _dealer(it: Moment) -> str:
    dealer = it.seated(it.what.seat)
    if it.what.drawn:
        return _("%(who)s drew the first dealer: %(dealer)s.", who=it.who, dealer=dealer)
    return _("%(who)s picked the first dealer: %(dealer)s.", who=it.who, dealer=dealer)


def _noted(it: Moment) -> str:
    bidder, bid = it.seated(it.what.bidder), words.bid(it.what.bid, it.what.trump)
    return _("%(who)s noted the bid: %(bidder)s, %(bid)s.", who=it.who, bidder=bidder, bid=bid)


def _trump(it: Moment) -> str:
    return _("%(who)s noted trump: %(trump)s.", who=it.who, trump=words.suit(it.what.trump))


def _entered(it: Moment) -> str:
    points, side = it.what.points, it.side(it.what.side)
    return _("%(who)s entered %(points)s for %(side)s.", who=it.who, points=points, side=side)


def _clashed(it: Moment) -> str:
    row = it.before.matches[it.what.match - 1].rows[it.what.deal - 1]
    ink = row.entered[it.what.side]
    return _(
        "Refused: %(who)s, %(points)s for %(side)s. %(first)s had entered %(stands)s.",
        who=it.who,
        points=it.what.points,
        side=it.side(it.what.side),
        first=words.plain(ink.name if ink else ""),
        stands=row.taken[it.what.side],
    )


def _corrected(it: Moment) -> str:
    match = it.before.matches[it.what.match - 1]
    row = match.row(it.what.deal)
    was = stands(match, row) if row else {}
    changes = [_change(it, field, was.get(field), now) for field, now in it.what.changes.items()]
    return _(
        "%(who)s, the host, corrected deal %(deal)s: %(changes)s.",
        who=it.who,
        deal=it.what.deal,
        changes="; ".join(changes),
    )


def _change(it: Moment, field: str, was: Any, now: Any) -> str:
    names = {"bidder": _("bidder"), "bid": _("bid"), "trump": _("trump"), "dealer": _("dealer")}
    return _(
        "%(what)s from %(was)s to %(now)s",
        what=names.get(field) or it.side(field),
        was=_value(it, field, was),
        now=_value(it, field, now),
    )


def _value(it: Moment, field: str, value: Any) -> str:
    if value is None:
        return _("nothing")
    if field in ("bidder", "dealer"):
        return it.seated(value)
    return words.suit(value) if field == "trump" else str(value)


def _voided(it: Moment) -> str:
    return _("%(who)s, the host, voided deal %(deal)s: a misdeal.", who=it.who, deal=it.what.deal)


def _restored(it: Moment) -> str:
    return _("%(who)s, the host, took the void of deal %(deal)s back.", who=it.who, deal=it.what.deal)


def _banked(it: Moment) -> str:
    return _("%(who)s ended match %(match)s and banked it.", who=it.who, match=it.what.match)


def _reopened(it: Moment) -> str:
    return _("%(who)s, the host, reopened match %(match)s.", who=it.who, match=it.what.match)


def _began(it: Moment) -> str:
    return _("%(who)s began match %(match)s.", who=it.who, match=it.what.match)


TOLD: Final[dict[type, Callable[[Moment], str]]] = {
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
