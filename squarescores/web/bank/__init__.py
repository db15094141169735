"""The bank: End match, what was banked, reopening it, and the next match."""

from squarescores.web.bank import banking, matches, result  # noqa: F401 -- each adds its views to the room
from squarescores.web.bank.room import bp

__all__ = ["bp"]
