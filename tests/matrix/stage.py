"""Four tables with the same people at them, everybody's cookie, and the way back to how they stood.

Alice is host at North, Bob sits East, Carol South; Dave came to West after Eve's seat was freed, but for the
one table where West is still free. Bob's first phone gave his seat to his second, and Carol's first phone was
signed out with every other of her account. Frank is host of a table where Grace plays, Zoe has the links.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import insert
from werkzeug.test import TestResponse

from squarescores.store.schema import METADATA
from squarescores.web import passwords
from tests.matrix.declared import BANKED, FREE, FRESH, PLAYED, Ask
from tests.web.cast import Party, Phone

PASSWORD = "correct horse"
ROLES = {
    "nobody": "",
    "spectator": "zoe",
    "NS player": "carol",
    "EW player": "bob",
    "partner": "dave",
    "host": "alice",
    "host elsewhere": "frank",
    "player elsewhere": "grace",
    "seat freed": "eve",
    "seat moved": "bob's first",
    "signed out": "carol's first",
}
"""Each role of the matrix, and who has it here."""

MEANT = {
    "nobody": "no cookie at all, so no token either",
    "spectator": "has the link and no seat",
    "NS player": "holds South",
    "EW player": "holds East, and entered East and West’s points in the open deal",
    "partner": "holds West, and finds that cell filled; has no seat at the table with a free one",
    "host": "opened the table and holds North",
    "host elsewhere": "is host of another table",
    "player elsewhere": "plays at another table",
    "seat freed": "held West until the host freed it",
    "seat moved": "the phone that held East before the seat moved to another",
    "signed out": "a phone with the cookie of South’s account, signed out from another phone",
}
"""The same in words."""

_ops = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Place:
    """A table: its key and codes, and the link that brings its East seat to another phone."""

    key: str
    code: str
    recovery: str
    link: str


class Stage:
    """The tables as everybody left them, kept so that each press begins at the same sheet."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client: FlaskClient = app.test_client(use_cookies=False)
        self.store = app.extensions["squarescores"].store
        passwords._HASHER = PasswordHasher(time_cost=1, memory_cost=64)
        self.party = Party(app)
        names = [name for name in ROLES.values() if name]
        self.phones = {name: self._phone(name) for name in names}
        self.places: dict[str, Place] = {}
        self._seat_everybody()
        self.cookies = {name: self._cookie(phone) for name, phone in self.phones.items()}
        self.tokens = {name: phone.token for name, phone in self.phones.items()}
        self._sign_carols_first_phone_out()
        engine = self.store._database.engine
        self._database = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self._cursor = self._database.connection.cursor()
        self._as_kept = self.record()

    def _phone(self, name: str) -> Phone:
        phone = Phone(self.party, name)
        setattr(self.party, name, phone)
        return phone

    def _seat_everybody(self) -> None:
        phones = self.phones
        phones["carol's first"].sends("/account", username="carol", password=PASSWORD)
        phones["carol"].sends("/sign-in", username="carol", password=PASSWORD)
        phones["carol"].forgets_its_token()
        frank = phones["frank"]
        elsewhere = frank.opens().json
        assert phones["grace"].joins("E", code=elsewhere["code"]).status == 201
        for name in (FREE, FRESH, PLAYED, BANKED):
            self._seat_at(name)
        phones["zoe"].opens_page("/join")
        for phone in phones.values():
            phone.forgets_its_token()
            assert phone.token

    def _seat_at(self, name: str) -> None:
        party, phones = self.party, self.phones
        party.opens()
        assert phones["eve"].joins("W").status == 201
        assert phones["alice"].frees("W").status == 201
        assert phones["carol's first"].joins("S", "Carol").status == 201
        assert phones["bob's first"].joins("E", "Bob").status == 201
        link = phones["bob's first"].offers_move("E").json["link"]
        assert phones["bob"].takes_over(link).status == 201
        if name != FREE:
            assert phones["dave"].joins("W").status == 201
        if name in (PLAYED, BANKED):
            assert party.plays("E", 8, 7) == 1
            assert phones["alice"].bids(2, "N", 8).status == 201
            assert phones["bob"].enters(2, 5).status == 201
        if name == BANKED:
            assert phones["carol"].enters(2, 9).status == 201
            party.is_banked()
        link = phones["bob"].offers_move("E").json["link"]
        self.places[name] = Place(party.key, party.code, party.recovery, link.rpartition("/")[2])

    def _sign_carols_first_phone_out(self) -> None:
        carol = self.phones["carol"]
        assert carol.sends("/sign-out", everywhere="yes").status == 200
        carol.forgets_its_token()
        assert carol.sends("/sign-in", username="carol", password=PASSWORD).status == 200
        carol.forgets_its_token()
        self.tokens["carol"], self.cookies["carol"] = carol.token, self._cookie(carol)

    def _cookie(self, phone: Phone) -> str:
        cookie = phone.client.get_cookie("squarescores")
        assert cookie is not None
        return cookie.value

    # Presses

    def sends(self, role: str, ask: Ask, method: str, accept: str) -> TestResponse:
        """Let somebody in that role ask it, with the token of their own page where it is a press."""
        name, place = ROLES[role], self.places[ask.at or PLAYED]
        headers = {"Accept": accept}
        if name:
            headers["Cookie"] = f"squarescores={self.cookies[name]}"
        fields = {each: self._filled(value, place) for each, value in ask.fields.items()}
        if method == "POST":
            fields |= {"op": f"ask-{next(_ops)}", "csrf_token": self.tokens.get(name, "")}
        else:
            fields = {}
        return self.client.open(
            self.address(ask, place), method=method, data=fields or None, headers=headers, buffered=False
        )

    def address(self, ask: Ask, place: Place) -> str:
        """The rule's address at that table."""
        filled = {
            "<key>": place.key, "<code>": place.code, "<token>": place.link, "<int:deal>": "1",
            "<int:match>": "1", "<seat>": "E", "<slug>": "line", "<path:filename>": "css/house.css",
        }  # fmt: skip
        address = ask.rule
        for part, value in filled.items():
            address = address.replace(part, value)
        return address

    def _filled(self, value: object, place: Place) -> object:
        """A field's value; `{code}` is the table's, `{seen}` its last mark, `{was}` that of its first row."""
        if not isinstance(value, str) or not value.startswith("{"):
            return value
        self.party.key = place.key
        return {
            "{code}": place.code,
            "{recovery}": place.recovery,
            "{seen}": self.party.number,
            "{was}": self.party.mark_of(1),
        }[value]

    # The record

    def record(self) -> dict[str, list[tuple]]:
        """Every row of every table of the database."""
        names = ("people", "tables", "marks", "known")
        return {
            name: self._rows(f"SELECT * FROM {name} ORDER BY 1, 2")  # noqa: S608 -- four names of our own
            for name in names
        }

    def _rows(self, question: str) -> list[tuple]:
        self._cursor.execute(question)
        return self._cursor.fetchall()

    def _puts_back(self) -> None:
        """The kept record again, in either store."""
        with self.store._database.engine.begin() as connection:
            for table in reversed(METADATA.sorted_tables):
                connection.execute(table.delete())
            for table in METADATA.sorted_tables:
                names = [column.name for column in table.columns]
                rows = [dict(zip(names, row, strict=True)) for row in self._as_kept[table.name]]
                connection.execute(insert(table), rows)

    @contextmanager
    def as_it_stood(self) -> Iterator[None]:
        """Begin at the kept record, and come back to it; nobody's tries are counted yet."""
        self.app.extensions["squarescores.limits"].storage.reset()
        try:
            yield
        finally:
            if self.record() != self._as_kept:
                self._puts_back()
                for place in self.places.values():
                    self.store._reading._shelf.drop(place.key)

    def added(self) -> list[tuple[str, tuple]]:
        """What stands in the database that was not kept, table's name first; changed rows count as added."""
        now = self.record()
        return [(name, row) for name, rows in now.items() for row in rows if row not in self._as_kept[name]]

    def table_id(self, at: str) -> int:
        """The number that the database has for a table."""
        return next(row[0] for row in self._as_kept["tables"] if row[1] == self.places[at].key)

    def close(self) -> None:
        self._database.close()
