"""What the table does not ask for: an entry while twenty people sign in, and what awaiting the disk costs."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from sqlalchemy import event

from squarescores.store import Store, upgrade
from tests.bench.phone import Phone
from tests.bench.result import Figure, Result
from tests.bench.rows.entry import Evenings
from tests.bench.stage import House, Stage
from tests.bench.timing import always, interleaved, timed
from tests.store.conftest import Evening as Kept

SIGN_INS: Final = 20
ROUNDS: Final = 5
ACCOUNT: Final = {"username": "zoe", "password": "correct horse"}
MARKS: Final = 1000


def rows(stage: Stage) -> Iterator[Result]:
    yield _beside_sign_ins(stage.sqlite)
    full, normal = (_store(stage.folder, how) for how in ("FULL", "NORMAL"))
    times = interleaved(MARKS, *(always(partial(_renames, table)) for table in (full, normal)))
    note = "FULL awaits the disk, and is how marks are kept; the floor is NORMAL, which does not"
    yield Result("a mark in the store alone, SQLite", *map(Figure.of, times), note=note)
    for table in (full, normal):
        table.store.close()


def _beside_sign_ins(house: House) -> Result:
    evenings = Evenings(house, 15)
    alone = [timed(evenings()) for _ in range(100)]
    Phone(house.ours.address).post("/account", **ACCOUNT)
    entries: list[float] = []
    for _ in range(ROUNDS):
        phones = [Phone(house.ours.address) for _ in range(SIGN_INS)]
        signing = [threading.Thread(target=phone.post, args=["/sign-in"], kwargs=ACCOUNT) for phone in phones]
        for thread in signing:
            thread.start()
        while any(thread.is_alive() for thread in signing):
            entries.append(timed(evenings()))
            time.sleep(0.02)
    note = f"{len(entries)} entries, {ROUNDS} times {SIGN_INS} sign-ins; the floor is an entry alone"
    return Result("an entry while 20 people sign in", Figure.of(entries), Figure.of(alone), note=note)


def _store(folder: Path, synchronous: str) -> Kept:
    url = f"sqlite:///{folder / synchronous}.db"
    upgrade(url)
    store = Store(url)
    event.listen(
        store._database.engine,
        "connect",
        lambda connection, _record: connection.execute(f"PRAGMA synchronous={synchronous}").close(),
    )
    table = Kept(store)
    table.opens()
    return table


def _renames(table: Kept) -> None:
    table.renames(f"Alice {time.perf_counter_ns() % 1_000_000}")
