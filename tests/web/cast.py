"""The people of the tests and their phones: own cookies, real pages, real buttons.

Alice opens the table and sits North, Bob sits East, Carol South, Dave West. Zoe has the link and watches,
Frank is the host of another table, and a stranger has just found the address.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from squarescores.store import Store
from tests.web.page import Page

SEATS = {"alice": "N", "bob": "E", "carol": "S", "dave": "W"}
WATCHERS = ("zoe", "frank", "stranger")

_ops = count(1)


def no_write(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """From now on the store raises that for every mark it is to keep."""

    def raises(*_asked: object, **_more: object) -> None:
        raise error

    for name in ("write", "write_as_remembered"):
        monkeypatch.setattr(Store, name, raises)


class Answer:
    """What the server said to a press or to an address."""

    def __init__(self, response: TestResponse) -> None:
        self.response = response
        self.status = response.status_code
        self.location = response.headers.get("Location")
        self.text = response.text

    @cached_property
    def json(self) -> dict[str, Any]:
        told = self.response.json
        assert isinstance(told, dict), self.text
        return told

    @property
    def refused(self) -> str | None:
        return self.json.get("refused")

    @property
    def facts(self) -> dict[str, Any]:
        return self.json["facts"]

    @property
    def errors(self) -> dict[str, list[str]]:
        return self.json["errors"]

    @property
    def message(self) -> str:
        return self.json["message"]

    @property
    def mark(self) -> int:
        return self.json["mark"]

    @property
    def sheet(self) -> dict[str, Any]:
        return self.json["sheet"]

    @cached_property
    def page(self) -> Page:
        assert self.response.mimetype == "text/html", self.text
        return Page(self.text)


class Phone:
    """One person's phone. It writes at the table of the party unless `key` says another."""

    def __init__(self, party: Party, name: str) -> None:
        self.party = party
        self.name = name
        self.client: FlaskClient = party.app.test_client()
        self.key: str | None = None
        self._token: str | None = None

    # What any browser does

    def opens_page(self, path: str, **headers: str) -> Answer:
        """Ask for a page, as a browser does; `{key}` in the path is the table's."""
        return Answer(self.client.get(self._at(path), headers={"Accept": "text/html", **headers}))

    def asks(self, path: str) -> Answer:
        """Ask for JSON."""
        return Answer(self.client.get(self._at(path), headers={"Accept": "application/json"}))

    def sends(
        self, path: str, op: str | None = None, accept: str = "application/json", **fields: Any
    ) -> Answer:
        """Post a form; fields that are None are left out, a list is sent once for each of its things."""
        sent = {"op": f"op-{next(_ops)}" if op is None else op, "csrf_token": self.token, **fields}
        sent = {name: value for name, value in sent.items() if value is not None}
        return Answer(self.client.post(self._at(path), data=sent, headers={"Accept": accept}))

    def presses(self, words: str, on: str, **typed: Any) -> Answer:
        """Open the page, fill in what is typed, and press the button of these words, without JavaScript."""
        form, button = self.opens_page(on).page.form_with(words)
        fields = {**form.fields, **button, **typed}
        if form.method == "get":
            return Answer(self.client.get(form.action, query_string=fields, headers={"Accept": "text/html"}))
        return Answer(self.client.post(form.action, data=fields, headers={"Accept": "text/html"}))

    @property
    def token(self) -> str:
        """The CSRF token of this phone's pages."""
        if self._token is None:
            self._token = self.opens_page("/join").page.token
        return self._token

    def forgets_its_token(self) -> None:
        self._token = None

    def loses_its_cookies(self) -> None:
        self.client, self._token = self.party.app.test_client(), None

    def _at(self, path: str) -> str:
        return path.replace("{key}", self.key or self.party.key)

    # At the table

    def opens(self, **fields: Any) -> Answer:
        """Open a table, at North unless the fields say otherwise."""
        return self.sends("/tables/new", **{"name": self.name.capitalize(), "seat": "N", **fields})

    def joins(
        self, seat: str | None, name: str | None = None, code: str | None = None, **more: Any
    ) -> Answer:
        fields = {"code": code or self.party.code, "name": name or self.name.capitalize(), "seat": seat}
        return self.sends("/join", **fields, **more)

    def names_seat(self, seat: str, name: str | None, **more: Any) -> Answer:
        return self.sends("/t/{key}/seats", seat=seat, name=name, **more)

    def moves(self, seat: str, **more: Any) -> Answer:
        return self.names_seat(seat, None, **more)

    def frees(self, seat: str, **more: Any) -> Answer:
        return self.sends("/t/{key}/seats/free", seat=seat, **more)

    def leaves(self, **more: Any) -> Answer:
        return self.frees(self.me["seat"] or "N", **more)

    def names_sides(self, **names: Any) -> Answer:
        return self.sends("/t/{key}/sides", **names)

    def sets_joining(self, **fields: Any) -> Answer:
        return self.sends("/t/{key}/joining", **fields)

    def hands_on(self, seat: str, **more: Any) -> Answer:
        return self.sends("/t/{key}/host", seat=seat, **more)

    def says(self, seat: str | None, agree: str | None, **more: Any) -> Answer:
        return self.sends("/t/{key}/host/agreement", seat=seat, agree=agree, **more)

    def agrees_to(self, seat: str, **more: Any) -> Answer:
        """Says yes to a new host: the first who does proposes it."""
        return self.says(seat, "yes", **more)

    def refuses(self, seat: str, **more: Any) -> Answer:
        return self.says(seat, "no", **more)

    def recovers(self, code: str | None, **more: Any) -> Answer:
        return self.sends("/t/{key}/host/recovery", code=code, **more)

    def asks_for_a_recovery_code(self, **more: Any) -> Answer:
        return self.sends("/t/{key}/host/recovery", new="yes", **more)

    def offers_move(self, seat: str | None = None, **more: Any) -> Answer:
        """Make the link that brings a seat, the own one, to another phone."""
        return self.sends(f"/t/{{key}}/seats/{seat or self.me['seat']}/move", **more)

    def takes_over(self, link: str, **more: Any) -> Answer:
        """Press the button of the page behind a link."""
        return self.sends(urlsplit(link).path, **more)

    def picks_dealer(self, seat: str | None, **more: Any) -> Answer:
        return self.sends("/t/{key}/dealer", seat=seat, **more)

    def draws_dealer(self, **more: Any) -> Answer:
        return self.sends("/t/{key}/dealer", draw="yes", **more)

    def chooses_rules(self, **rules: Any) -> Answer:
        return self.sends("/t/{key}/rules", **rules)

    # On a row

    def bids(self, deal: Any, bidder: str, bid: Any, trump: str | None = None, **more: Any) -> Answer:
        fields = {"deal": deal, "bidder": bidder, "bid": bid, "trump": trump}
        return self.sends("/t/{key}/bids", **fields, **more)

    def enters(self, deal: Any, points: Any, side: str | None = None, **more: Any) -> Answer:
        return self.sends("/t/{key}/entries", deal=deal, points=points, side=side, **more)

    def corrects(self, deal: int, was: Any = None, **changes: Any) -> Answer:
        """Correct a row as it is now, unless `was` says another mark."""
        seen = self.party.mark_of(deal, changes.get("match")) if was is None else was
        return self.sends("/t/{key}/corrections", deal=deal, was=seen, **changes)

    def voids(self, deal: int, **more: Any) -> Answer:
        return self.sends("/t/{key}/voids", deal=deal, **more)

    def undoes_the_void(self, deal: int, **more: Any) -> Answer:
        return self.voids(deal, undo="yes", **more)

    # On a match

    def ends_the_match(self, seen: Any = None, **more: Any) -> Answer:
        """End match, having seen the sheet as it is now, unless `seen` says an older one."""
        return self.sends("/t/{key}/banking", seen=self.party.number if seen is None else seen, **more)

    def reopens(self, **more: Any) -> Answer:
        return self.sends("/t/{key}/reopening", **more)

    def starts_the_next(self, **more: Any) -> Answer:
        return self.sends("/t/{key}/matches", **more)

    # What it sees

    @property
    def me(self) -> dict[str, Any]:
        return self.asks("/t/{key}/me").json

    @property
    def sheet(self) -> dict[str, Any]:
        return self.asks("/t/{key}/sheet.json").json

    @property
    def new_host(self) -> dict[str, Any] | None:
        return self.asks("/t/{key}/host/agreement").json["new_host"]


class Party:
    """The table that Alice opened, and everybody's phones."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.key = ""
        self.code = ""
        self.recovery = ""
        self.alice, self.bob, self.carol, self.dave, self.zoe, self.frank, self.stranger = (
            Phone(self, name) for name in (*SEATS, *WATCHERS)
        )

    @classmethod
    def of_four(cls, app: Flask, **opened: Any) -> Party:
        """All four seated; Frank has a table of his own."""
        party = cls(app)
        party.opens(**opened)
        for name in ("bob", "carol", "dave"):
            assert party.phone(name).joins(SEATS[name]).status == 201
        assert party.frank.opens().status == 201
        assert party.zoe.opens_page("/t/{key}").status == 200
        return party

    def opens(self, **fields: Any) -> None:
        """Alice opens the table, North deals first."""
        answer = self.alice.opens(**{"first_dealer": "N", **fields})
        assert answer.status == 201, answer.text
        self.key, self.code = answer.json["key"], answer.json["code"]
        self.recovery = answer.json["recovery"]

    def phone(self, name: str) -> Phone:
        found: Phone = getattr(self, name)
        return found

    @property
    def store(self) -> Store:
        found: Store = self.app.extensions["squarescores"].store
        return found

    @property
    def number(self) -> int:
        """The number of the table's last mark."""
        return self.store.numbers([self.key]).get(self.key, 0)

    @property
    def sheet(self) -> dict[str, Any]:
        return self.zoe.sheet

    def mark_of(self, deal: int, match: int | None = None) -> int:
        """The mark that last touched a row; 0 for one nobody has written on."""
        table = self.store.read(self.key)
        of = table and table.match(match)
        row = of and of.row(deal)
        return row.mark if row else 0

    @contextmanager
    def nothing_written(self) -> Iterator[None]:
        """That the table's record is the same before and after."""
        before = self.store.marks(self.key)
        yield
        assert self.store.marks(self.key) == before

    # A few deals at once

    def plays(self, bidder: str, bid: Any, ns: int) -> int:
        """A whole deal: the bid and both sides' points; EW took the rest of the pack. Answers its number."""
        deal, pack = self.sheet["open_deal"]["number"], self.sheet["rules"]["pack_points"]
        assert self.alice.bids(deal, bidder, bid).status == 201
        assert self.carol.enters(deal, ns, "NS").status == 201
        assert self.dave.enters(deal, pack - ns, "EW").status == 201
        return int(deal)

    def is_won_by(self, bidder: str = "N") -> None:
        """Deals until the match is won, all of them bid and swept by one side."""
        while self.sheet["status"] != "won":
            self.plays(bidder, 14, 14 if bidder in "NS" else 0)

    def is_banked(self) -> None:
        assert self.alice.ends_the_match().status == 201
