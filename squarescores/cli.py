"""The command `squarescores`: one of its commands is run, and ends with a status."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from squarescores import commands


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the answer is the exit status, 2 for words or settings that cannot be used."""
    args = parser().parse_args(arguments)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read the answer has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def parser() -> argparse.ArgumentParser:
    """Every command and what it is for; the README repeats these words."""
    words = argparse.ArgumentParser(
        prog="squarescores", description="One live score sheet for the card game Pedro."
    )
    words.add_argument("--version", action=_Version, nargs=0, help="print the version and end")
    each = words.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in commands.EVERY:
        command.add(each)
    return words


class _Version(argparse.Action):
    """Looks the version up only when asked, which no other command has to wait for."""

    def __call__(
        self, parser: argparse.ArgumentParser, _namespace: object, _values: object, _option: object = None
    ) -> None:
        from importlib.metadata import version

        parser.exit(message=f"squarescores {version('squarescores')}\n")
