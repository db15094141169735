"""Telling: open pages hear of every mark, and of who else is there. Knows only the game."""

from squarescores.live.bell import Bell, Full
from squarescores.live.page import News, Page
from squarescores.live.postgres import PostgresLine
from squarescores.live.presence import Presence
from squarescores.live.round import NoTable
from squarescores.live.watchman import Watchman

__all__ = ["Bell", "Full", "News", "NoTable", "Page", "PostgresLine", "Presence", "Watchman"]
