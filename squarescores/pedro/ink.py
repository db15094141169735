"""What each kind of mark writes on the sheet of its match."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from squarescores.pedro import marks
from squarescores.pedro.deal import Both, Side
from squarescores.pedro.match import Banking, Match
from squarescores.pedro.row import Correction, Ink, Row


@singledispatch
def inked(what: marks.OnSheet, match: Match, _ink: Ink) -> Match:
    """The match with what the mark says written on it. Raises TypeError for a kind nobody reads."""
    raise TypeError(f"no way to write {type(what).__name__} on match {match.number}")


def _with_row(match: Match, deal: int, ink: Ink, **changes: Any) -> Match:
    """With a row changed, and the mark that did it remembered in the row."""
    return match.put(_row(match, deal)._replace(**changes, touched=ink))


def _row(match: Match, deal: int) -> Row:
    return match.rows[deal - 1] if deal <= len(match.rows) else Row(deal)


@inked.register
def _(what: marks.RulesChosen, match: Match, _ink: Ink) -> Match:
    return match._replace(rules=what.rules)


@inked.register
def _(what: marks.DealerPicked, match: Match, ink: Ink) -> Match:
    match = match._replace(first_dealer=what.seat, drawn=what.drawn)
    # Before the first bid a row can only hold a dealer the host set, and whoever picks now picks anew.
    return _with_row(match, 1, ink, dealer=None) if match.rows else match


@inked.register
def _(what: marks.Noted, match: Match, ink: Ink) -> Match:
    bid = {"bidder": what.bidder, "bid": what.bid, "trump": what.trump}
    return _with_row(match, what.deal, ink, **bid, noted=ink)


@inked.register
def _(what: marks.TrumpNamed, match: Match, ink: Ink) -> Match:
    return _with_row(match, what.deal, ink, trump=what.trump, noted=ink)


@inked.register
def _(what: marks.Entered, match: Match, ink: Ink) -> Match:
    row = _row(match, what.deal)
    taken = row.taken.put(what.side, what.points)
    cards, entered = row.cards.put(what.side, what.cards), row.entered.put(what.side, ink)
    return match.put(row._replace(taken=taken, cards=cards, entered=entered, touched=ink))


@inked.register
def _(_what: marks.Clashed, match: Match, _ink: Ink) -> Match:
    return match  # a figure that was refused is only told in the history


@inked.register
def _(what: marks.Corrected, match: Match, ink: Ink) -> Match:
    row = _row(match, what.deal)
    trace = Correction(ink, what.reason, tuple(what.changes), _struck(match, row))
    changed = corrected_row(row, what.changes, ink)
    return match.put(changed._replace(touched=ink, corrections=(*row.corrections, trace)))


def corrected_row(row: Row, changes: Mapping[str, Any], ink: Ink | None) -> Row:
    """The row with the host's new values; what the host fills or changes has the host's ink."""
    taken, cards, entered = row.taken, row.cards, row.entered
    for side in Side:
        if side in changes:
            taken = taken.put(side, changes[side])
            cards = cards.put(side, None)
            entered = entered.put(side, ink)
    rest = {key: value for key, value in changes.items() if key not in ("NS", "EW")}
    noted = ink if rest.keys() - {"dealer"} else row.noted
    return row._replace(taken=taken, cards=cards, entered=entered, noted=noted, **rest)


def _struck(match: Match, row: Row) -> Both[int | None]:
    """What the sheet showed in the row before a correction: its cells, or the points of an open row."""
    scored = match.scored_at(row.number)
    return Both(*scored.cells) if scored else row.taken


@inked.register
def _(what: marks.Voided, match: Match, ink: Ink) -> Match:
    passed = any(row.bid is not None for row in match.rows[what.deal :])
    return _with_row(match, what.deal, ink, voided=ink, passed=passed)


@inked.register
def _(what: marks.Restored, match: Match, ink: Ink) -> Match:
    return _with_row(without_redeal(match, what.deal), what.deal, ink, voided=None, passed=False)


def without_redeal(match: Match, deal: int) -> Match:
    """Without what was set for the redeal of a voided deal: with the void undone there is none."""
    voided = match.rows[deal - 1].voided
    kept = tuple(row for row in match.rows if row.number <= deal or (voided and row.mark < voided.mark))
    return match._replace(rows=kept)


@inked.register
def _(_what: marks.Banked, match: Match, ink: Ink) -> Match:
    return match._replace(banking=Banking(ink, match.dealer))
