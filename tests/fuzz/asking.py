"""Sends strange requests to a table in the middle of a match, and says what was wrong with an answer."""

from __future__ import annotations

import itertools
import re
import sqlite3
import time
from contextlib import closing
from urllib.parse import quote, urlencode

from flask import Flask
from hypothesis import note
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.fuzz.strange import Strange
from tests.web.cast import Party

LONGEST = 1.0
"""Seconds of work after which a person thinks it hangs; what others do on a busy machine is not counted."""

KEPT = """SELECT (SELECT count(*) FROM marks WHERE kind != 'Clashed'), (SELECT count(*) FROM tables),
(SELECT count(*) FROM people WHERE username IS NOT NULL),
(SELECT sum(version) FROM people WHERE username IS NOT NULL),
(SELECT group_concat(code) FROM tables)"""

_homes = itertools.count(1)
_ops = itertools.count(1)


class Asking:
    """A house with one table in it at a time, and what it has to answer."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.rules = sorted(app.url_map.iter_rules(), key=str)
        self.file = app.extensions["squarescores"].settings.database_file
        self.asked = 0
        self.refused = 0

    def table(self) -> Party:
        """A new table with a deal played, and one open with a side's points in; asked from a new address."""
        party = Party.of_four(self.app)
        party.plays("N", 8, 9)
        party.alice.bids(2, "E", 8)
        party.bob.enters(2, 6)
        for name in ("zoe", "stranger"):
            assert party.phone(name).token
        self.home = f"10.{next(_homes) // 250 % 250}.{next(_homes) % 250}.1"
        return party

    def ask(self, party: Party, strange: Strange) -> None:
        """Send it, and look at the answer and at what is kept."""
        rule = self.rules[strange.rule % len(self.rules)]
        before, began = self._kept(), time.thread_time()
        response = self._send(party, rule, strange)
        took = time.thread_time() - began
        for _ in range(3):  # a page drawn for the first time has its template read
            if took < LONGEST:
                break
            again = time.thread_time()
            self._read(self._send(party, rule, strange))
            took = time.thread_time() - again
        self.asked += 1
        note(f"{strange.method} {rule} {response.status_code}")
        assert response.status_code < 500, response.text
        assert "Traceback" not in (text := self._read(response)), text
        assert took < LONGEST, f"{took:.2f} s"
        assert b"\n" not in str(response.headers.get("Location", "")).encode()
        if "Host" not in strange.headers:
            assert not re.match(r"(https?:)?//(?!localhost/)", response.headers.get("Location", ""))
        if response.status_code >= 400:
            self.refused += 1
            assert self._kept() == before, f"{response.status_code} changed what is kept"

    def _send(self, party: Party, rule: Rule, strange: Strange) -> TestResponse:
        phone = party.phone(strange.role)
        body, query = strange.body, list(strange.query)
        if strange.is_trusted and strange.kind.startswith("application/x-www-form-urlencoded"):
            signed = urlencode({"csrf_token": phone.token, "op": f"strange-{next(_ops)}"}).encode()
            body = signed + b"&" + body
        parts = iter([*strange.parts, "1", "1"])
        where = re.sub(r"<[^>]+>", lambda place: self._part(place[0], next(parts), party), rule.rule)
        return phone.client.open(
            where,
            method=strange.method,
            data=None if strange.method in ("GET", "HEAD") else body,
            content_type=strange.kind or None,
            headers=strange.headers,
            query_string=urlencode(query, errors="surrogatepass"),
            environ_overrides={"REMOTE_ADDR": self.home},
            buffered=False,
        )

    @staticmethod
    def _part(place: str, part: str, party: Party) -> str:
        own = {"<key>": party.key, "<code>": party.code, "<seat>": "E"}.get(place, "1")
        return quote(own if part == "{own}" else part, safe="", errors="surrogatepass") or "-"

    @staticmethod
    def _read(response: TestResponse) -> str:
        with closing(response):
            return (
                ""
                if response.mimetype == "text/event-stream"
                else response.get_data().decode("utf-8", "replace")
            )

    def _kept(self) -> object:
        with closing(sqlite3.connect(self.file)) as connection:
            return connection.execute(KEPT).fetchone()
