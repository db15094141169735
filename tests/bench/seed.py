"""A store as it is after years: 100,000 tables with 5 million marks, filled once: `make bench-seed`.

It takes some minutes and 2 GB below bench/, which git ignores; `make clean` leaves it alone.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Final

from squarescores.store import is_current, upgrade
from tests.bench.evening import Evening
from tests.bench.filled import fill
from tests.house.serving import REPOSITORY

TABLES: Final = range(1, 100_001)
MARKS: Final = 50
"""Of each table: four people, fifteen deals, and the bid of the next one."""
FILE: Final = REPOSITORY / "bench/seed.db"
ROOM: Final = 5 * 1024**3
"""Bytes that have to be free: the store, and a copy that is written to."""


def evenings() -> list[Evening]:
    """What all tables are copies of."""
    return [Evening(seed).play().bid() for seed in range(64)]


def seeded() -> Path | None:
    """The filled store; None where there is none of this version."""
    return FILE if FILE.exists() and is_current(f"sqlite:///{FILE}") else None


def main() -> None:
    if seeded():
        print(f"The store is filled: {FILE.relative_to(REPOSITORY)}")
        return
    FILE.parent.mkdir(exist_ok=True)
    if shutil.disk_usage(FILE.parent).free < ROOM:
        raise SystemExit(f"The store needs {ROOM / 1024**3:.0f} GB of free disk.")
    began, part = time.monotonic(), FILE.with_suffix(".part")
    for left in FILE.parent.glob(f"{FILE.stem}*"):
        left.unlink()
    upgrade(f"sqlite:///{part}")
    fill(f"sqlite:///{part}", TABLES, evenings(), awaits_disk=False)
    part.replace(FILE)
    size = FILE.stat().st_size / 1024**3
    print(f"Filled {len(TABLES):,} tables, {size:.1f} GB, in {time.monotonic() - began:.0f} s.")


if __name__ == "__main__":
    main()
