"""Six tables in play at two servers behind nginx, while all that servers need goes and comes: `make faults`.

FAULT_ROUNDS times, 40 by default. It goes to this machine only, with PostgreSQL, Redis and nginx of its
own, and ends nothing but what it started.
"""

from __future__ import annotations

import os
import random
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.many.rack import ALL, LINES, Rack, rack_in
from tests.soak import Evening, ends, played, tells
from tests.together.evening import Fault, Soaking

TABLES: Final = 6
PACE: Final = 0.3
"""Seconds between two looks of a player: there is a write on its way at every moment."""

LONGEST: Final = 2.0
"""Seconds that something is away."""

CURRENT: Final = 20
"""Seconds in which every stream has told the last mark: the watchman's ten, and six of a phone that froze."""

NOT_NOW: Final = frozenset({502, 503, 504})


def bell_lost(rack: Rack, dice: random.Random) -> None:
    rack.cuts(LINES)


def connections_cut(rack: Rack, dice: random.Random) -> None:
    for _ in range(dice.randint(1, 5)):
        rack.cuts(ALL)
        time.sleep(dice.uniform(0, 0.2))


def postgresql_restarted(rack: Rack, dice: random.Random) -> None:
    rack.postgres.stops()
    time.sleep(dice.uniform(0, LONGEST))
    rack.postgres.starts()


def postgresql_crashed(rack: Rack, dice: random.Random) -> None:
    rack.postgres.stops(signal.SIGQUIT)
    rack.postgres.starts()


def counts_gone(rack: Rack, dice: random.Random) -> None:
    rack.redis.stops()
    time.sleep(dice.uniform(0, LONGEST))
    rack.redis.starts()


def counts_frozen(rack: Rack, dice: random.Random) -> None:
    rack.redis.freezes()
    time.sleep(dice.uniform(0, LONGEST))
    rack.redis.thaws()


def server_killed(rack: Rack, dice: random.Random) -> None:
    app = dice.choice(rack.apps)
    app.ends(signal.SIGKILL)
    time.sleep(dice.uniform(0, LONGEST))
    app.starts()


def server_stopped(rack: Rack, dice: random.Random) -> None:
    app = dice.choice(rack.apps)
    app.ends()
    app.starts()


FAULTS: Final[tuple[Callable[[Rack, random.Random], None], ...]] = (
    bell_lost, connections_cut, postgresql_restarted, postgresql_crashed, counts_gone, counts_frozen,
    server_killed, server_stopped,
)  # fmt: skip


class Behind:
    """The rack as a soak wants its server."""

    def __init__(self, rack: Rack) -> None:
        self.address = rack.front

    def last_words(self) -> str:
        return ""

    def ends(self) -> None:
        """Its own end looks at what its servers said."""

    def closes(self) -> None: ...


def faults(folder: Path, rounds: int, seed: str) -> Soaking:
    """Let so many things happen, and look at a table after each; what was counted. Raises the first fault."""
    dice = random.Random(seed)  # noqa: S311 -- chance, not secrecy
    with (
        rack_in(folder) as rack,
        played(Behind(rack), Soaking(rack.front, PACE), TABLES, seed) as (
            soaking,
            evenings,
        ),
    ):
        while not all(player.sits for evening in evenings for player in (*evening.players, evening.tab)):
            time.sleep(0.1)
            if soaking.is_lost.is_set():
                break
        soaking.excused = NOT_NOW
        order = [*FAULTS] * (rounds // len(FAULTS) + 1)
        dice.shuffle(order)
        for turn, fault in enumerate(order[:rounds]):
            for evening in evenings:
                evening.listens()
            time.sleep(dice.uniform(0, 1))
            fault(rack, dice)
            soaking.count(f"fault: {fault.__name__.replace('_', ' ')}")
            is_current(soaking, evenings[turn % TABLES])
            if soaking.is_lost.is_set():
                break
        ends(soaking, evenings)
    return soaking


def is_current(soaking: Soaking, evening: Evening) -> None:
    """While nobody writes: the sheet is what was acknowledged, and streams tell its last mark in time."""
    with evening.table.standing_still():
        last = evening.table.is_right(wholly=False)
        began = time.monotonic()
        while any(ear.heard != last for ear in evening.ears) and not soaking.is_lost.is_set():
            if time.monotonic() > began + CURRENT:
                raise Fault(
                    f"{evening.table.name}: streams told {[ear.heard for ear in evening.ears]} of {last}"
                )
            time.sleep(0.05)


def main() -> int:
    rounds, seed = int(os.environ.get("FAULT_ROUNDS", "40")), secrets.token_hex(4)
    print(f"{TABLES} tables at two servers, {rounds} faults, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="squarescores-faults-") as folder:
        soaking = faults(Path(folder), rounds, seed)
    tells(soaking)
    print("What was acknowledged is there once, and nothing else; every stream told its last mark in time.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
