"""How fast the shipped server answers on this machine: one table, one phone that writes, one that listens."""

from __future__ import annotations

import gzip
import http.client
import json
import re
import statistics
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Callable
from functools import partial
from pathlib import Path

from sqlalchemy import event

from squarescores.store import Store, upgrade
from tests.house.serving import Serving, serving
from tests.store.conftest import Evening as Kept

ROWS = 15
TIMES = 200
SIGN_INS = 20


class Phone:
    """One kept connection with one cookie, as a browser has it."""

    def __init__(self, server: Serving) -> None:
        self.line = http.client.HTTPConnection(urllib.parse.urlsplit(server.address).netloc)
        self.cookie = self.token = ""
        self.token = re.search(r'name="csrf-token" content="([^"]+)"', self.get("/tables/new").decode())[1]

    def get(self, path: str) -> bytes:
        return self._ask("GET", path)

    def post(self, path: str, **fields: object) -> dict:
        body = urllib.parse.urlencode(fields | {"csrf_token": self.token})
        return json.loads(self._ask("POST", path, body))

    def _ask(self, method: str, path: str, body: str | None = None) -> bytes:
        headers = {"Cookie": self.cookie, "Accept-Encoding": "gzip"}
        if body is not None:
            headers |= {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
        self.line.request(method, path, body, headers)
        answer = self.line.getresponse()
        said = answer.read()
        if answer.headers["Content-Encoding"] == "gzip":
            said = gzip.decompress(said)
        assert answer.status < 300, (path, answer.status, said[:300])
        if kept := answer.headers["Set-Cookie"]:
            self.cookie = kept.partition(";")[0]
        return said


class Evening:
    """A table that Alice keeps alone, for as many deals as are asked for."""

    def __init__(self, alice: Phone, op: str = "t") -> None:
        self.alice = alice
        # So far a line that nobody reaches it.
        self.key = alice.post("/tables/new", op=op, name="Alice", seat="N", target=999)["key"]
        self.deal = 0

    def bid(self) -> None:
        self.deal += 1
        self._write("bids", "b", bidder="N", bid=7)

    def enter(self, side: str) -> int:
        return self._write("entries", side, side=side, points=7)["mark"]

    def play(self) -> None:
        self.bid()
        self.enter("NS")
        self.enter("EW")

    def _write(self, what: str, op: str, **fields: object) -> dict:
        return self.alice.post(f"/t/{self.key}/{what}", op=f"{op}{self.deal}", deal=self.deal, **fields)


class Listener(threading.Thread):
    """A phone with the sheet open; it notes when it heard of each mark."""

    def __init__(self, server: Serving, key: str) -> None:
        super().__init__(daemon=True)
        self.lines = server.listen(f"/t/{key}/live")
        next(self.lines)
        self.heard: dict[int, float] = {}
        self.start()

    def run(self) -> None:
        for line in self.lines:
            if line.startswith(b"id: "):
                self.heard[int(line[4:])] = time.perf_counter()


def timed(act: Callable[[], object]) -> float:
    """Milliseconds it takes."""
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def while_people_sign_in(server: Serving, alice: Phone) -> list[float]:
    """Milliseconds of each entry while as many phones sign in at once, again and again."""
    account = {"username": "zoe", "password": "correct horse"}
    Phone(server).post("/account", op="a", **account)
    entries: list[float] = []
    while len(entries) < TIMES:
        evening = Evening(alice, f"while-{len(entries)}")
        phones = [Phone(server) for _ in range(SIGN_INS)]
        signing = [threading.Thread(target=phone.post, args=["/sign-in"], kwargs=account) for phone in phones]
        for thread in signing:
            thread.start()
        while any(thread.is_alive() for thread in signing):
            evening.bid()
            entries += [timed(partial(evening.enter, side)) for side in ("NS", "EW")]
            time.sleep(0.02)
        for thread in signing:
            thread.join()
    return entries


def written(folder: Path, synchronous: str) -> list[float]:
    """Milliseconds of each mark in the store alone: FULL awaits the disk, NORMAL does not."""
    url = f"sqlite:///{folder / synchronous}.db"
    upgrade(url)
    store = Store(url)
    event.listen(
        store._database.engine,
        "connect",
        lambda connection, _record: connection.execute(f"PRAGMA synchronous={synchronous}").close(),
    )
    table = Kept(store)
    table.opens()
    marks = [timed(partial(table.renames, f"Alice {turn}")) for turn in range(5 * TIMES)]
    store.close()
    return marks


def say(what: str, times: list[float]) -> None:
    middle, late = statistics.median(times), statistics.quantiles(times, n=100)[98]
    print(f"{what:<44} {middle:7.2f} {late:8.2f}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), "--host", "127.0.0.1") as server:
        alice = Phone(server)
        evening = Evening(alice)
        for _ in range(ROWS):
            evening.play()
        print(f"{'milliseconds, one phone at a time':<44} {'median':>7} {'99 %':>8}")
        say("the home page", [timed(lambda: alice.get("/")) for _ in range(TIMES)])
        say(f"a sheet of {ROWS} rows", [timed(lambda: alice.get(f"/t/{evening.key}")) for _ in range(TIMES)])
        say("its live part", [timed(lambda: alice.get(f"/t/{evening.key}/part")) for _ in range(TIMES)])

        listener = Listener(server, evening.key)
        entries, events = [], []
        for _ in range(TIMES // 2):
            evening.bid()
            for side in ("NS", "EW"):
                began = time.perf_counter()
                mark = evening.enter(side)
                entries.append((time.perf_counter() - began) * 1000)
                while mark not in listener.heard:
                    time.sleep(0.0005)
                events.append((listener.heard[mark] - began) * 1000)
        say(f"an entry, on a sheet of {ROWS} to {evening.deal} rows", entries)
        say("from its press to the other phone's event", events)
        say(f"an entry while {SIGN_INS} sign-ins run", while_people_sign_in(server, alice))
        say("a mark in the store, on the disk", written(Path(folder), "FULL"))
        say("a mark in the store, not awaited (NORMAL)", written(Path(folder), "NORMAL"))


if __name__ == "__main__":
    main()
