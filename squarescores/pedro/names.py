"""Players' names: the same cleaning and the same comparison everywhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from squarescores.pedro.refusal import Invalid

LONGEST: Final = 40

# Embeddings, overrides and isolates: a name needs none, and one left open turns round what stands after it.
_TURNING: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")

# What draws nothing and is no format character (Cf): fillers, joiners, variation selectors.
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def clean(name: str, field: str = "name") -> str:
    """A name as it is written on the sheet: normalised, trimmed, 1 to 40 characters.

    Raises Invalid when nothing readable is left, when it is too long, or when it holds control characters.
    """
    trimmed = " ".join(unicodedata.normalize("NFC", _TURNING.sub("", name)).split())
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in trimmed):
        raise Invalid(field, "name_control")
    if all(unicodedata.category(letter)[0] in "ZM" for letter in _seen(trimmed)):
        raise Invalid(field, "name_empty")
    if len(trimmed) > LONGEST:
        raise Invalid(field, "name_long", longest=LONGEST, length=len(trimmed))
    return trimmed


def _seen(name: str) -> str:
    """What of a name is drawn."""
    return "".join(letter for letter in _UNSEEN.sub("", name) if unicodedata.category(letter) != "Cf")


def folded(name: str) -> str:
    """What makes two names the same name, whatever their case, width, spaces or hidden characters."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", _seen(name)).casefold())
    return " ".join(folded.split())


def unlike(name: str, taken: Iterable[str]) -> str:
    """`name` itself where nobody has it, else the first free "name 2", "name 3" … within 40 characters."""
    others = {folded(other) for other in taken}
    free, count = name, 1
    while folded(free) in others:
        count += 1
        tail = f" {count}"
        free = name[: LONGEST - len(tail)].rstrip() + tail
    return free


def check_unused(name: str, used: list[str], field: str = "name") -> None:
    """Raise Invalid, with a free name, where a used one is the same whatever its case."""
    if folded(name) in {folded(other) for other in used}:
        raise Invalid(field, "name_taken", free=unlike(name, used))
