"""`squarescores score`: a case in, its sheet out."""

from __future__ import annotations

import argparse

from squarescores.commands.common import Commands


def add(commands: Commands) -> None:
    """Say what it is for and what it takes."""
    score = commands.add_parser("score", help="score the case in a file and print its sheet")
    score.add_argument("file", metavar="FILE", help="a case; - reads standard input")
    score.add_argument("--json", action="store_true", help="print the answer as JSON")
    score.add_argument(
        "--json-lines", action="store_true", help="each line is a case, each line printed its answer"
    )
    score.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Score it; the answer is the exit status."""
    from squarescores import score

    return score.run(args)
