"""The shipped program, started the way a person starts it, at a free port and in a folder of its own."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).with_name("squarescores")
PATIENCE = 20  # seconds

# A terminal has this one answered; tests that were started with nohup would have the server ignore it too.
signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Serving:
    """A running `squarescores serve`."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        self.said = ""
        self.said = self._until(r"Ctrl-C")
        self.address = re.findall(r"http://\S+", self.said)[0]

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self._lines.put(line)
        self._lines.put("")

    def _until(self, pattern: str) -> str:
        said = ""
        while not re.search(pattern, said):
            line = self._lines.get(timeout=PATIENCE)
            assert line, f"it ended, having said: {said}"
            said += line
        return said

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        asked = urllib.request.Request(self.address + path, headers=headers)
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return answer.status, dict(answer.headers), answer.read()

    def listen(self, path: str) -> Iterator[bytes]:
        """The lines of a stream, as they come, until the server ends it."""
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
            yield from answer

    def end(self, number: int = signal.SIGTERM, *, group: bool = False) -> tuple[int, float]:
        """Send the signal; the exit status and how many seconds it took."""
        began = time.monotonic()
        (os.killpg if group else os.kill)(self.process.pid, number)
        status = self.process.wait(PATIENCE)
        return status, time.monotonic() - began

    def says(self, sentence: str) -> str:
        """What it said since it was last listened to, up to that sentence, which it says soon."""
        return self._until(re.escape(sentence))

    def last_words(self) -> str:
        """What it said after its greeting; asked once it has ended."""
        said = ""
        while line := self._lines.get(timeout=PATIENCE):
            said += line
        return said


def begun(words: Sequence[str | Path], folder: Path, **settings: str) -> subprocess.Popen[str]:
    """A program in that folder, in a process group of its own as a terminal would give it."""
    return subprocess.Popen(
        words,
        cwd=folder,
        env=plain_environment(**settings),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


@contextmanager
def serving(folder: Path, *options: str, program: Path = PROGRAM, **settings: str) -> Iterator[Serving]:
    """Serve from that folder."""
    process = begun([program, "serve", "--port", "0", *options], folder, **settings)
    try:
        yield Serving(process)
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(PATIENCE)
        if process.stdout:
            process.stdout.close()


def squarescores(*words: str, folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [PROGRAM, *words],
        cwd=folder,
        env=plain_environment(**settings),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def plain_environment(**settings: str) -> dict[str, str]:
    """The environment without settings of whoever runs the tests, and with these."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("SQUARESCORES_", "PYTHON"))
    }
    return (
        kept
        | {"PYTHONUTF8": "1"}
        | {f"SQUARESCORES_{name.upper()}": value for name, value in settings.items()}
    )
