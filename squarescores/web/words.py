"""The sentences a refusal is told in, and the words for seats, sides, suits and bids."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from squarescores.pedro import Side
from squarescores.pedro.match import Row
from squarescores.pedro.sheet import utc
from squarescores.pedro.table import Table

ISOLATE, POP = "\u2068", "\u2069"


def seat(letter: str) -> str:
    return {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}[letter]


def suit(letter: str) -> str:
    return {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}[letter]


def plain(name: str) -> str:
    """A name inside a plain sentence: isolated, so that its direction does not turn the rest round."""
    return f"{ISOLATE}{name}{POP}"


def holder(table: Table, letter: str) -> str:
    """Who holds the seat, or the seat's own word."""
    held = table.seats.get(letter)  # type: ignore[call-overload]  # a Seat is its letter
    return held.name if held else seat(letter)


def side_names(table: Table, side: str) -> list[str]:
    """The side's own name where the players chose one, else its players'."""
    named = table.sides[Side(side)]
    return [named] if named else [holder(table, letter) for letter in side]


def side(table: Table, letters: str) -> str:
    """A side in a plain sentence."""
    return " & ".join(plain(name) for name in side_names(table, letters))


def refusal(reason: str, facts: Mapping[str, Any], table: Table | None) -> str:
    """A refusal in plain words."""
    told = _TOLD[reason]
    return told(facts, table)


def _already_entered(facts: Mapping[str, Any], table: Table | None) -> str:
    assert table is not None  # noqa: S101 -- only a table's cell can be filled
    return _(
        "%(who)s entered %(stands)s for %(side)s, so your %(refused)s was not written. The host can correct it.",
        who=plain(facts["by"]),
        stands=facts["stands"],
        side=side(table, facts["side"]),
        refused=facts["refused"],
    )


def _bid_noted(facts: Mapping[str, Any], table: Table | None) -> str:
    row: Row = facts["row"]
    assert table is not None and row.bidder is not None  # noqa: S101, PT018 -- only a noted bid is in the way
    return _(
        "%(who)s noted another bid for this deal: %(bidder)s, %(bid)s. Yours was not written.",
        who=plain(row.noted.name if row.noted else table.host_name),
        bidder=plain(holder(table, row.bidder)),
        bid=row.bid,
    )


def _host_only(facts: Mapping[str, Any], table: Table | None) -> str:
    return _("Only the host, %(host)s, can do that.", host=plain(facts["host"]))


def _not_your_side(facts: Mapping[str, Any], table: Table | None) -> str:
    assert table is not None  # noqa: S101 -- sides are a table's
    return _("Those points are for %(side)s to enter, or for the host.", side=side(table, facts["side"]))


def _seat_taken(facts: Mapping[str, Any], table: Table | None) -> str:
    return _("%(seat)s is taken: %(name)s sits there.", seat=seat(facts["seat"]), name=plain(facts["name"]))


_TOLD = {
    "already_entered": _already_entered,
    "bid_noted": _bid_noted,
    "host_only": _host_only,
    "not_your_side": _not_your_side,
    "seat_taken": _seat_taken,
    "csrf": lambda facts, table: _(
        "This page had lain open too long or came from elsewhere, so nothing was written. Please send it again."
    ),
    "not_seated": lambda facts, table: _("You are watching. Take a seat with the join code to write."),
    "no_table": lambda facts, table: _("There is no table at this address."),
    "no_deal": lambda facts, table: _("There is no deal %(deal)s on this sheet yet.", deal=facts["deal"]),
    "no_match": lambda facts, table: _("There is no match %(match)s at this table.", match=facts["match"]),
    "no_code": lambda facts, table: _("No table has this code. Look at the host’s phone once more."),
    "no_bid": lambda facts, table: _(
        "Deal %(deal)s has no bid yet. Note who won the bid first.", deal=facts["deal"]
    ),
    "points_in": lambda facts, table: _(
        "Points are in for deal %(deal)s, so only the host can change its bid.", deal=facts["deal"]
    ),
    "row_changed": lambda facts, table: _(
        "Deal %(deal)s has changed since you looked. Here it is as it stands now.", deal=facts["deal"]
    ),
    "sheet_moved_on": lambda facts, table: _(
        "The sheet has moved on since you looked. Nothing was written; look once more."
    ),
    "deal_voided": lambda facts, table: _(
        "Deal %(deal)s was a misdeal and counts nothing. Play goes on with deal %(open)s.",
        deal=facts["deal"],
        open=facts["open"],
    ),
    "disputed": lambda facts, table: _(
        "The figures of deal %(deal)s do not add up yet. The host settles it, then the next deal is bid.",
        deal=facts["deal"],
    ),
    "match_won": lambda facts, table: _("The match is decided; it takes no more bids or points."),
    "match_banked": lambda facts, table: _("This match is banked. Start the next one to play on."),
    "not_banked": lambda facts, table: _("End the match first; then the next one can begin."),
    "next_match_begun": lambda facts, table: _(
        "The next match has begun, so the one before it can be corrected but not reopened."
    ),
    "rules_fixed": lambda facts, table: _("The first bid is noted; rules and first dealer are fixed for this match."),
    "joining_closed": lambda facts, table: _(
        "Joining is closed at this table. Ask %(host)s to open it.", host=plain(facts["host"])
    ),
    "op_reused": lambda facts, table: _("This was sent before with other figures. Check them and send once more."),
    "too_large": lambda facts, table: _("That was far more than a score sheet needs."),
    "not_a_form": lambda facts, table: _("The app reads forms; this was something else."),
    "slow_down": lambda facts, table: _("Too many wrong tries. Wait a minute, then try again."),
    "store_away": lambda facts, table: _("Not saved: the sheet cannot be written just now. Try again in a moment."),
}  # fmt: skip


def invalid(reason: str, facts: Mapping[str, Any]) -> str:
    """What is wrong with a field, and what is allowed."""
    return _WRONG[reason](facts)


_WRONG = {
    "side_needed": lambda facts: _("Say which side’s points these are."),
    "bid_range": lambda facts: _("A bid here is a whole number from %(low)s to %(high)s.", **facts),
    "dealer_only": lambda facts: _("Only the dealer may bid 28-56."),
    "deals_28_56": lambda facts: _("Deal %(deal)s was bid 28-56, so its bidder must be its dealer.", **facts),
    "points_range": lambda facts: _("Points are a whole number from %(low)s to %(high)s.", **facts),
    "points_sum": lambda facts: _(
        "%(ns)s and %(ew)s make %(sum)s, but the pack has %(pack)s points.", sum=facts["ns"] + facts["ew"], **facts
    ),
    "cards_unknown": lambda facts: _("The point cards are A, J, 10, 5, low and 2, each once."),
    "cards_sum": lambda facts: _("Those cards make %(count)s, but the points say %(points)s.", **facts),
    "name_empty": lambda facts: _("Type a name."),
    "name_long": lambda facts: ngettext(
        "A name has at most %(longest)s characters; this is %(num)s too long.",
        "A name has at most %(longest)s characters; this is %(num)s too long.",
        facts["length"] - facts["longest"],
        longest=facts["longest"],
    ),
    "name_control": lambda facts: _("A name cannot hold control characters."),
    "name_taken": lambda facts: _("That name is taken here. “%(free)s” is free.", **facts),
    "seat_is_yours": lambda facts: _("You sit there yourself."),
    "seat_without_phone": lambda facts: _("Nobody’s phone holds that seat."),
    "whole_number": lambda facts: _("This is a whole number, such as 7."),
    "choice": lambda facts: _("Choose one of the answers given."),
    "required": lambda facts: _("This is needed."),
    "once": lambda facts: _("This came more than once."),
    "op": lambda facts: _("This page has lost its number. Open it again and send once more."),
    "rule": lambda facts: _("%(value)s is not possible here. Possible: %(allowed)s.", **facts),
    "long": lambda facts: _("At most %(longest)s characters.", **facts),
    "nothing": lambda facts: _("Nothing to change was named."),
    "password_short": lambda facts: _("A password has at least %(shortest)s characters.", **facts),
    "username_taken": lambda facts: _("That name has an account already. Choose another, or sign in."),
    "sign_in": lambda facts: _("This name and password do not belong together."),
    "said": lambda facts: _("Type the points your side took."),
}  # fmt: skip


def facts_as_json(facts: Mapping[str, Any]) -> dict[str, Any]:
    """A refusal's facts as JSON values."""
    return {key: _as_json(value) for key, value in facts.items()}


def _as_json(value: Any) -> Any:
    if isinstance(value, Row):
        return {
            "number": value.number,
            "bidder": value.bidder,
            "bid": value.bid,
            "trump": value.trump,
            "dealer": value.dealer,
            "taken": value.taken.by_side(),
            "mark": value.mark,
        }
    if isinstance(value, datetime):
        return utc(value)
    return list(value) if isinstance(value, tuple) else value


def allowed(rule: str) -> str:
    """What a rule's field may hold, fitting the other rules."""
    return {
        "target": _("a whole number from 1 to 999"),
        "pack_points": _("14 or 16"),
        "min_bid": _("a whole number from 1 to the pack’s points"),
        "max_bid": _("the pack’s points"),
        "forced_bid": _("a whole number from the lowest bid to the highest"),
        "goes_out_margin": _("a whole number from 0 to the line, or none"),
    }.get(rule, _("one of the answers given"))
