"""The instance folder: made with its parents, and the secret key kept in it."""

from __future__ import annotations

import os
import secrets
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from squarescores.settings import Settings, SettingsError


def prepare(settings: Settings) -> Settings:
    """Make the folder, and answer the settings with the secret key filled in.

    Raises SettingsError where the folder cannot be made or written, or a package is missing.
    """
    _check_packages(settings)
    folder = settings.instance
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return replace(settings, secret_key=settings.secret_key or _secret_key(folder / "secret-key"))
    except OSError as error:
        raise SettingsError(f"The instance folder {folder} cannot be used: {error.strerror}.") from error


def _check_packages(settings: Settings) -> None:
    for url, package, extra in (
        (settings.database_url, "psycopg", "postgres"),
        (settings.limits_store, "redis", "redis"),
    ):
        if url.startswith(extra) and find_spec(package) is None:
            raise SettingsError(f"The package {package} is missing; install squarescores[{extra}].")


def _secret_key(path: Path) -> str:
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32) + "\n")
    except FileExistsError:
        pass
    key = path.read_text(encoding="utf-8").strip()
    if not key:
        raise SettingsError(f"The secret key in {path} is empty; remove the file to have a new one made.")
    return key
