"""The words that pages and answers share: seats, sides and suits, refusals, what is wrong with a field."""

from squarescores.web.words.fields import allowed, invalid
from squarescores.web.words.names import bid, called, holder, plain, seat, side, side_names, suit, unmarked
from squarescores.web.words.refusals import facts_as_json, refusal

__all__ = [
    "allowed",
    "bid",
    "called",
    "facts_as_json",
    "holder",
    "invalid",
    "plain",
    "refusal",
    "seat",
    "side",
    "side_names",
    "suit",
    "unmarked",
]
