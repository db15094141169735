"""Join codes: six characters without look-alikes, read however they were typed."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Callable
from typing import Final, TypeVar

from squarescores.store import CodeTaken

T = TypeVar("T")

ALPHABET: Final = "ACDEFGHJKMNPQRTUVWXY34679"
LENGTH: Final = 6
TRIES: Final = 20

_LINK: Final = re.compile(r"/join/([^/?#\s]+)")
_WRITTEN: Final = re.compile(rf"(?<![\w-])([{ALPHABET}]{{3}}[ -]?[{ALPHABET}]{{3}})(?![\w-])")


def draw() -> str:
    """A code that nobody can guess from another."""
    return "".join(secrets.choice(ALPHABET) for _place in range(LENGTH))


def read(typed: str) -> str:
    """The code somebody typed in any case, with spaces or dashes."""
    return "".join(letter for letter in unicodedata.normalize("NFKC", typed).upper() if letter.isalnum())


def shared(words: str) -> str:
    """The code in what somebody shares with the app, a join link or a message with the code; else empty."""
    found = _LINK.search(words) or _WRITTEN.search(words)
    return found[1] if found else ""


def look_alike(code: str) -> str | None:
    """The first character that no code has; None where all of them could be right."""
    return next((letter for letter in code if letter not in ALPHABET), None)


def with_free_code(take: Callable[[str], T]) -> T:
    """What `take` answers to a code that no other table has.

    Two draws in a row that are taken do not happen; twenty say that something else is wrong.
    """
    for _try in range(TRIES - 1):
        try:
            return take(draw())
        except CodeTaken:
            continue
    return take(draw())
