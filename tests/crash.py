"""The server killed in the middle of everything, hundreds of times: `make crash`.

CRASH_ROUNDS times, 200 by default, on SQLite, and a quarter of that on PostgreSQL. It goes to this machine
only, in a folder of its own, and ends nothing but the server it started.
"""

from __future__ import annotations

import os
import random
import secrets
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tests import postgres
from tests.soak import Evening, House, ends, played, tells
from tests.together.copies import Copy
from tests.together.evening import Soaking

TABLES: Final = 4
LONGEST: Final = 0.6
"""Seconds that a server may live before it is killed: some die in their first request, or before it."""

BETWEEN_COPIES: Final = 10
"""Rounds from one copy of the embedded database, taken meanwhile, to the next."""

PACE: Final = 0.1
"""Seconds between two looks of a player: there is a write on its way at every moment."""


def crash(folder: Path, rounds: int, seed: str, **settings: str) -> Soaking:
    """Kill it so often while four tables write, and look each time; what was counted. Raises the first fault.

    Who is cut off sends the same press again until it is answered. After every restart a table is read whole:
    what was acknowledged is there once, and nothing is there that nobody was told of. A copy
    taken meanwhile holds what was acknowledged before it was begun.
    """
    dice = random.Random(seed)  # noqa: S311 -- chance, not secrecy
    house = House(folder, **settings)
    with played(house, Soaking(house.address, PACE), TABLES, seed) as (soaking, evenings):
        while not all(player.sits for evening in evenings for player in evening.players):
            time.sleep(0.1)
            if soaking.is_lost.is_set():
                break
        copied = None if "database" in settings else folder
        copies = kills(house, soaking, evenings, rounds, dice, copied)
        ends(soaking, evenings)
        for copy in copies:
            copy.is_right()
    return soaking


def kills(
    house: House,
    soaking: Soaking,
    evenings: list[Evening],
    rounds: int,
    dice: random.Random,
    copied: Path | None,
) -> list[Copy]:
    """Round by round; now and then the embedded store in that folder is copied while its server dies."""
    copies = []
    for turn in range(rounds):
        is_copied = copied is not None and turn % BETWEEN_COPIES == 1
        if is_copied:
            copies.append(Copy(copied, f"copy {turn}", [evening.table for evening in evenings]))
        time.sleep(dice.uniform(0, LONGEST))
        house.restarts(signal.SIGKILL)
        evenings[turn % TABLES].is_right(wholly=False)
        soaking.count("killed")
        if is_copied:
            copies[-1].is_taken()
            soaking.count("copied meanwhile")
        if soaking.is_lost.is_set():
            break
    return copies


def main() -> int:
    rounds, seed = int(os.environ.get("CRASH_ROUNDS", "200")), secrets.token_hex(4)
    for name, times, settings in (
        ("SQLite", rounds, {}),
        ("PostgreSQL", max(1, rounds // 4), {"database": postgres.empty_database()}),
    ):
        print(f"{name}: killed {times} times while {TABLES} tables write, seed {seed}", flush=True)
        with tempfile.TemporaryDirectory(prefix="squarescores-crash-") as folder:
            soaking = crash(Path(folder), times, seed, **settings)
        tells(soaking)
    print("What was acknowledged is there once, and nothing else.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
