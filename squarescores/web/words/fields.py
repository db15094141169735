"""What is wrong with a field, and what is allowed in it."""

from __future__ import annotations

from typing import Any, Final

from flask_babel import gettext, ngettext
from flask_babel import lazy_gettext as _  # said in the language of whoever asks, not of the first who does


def invalid(reason: str, **facts: Any) -> str:
    """What is wrong with a field, and what is allowed."""
    if reason == "name_long":
        return _name_long(**facts)
    if reason == "points_sum":
        facts["sum"] = facts["ns"] + facts["ew"]
    return str(_WRONG[reason]) % facts


def _name_long(length: int, longest: int) -> str:
    return ngettext(
        "A name has at most %(longest)s characters; this is %(num)s too long.",
        "A name has at most %(longest)s characters; this is %(num)s too long.",
        length - longest,
        longest=longest,
    )


_WRONG: Final = {
    "bid_range": _("A bid here is a whole number from %(low)s to %(high)s."),
    "cards_sum": _("Those cards make %(count)s, but the points say %(points)s."),
    "cards_unknown": _("The point cards are A, J, 10, 5, low and 2, each once."),
    "choice": _("Choose one of these."),
    "control": _("This cannot hold control characters."),
    "dealer_only": _("Only the dealer may bid 28-56."),
    "deals_28_56": _("Deal %(deal)s was bid 28-56, so its bidder must be its dealer."),
    "long": _("At most %(longest)s characters."),
    "name_control": _("A name cannot hold control characters."),
    "name_empty": _("Type a name."),
    "name_taken": _("That name is taken here. “%(free)s” is free."),
    "nothing": _("Nothing to change was named."),
    "once": _("This came more than once."),
    "op": _("This page has lost its number. Open it again and send once more."),
    "password_short": _("A password has at least %(shortest)s characters."),
    "points_range": _("Points are a whole number from %(low)s to %(high)s."),
    "points_sum": _("%(ns)s and %(ew)s make %(sum)s, but the pack has %(pack)s points."),
    "required": _("This is needed."),
    "rule": _("%(value)s is not possible here. Possible: %(allowed)s."),
    "said": _("Type the points your side took."),
    "seat_free": _("Nobody holds that seat."),
    "seat_is_host": _("Whoever sits there is the host already."),
    "seat_is_yours": _("You sit there yourself."),
    "seat_without_phone": _("Nobody’s phone holds that seat."),
    "side_needed": _("Say which side’s points these are."),
    "sign_in": _("This name and password do not belong together."),
    "sure": _("Tick the box first; then press once more."),
    "username_taken": _("That name has an account already. Choose another, or sign in."),
    "whole_number": _("This is a whole number, such as 7."),
}


def allowed(rule: str) -> str:
    """What a rule's field may hold, fitting the other rules."""
    return {
        "target": gettext("a whole number from 1 to 999"),
        "pack_points": gettext("14 or 16"),
        "min_bid": gettext("a whole number from 1 to the pack’s points"),
        "max_bid": gettext("the pack’s points"),
        "forced_bid": gettext("a whole number from the lowest bid to the highest"),
        "goes_out_margin": gettext("a whole number from 0 to the line, or none"),
    }.get(rule, gettext("one of the answers given"))
