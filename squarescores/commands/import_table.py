"""`squarescores import`: a table that its host took away, brought back."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from squarescores.commands.common import Commands, house_of, takes_instance, with_settings

if TYPE_CHECKING:
    from squarescores.settings import Settings

LARGEST = 64 * 1024 * 1024
"""Bytes; an evening's table has some ten thousand."""


def add(commands: Commands) -> None:
    """Say what it is for and what it takes."""
    bring = commands.add_parser("import", help="bring back a table that its host downloaded")
    bring.add_argument("file", metavar="FILE", type=Path, help="what a host downloaded, pedro-table.json")
    takes_instance(bring)
    bring.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it, and say where the table is; the answer is the exit status."""
    return with_settings(args, partial(_bring, file=args.file))


def _bring(settings: Settings, *, file: Path) -> int:
    from squarescores.pedro.whole import WholeError, read
    from squarescores.settings import SettingsError
    from squarescores.web.tables.codes import with_free_code

    with file.open("rb") as kept:
        text = kept.read(LARGEST + 1)
    try:
        if len(text) > LARGEST:
            raise WholeError(f"table: it has more than {LARGEST} bytes")
        whole = read(text)
    except WholeError as wrong:
        raise SettingsError(f"{file}: {wrong}") from None
    with house_of(settings) as house:
        key = with_free_code(lambda code: house.store.bring(whole, house.clock(), code))
    print(f"The table is at /t/{key}, and its old link leads nowhere. No phone holds a seat there yet:")
    print(f"`squarescores table host {key}` prints a code that makes whoever types it the host.")
    return 0
