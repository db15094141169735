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

from squarescores import cores
from squarescores.pedro.refusal import Refused

SHORTEST: Final = 8

# A digest takes 64 MiB and one core for a moment. One at once, on one core: the others are the tables'.
_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=64 * 1024, parallelism=1)
_TURN: Final = threading.Lock()
QUEUE: Final = 50
"""How many may wait for their turn; each holds a thread that a table could want."""
_PLACES: Final = threading.BoundedSemaphore(QUEUE)
PATIENCE: Final = 10
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
    if not _PLACES.acquire(blocking=False):
        raise Refused("slow_down", seconds=PATIENCE, busy=True)
    try:
        if not _TURN.acquire(timeout=PATIENCE):
            raise Refused("slow_down", seconds=PATIENCE, busy=True)
        try:
            with cores.anywhere():
                yield
        finally:
            _TURN.release()
    finally:
        _PLACES.release()


@cache
def _nobodys() -> str:
    """The digest of a password that nobody knows."""
    with _turn():
        return _HASHER.hash("nobody has this password, and it would not help")
