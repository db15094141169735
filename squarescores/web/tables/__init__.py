"""A table from outside its sheet: opening it, joining it, who sits where, and what it plays by."""

from squarescores.web.tables import join, new, rules, seats, whole  # noqa: F401 -- each adds its views to the room
from squarescores.web.tables.room import bp

__all__ = ["bp"]
