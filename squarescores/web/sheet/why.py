"""Why a row says what it says: what a tap on a cell unfolds."""

from __future__ import annotations

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from squarescores.pedro import Deal, Rules, Scored, Side
from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Refused
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table
from squarescores.pedro.tally import worth
from squarescores.web import guard, shown, words
from squarescores.web.identity import who
from squarescores.web.rows import rows_shown
from squarescores.web.sheet.asked import asked_match
from squarescores.web.sheet.room import bp
from squarescores.web.sheet.viewer import Viewer


@bp.get("/deals/<int:deal>")
def deal(key: str, deal: int) -> ResponseReturnValue:
    """One row, why it says what it says, and who wrote it."""
    table = guard.the_table(key)
    match = asked_match(table)
    row = match.row(deal)
    if row is None or row.bid is None:
        raise Refused("no_deal", deal=deal, open=match.open_row.number)
    drawn = next(each for each in rows_shown(table, match) if each.number == deal)
    return render_template(
        "sheet/why_part.html" if "part" in request.args else "sheet/why.html",
        key=key,
        table=table,
        match=match,
        row=row,
        rows=[drawn],
        shown=drawn,
        because=because(table, match, row),
        entered=[(words.side(table, side), ink) for side, ink in row.entered.by_side().items() if ink],
        can_come_back=_can_come_back(table, match, row),
        viewer=Viewer.of(table, who()),
        title=_("Deal %(deal)s", deal=deal),
        fix_url=url_for("sheet.fix", key=key, deal=deal, match=match.number),
    )


def _can_come_back(table: Table, match: Match, row: Row) -> bool:
    """Whether a misdeal may still count after all: no later deal of the match played has a bid."""
    is_played = match.number == table.played.number and not match.banking
    return row.voided is not None and is_played and not any(later.bid for later in match.rows[row.number :])


def because(table: Table, match: Match, row: Row) -> list[str]:
    """Why the row says what it says, sentence by sentence."""
    if row.voided:
        return [_("A misdeal: it counts nothing, and the same seat dealt again.")]
    settled, scored = row.deal(match.rules), match.scored_at(row.number)
    if settled is None or scored is None:
        return [_waits(table, match, row)]
    if scored.after_end:
        return [_("The match was decided before this deal, so it counts nothing.")]
    told = [_bid(table, settled), *_worth(table, match.rules, settled), *_paid(table, scored)]
    if scored.bidder_goes_out:
        told.append(_("It was a bidder-goes-out deal."))
    ns, ew = (shown.tally_words(table, scored.tallies, side) for side in Side)
    return [*told, _("After it: %(ns)s; %(ew)s.", ns=ns, ew=ew)]


def _waits(table: Table, match: Match, row: Row) -> str:
    missing = [words.side(table, side) for side in Side if row.taken[side] is None]
    if len(missing) == 2:
        return _("No points are in yet.")
    if missing:
        return _("The points of %(side)s are not in yet.", side=missing[0])
    ns, ew = row.taken
    return _(
        "%(ns)s and %(ew)s do not make %(pack)s. The host settles it.",
        ns=ns,
        ew=ew,
        pack=match.rules.pack_points,
    )


def _bid(table: Table, deal: Deal) -> str:
    names = {"side": words.side(table, deal.side), "bid": deal.bid, "taken": deal.own}
    if deal.made:
        return _("%(side)s bid %(bid)s and took %(taken)s: made.", **names)
    return _("%(side)s bid %(bid)s and took %(taken)s: set, so 0 on the sheet.", **names)


def _worth(table: Table, rules: Rules, deal: Deal) -> list[str]:
    """What the deal was worth, where that is not the points taken."""
    made, own, other = worth(rules, deal)
    if made and own == deal.own:
        return []
    if made and own == deal.own - deal.other:
        return [_("A made bid scores the difference here, %(points)s.", points=own)]
    if made:
        return [_("It is worth %(points)s to them.", points=own)]
    if own < 0:
        return [_("It costs them %(points)s.", points=-own)]
    if other != deal.other:
        side = words.side(table, deal.side.other)
        return [_("It is worth %(points)s to %(side)s.", points=other, side=side)]
    return []


def _paid(table: Table, scored: Scored) -> list[str]:
    return [
        _(
            "%(side)s paid %(paid)s of what they owed, so the sheet says %(cell)s.",
            side=words.side(table, side),
            paid=scored.paid[side],
            cell=scored.cells[side],
        )
        for side in Side
        if scored.paid[side]
    ]
