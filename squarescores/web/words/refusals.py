"""The sentences a refusal is told in, and its facts as JSON has them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from flask_babel import format_timedelta
from flask_babel import lazy_gettext as _  # said in the language of whoever asks, not of the first who does

from squarescores.pedro.sheet import utc
from squarescores.pedro.table import Table
from squarescores.web.words.names import bid, holder, plain, seat, side

Facts = Mapping[str, Any]


def refusal(reason: str, facts: Facts, table: Table | None) -> str:
    """A refusal in plain words; `table` is where it happened, for the names."""
    sentence = next((told for (about, fact), told in _OF.items() if about == reason and fact in facts), None)
    return str(sentence or _TOLD[reason]) % _in_words(facts, table)


_TOLD: Final = {
    "already_entered": _(
        "%(who)s entered %(stands)s for %(side)s, so your %(refused)s was not written. "
        "The host can correct it."
    ),
    "bid_noted": _("%(who)s noted another bid for this deal: %(bidder)s, %(bid)s. Yours was not written."),
    "csrf": _(
        "This page had lain open too long or came from elsewhere, so nothing was written. "
        "Please send it again."
    ),
    "deal_voided": _("Deal %(deal)s was a misdeal and counts nothing. Play goes on with deal %(open)s."),
    "disputed": _(
        "The figures of deal %(deal)s do not add up yet. The host settles it, then the next deal is bid."
    ),
    "host_only": _("Only the host, %(host)s, can do that."),
    "joining_closed": _("Joining is closed at this table. Ask %(host)s to open it."),
    "match_banked": _("%(who)s has banked this match. Start the next one to play on."),
    "match_won": _("The match is decided; it takes no more bids or points."),
    "next_match_begun": _(
        "The next match has begun, so the one before it can be corrected but not reopened."
    ),
    "no_bid": _("Deal %(deal)s has no bid yet. Note who won the bid first."),
    "no_code": _("No table has this code. Look at the host’s phone once more."),
    "no_deal": _("There is no deal %(deal)s on this sheet yet."),
    "no_match": _("There is no match %(match)s at this table."),
    "no_table": _("There is no table at this address."),
    "not_a_form": _("The app reads forms; this was something else."),
    "not_banked": _("End the match first; then the next one can begin."),
    "not_seated": _("You are watching. Take a seat with the join code to write."),
    "not_your_side": _("Those points are for %(side)s to enter, or for the host."),
    "op_reused": _("This was sent before with other figures. Check them and send once more."),
    "points_in": _("Points are in for deal %(deal)s, so only the host can change its bid."),
    "row_changed": _("%(who)s has changed deal %(deal)s since you looked. Here it is as it stands now."),
    "rules_fixed": _("The first bid is noted; rules and first dealer are fixed for this match."),
    "seat_taken": _("%(seat)s is taken: %(name)s sits there."),
    "sheet_moved_on": _("The sheet has moved on since you looked. Nothing was written; look once more."),
    "slow_down": _("Too many wrong tries. Try again in %(wait)s."),
    "store_away": _("Not saved: the sheet cannot be written just now. Try again in a moment."),
    "too_large": _("That was far more than a score sheet needs."),
}


_OF: Final = {
    ("no_code", "link"): _(
        "This link has ended: it was used, a newer one was made, or the seat was freed. Ask for another."
    ),
    ("no_code", "recovery"): _(
        "That is not this table’s recovery code. Each one works once, and a new one ends it."
    ),
    ("not_your_side", "new_host"): _("A player of the other side has to agree: %(side)s."),
    ("seat_taken", "wanted"): _(
        "This phone holds %(seat)s at this table already, and one person has one seat. "
        "Leave it first, then open the link once more."
    ),
    ("slow_down", "busy"): _("Very many are signing in just now. Try again in %(wait)s."),
    ("sheet_moved_on", "proposed"): _("That is not proposed now. Look once more."),
    ("sheet_moved_on", "until"): _(
        "Both sides have agreed on %(name)s already. Until that is done or refused, nobody else is proposed."
    ),
}
"""Other sentences for the same reason, where a fact says that it is about something else."""


def _in_words(facts: Facts, table: Table | None) -> dict[str, Any]:
    """The facts as a sentence has them: names kept apart from the rest, letters as words."""
    said = {**facts, **{key: plain(facts[key]) for key in ("host", "name") if key in facts}}
    if "by" in facts:
        said["who"] = plain(facts["by"])
    if "seconds" in facts:
        said["wait"] = span(facts["seconds"])
    if "seat" in facts:
        said["seat"] = seat(facts["seat"])
    if "side" in facts and table:
        said["side"] = side(table, facts["side"])
    if "row" in facts and table:
        said |= _bid_in_words(facts["row"], table)
    return said


def span(seconds: int) -> str:
    """A time to wait, rounded up so that it is over then: 47 seconds, 3 minutes, 2 hours."""
    unit = next((unit for unit in (3600, 60) if seconds > unit), 1)
    return str(format_timedelta(timedelta(seconds=math.ceil(seconds / unit) * unit), threshold=1))


def _bid_in_words(row: Mapping[str, Any], table: Table) -> dict[str, str]:
    if row["bidder"] is None:
        return {}
    return {"bidder": plain(holder(table, row["bidder"])), "bid": bid(row["bid"], row["trump"])}


def facts_as_json(facts: Facts) -> dict[str, Any]:
    """A refusal's facts as JSON values."""
    return {key: _as_json(value) for key, value in facts.items()}


def _as_json(value: Any) -> Any:
    if isinstance(value, datetime):
        return utc(value)
    return list(value) if isinstance(value, tuple) else value
