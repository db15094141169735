"""What every room reaches for: the settings, the store and the bell of this app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import current_app

from squarescores.live import Bell
from squarescores.settings import Settings
from squarescores.store import Store


@dataclass(frozen=True, slots=True)
class House:
    """The three of them."""

    settings: Settings
    store: Store
    bell: Bell


def house() -> House:
    """The house of the app in whose request this is called."""
    return cast(House, current_app.extensions["squarescores"])
