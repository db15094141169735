"""A phone that asks over one kept connection, and one that keeps a whole table."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import count
from typing import Any, Final

from tests.bench.line import Answer, Line, request

JSON: Final = "application/json"
_ops = count(1)


class Phone:
    """A browser's cookie and token; a new guest's, where none are given."""

    def __init__(self, address: str, cookie: str = "", token: str = "") -> None:
        self.line = Line(address)
        self.cookie, self.token = cookie, token
        if not cookie:
            self.token = re.search(r'name="csrf-token" content="([^"]+)"', self.get("/tables/new"))[1]

    def get(self, path: str) -> str:
        return self._said(request("GET", path, self.cookie)).text

    def post(self, path: str, **fields: object) -> dict[str, Any]:
        told = self._said(self.asking(path, **fields)).text
        return dict(json.loads(told))

    def asking(self, path: str, **fields: object) -> bytes:
        """The request that `post` sends, an `op` of its own included where none is given."""
        named = {"op": f"op-{next(_ops)}", "csrf_token": self.token, **fields}
        return request("POST", path, self.cookie, accept=JSON, **named)

    def _said(self, asked: bytes) -> Answer:
        answer = self.line.ask(asked)
        assert answer.status < 300, (asked[:200], answer.status, answer.text[:300])
        if kept := answer.header("Set-Cookie"):
            self.cookie = kept.partition(";")[0]
        return answer


class Play:
    """A table that one phone keeps, deal after deal; `is_bid`: the bid of the open one is noted."""

    def __init__(self, phone: Phone, key: str, deal: int = 1, *, is_bid: bool = False) -> None:
        self.phone, self.key, self.deal = phone, key, deal
        self._to_enter = ["EW", "NS"] if is_bid else []

    def entry(self) -> Callable[[], object]:
        """The next entry, made ready: its bid is noted."""
        if not self._to_enter:
            self.phone.post(f"/t/{self.key}/bids", deal=self.deal, bidder="N", bid=7)
            self._to_enter = ["EW", "NS"]
        side = self._to_enter.pop()
        asked = self.phone.asking(f"/t/{self.key}/entries", deal=self.deal, side=side, points=7)
        if not self._to_enter:
            self.deal += 1
        return lambda: self._enter(asked)

    def _enter(self, asked: bytes) -> Answer:
        answer = self.phone.line.ask(asked)
        assert answer.status == 201, (asked, answer.status, answer.text[:300])
        return answer

    @property
    def is_between_deals(self) -> bool:
        return not self._to_enter
