"""Several pages in one window, of which one is seen; Playwright would show every page as seen."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 10.0  # seconds


class WindowError(Exception):
    """What the browser could not do, in its own words."""


class Window:
    """A Chromium that is told what to do through a pipe, in its own words."""

    def __init__(self, program: str, flags: list[str], profile: Path) -> None:
        here, there = os.pipe(), os.pipe()
        self._said = os.fdopen(there[0], "rb")
        self._say = os.fdopen(here[1], "wb", 0)
        self._numbers = itertools.count(1)
        shell = f'exec "$0" "$@" 3<&{here[0]} 4>&{there[1]}'
        self._program = subprocess.Popen(
            [
                "bash",
                "-c",
                shell,
                program,
                "--headless",
                "--remote-debugging-pipe",
                f"--user-data-dir={profile}",
                *flags,
            ],
            pass_fds=(here[0], there[1]),
            stderr=subprocess.DEVNULL,
        )
        os.close(here[0])
        os.close(there[1])

    def asks(self, method: str, session: str | None = None, **asked: Any) -> dict[str, Any]:
        number = next(self._numbers)
        said = {"id": number, "method": method, "params": asked} | ({"sessionId": session} if session else {})
        self._say.write(json.dumps(said).encode() + b"\0")
        while True:
            answer = json.loads(self._message())
            if answer.get("id") == number:
                if "error" in answer:
                    raise WindowError(answer["error"]["message"])
                return dict(answer["result"])

    def _message(self) -> bytes:
        message = b""
        while not message.endswith(b"\0"):
            message += self._said.read(1)
        return message[:-1]

    def opens(self, address: str) -> Tab:
        """Another page, in front of those that are open."""
        return Tab(self, address)

    def close(self) -> None:
        self._program.terminate()
        self._program.wait(PATIENCE)
        self._say.close()
        self._said.close()


class Tab:
    """One page of the window."""

    def __init__(self, window: Window, address: str) -> None:
        self._window = window
        self._target = window.asks("Target.createTarget", url=address)["targetId"]
        self._session = window.asks("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"]

    def _asks(self, method: str, **asked: Any) -> dict[str, Any]:
        return self._window.asks(method, self._session, **asked)

    def reads(self, script: str) -> Any:
        """What the script says there; None from a page that is only about to be one."""
        try:
            answer = self._asks("Runtime.evaluate", expression=script, returnByValue=True)
        except WindowError as error:
            if "execution context" in str(error):
                return None
            raise
        return answer["result"].get("value")

    def comes_to(self, script: str, wanted: Any, within: float = PATIENCE) -> float:
        """Wait until the script says so; how many seconds it took."""
        began = time.monotonic()
        while (said := self.reads(script)) != wanted:
            assert time.monotonic() - began < within, f"{script}: {said!r}, not {wanted!r}"
            time.sleep(0.02)
        return time.monotonic() - began

    def to_the_front(self) -> None:
        self._asks("Page.setWebLifecycleState", state="active")
        self._window.asks("Target.activateTarget", targetId=self._target)

    def freezes(self) -> None:
        """As a phone does with a page that is not seen."""
        self._asks("Page.setWebLifecycleState", state="frozen")


@contextmanager
def window(program: str, flags: list[str], profile: Path) -> Iterator[Window]:
    opened = Window(program, flags, profile)
    try:
        yield opened
    finally:
        opened.close()
