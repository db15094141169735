"""The shipped server, noting when each mark was committed: `python -m tests.bench.watched FILE serve …`."""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

from squarescores import cli, serve
from squarescores.serve.master import House
from tests.bench.crowd.told import Mark


class _Watched(House):
    """The app as it is shipped; the clock is looked at between a commit and its bell."""

    noted: ClassVar[Path]

    def load(self) -> Any:
        app = super().load()
        store, notes = app.extensions["squarescores"].store, self.noted.open("a", buffering=1)
        ring = store.told

        def told(key: str, table: Any) -> None:
            now = time.perf_counter()
            ring(key, table)
            notes.write(f"{key} {now}\n")

        store.told = told
        return app


def noted(file: Path, first: int) -> dict[Mark, float]:
    """When each table's marks from `first` on were committed, by the clock that every program here has."""
    next_ones: dict[str, count[int]] = defaultdict(lambda: count(first))
    lines = (line.split(" ") for line in file.read_text().splitlines())
    return {(key, next(next_ones[key])): float(at) for key, at in lines}


if __name__ == "__main__":
    _Watched.noted = Path(sys.argv[1])
    serve.House = _Watched
    sys.exit(cli.main(sys.argv[2:]))
