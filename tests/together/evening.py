"""A table in the soak: its four players, what they were told, and whether its record is all of that."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException
from typing import Any, Final, TypeVar

from tests.together.cast import Press
from tests.together.paper import Paper
from tests.together.record import ANSWERS, Scorer, accounted, explained
from tests.together.wire import Response, Wire

T = TypeVar("T")

STILL: Final = 90
"""Seconds within which every press at a table has its answer, restarts of the server included."""


class Fault(AssertionError):
    """Something that must not happen at any table."""


class Soaking:
    """What everybody in the soak shares: when to stop, what was counted, the first fault."""

    def __init__(self, address: str, pace: float = 1.6) -> None:
        self.address = address
        self.pace = pace
        """Seconds between two looks of one player, on average."""
        self.excused: frozenset[int] = frozenset()
        """Answers that say no more than "not now", while something that the server needs may be away."""
        self.stopped = -math.inf
        """When the server was told to stop last; it takes in no more streams then."""
        self.is_over = threading.Event()
        """No new presses; whatever is on its way is still sent, over connections that hold."""
        self.is_lost = threading.Event()
        """Something went wrong: everybody stops at once."""
        self.fault: BaseException | None = None
        self.counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def count(self, what: str, times: int = 1) -> None:
        with self._lock:
            self.counts[what] += times

    def fails(self, fault: BaseException) -> None:
        with self._lock:
            self.fault = self.fault or fault
        self.is_lost.set()
        self.is_over.set()

    def until_answered(self, ask: Callable[[], T | None], pause: Callable[[], float]) -> T:
        """What `ask` comes to, asked again after every connection that broke."""
        until = time.monotonic() + STILL
        while not self.is_lost.is_set():
            try:
                answer = ask()
            except (OSError, HTTPException) as broken:
                self.count(f"no answer: {type(broken).__name__}")
                answer = None
            if answer is not None:
                return answer
            if time.monotonic() > until:
                raise Fault("the server did not answer for very long")
            time.sleep(pause())
        raise Fault("somebody else met a fault")


class Table:
    """One table; its players' presses pass a gate that can be closed to look at what stands."""

    def __init__(self, soaking: Soaking, scorer: Scorer, number: int) -> None:
        self.soaking = soaking
        self.scorer = scorer
        self.name = f"table {number}"
        self.key = self.code = ""
        self.is_open = threading.Event()
        self.presses: list[Press] = []
        self._watching = Wire(soaking.address)
        self._busy = 0
        self._is_held = False
        self._gate = threading.Condition()

    @contextmanager
    def pressing(self) -> Iterator[None]:
        """From the first try of a press to its answer."""
        with self._gate:
            self._gate.wait_for(lambda: not self._is_held)
            self._busy += 1
        try:
            yield
        finally:
            with self._gate:
                self._busy -= 1
                self._gate.notify_all()

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """While nobody has a press on its way."""
        with self._gate:
            self._is_held = True
            is_still = self._gate.wait_for(lambda: not self._busy, STILL)
        try:
            if not is_still:
                raise Fault(f"{self.name}: a press has had no answer for {STILL} seconds")
            yield
        finally:
            with self._gate:
                self._is_held = False
                self._gate.notify_all()

    def is_right(self, *, wholly: bool) -> int:
        """Compare the record with what phones were told; `wholly`: every match. The last mark's number."""
        played = self._asks("/sheet.json")
        history = self._asks("/history")["marks"]
        accounted(history, self.presses)
        paper = Paper(self.presses)
        assert len(paper.matches) == played["match"], self.name
        for match in range(1 if wholly else max(1, played["match"] - 1), played["match"] + 1):
            shown = played if match == played["match"] else self._asks(f"/sheet.json?match={match}")
            explained(history, shown)
            self._is_as_on(paper.case(match), shown)
        self.soaking.count("sheets compared")
        return int(played["mark"])

    def _is_as_on(self, case: dict[str, Any], shown: dict[str, Any]) -> None:
        """The sheet equals `squarescores score` of what was acknowledged."""
        told = [{name: deal[name] for name in deal if name != "dealer"} for deal in shown["deals"]]
        assert told == case["deals"], f"{self.name}, match {shown['match']}"
        rows = [{name: value for name, value in row.items() if name != "mark"} for row in shown["rows"]]
        assert self.scorer.score(case) == {**{name: shown[name] for name in ANSWERS}, "rows": rows}

    def closes(self) -> None:
        self._watching.close()

    def _asks(self, path: str) -> Any:
        def ask() -> Response | None:
            answer = self._watching.get(f"/t/{self.key}{path}", {"Accept": "application/json"})
            return None if answer.status_code in self.soaking.excused else answer

        answer = self.soaking.until_answered(ask, lambda: 0.2)
        assert answer.status_code == 200, answer.text
        return answer.json
