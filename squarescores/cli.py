"""The command `squarescores`: serve the app, bring its store up to date, score a case."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from squarescores.settings import Settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the answer is the exit status, 2 for words or settings that cannot be used."""
    args = parser().parse_args(arguments)
    try:
        status: int = args.run(args)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read the answer has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def parser() -> argparse.ArgumentParser:
    """Every command and what it is for; the README repeats these words."""
    commands = argparse.ArgumentParser(
        prog="squarescores", description="One live score sheet for the card game Pedro."
    )
    commands.add_argument("--version", action=_Version, nargs=0, help="print the version and end")
    each = commands.add_subparsers(title="commands", metavar="COMMAND", required=True)

    serve = each.add_parser("serve", help="serve the app to the phones at the table")
    serve.add_argument("--host", help="the address to listen on")
    serve.add_argument("--port", type=int, help="the port to listen on; 0 takes any free one")
    _instance(serve)
    serve.set_defaults(run=_serve)

    upgrade = each.add_parser("upgrade", help="bring the database up to date with this version")
    _instance(upgrade)
    upgrade.set_defaults(run=_upgrade)

    score = each.add_parser("score", help="score the case in a file and print its sheet")
    score.add_argument("file", metavar="FILE", help="a case; - reads standard input")
    score.add_argument("--json", action="store_true", help="print the answer as JSON")
    score.add_argument(
        "--json-lines", action="store_true", help="each line is a case, each line printed its answer"
    )
    score.set_defaults(run=_score)
    return commands


def _instance(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--instance", metavar="DIR", type=Path, help="the folder that keeps the database and the secret key"
    )


class _Version(argparse.Action):
    """Looks the version up only when asked, which no other command has to wait for."""

    def __call__(
        self, parser: argparse.ArgumentParser, _namespace: object, _values: object, _option: object = None
    ) -> None:
        from importlib.metadata import version

        parser.exit(message=f"squarescores {version('squarescores')}\n")


# Each command imports what it needs: `score` is asked for often and needs the standard library only.


def _serve(args: argparse.Namespace) -> int:
    from squarescores import serve

    return _with_settings(args, serve.run)


def _upgrade(args: argparse.Namespace) -> int:
    from squarescores import instance
    from squarescores.store.upgrades import upgrade

    def bring_up_to_date(settings: Settings) -> int:
        upgrade(instance.prepare(settings).database_url)
        print("The database is up to date.")
        return 0

    return _with_settings(args, bring_up_to_date)


def _score(args: argparse.Namespace) -> int:
    from squarescores import score

    return score.run(args)


def _with_settings(args: argparse.Namespace, work: Callable[[Settings], int]) -> int:
    """Do it with the settings of environment and command line; say in one sentence what is in the way."""
    from squarescores.settings import SettingsError, read
    from squarescores.store import StoreAway
    from squarescores.store.upgrades import NewerDatabase

    options = {name: getattr(args, name, None) for name in ("host", "port", "instance")}
    try:
        return work(read(os.environ, **options))
    except (SettingsError, NewerDatabase) as error:
        return _refuse(str(error))
    except StoreAway as error:
        return _refuse(f"The database does not answer: {str(error).splitlines()[0]}.")
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}.")


def _refuse(why: str) -> int:
    print(f"squarescores: {why}", file=sys.stderr)
    return 2
