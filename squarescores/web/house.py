"""What every room reaches for: the settings, the store, the bell and the clock of this app."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

from flask import current_app

from squarescores.live import Bell
from squarescores.settings import Settings
from squarescores.store import Store


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class House:
    """The four of them."""

    settings: Settings
    store: Store
    bell: Bell
    clock: Callable[[], datetime] = _now
    """The time in UTC; passed in, so that two minutes need not be waited for to be tried."""


def house() -> House:
    """The house of the app in whose request this is called."""
    return cast(House, current_app.extensions["squarescores"])
