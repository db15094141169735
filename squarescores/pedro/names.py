"""Players' names: the same cleaning and the same comparison everywhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from squarescores.pedro.refusal import Invalid

LONGEST: Final = 40


def clean(name: str, field: str = "name") -> str:
    """A name as it is written on the sheet: normalised, trimmed, 1 to 40 characters.

    Raises Invalid when nothing readable is left, when it is too long, or when it holds control characters.
    """
    trimmed = " ".join(unicodedata.normalize("NFC", name).split())
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in trimmed):
        raise Invalid(field, "name_control")
    if not any(unicodedata.category(letter)[0] not in "CZM" for letter in trimmed):
        raise Invalid(field, "name_empty")
    if len(trimmed) > LONGEST:
        raise Invalid(field, "name_long", longest=LONGEST, length=len(trimmed))
    return trimmed


def folded(name: str) -> str:
    """What makes two names the same name, whatever their case, width or hidden characters."""
    visible = "".join(letter for letter in name if unicodedata.category(letter) != "Cf")
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())


def unlike(name: str, taken: Iterable[str]) -> str:
    """`name` itself where nobody has it, else the first free "name 2", "name 3" … within 40 characters."""
    others = {folded(other) for other in taken}
    free, count = name, 1
    while folded(free) in others:
        count += 1
        tail = f" {count}"
        free = name[: LONGEST - len(tail)].rstrip() + tail
    return free
