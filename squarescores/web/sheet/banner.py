"""What the rules say when they say something: the band over the rows, and the reasons behind one row."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _

from squarescores.pedro import Side
from squarescores.pedro.match import Match, Row
from squarescores.pedro.table import Table
from squarescores.web import shown, words


@dataclass(frozen=True, slots=True)
class Banner:
    """One band: a headline, a sentence, the winner's side if there is one, and the guide that explains it."""

    head: str
    text: str
    side: str | None
    guide: str
    place: str


def banner(table: Table, match: Match) -> Banner | None:
    """The one band the rules call for; None while they say nothing."""
    outcome = match.standing.outcome
    if outcome.winner:
        head = _("%(side)s win", side=words.side(table, outcome.winner))
        return Banner(head, shown.why_won(table, match), outcome.winner, "line", "who-has-won")
    if outcome.status == "decider_due":
        return Banner(
            _("One more deal decides"),
            _("Both sides reached %(line)s. The bidders win by making their bid, else the others do.",
              line=match.rules.target),
            None,
            "line",
            "decider",
        )  # fmt: skip
    if outcome.status == "bidder_goes_out":
        return Banner(
            _("Bidder goes out"),
            _("Both sides are within %(margin)s of %(line)s. The bidders win by making their bid, whatever the totals.",
              margin=match.rules.goes_out_margin, line=match.rules.target),
            None,
            "line",
            "goes-out",
        )  # fmt: skip
    return None


def because(table: Table, match: Match, row: Row) -> list[str]:
    """Why the row says what it says, sentence by sentence."""
    scored = next((each for settled, each in match.scored() if settled is row), None)
    if row.voided:
        return [_("A misdeal: it counts nothing, and the same seat dealt again.")]
    if scored is None or row.bidder is None:
        return _open(table, match, row)
    if scored.after_end:
        return [_("The match was decided before this deal, so it counts nothing.")]
    bidders = row.bidder.side
    told = [_bid_sentence(table, row, bidders, made=scored.made)]
    for side in Side:
        if scored.paid[side]:
            told.append(
                _("%(side)s paid %(paid)s of what they owed, so the sheet says %(cell)s.",
                  side=words.side(table, side), paid=scored.paid[side], cell=scored.cells[side])
            )  # fmt: skip
    if scored.bidder_goes_out:
        told.append(_("It was a bidder-goes-out deal."))
    told.append(_("After it: %(ns)s; %(ew)s.", ns=_stands(table, scored.tallies, Side.NS),
                  ew=_stands(table, scored.tallies, Side.EW)))  # fmt: skip
    return told


def _bid_sentence(table: Table, row: Row, bidders: Side, *, made: bool) -> str:
    names = {"side": words.side(table, bidders), "bid": row.bid, "taken": row.taken[bidders]}
    if made:
        return _("%(side)s bid %(bid)s and took %(taken)s: made.", **names)
    return _("%(side)s bid %(bid)s and took %(taken)s: set, so 0 on the sheet.", **names)


def _stands(table: Table, tallies: object, side: Side) -> str:
    tally = tallies[side]  # type: ignore[index]  # Both[Tally]
    if not tally.shortfall:
        return _("%(side)s %(total)s", side=words.side(table, side), total=tally.total)
    return _(
        "%(side)s %(total)s, owes %(owes)s: %(net)s",
        side=words.side(table, side),
        total=tally.total,
        owes=tally.shortfall,
        net=shown.minus(tally.net),
    )


def _open(table: Table, match: Match, row: Row) -> list[str]:
    missing = [words.side(table, side) for side in Side if row.taken[side] is None]
    if len(missing) == 2:
        return [_("No points are in yet.")]
    if missing:
        return [_("The points of %(side)s are not in yet.", side=missing[0])]
    ns, ew = row.taken
    return [
        _(
            "%(ns)s and %(ew)s do not make %(pack)s. The host settles it.",
            ns=ns,
            ew=ew,
            pack=match.rules.pack_points,
        )
    ]
