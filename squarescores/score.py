"""`squarescores score`: cases in, their sheets or answers out, on the standard library alone."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final

from squarescores.paper import Signs, sheet
from squarescores.pedro import Case, CaseError, answer

_json: Final = json.JSONEncoder(check_circular=False).encode  # an answer holds no loops


class UnreadableError(Exception):
    """A file that cannot be read: its name and the system's reason, in one ASCII line."""


def run(args: argparse.Namespace) -> int:
    """Score what `args.file` holds and print it; the answer is the exit status.

    0; 1 where `--json-lines` refused a line; 2 for a refused case, or a file that cannot be read or written.
    """
    try:
        if args.json_lines:
            return _score_lines(args.file)
        print(_score(b"".join(_lines(args.file)), as_json=args.json), flush=True)
    except (CaseError, UnreadableError) as wrong:
        return _refuse(str(wrong))
    except BrokenPipeError:
        raise
    except OSError as wrong:
        _give_up_printing()
        return _refuse(f"standard output: {wrong.strerror}")
    return 0


def _score(text: bytes, *, as_json: bool) -> str:
    case = Case.read(text)
    standing = case.standing()
    if as_json:
        return _json(answer(standing))
    return sheet(case, standing, Signs.of(getattr(sys.stdout, "encoding", None)))


def _score_lines(name: str) -> int:
    """One answer for each line, sent at once: whoever wrote the line may be waiting for it."""
    status = 0
    for line in _lines(name):
        result: dict[str, Any]
        try:
            result = answer(Case.read(line).standing())
        except CaseError as wrong:
            result, status = {"error": str(wrong)}, 1
        print(_json(result), flush=True)
    return status


def _lines(name: str) -> Iterator[bytes]:
    """The lines of a file, or of standard input for `-`, which end at a line feed and nowhere else."""
    if name == "-" and sys.stdin is None:
        raise UnreadableError("standard input is closed")
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as lines:
            yield from lines
    except OSError as wrong:
        shown = name.encode("unicode_escape").decode()
        raise UnreadableError(f"{shown}: {wrong.strerror}") from None


def _refuse(why: str) -> int:
    print(why, file=sys.stderr)
    return 2


def _give_up_printing() -> None:
    """Point standard output nowhere, or Python would try once more at its end and complain again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
