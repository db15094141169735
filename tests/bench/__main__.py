"""`make bench`: every row of the table; with names after it only those, and nothing is written."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator

from tests import postgres
from tests.bench import table
from tests.bench.machine import machine
from tests.bench.result import Result
from tests.bench.rows import ROWS
from tests.bench.stage import Stage


def measured(name: str, stage: Stage) -> Iterator[Result]:
    """Its rows; where one breaks off that is what is told, and the others go on."""
    try:
        yield from ROWS[name](stage)
    except (AssertionError, EOFError, OSError) as error:
        yield Result(f"what comes next of `{name}`", None, note=f"it broke off: {error!r}")


def main(names: list[str]) -> None:
    """Measure them, and print each as soon as it is known."""
    if unknown := set(names) - set(ROWS):
        raise SystemExit(f"There is no {', '.join(unknown)}; there are {', '.join(ROWS)}.")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started is ended then, too
    postgres.await_the_disk()
    began = time.monotonic()
    results = []
    with Stage() as stage:
        for name in names or ROWS:
            for result in measured(name, stage):
                print(table.line(result), flush=True)
                results.append(result)
    if not names:
        table.write(results, machine(), time.monotonic() - began)


if __name__ == "__main__":
    main(sys.argv[1:])
