"""Passwords: digested with Argon2, never kept, never logged, and never a clue to who has an account."""

from __future__ import annotations

import threading
import unicodedata
from functools import cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST: Final = 8

_HASHER: Final = PasswordHasher()
# A digest takes 64 MiB and a core for a moment; more of them at once would be felt at the tables.
_TURN: Final = threading.BoundedSemaphore(2)


def read(typed: str) -> str:
    """The password in one form, whatever keyboard it was typed on."""
    return unicodedata.normalize("NFKC", typed)


def digest(password: str) -> str:
    """What is kept of a password."""
    with _TURN:
        return _HASHER.hash(password)


def belongs(password: str, to: str | None) -> bool:
    """Whether the password is the one digested; without a digest False, in the same time."""
    digested = to or _nobodys()
    with _TURN:
        try:
            return _HASHER.verify(digested, password) and to is not None
        except (VerificationError, InvalidHashError):
            return False


@cache
def _nobodys() -> str:
    """The digest of a password that nobody knows."""
    with _TURN:
        return _HASHER.hash("nobody has this password, and it would not help")
