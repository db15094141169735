"""What the rules say when they say something: the band over the rows."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _

from squarescores.pedro.match import Match
from squarescores.pedro.table import Table
from squarescores.web import endings, words


@dataclass(frozen=True, slots=True)
class Banner:
    """One band: a headline, a sentence, the winner's side if there is one, the guide that explains it."""

    head: str
    text: str
    side: str | None
    guide: str
    place: str


def banner(table: Table, match: Match) -> Banner | None:
    """The one band the rules call for; None while they say nothing, and over a match stopped short."""
    outcome, rules = match.standing.outcome, match.rules
    if outcome.winner:
        head = _("%(side)s win", side=words.side(table, outcome.winner))
        return Banner(head, endings.why_won(table, match), outcome.winner, "line", "who-has-won")
    if match.banking:
        return None
    if outcome.status == "decider_due":
        text = _(
            "Both sides reached %(line)s. The bidders win by making their bid, else the others do.",
            line=rules.target,
        )
        return Banner(_("One more deal decides"), text, None, "line", "decider")
    if outcome.status == "bidder_goes_out":
        text = _(
            "Both sides are within %(margin)s of %(line)s. "
            "The bidders win by making their bid, whatever the totals.",
            margin=rules.goes_out_margin,
            line=rules.target,
        )
        return Banner(_("Bidder goes out"), text, None, "line", "goes-out")
    return None
