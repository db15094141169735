"""What has happened on the sheet, in full sentences, for a phone that reads it out: each change once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask_babel import gettext as _

from squarescores.pedro import Scored, Side
from squarescores.pedro.match import Match
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table
from squarescores.web import endings, shown, words

KEPT: Final = 4  # sentences for a page that missed some; one that missed more is read anew
OUTCOMES: Final = ("bidder_goes_out", "decider_due")


@dataclass(frozen=True, slots=True)
class News:
    """What to say of the match played to a page that knows an earlier mark."""

    standing: str
    """A word that is another one when the match stands differently, and the same whoever is called what."""
    alone: str
    """Said when no row has changed and the standing has: a dealer picked, a banked match opened again."""
    told: list[tuple[int, str]]
    """The mark of each change and what it did, as in "Deal 6. Bob & Dave set on 8, owes 8. Carol deals."."""
    rows: dict[int, tuple[tuple[object, ...], list[str]]]
    """By its mark, what was said of a row, and all that this comes of."""


def latest(table: Table, match: Match, before: News | None = None) -> News:
    """The latest changes, the oldest first; the last one ends with how the match stands now."""
    touched = sorted((row for row in match.rows if row.mark), key=lambda row: row.mark)[-KEPT:]
    rows = {row.mark: _row_or_kept(table, match, row, before) for row in touched}
    told = [(mark, [*said]) for mark, (_of, said) in rows.items()]
    if match.number > 1 and not told:
        told = [(match.began, [_("Match %(number)s.", number=match.number)])]
    if match.banking and (not told or told[-1][0] < match.banking.ink.mark):
        told.append((match.banking.ink.mark, []))
    if told:
        is_corrected = bool(touched) and touched[-1].number < len(match.rows)
        told[-1][1].extend(_standing(table, match, speaks_of_open_deal=is_corrected))
    alone = " ".join(_alone(table, match))
    return News(_key(match), alone, [(mark, " ".join(said)) for mark, said in told if said], rows)


def _key(match: Match) -> str:
    outcome = match.standing.outcome
    if match.banking:
        return f"{match.number} banked"
    waits = match.dealer.value if match.open_row.bid is None else "bid"
    return f"{match.number} {outcome.winner.value if outcome.winner else waits}"


def _standing(table: Table, match: Match, *, speaks_of_open_deal: bool = True) -> list[str]:
    """Who has won, what the rules say before the next deal, and who deals it."""
    outcome = match.standing.outcome
    if match.banking:
        return [_("Banked. %(ending)s", ending=endings.in_words(table, match))]
    if outcome.winner is not None:
        return [_("%(side)s win.", side=words.side(table, outcome.winner))]
    is_bid = match.open_row.bid is not None
    told = []
    if outcome.status in OUTCOMES and (speaks_of_open_deal or not is_bid):
        goes_out = outcome.status == "bidder_goes_out"
        told.append(_("Bidder goes out.") if goes_out else _("One more deal decides."))
    if not is_bid:
        told.append(_("%(dealer)s deals.", dealer=words.plain(words.holder(table, match.dealer))))
    return told


def _alone(table: Table, match: Match) -> list[str]:
    if match.banking:
        return _standing(table, match)
    if not match.has_begun:
        return [_("%(dealer)s deals first.", dealer=words.plain(words.holder(table, match.dealer)))]
    told = [_("Match %(number)s is open again.", number=match.number)]
    if match.open_row.bid is not None:
        told += [_("Deal %(deal)s.", deal=match.open_row.number), *_open(table, match, match.open_row)]
    return told + _standing(table, match)


def _row_or_kept(
    table: Table, match: Match, row: Row, before: News | None
) -> tuple[tuple[object, ...], list[str]]:
    tallies = match.standing.tallies if row.corrections else None
    of = row, match.scored_at(row.number), match.rules, table.seats, table.sides, tallies
    kept = before.rows.get(row.mark) if before else None
    return kept if kept and kept[0] == of else (of, _row(table, match, row))


def _row(table: Table, match: Match, row: Row) -> list[str]:
    """What the last mark on a row did to it; nothing for one that waits for its bid, whose dealer is told."""
    if row.bid is None:
        return []
    if row.voided:
        return [_("Deal %(deal)s was a misdeal.", deal=row.number)]
    scored = match.scored_at(row.number)
    told = _settled(table, row, scored) if scored else _open(table, match, row)
    if not row.corrections or row.corrections[-1].ink.mark != row.mark:
        return [_("Deal %(deal)s.", deal=row.number), *told]
    told = [_("Deal %(deal)s was corrected.", deal=row.number), *told]
    if scored and scored.tallies != match.standing.tallies:
        ns, ew = (shown.tally_words(table, match.standing.tallies, side) for side in Side)
        told.append(_("Now %(ns)s; %(ew)s.", ns=ns, ew=ew))
    return told


def _settled(table: Table, row: Row, scored: Scored) -> list[str]:
    return [_side(table, row, scored, side) for side in Side]


def _side(table: Table, row: Row, scored: Scored, side: Side) -> str:
    name, owes = words.side(table, side), scored.tallies[side].shortfall
    is_bidders = row.bidder is not None and row.bidder.side is side
    if is_bidders and not scored.made and not scored.after_end:
        if not owes:
            return _("%(side)s set on %(bid)s.", side=name, bid=row.bid)
        return _("%(side)s set on %(bid)s, owes %(owes)s.", side=name, bid=row.bid, owes=owes)
    if owes:
        return _("%(side)s %(cell)s, owes %(owes)s.", side=name, cell=scored.cells[side], owes=owes)
    return _("%(side)s %(cell)s.", side=name, cell=scored.cells[side])


def _open(table: Table, match: Match, row: Row) -> list[str]:
    """A deal that waits for points or for the host: the entry just made, else the bid."""
    if row.state(match.rules) == "disputed":
        (ns, ew), (one, other) = row.taken, (words.side(table, side) for side in Side)
        return [_("Disputed: %(one)s entered %(ns)s, %(other)s %(ew)s.", one=one, ns=ns, other=other, ew=ew)]
    for side in Side:
        ink = row.entered[side]
        if ink is not None and ink.mark == row.mark:
            return [_("%(side)s entered %(points)s.", side=words.side(table, side), points=row.taken[side])]
    if row.bidder is None:
        return []
    bidder = words.plain(words.holder(table, row.bidder))
    return [_("%(bidder)s bid %(bid)s.", bidder=bidder, bid=words.bid(row.bid, row.trump))]
