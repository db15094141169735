"""SquareScores Pedro: one score sheet for a card table, on everybody's phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from squarescores.settings import Settings

__version__ = "0.1.0"


def create_app(settings: Settings, *, serves: bool = True) -> Flask:
    """The app with these settings: its store open, its bell ready, every room in it.

    What `serves` nobody, a command for instance, is not counted among the servers.
    """
    # Imported here so that `squarescores score` starts with the standard library alone.
    from squarescores.web import create

    return create(settings, serves=serves)
