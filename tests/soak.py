"""Twenty tables of four phones whose connections break in every way, a server that is killed: `make soak`.

For SOAK_SECONDS, ten minutes by default, and then until all has been looked at. It goes to this machine only,
in a folder of its own, and ends nothing but the server it started.
"""

from __future__ import annotations

import os
import random
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from tests.house.serving import Serving, serving
from tests.together.ear import Ear
from tests.together.evening import Fault, Soaking, Table
from tests.together.player import Player
from tests.together.record import Scorer

TABLES: Final = 20
SEATED: Final = {"Alice": "N", "Bob": "E", "Carol": "S", "Dave": "W"}
PATIENCE: Final = 90
"""Seconds for the last answers and the last words of the streams."""


class House:
    """The shipped server, which can be killed and comes back at the same port, in the same folder."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self._folder = folder
        self._settings = settings
        self._stack = ExitStack()
        self._running = self._serves("0")
        self.address = self._running.address

    def _serves(self, port: str) -> Serving:
        instance = str(self._folder / "instance")
        options = ("--host", "127.0.0.1", "--port", port, "--instance", instance)
        return self._stack.enter_context(serving(self._folder, *options, **self._settings))

    def restarts(self, number: int) -> None:
        """Ended by that signal, the server must have had nothing to complain of; then it is started again."""
        self.ends(number)
        self._running = self._serves(self.address.rpartition(":")[2])

    def ends(self, number: int = signal.SIGTERM) -> None:
        self._running.end(number, group=number == signal.SIGKILL)
        said = self._running.last_words()
        self.closes()
        if said:
            raise Fault(f"the server said: {said}")

    def last_words(self) -> str:
        """End it, and hear what it had said."""
        self._running.end()
        return self._running.last_words()

    def closes(self) -> None:
        """End it, if that has not been done."""
        self._stack.close()


def soak(folder: Path, seconds: float, tables: int, between_kills: tuple[float, float], seed: str) -> Soaking:
    """Play for so long, and look at everything; what was counted. Raises the first fault."""
    dice = random.Random(seed)  # noqa: S311 -- chance, not secrecy
    house = House(folder)
    with played(house, Soaking(house.address), tables, seed) as (soaking, evenings):
        plays(house, soaking, evenings, seconds, between_kills, dice)
        ends(soaking, evenings)
    return soaking


@contextmanager
def played(house: House, soaking: Soaking, tables: int, seed: str) -> Iterator[tuple[Soaking, list[Evening]]]:
    """So many tables in play at that server, which in the end has nothing to complain of.

    Raises the first fault, with what the server said. Nothing is left running or open.
    """
    scorer = Scorer()
    evenings = [Evening(soaking, scorer, number, seed) for number in range(1, tables + 1)]
    try:
        yield soaking, evenings
    except BaseException as fault:  # noqa: BLE001 -- raised again, or the first one, which it follows from
        soaking.fails(fault)
        (soaking.fault or fault).add_note(f"The server said: {house.last_words()}")
        raise soaking.fault or fault from None
    else:
        house.ends()
    finally:
        for evening in evenings:
            evening.closes()
        scorer.close()
        house.closes()


def tells(soaking: Soaking) -> None:
    """Print what was counted."""
    for what, times in sorted(soaking.counts.items()):
        print(f"  {times:7}  {what}")


class Evening:
    """A table, its players, another tab of the host's, and everybody's streams once they sit."""

    def __init__(self, soaking: Soaking, scorer: Scorer, number: int, seed: str) -> None:
        self.table = Table(soaking, scorer, number)
        self.players = [
            Player(self.table, name, seat, random.Random(f"{seed} {number} {seat}"))  # noqa: S311 -- the same
            for name, seat in SEATED.items()
        ]
        host = self.players[0]
        tab = random.Random(f"{seed} {number} tab")  # noqa: S311 -- the same
        self.tab = Player(self.table, host.called, host.seat, tab, phone=host)
        self.ears: list[Ear] = []
        for player in (*self.players, self.tab):
            player.start()

    def listens(self) -> None:
        """Everybody sits: they have the sheet open."""
        if not self.ears and all(player.sits for player in self.players):
            table = self.table
            self.ears = [Ear(table.soaking, player.wire, table.key, player.dice) for player in self.players]
            for ear in self.ears:
                ear.start()

    def is_right(self, *, wholly: bool) -> int:
        """While nobody writes: the record is what phones were told, and every stream has told the last mark.

        `wholly`: look at every match. The last mark's number.
        """
        if not self.table.is_open.is_set():
            return 0
        with self.table.standing_still():
            last = self.table.is_right(wholly=wholly)
            self._hears(last)
        return last

    def _hears(self, last: int) -> None:
        """All four streams tell the last mark soon, and that all four are connected."""
        until = time.monotonic() + PATIENCE
        for ear in self.ears:
            while (ear.heard, ear.seats) != (last, list(SEATED.values())):
                if self.table.soaking.is_lost.is_set() or time.monotonic() > until:
                    raise Fault(f"{self.table.name}: a stream told {ear.heard} of {last}, and {ear.seats}")
                time.sleep(0.05)

    def closes(self) -> None:
        """Nothing of it is left running or open."""
        for ear in self.ears:
            ear.stops()
        for thread in (*self.players, self.tab, *self.ears):
            thread.join(PATIENCE)
        for player in (*self.players, self.tab):
            player.wire.close()
        self.table.closes()


def plays(
    house: House,
    soaking: Soaking,
    evenings: list[Evening],
    seconds: float,
    between_kills: tuple[float, float],
    dice: random.Random,
) -> None:
    """Until the time is over: kill the server now and then, and look at one table after the other."""
    until = time.monotonic() + seconds
    kill = time.monotonic() + dice.uniform(*between_kills)
    turn = 0
    while (now := time.monotonic()) < until and not soaking.is_over.wait(min(1.0, until - now)):
        for evening in evenings:
            evening.listens()
        if time.monotonic() > kill:
            if dice.random() < 0.8:
                soaking.count("server killed")
                house.restarts(signal.SIGKILL)
            else:
                soaking.count("server stopped")
                soaking.stopped = time.monotonic()
                house.restarts(signal.SIGTERM)
            kill = time.monotonic() + dice.uniform(*between_kills)
        evenings[turn % len(evenings)].is_right(wholly=False)
        turn += 1


def ends(soaking: Soaking, evenings: list[Evening]) -> None:
    """The last answers come in; every sheet and every stream is looked at."""
    soaking.is_over.set()
    for evening in evenings:
        for player in (*evening.players, evening.tab):
            player.join(PATIENCE)
            if player.is_alive():
                raise Fault(f"{evening.table.name}: {player.called} waits for an answer still")
    if soaking.fault:
        raise soaking.fault
    for evening in evenings:
        evening.listens()
        soaking.count("marks written", evening.is_right(wholly=True))
    for evening in evenings:
        evening.closes()


def main() -> int:
    seconds, seed = float(os.environ.get("SOAK_SECONDS", "600")), secrets.token_hex(4)
    print(f"{TABLES} tables of four phones for {seconds:.0f} seconds, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="squarescores-soak-") as folder:
        try:
            soaking = soak(Path(folder), seconds, TABLES, (15, 40), seed)
        except KeyboardInterrupt:
            print("Stopped.")
            return 130
    tells(soaking)
    print("Every sheet is what was acknowledged: no mark twice, none missing, every stream current.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
