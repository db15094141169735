"""A throwaway Redis on this machine, which a test may stop, freeze and start again at the same address."""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from tests.ports import free_port

MISSING = "These tests need Redis: install it first (on Debian: apt-get install redis-server)."


class Redis:
    """One server, without anything on disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self.address = f"redis://127.0.0.1:{self._port}"
        self.starts()

    def starts(self) -> None:
        program = shutil.which("redis-server")
        assert program, MISSING
        options = {"port": self._port, "bind": "127.0.0.1", "save": "", "dir": self._folder}
        words = [str(word) for name, value in options.items() for word in (f"--{name}", value)]
        self._running = subprocess.Popen([program, *words], stdout=subprocess.PIPE, text=True)
        assert self._running.stdout
        for line in self._running.stdout:
            if "Ready to accept" in line:
                return
        raise AssertionError("Redis did not start")

    def stops(self) -> None:
        self.thaws()
        self._running.terminate()
        self._running.wait(10)
        if self._running.stdout:
            self._running.stdout.close()

    def forgets(self) -> None:
        """Nothing has been counted yet."""
        with redis.Redis(port=self._port) as asking:
            asking.flushall()

    def freezes(self) -> None:
        """It takes in whoever asks, and answers nobody."""
        self._running.send_signal(signal.SIGSTOP)

    def thaws(self) -> None:
        self._running.send_signal(signal.SIGCONT)


@contextmanager
def redis_in(folder: Path) -> Iterator[Redis]:
    """A Redis for as long as this lasts."""
    redis = Redis(folder)
    try:
        yield redis
    finally:
        redis.stops()
