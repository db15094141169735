"""The file of secret keys: the first line signs, the others are older ones whose cookies still count."""

from __future__ import annotations

import logging
import os
import secrets
import stat
from pathlib import Path
from typing import Final

from squarescores.settings import SettingsError

_log = logging.getLogger(__name__)

NAME: Final = "secret-key"
OWNERS: Final = 0o600


def read(folder: Path) -> tuple[str, ...]:
    """The keys in the folder, the one that signs first; made where there is none.

    A file that others could read is narrowed to its owner. Raises SettingsError where it is not ours to
    narrow, or holds no key; OSError where it cannot be read.
    """
    path = folder / NAME
    try:
        _write(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNERS), (_draw(),))
    except FileExistsError:
        _narrow(path)
    found = tuple(path.read_text(encoding="utf-8").split())
    if not found:
        raise SettingsError(f"The secret key in {path} is empty; remove the file to have a new one made.")
    short = next((key for key in found if len(key) < 16), None)
    if short:
        raise SettingsError(f"A secret key in {path} is shorter than 16 characters.")
    return found


def rotate(folder: Path, *, forget: bool = False) -> int:
    """Put a new key before the others, or in their place; how many there are now."""
    older = () if forget else read(folder)
    path, beside = folder / NAME, folder / f"{NAME}.new"
    beside.unlink(missing_ok=True)
    _write(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNERS), (_draw(), *older))
    beside.replace(path)  # at once: nobody ever reads half of it
    return 1 + len(older)


def _draw() -> str:
    return secrets.token_hex(32)


def _write(opened: int, keys: tuple[str, ...]) -> None:
    with os.fdopen(opened, "w", encoding="utf-8") as file:
        file.write("".join(f"{key}\n" for key in keys))
        file.flush()
        os.fsync(opened)


def _narrow(path: Path) -> None:
    """What others could read they may have read: it is said, and what to do about it."""
    if not stat.S_IMODE(path.stat().st_mode) & 0o077:
        return
    try:
        path.chmod(OWNERS)
    except PermissionError:
        raise SettingsError(
            f"The secret key in {path} can be read by others; run `chmod 600 {path}`."
        ) from None
    _log.warning(
        "Others could read the secret key in %s; it is its owner's alone now. "
        "If one of them may have, run `squarescores rotate-key --forget`.",
        path,
    )
