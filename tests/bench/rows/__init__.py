"""The rows of the table, by what they are about, in the order they are measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from tests.bench.result import Result
from tests.bench.rows import (
    beside,
    entry,
    live,
    phones,
    processes,
    score,
    sheet,
    size,
    start,
    store,
    throughput,
)
from tests.bench.stage import Stage

ROWS: Final[dict[str, Callable[[Stage], Iterator[Result]]]] = {
    "entry": entry.rows,
    "store": store.rows,
    "sheet": sheet.rows,
    "throughput": throughput.rows,
    "live": live.rows,
    "processes": processes.rows,
    "size": size.rows,
    "score": score.rows,
    "start": start.rows,
    "beside": beside.rows,
    "phones": phones.rows,
}
