"""The sheet people live on: its page and live part, what is written on it, its history and its files."""

from squarescores.web.sheet import corrections, files, history, page, why, writes  # noqa: F401 -- they add views
from squarescores.web.sheet.part import draw
from squarescores.web.sheet.room import bp

__all__ = ["bp", "draw"]
