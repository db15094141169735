"""Whether a table's record explains its sheet, and holds everything that phones were told was written."""

from __future__ import annotations

import json
import subprocess
import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from squarescores.pedro import table as tables
from squarescores.pedro.marks import Mark
from squarescores.pedro.packed import unpack
from squarescores.pedro.sheet import sheet
from squarescores.pedro.table import Table
from tests.house.serving import PROGRAM, plain_environment

Line = Mapping[str, Any]
"""A mark, as the history tells it."""

ABOUT = ("mark", "at", "by", "text")
PRIVATE = {
    "Opened": {"code": ""},
    "JoiningSet": {"code": ""},
    "RecoverySet": {"recovery": ""},
    "Recovered": {"recovery": ""},
}
"""What the history keeps back, and nothing on the sheet depends on."""

ANSWERS = ("rows", "status", "winner", "decided_by", "totals", "shortfalls", "nets")

BID = ("bidder", "bid", "trump")

KINDS = {
    "bids": ("Noted", "TrumpNamed"),
    "entries": ("Entered",),
    "corrections": ("Corrected",),
    "voids": ("Voided", "Restored"),
    "banking": ("Banked",),
    "reopening": ("Reopened",),
    "matches": ("Began",),
    "rules": ("RulesChosen",),
    "dealer": ("DealerPicked",),
    "sides": ("SidesNamed",),
    "seats": ("Named", "Moved", "Sat"),
    "free": ("Freed",),
    "host": ("HandedOn",),
    "agreement": ("HostProposed", "HostAgreed", "HostKept", "HandedOn"),
    "recovery": ("RecoverySet", "Recovered"),
    "move": ("MoveOffered",),
    "/move": ("TookOver",),
    "joining": ("JoiningSet",),
    "join": ("Sat", "TookOver"),
    "new": ("Opened",),
}
"""Which marks a press at an address that ends so may leave."""


def folded(history: Iterable[Line]) -> Table:
    """The table that the marks of a history tell of; people are known by their names there."""
    return tables.read(_mark(line) for line in history)


def _mark(line: Line) -> Mark:
    content = {name: value for name, value in line.items() if name not in (*ABOUT, "kind")}
    what = unpack(line["kind"], {**PRIVATE.get(line["kind"], {}), **content})
    return Mark(line["mark"], datetime.fromisoformat(line["at"]), line["by"], what)


def explained(history: list[Line], shown: Mapping[str, Any]) -> None:
    """The marks have no gaps, and come to exactly what the sheet shows of that match."""
    assert [line["mark"] for line in history] == list(range(1, shown["mark"] + 1))
    table = folded(history)
    told = {"table": shown["table"], **sheet(table, table.match(shown["match"]))}
    assert json.loads(json.dumps(told)) == shown


def says(line: Line, path: str, fields: Mapping[str, Any]) -> bool:
    """Whether a mark says what was sent to that address; an empty field says nothing."""
    if path == "/join" and line["kind"] == "Sat":
        return line["name"] == fields["name"].strip()  # one person, one seat: the first
    if line["kind"] == "Corrected" and path.endswith("/entries"):  # the host was first with the same figure
        return str(line["changes"].get(fields.get("side") or line["side"])) == str(fields["points"])
    told = {**line, **line.get("changes", {})}
    if line["kind"] == "Corrected" and path.endswith("/bids"):  # or with the same bid
        return all(_same(told[name], fields.get(name) or told[name]) for name in BID if name in told)
    if line["kind"] == "Began":
        told["match"] -= 1  # a page asks for the one after its own
    last = "/move" if path.startswith("/move/") else path.rpartition("/")[2]
    return line["kind"] in KINDS[last] and all(
        _same(told[name], value)
        for name, value in fields.items()
        if name in told and name not in ABOUT and value not in (None, "")
    )


def _same(told: Any, sent: Any) -> bool:
    if isinstance(told, bool):
        return told is (sent == "yes")
    return str(told) == str(sent).strip()


def accounted(history: list[Line], presses: list[Any]) -> None:
    """Each mark is what one press was told had been written, or the clash another was refused with."""
    told: dict[int, list[Any]] = defaultdict(list)
    for press in presses:
        assert press.status < 500, press.text
        if press.status in (200, 201):
            told[press.mark].append(press)
    for line in history:
        if line["kind"] != "Clashed":
            owned(line, told.pop(line["mark"], []))
    assert not told, "told of marks that are not there"
    clashed([line for line in history if line["kind"] == "Clashed"], presses)


def owned(line: Line, presses: list[Any]) -> None:
    """One press wrote the mark, and whoever else was told of it had sent the same."""
    for press in presses:
        assert says(line, press.path, press.fields), (line, press.path, press.fields)
    assert {press.op for press in presses if press.by == line["by"]}, f"nobody was told of {line}"
    assert len([press for press in presses if press.status == 201]) <= 1, line
    assert all(press.by == line["by"] for press in presses if press.status == 201), line


def clashed(lines: list[Line], presses: list[Any]) -> None:
    """Each clash is one refused press's, and each press refused so has left one.

    A press that was sent again because its refusal was lost may have heard something else in the end.
    """
    entries = [press for press in presses if press.path.endswith("/entries")]
    tried = {(press.by, press.op): press for press in sorted(entries, key=lambda each: each.leaves_a_clash)}
    for surely in (True, False):
        for press in tried.values():
            if press.leaves_a_clash if surely else press.tries > 1 and not press.leaves_a_clash:
                found = [line for line in lines if _is_clash_of(line, press)]
                assert found or not surely, f"{press.by} clashed with {press.fields}, and no mark says so"
                lines = [line for line in lines if line not in found[:1]]
    assert not lines, f"clashes of nobody: {lines}"


def _is_clash_of(line: Line, press: Any) -> bool:
    match = press.fields.get("match") or line["match"]
    return (line["by"], line["match"], line["deal"], str(line["points"])) == (
        press.by,
        match,
        press.fields["deal"],
        str(press.fields["points"]),
    )


class Scorer:
    """`squarescores score`, kept running: a line in, a line out."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._program = subprocess.Popen(
            [PROGRAM, "score", "--json-lines", "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=plain_environment(),
        )

    def score(self, case: Mapping[str, Any]) -> dict[str, Any]:
        """What the case comes to."""
        with self._lock:
            assert self._program.stdin
            assert self._program.stdout
            self._program.stdin.write(json.dumps(case).encode() + b"\n")
            self._program.stdin.flush()
            answer: dict[str, Any] = json.loads(self._program.stdout.readline())
        return answer

    def agrees(self, shown: Mapping[str, Any]) -> None:
        """The sheet, read as a case, comes to the figures that stand on it."""
        rows = [{name: value for name, value in row.items() if name != "mark"} for row in shown["rows"]]
        assert self.score(shown) == {**{name: shown[name] for name in ANSWERS}, "rows": rows}

    def close(self) -> None:
        with self._program as program:
            assert program.stdin
            program.stdin.close()
            program.wait(10)
