"""An app's settings on either store."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from squarescores.settings import Settings
from squarescores.store import upgrade
from tests import postgres


def settled(store: str, folder: Path, **settings: Any) -> Settings:
    """Settings with a database of their own, up to date: in the folder, or on the tests' PostgreSQL."""
    if store == "postgresql":
        return Settings(instance=folder, database=postgres.fresh_database(), **settings)
    made = Settings(instance=folder, **settings)
    upgrade(made.database_url)
    return made
