"""A table from outside its sheet: opening it, joining it, who sits where, and what it plays by."""

from squarescores.web.tables import deletion, hosts, join, new, phones, rules, seats, whole  # noqa: F401 -- they add views
from squarescores.web.tables.room import bp

__all__ = ["bp"]
