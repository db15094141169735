"""Passwords: digested with Argon2, never kept, never logged, and never a clue to who has an account."""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from squarescores.pedro.refusal import Refused

SHORTEST: Final = 8

_HASHER: Final = PasswordHasher()
# A digest takes 64 MiB and the processor for a moment; several at once would be felt at every table.
_TURN: Final = threading.Lock()
PATIENCE: Final = 5
"""Seconds to wait for the turn; who waits longer is one of very many, and is asked to come back."""


def read(typed: str) -> str:
    """The password in one form, whatever keyboard it was typed on."""
    return unicodedata.normalize("NFKC", typed)


def digest(password: str) -> str:
    """What is kept of a password. Raises Refused where too many wait."""
    with _turn():
        return _HASHER.hash(password)


def belongs(password: str, to: str | None) -> bool:
    """Whether the password is the one digested; without a digest False, in the same time. Raises Refused."""
    digested = to or _nobodys()
    with _turn():
        try:
            return _HASHER.verify(digested, password) and to is not None
        except (VerificationError, InvalidHashError):
            return False


@contextmanager
def _turn() -> Iterator[None]:
    if not _TURN.acquire(timeout=PATIENCE):
        raise Refused("slow_down", seconds=PATIENCE, busy=True)
    try:
        yield
    finally:
        _TURN.release()


@cache
def _nobodys() -> str:
    """The digest of a password that nobody knows."""
    with _turn():
        return _HASHER.hash("nobody has this password, and it would not help")
