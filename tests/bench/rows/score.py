"""`squarescores score --json-lines`, beside parsing and printing the same JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from typing import Final

from squarescores.pedro.sheet import sheet
from tests.bench.evening import Evening
from tests.bench.result import Figure, Result
from tests.bench.stage import Stage
from tests.bench.timing import always, interleaved
from tests.house.serving import PROGRAM

LINES: Final = 4000
DEALS: Final = 20
ECHO: Final = """
import json, sys
encode = json.JSONEncoder(check_circular=False).encode
for line in open(sys.argv[1], "rb"):
    print(encode(json.loads(line)), flush=True)
"""


def rows(stage: Stage) -> Iterator[Result]:
    cases = stage.folder / "cases"
    lines = [json.dumps(_case(seed)) for seed in range(64)]
    cases.write_text("".join(f"{lines[at % len(lines)]}\n" for at in range(LINES)))
    ours = [str(PROGRAM), "score", "--json-lines", str(cases)]
    floor = [sys.executable, "-c", ECHO, str(cases)]
    scored, echoed = interleaved(5, *(always(partial(_run, each)) for each in (ours, floor)), warm=1)
    a_line = [Figure.of([each / LINES for each in times]) for times in (scored, echoed)]
    note = f"a line, of {LINES:,} in a new program; the floor parses each and prints the same JSON"
    yield Result("score --json-lines, sheets of 20 deals", *a_line, must=6, aim=3, note=note)


def _case(seed: int) -> dict:
    told = sheet(Evening(seed).play(DEALS).table)
    return {name: told[name] for name in ("rules", "first_dealer", "deals")}


def _run(command: list[str]) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
