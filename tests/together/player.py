"""A player in the soak: looks at the sheet, writes on it, sends again what had no answer, as a page does."""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPException
from itertools import count
from typing import Any, Final

from tests.together.cast import Press
from tests.together.cuts import CUTS, Post
from tests.together.evening import Fault, Table
from tests.together.paper import PACK
from tests.together.wire import Response, Wire

WAIT: Final = 4  # seconds; what static/js/post.js waits for an answer

Act = tuple[str, dict[str, Any]]
"""Where a press goes at the table, and its fields."""


class Player(threading.Thread):
    """Somebody at a table with a phone; the first one opens it and is its host.

    With `phone`: another tab of that player's phone.
    """

    def __init__(
        self, table: Table, name: str, seat: str, dice: random.Random, phone: Player | None = None
    ) -> None:
        super().__init__(daemon=True)
        self.phone = phone
        self.table = table
        self.soaking = table.soaking
        self.called = name
        self.seat = seat
        self.side = "NS" if seat in "NS" else "EW"
        self.is_host = seat == "N"
        self.dice = dice
        self.wire = Wire(table.soaking.address, WAIT)
        self.sits = False
        self.known = 0
        """The last mark this phone has seen: no sheet may be older."""
        self.kept = ""
        """The ETag of the live part it has."""
        self._ops = (f"{seat}-{'tab-' if phone else ''}{number}" for number in count(1))

    def run(self) -> None:
        try:
            self.sits = self._takes_a_seat()
            while not self.soaking.is_over.is_set():
                pace = self.soaking.pace
                time.sleep(min(4 * pace, self.dice.expovariate(1 / pace)))
                self._takes_a_turn()
        except BaseException as fault:  # noqa: BLE001 -- the soak fails with it, not this thread alone
            self.soaking.fails(fault)

    def _takes_a_seat(self) -> bool:
        if self.phone:
            return self._is_a_tab_of(self.phone)
        if self.is_host:
            press = self.presses("/tables/new", name=self.called, seat=self.seat, first_dealer="N")
            self.table.key, self.table.code = press.json["key"], press.json["code"]
            self.table.is_open.set()
            return True
        while not self.table.is_open.wait(0.2):
            if self.soaking.is_over.is_set():
                return False
        self.presses("/join", code=self.table.code, name=self.called, seat=self.seat)
        return True

    def _is_a_tab_of(self, phone: Player) -> bool:
        while not phone.sits:
            if self.soaking.is_over.wait(0.2):
                return False
        self.wire.cookies, self.wire.token = phone.wire.cookies, phone.wire.token
        return True

    def _takes_a_turn(self) -> None:
        sheet = self._looks()
        chance = self.dice.random()
        if chance < 0.2:
            self._looks_around()
        if wanted := self._wants(sheet, self.dice.random()):
            act, fields = wanted
            self.presses(f"/t/{self.table.key}/{act}", match=sheet["match"], **fields)

    # What it reads

    def asks(self, path: str, **headers: str) -> Response:
        headers = {"Accept": "application/json", **headers}
        answer = self.soaking.until_answered(lambda: self._now(self.wire.get(path, headers)), self._pause)
        if answer.status_code not in (200, 304):
            raise Fault(f"{path} was answered {answer.status_code}: {answer.text[:300]}")
        self.soaking.count("pages and sheets read")
        return answer

    def _looks(self) -> dict[str, Any]:
        sheet: dict[str, Any] = self.asks(f"/t/{self.table.key}/sheet.json").json
        self._sees(sheet["mark"])
        return sheet

    def _sees(self, mark: int) -> None:
        if mark < self.known:
            raise Fault(f"{self.table.name}: {self.called} had seen mark {self.known}, then {mark}")
        self.known = mark

    def _looks_around(self) -> None:
        """Still the same player; the page, and the live part as a page polls it."""
        me = self.asks(f"/t/{self.table.key}/me").json
        if (me["seat"], me["host"]) != (self.seat, self.is_host):
            raise Fault(f"{self.table.name}: {self.called} has become {me}")
        self.asks(f"/t/{self.table.key}", Accept="text/html")
        part = self.asks(f"/t/{self.table.key}/part", Accept="text/html", **{"If-None-Match": self.kept})
        self.kept = part.headers["ETag"]
        if part.status_code == 304:
            self.soaking.count("parts not sent again")

    def _pause(self) -> float:
        return max(0.05, self.dice.uniform(0.05, 0.3) * self.soaking.pace)

    # What it writes

    def presses(self, path: str, **fields: Any) -> Press:
        """One press, sent with the same `op` until it is answered."""
        fields = {name: value for name, value in fields.items() if value is not None}
        op = next(self._ops)
        tries = 0

        def ask() -> Response | None:
            nonlocal tries
            tries += 1
            return self._try(path, {"op": op, "csrf_token": self._token(), **fields})

        with self.table.pressing():
            answer = self.soaking.until_answered(ask, self._pause)
            press = Press(answer, self.called, op, path, fields, tries)
            self.table.presses.append(press)
        self._is_told(press)
        return press

    def _is_told(self, press: Press) -> None:
        again = ", on a later try" if press.tries > 1 else ""
        self.soaking.count(f"answered {press.status}{again}")
        if press.status in (200, 201):
            self._sees(press.sheet["mark"])
        elif press.status != 409:
            raise Fault(f"{press.path} {press.fields} was answered {press.status}: {press.text[:300]}")
        else:
            self.soaking.count(f"refused: {press.refused}")

    def _token(self) -> str:
        if not self.wire.token:
            found = re.search(r'name="csrf-token" content="([^"]+)"', self.wire.get("/join").text)
            self.wire.token = found[1] if found else ""
        return self.wire.token

    def _try(self, path: str, fields: dict[str, Any]) -> Response | None:
        """One try: it may be cut off anywhere, or be tapped twice."""
        chance = self.dice.random()
        if chance < 0.2 and not self.soaking.is_over.is_set():
            cut, hard = self.dice.choice(CUTS), self.dice.random() < 0.5
            self.soaking.count(f"cut {cut.__name__.replace('_', ' ')}")
            with closing(Post(self.wire, path, fields)) as post:
                cut(post, hard)
            return None
        if chance < 0.3:
            return self._taps_twice(lambda: self._post(path, fields))
        return self._post(path, fields)

    def _post(self, path: str, fields: dict[str, Any]) -> Response | None:
        return self._now(self.wire.post(path, fields, {"Accept": "application/json"}))

    def _now(self, answer: Response) -> Response | None:
        """The answer, if it is more than "not now"."""
        if answer.status_code in self.soaking.excused:
            self.soaking.count(f"answered {answer.status_code}, asked again")
            return None
        return answer

    def _taps_twice(self, post: Callable[[], Response | None]) -> Response | None:
        """The same press twice in the same instant writes once; what came between may part the answers."""
        answers: list[Response] = []

        def tap() -> None:
            try:
                answers.extend(filter(None, [post()]))
            except (OSError, HTTPException):
                return

        taps = [threading.Thread(target=tap) for _ in range(2)]
        for each in taps:
            each.start()
        for each in taps:
            each.join()
        self.soaking.count("tapped twice")
        written = [answer for answer in answers if answer.status_code == 201]
        if len(written) > 1:
            raise Fault(f"{self.table.name}: one press wrote {[answer.json['mark'] for answer in written]}")
        return max(written or answers, key=lambda answer: answer.status_code, default=None)

    # What it wants, looking at a sheet

    def _wants(self, sheet: dict[str, Any], chance: float) -> Act | None:
        if sheet["banked"]:
            return ("reopening", {}) if self.is_host and chance < 0.1 else ("matches", {})
        if self.is_host and sheet["deals"] and chance < 0.08:
            return self._corrects(sheet)
        if sheet["status"] == "won" or chance < 0.01:
            return "banking", {"seen": sheet["mark"]}
        return self._plays(sheet["open_deal"])

    def _corrects(self, sheet: dict[str, Any]) -> Act:
        """A row's points or its bid, mostly of the last one; or it was a misdeal, or was none after all."""
        at = -1 if self.dice.random() < 0.7 else self.dice.randrange(len(sheet["deals"]))
        deal, was = sheet["deals"][at], sheet["rows"][at]["mark"]
        voided = set(range(1, deal["number"])) - {each["number"] for each in sheet["deals"]}
        kind = self.dice.random()
        if kind < 0.15:
            return "voids", {"deal": deal["number"], "reason": "cards were dealt anew"}
        if kind < 0.3 and voided:
            return "voids", {"deal": max(voided), "undo": "yes"}
        if kind < 0.5:
            bid = self._another(deal["bid"], 7, PACK)
            return "corrections", {"deal": deal["number"], "bid": bid, "was": was, "reason": "misheard"}
        points = self._another(deal["taken"]["NS"], 0, PACK)
        return "corrections", {"deal": deal["number"], "NS": points, "EW": PACK - points, "was": was}

    def _another(self, than: int, low: int, high: int) -> int:
        return self.dice.choice([each for each in range(low, high + 1) if each != than])

    def _plays(self, deal: dict[str, Any]) -> Act | None:
        number, taken = deal["number"], deal["taken"]
        if deal["state"] == "bidding":
            return "bids", self._bid(number, self.dice.choice("NESW"), self.dice.randint(7, 10))
        if deal["state"] == "disputed":
            return self._settles(deal)
        if deal["trump"] is None and self.dice.random() < 0.3:
            return "bids", self._bid(number, deal["bidder"], deal["bid"], self.dice.choice("SHDC"))
        if taken == {"NS": None, "EW": None} and self.dice.random() < 0.1:
            bid = self._bid(number, self.dice.choice("NESW"), self.dice.randint(7, PACK))
            return "bids", {**bid, "was": deal["mark"]}
        if taken[self.side] is None or self.dice.random() < 0.15:
            return "entries", {"deal": number, "side": self.side, "points": self._counts(number)}
        return None

    def _bid(self, deal: int, bidder: str, bid: int, trump: str = "") -> dict[str, Any]:
        return {"deal": deal, "bidder": bidder, "bid": bid, "trump": trump}

    def _settles(self, deal: dict[str, Any]) -> Act | None:
        if not self.is_host:
            return None
        ns = self._took(deal["number"])
        figures = {"NS": ns, "EW": PACK - ns}
        return "corrections", {
            "deal": deal["number"],
            **figures,
            "was": deal["mark"],
            "reason": "counted again",
        }

    def _counts(self, deal: int) -> int:
        """What this player counted: mostly what everybody did."""
        ns = self._took(deal)
        if self.dice.random() < 0.1:
            ns = self.dice.randint(0, PACK)
        return ns if self.side == "NS" else PACK - ns

    @staticmethod
    def _took(deal: int) -> int:
        """What North and South really took in a deal: players need not ask each other."""
        return (deal * 5 + 3) % (PACK + 1)
