"""What a running server weighs: memory and processor time of its workers, as the kernel counts them."""

from __future__ import annotations

import os
import re
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.house.serving import Serving

_TICK: Final = os.sysconf("SC_CLK_TCK")
MB: Final = 1024 * 1024


def below(pid: int) -> list[int]:
    """A program's own children, and theirs: of a server its workers."""
    try:
        own = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []
    return own + [each for child in own for each in below(child)]


def worker(server: Serving) -> int:
    """The one that serves; it is there once it has answered."""
    server.get("/healthz")
    (pid,) = below(server.process.pid)
    return pid


def resident(pid: int) -> int:
    """Bytes of memory in use, what it shares with others included."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) * 1024 if found else 0


def seconds(*pids: int) -> float:
    """Seconds of a processor that they took so far."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / _TICK


def see_off(pids: list[int]) -> None:
    """Wait until they have ended; one that does not is ended."""
    until = time.monotonic() + 10
    while any(_runs(pid) for pid in pids) and time.monotonic() < until:
        time.sleep(0.05)
    for pid in filter(_runs, pids):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _runs(pid: int) -> bool:
    try:
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
