"""The least that the same server can do: views with next to nothing in them, served as the app is.

`python -m tests.bench.floors FOLDER DATABASE` serves them from a folder with a `page.html` in it.
"""

from __future__ import annotations

import sqlite3
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import psycopg
from flask import Flask

from squarescores import address
from squarescores.serve.files import allow_open_files
from squarescores.serve.master import House, Master
from squarescores.settings import Settings

TABLE: Final = "CREATE TABLE IF NOT EXISTS floor (number INTEGER, content TEXT)"
INSERT: Final = "INSERT INTO floor VALUES (%s, 'what an entry keeps is about as long as this')"


def app(folder: Path, commit: Callable[[], None]) -> Flask:
    """A bare view, one that commits a row durably, and a file."""
    floor = Flask("floor", static_folder=str(folder), static_url_path="/files")

    @floor.get("/bare")
    def bare() -> str:
        return "bare"

    @floor.post("/row")
    def row() -> tuple[str, int]:
        commit()
        return "kept", 201

    # The server ends open streams before it ends; there are none.
    floor.extensions["squarescores"] = SimpleNamespace(bell=SimpleNamespace(close=lambda: None))
    return floor


def on_sqlite(file: str) -> Callable[[], None]:
    """Commits as the store does: ahead in a log, on the disk before it answers, one writer at a time."""
    kept = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    kept.execute("PRAGMA journal_mode=WAL")
    kept.execute("PRAGMA synchronous=FULL")
    kept.execute(TABLE)
    turn, insert = threading.Lock(), INSERT.replace("%s", "?")

    def commit() -> None:
        with turn:
            kept.execute("BEGIN IMMEDIATE")
            kept.execute(insert, (1,))
            kept.execute("COMMIT")

    return commit


def on_postgres(url: str) -> Callable[[], None]:
    """Commits on one of the connections that are open already; the last used one is the next."""
    with psycopg.connect(url) as first:
        first.execute(TABLE)
    free: list[psycopg.Connection] = []
    turns = threading.Semaphore(20)

    def commit() -> None:
        with turns:
            kept = free.pop() if free else psycopg.connect(url, autocommit=True)
            kept.execute(INSERT, (1,))
            free.append(kept)

    return commit


class _Floor(House):
    """The app's own server with another app in it."""

    def __init__(self, folder: Path, database: str, *settings: Any) -> None:
        self._folder, self._database = folder, database
        super().__init__(*settings)

    def load(self) -> Flask:
        make = on_postgres if self._database.startswith("postgres") else on_sqlite
        return app(self._folder, make(self._database))


def main(folder: str, database: str) -> None:
    settings = Settings(host="127.0.0.1", port=0)
    listening = address.listen(settings.host, 0)
    allow_open_files(settings.open_files)
    print(address.welcome(settings, listening.getsockname()[1]), flush=True)
    Master(_Floor(Path(folder), database, settings, listening.detach(), {})).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
