"""The sheet people live on: its page and live part, what is written on it, its history and its files."""

from squarescores.web.sheet import files, history, page, writes  # noqa: F401 -- each adds its views to the room
from squarescores.web.sheet.room import bp

__all__ = ["bp"]
