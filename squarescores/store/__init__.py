"""Keeping: the marks of every table and the people, in SQLite or PostgreSQL. Knows only the game."""

from squarescores.store.adding import CHANNEL
from squarescores.store.engine import StoreAway
from squarescores.store.people import Person, UsernameTaken
from squarescores.store.press import Answer, CodeTaken, Press
from squarescores.store.store import Store

__all__ = [
    "CHANNEL",
    "Answer",
    "CodeTaken",
    "DamagedDatabase",
    "NewerDatabase",
    "Person",
    "Press",
    "Store",
    "StoreAway",
    "UsernameTaken",
    "is_current",
    "upgrade",
]


def __getattr__(name: str) -> object:
    """The upgrades are asked for once a start, and Alembic takes its time to import."""
    if name in ("DamagedDatabase", "NewerDatabase", "is_current", "upgrade"):
        from squarescores.store import upgrades

        return getattr(upgrades, name)
    raise AttributeError(name)
