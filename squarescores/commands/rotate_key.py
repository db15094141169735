"""`squarescores rotate-key`: a new secret key before the older ones."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from squarescores.commands.common import Commands, takes_instance, with_settings

if TYPE_CHECKING:
    from squarescores.settings import Settings


def add(commands: Commands) -> None:
    """Say what it is for and what it takes."""
    rotate = commands.add_parser("rotate-key", help="sign with a new secret key; the older ones still count")
    takes_instance(rotate)
    rotate.add_argument(
        "--forget",
        action="store_true",
        help="keep no older key: every phone is signed out and loses its seat",
    )
    rotate.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Put it there, and say what is due; the answer is the exit status."""
    return with_settings(args, partial(_rotate, forget=args.forget))


def _rotate(settings: Settings, *, forget: bool) -> int:
    from squarescores import instance, keys
    from squarescores.settings import SettingsError

    if settings.secret_key:
        raise SettingsError(
            "SQUARESCORES_SECRET_KEY is set: put the new key there, before the older by comma."
        )
    instance.prepare(settings)
    kept = keys.rotate(settings.instance, forget=forget) - 1
    older = (
        f"{kept} older {'key' if kept == 1 else 'keys'} still counting" if kept else "no older one counting"
    )
    print(f"There is a new secret key, with {older}. Start the server anew to use it.")
    return 0
