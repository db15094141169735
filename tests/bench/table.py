"""The results as a table: for a terminal and docs/bench.md, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from tests.bench.result import RATIO, Result, shown
from tests.house.serving import REPOSITORY

MARKDOWN: Final = REPOSITORY / "docs/bench.md"
JSON: Final = REPOSITORY / "bench.json"
HEAD: Final = ("what", "ours", "floor", "measured", "must", "aim", "")

OPENING: Final = """# The bench

`make bench` wrote this: the last run, on the machine below. Times are medians, with the 99th percentile
beside them; a figure with × is a multiple of its floor, which was measured in the same run, in turns with
ours. On another machine the milliseconds differ, the multiples hardly. Nothing here decides a test.
"""


def line(result: Result) -> str:
    """One row for a terminal."""
    measured = "not measured" if result.measured is None else _with_unit(result.measured, result.unit)
    ours = f"{result.ours} / {result.floor}" if result.floor else str(result.ours or result.note)
    wanted = [f"{word} {_with_unit(bar, result.unit)}" for word, bar in _bars(result)]
    return f"{result.name:<46} {measured:>12}  {_verdict(result):<7} {', '.join(wanted):<26} {ours}"


def write(results: Sequence[Result], machine: dict[str, str], took: float) -> None:
    """The committed table, and the figures behind it."""
    MARKDOWN.write_text(markdown(results, machine, took), encoding="utf-8")
    told = [asdict(each) | {"measured": each.measured, "verdict": _verdict(each)} for each in results]
    JSON.write_text(json.dumps({"machine": machine, "rows": told}, indent=2) + "\n", encoding="utf-8")


def markdown(results: Sequence[Result], machine: dict[str, str], took: float) -> str:
    about = "; ".join(f"{name}: {each}" for name, each in machine.items())
    lines = [OPENING, f"{about[0].upper()}{about[1:]}. The run took {took / 60:.1f} minutes.", ""]
    lines += [
        _row(HEAD),
        _row(["---"] * len(HEAD)),
        *(_row(_cells(each)) for each in results),
        "",
        "## What is what",
        "",
    ]
    lines += [f"- **{each.name}**: {each.note}." for each in results if each.note]
    return "\n".join(lines) + "\n"


def _cells(result: Result) -> Sequence[str]:
    bars = dict(_bars(result))
    measured = "not measured" if result.measured is None else _with_unit(result.measured, result.unit)
    return (
        result.name,
        str(result.ours or ""),
        str(result.floor or ""),
        measured,
        *(_with_unit(bars[word], result.unit) if word in bars else "" for word in ("must", "aim")),
        _verdict(result),
    )


def _bars(result: Result) -> list[tuple[str, float]]:
    return [(word, bar) for word, bar in (("must", result.must), ("aim", result.aim)) if bar is not None]


def _verdict(result: Result) -> str:
    if result.reaches(result.must) is None:
        return ""
    if result.reaches(result.aim):
        return "aim"
    return "must" if result.reaches(result.must) else "missed"


def _with_unit(value: float, unit: str) -> str:
    return f"{shown(value)} {unit}" if unit != RATIO else f"{shown(value)} ×"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
