"""The people of these tests and their phones: real connections to the shipped server, several at once.

Alice opens the table and sits North, Bob sits East, Carol South, Dave West. Zoe has the link and watches.
"""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any

from tests.house.serving import Serving
from tests.together.wire import PATIENCE, Stream, Wire
from tests.web import cast
from tests.web.cast import SEATS, Answer

NAMES = (*SEATS, "zoe")

_ops = count(1)


class Press(Answer):
    """Something a phone sent to be written: by whom, what, and what it was answered."""

    def __init__(
        self, response: Any, by: str, op: str, path: str, fields: Mapping[str, Any], tries: int = 1
    ) -> None:
        super().__init__(response)
        self.by = by
        self.op = op
        self.path = path
        self.fields = fields
        self.tries = tries

    @property
    def said(self) -> str:
        """The sentence it was answered."""
        return plain(self.message)

    @property
    def leaves_a_clash(self) -> bool:
        """A partner's other figure; one's own second thought leaves no mark."""
        if self.refused != "already_entered":
            return False
        own = "NS" if SEATS[self.by.lower()] in "NS" else "EW"
        return self.facts["side"] == own and self.facts["by"] != self.by


def plain(text: str) -> str:
    """Without the marks that isolate a name's direction."""
    return re.sub("[\u2068\u2069]", "", text)


class Phone(cast.Phone):
    """A phone with its own connections and cookies; every press it makes is remembered by the party."""

    party: Party

    def __init__(self, party: Party, name: str, wire: Wire) -> None:
        self.party = party
        self.name = name
        self.client = wire
        self.key = None

    @property
    def token(self) -> str:
        """The token of this browser's pages, which lives as long as its cookie."""
        if not self.client.token:
            self.client.token = self.opens_page("/join").page.token
        return self.client.token

    def sends(self, path: str, op: str | None = None, **fields: Any) -> Press:
        op = op or f"op-{next(_ops)}"
        called = fields["name"].strip() if path == "/join" else self.name.capitalize()
        press = Press(super().sends(path, op, **fields).response, called, op, path, fields)
        self.party.presses.append(press)
        return press

    def listens(self) -> Stream:
        return Stream(self.client, self.party.key)


class Party(cast.Party):
    """A table, four people at it and one who watches."""

    def __init__(self, wires: Mapping[str, Wire]) -> None:
        self.key = self.code = ""
        self.presses: list[Press] = []
        for name in NAMES:
            setattr(self, name, Phone(self, name, wires[name]))

    def is_opened(self, **opened: Any) -> Party:
        """Alice opens it, North deals first; the others have their pages open, and so their cookies."""
        assert all(self.phone(name).token for name in NAMES)
        press = self.alice.opens(**{"first_dealer": "N", **opened})
        assert press.status == 201, press.text
        self.key, self.code = press.json["key"], press.json["code"]
        return self

    def is_seated(self) -> Party:
        for name in ("bob", "carol", "dave"):
            press = self.phone(name).joins(SEATS[name])
            assert press.status == 201, press.text
        return self

    @property
    def players(self) -> list[Phone]:
        return [self.phone(name) for name in SEATS]

    @property
    def number(self) -> int:
        return int(self.sheet["mark"])

    @property
    def history(self) -> list[dict[str, Any]]:
        """Every mark as the table's record has it."""
        return self.zoe.asks("/t/{key}/history").json["marks"]

    def written(self, kind: str) -> list[dict[str, Any]]:
        """The marks of one kind."""
        return [line for line in self.history if line["kind"] == kind]

    def mark_of(self, deal: int, match: int | None = None) -> int:
        """The mark that last touched a row, as the sheet shows it."""
        sheet = self.sheet_of(match) if match else self.sheet
        rows = [
            (each["number"], row["mark"]) for each, row in zip(sheet["deals"], sheet["rows"], strict=True)
        ]
        if sheet["open_deal"]:
            rows.append((sheet["open_deal"]["number"], sheet["open_deal"]["mark"]))
        return dict(rows)[deal]

    def sheet_of(self, match: int) -> dict[str, Any]:
        return self.zoe.asks(f"/t/{{key}}/sheet.json?match={match}").json

    @property
    def _last(self) -> dict[str, Any]:
        """The sheet as the last press was answered with it."""
        return self.presses[-1].sheet

    @property
    def _open(self) -> int:
        """The deal that waits."""
        return int(self._last["open_deal"]["number"])

    # What a story takes for granted

    def has_bid(self, bidder: str = "E", bid: int = 8) -> None:
        """The next deal's bid is noted."""
        done(self.alice.bids(self._open, bidder, bid))

    def has_played(self, bidder: str = "E", bid: int = 8, ns: int = 6) -> None:
        """A whole deal is written."""
        deal = self._open
        done(self.alice.bids(deal, bidder, bid))
        done(self.carol.enters(deal, ns))
        done(self.dave.enters(deal, 14 - ns))

    def has_ended(self) -> None:
        """The match is banked."""
        done(self.alice.ends_the_match(self._last["mark"], match=self._last["match"]))

    @contextmanager
    def nothing_written(self) -> Iterator[None]:
        before = self.number
        yield
        assert self.number == before

    @contextmanager
    def all_listen(self) -> Iterator[list[Stream]]:
        """All four have the sheet open."""
        with ExitStack() as streams:
            opened = [phone.listens() for phone in self.players]
            for stream in opened:
                streams.callback(stream.close)
                stream.hears(self.number)
            yield opened


@contextmanager
def wires_of(*houses: Serving) -> Iterator[dict[str, Wire]]:
    """Everybody's browser."""
    address, *others = [house.address for house in houses]
    wires = {name: Wire(address, PATIENCE, *others) for name in NAMES}
    try:
        yield wires
    finally:
        for wire in wires.values():
            wire.close()


def seldom(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that tries a kin of another one: it is played less often."""
    test.is_seldom = True
    return test


def done(press: Press) -> int:
    """It was written; its mark."""
    assert press.status == 201, press.text
    return press.mark


def at_once(*presses: Callable[[], Press]) -> list[Press]:
    """All of them in the same instant; the last one to be ready goes first, and may be any of them."""
    together, first = threading.Barrier(len(presses)), secrets.randbelow(len(presses))

    def one(press: Callable[[], Press]) -> Press:
        together.wait(PATIENCE)
        return press()

    with ThreadPoolExecutor(len(presses)) as threads:
        answers = list(threads.map(one, presses[first:] + presses[:first]))
    return answers[-first:] + answers[:-first] if first else answers


def one_stands(presses: list[Press], *others: int) -> tuple[Press, ...]:
    """One was written, the others answered so; that one first."""
    assert sorted(press.status for press in presses) == sorted((201, *others)), [
        press.text[:200] for press in presses
    ]
    return tuple(sorted(presses, key=lambda press: press.status != 201))
