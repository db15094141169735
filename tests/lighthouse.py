"""What Lighthouse says of home, the sheet and the board on a phone: `make lighthouse`.

The shipped server shows a table of four players after twelve deals, to its host. It fails below 100 for
accessibility and for best practices, and below 98 for performance.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from tests.bench.phone import Phone
from tests.browser.conftest import FLAGS, chromium
from tests.house.serving import REPOSITORY, Serving, serving

PROGRAM: Final = REPOSITORY / ".lighthouse/node_modules/.bin/lighthouse"
LEAST: Final = {"performance": 98, "accessibility": 100, "best-practices": 100}
TRIES: Final = 3
"""Whatever else runs on this machine only ever makes a page slower, so the best try counts."""
PLAYERS: Final = {"E": "Bob", "S": "Carol", "W": "Dave"}
DEALS: Final = [
    ("N", 9, 10, "S"), ("W", 8, 5, "C"), ("E", 7, 7, "D"), ("S", 8, 9, "H"),
    ("W", 9, 5, "S"), ("N", 8, 7, "H"), ("E", 9, 6, "C"), ("W", 10, 6, "D"),
    ("N", 9, 8, "S"), ("E", 11, 4, "C"), ("N", 7, 8, "H"), ("W", 9, 7, "D"),
]  # fmt: skip
"""Bidder, bid, what North and South took, trump."""


def evening(house: Serving) -> tuple[str, str]:
    """Four players and twelve deals; the table's key and its host's cookie."""
    alice = Phone(house.address)
    opened = alice.post("/tables/new", op="t", name="Alice", seat="N", first_dealer="N")
    key = opened["key"]
    for seat, name in PLAYERS.items():
        Phone(house.address).post("/join", op="j", code=opened["code"], name=name, seat=seat)
    for deal, (bidder, bid, ns, trump) in enumerate(DEALS, start=1):
        alice.post(f"/t/{key}/bids", op=f"b{deal}", deal=deal, bidder=bidder, bid=bid, trump=trump)
        for side, points in (("NS", ns), ("EW", 14 - ns)):
            alice.post(f"/t/{key}/entries", op=f"{side}{deal}", deal=deal, side=side, points=points)
    return key, alice.cookie


def look(address: str, headers: Path) -> dict[str, Any]:
    """One report."""
    asked = [
        PROGRAM, address, "--quiet", "--output=json", f"--only-categories={','.join(LEAST)}",
        f"--extra-headers={headers}", f"--chrome-flags={' '.join(['--headless', *FLAGS])}",
    ]  # fmt: skip
    told = subprocess.run(
        asked, env={**os.environ, "CHROME_PATH": chromium()}, capture_output=True, text=True, check=False
    )
    if told.returncode:
        raise SystemExit(f"Lighthouse ended with {told.returncode}: {told.stderr[-2000:]}")
    report: dict[str, Any] = json.loads(told.stdout)
    return report


def scores(report: dict[str, Any]) -> dict[str, int]:
    return {name: round(100 * (report["categories"][name]["score"] or 0)) for name in LEAST}


def best(address: str, headers: Path) -> dict[str, Any]:
    """The best report, of one where that is good enough."""
    reports: list[dict[str, Any]] = []
    while len(reports) < TRIES and not (reports and is_enough(reports[-1])):
        reports.append(look(address, headers))
    return max(reports, key=lambda report: sum(scores(report).values()))


def is_enough(report: dict[str, Any]) -> bool:
    return all(scores(report)[name] >= least for name, least in LEAST.items())


def faults(report: dict[str, Any]) -> list[str]:
    """What cost points, in Lighthouse's own words."""
    named = [
        each["id"] for name in LEAST for each in report["categories"][name]["auditRefs"] if each["weight"]
    ]
    audits = [report["audits"][name] for name in dict.fromkeys(named)]
    lost = [each for each in audits if each["score"] is not None and each["score"] < 1]
    return [f"{each['title']}: {each.get('displayValue', each['score'])}" for each in lost]


def main() -> int:
    """Print each page's scores; 1 where one is too low."""
    is_good = True
    print(f"{'':8}{''.join(f'{name:>16}' for name in LEAST)}{'bytes':>10}")
    with tempfile.TemporaryDirectory() as folder:
        options = ("--host", "127.0.0.1", "--instance", f"{folder}/instance")
        with serving(Path(folder), *options) as house:
            key, cookie = evening(house)
            headers = Path(folder) / "headers.json"
            headers.write_text(json.dumps({"Cookie": cookie}))
            for name, path in (("home", "/"), ("sheet", f"/t/{key}"), ("board", f"/t/{key}/board")):
                report = best(house.address + path, headers)
                sent = int(report["audits"]["total-byte-weight"]["numericValue"])
                print(f"{name:8}{''.join(f'{score:16}' for score in scores(report).values())}{sent:10}")
                if not is_enough(report):
                    is_good = False
                    print("\n".join(f"        {fault}" for fault in faults(report)))
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
