"""The people of these tests and their phones: real browsers, tapped by what is written on them.

Alice opens the table and sits North, Bob sits East, Carol South, Dave West. Zoe has the link and watches.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.browser.paper import Paper

SEATS = {"alice": "N", "bob": "E", "carol": "S", "dave": "W"}
WORDS = {"N": "North", "E": "East", "S": "South", "W": "West"}
TRUMPS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SIDES = ("NS", "EW")
PHONE = {"width": 360, "height": 740}
SCREEN = {"width": 1280, "height": 800}
PATIENCE = 10_000  # milliseconds; only a machine that is busy with other things needs them
AT_ONCE = 1000  # milliseconds in which a change is on every phone, on a machine that has time for it

expect.set_options(timeout=PATIENCE)
_ops = count(1)


def said(words: str | re.Pattern[str]) -> re.Pattern[str]:
    """The words wherever lines break; a name may stand in marks that isolate its direction."""
    if isinstance(words, re.Pattern):
        return words
    return re.compile(r"[\s\u2068\u2069]*".join(map(re.escape, re.findall(r"\w+|[^\w\s]", words))))


def busy() -> float:
    """How many times slower than alone this machine is now; the browsers of a test are two for each core."""
    return max(1.0, os.getloadavg()[0] / (2 * (os.cpu_count() or 1)))


class Phone:
    """A phone, or the board, in somebody's hand."""

    def __init__(self, party: Party, name: str, **how: Any) -> None:
        self.party = party
        self.name = name
        self.seat: str | None = None
        self.context = party.browser.new_context(
            **{"base_url": party.address, "viewport": PHONE, "has_touch": True, "is_mobile": True, **how}
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.on("request", lambda request: party.asked.add(request.url))
        self.context.on("console", self._said)
        self.context.on("weberror", lambda error: self.troubles.append(f"error: {error.error}"))
        self.troubles: list[str] = []
        self._allowed: list[str] = []

    @cached_property
    def page(self) -> Page:
        """What it shows; a phone that nobody has looked at yet shows nothing and costs nothing."""
        return self.context.new_page()

    @property
    def is_in_hand(self) -> bool:
        return "page" in self.__dict__

    def _said(self, message: ConsoleMessage) -> None:
        """A refused write is an answer people get; the browser notes its status as an error."""
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.type}: {message.text} {message.location['url']}")

    def may_hear(self, pattern: str) -> None:
        """The console may say this without failing the test."""
        self._allowed.append(pattern)

    @property
    def surprises(self) -> list[str]:
        return [
            f"{self.name}: {said}"
            for said in self.troubles
            if not any(re.search(pattern, said) for pattern in self._allowed)
        ]

    # What any phone does

    def goes(self, path: str) -> None:
        """Open an address; `{key}` and `{code}` are the table’s."""
        self.page.goto(path.replace("{key}", self.party.key).replace("{code}", self.party.code))

    def to_the_sheet(self) -> None:
        self.goes("/t/{key}")

    def pressable(self, words: str | re.Pattern[str]) -> Locator:
        """The button or the link that says so."""
        exact = isinstance(words, str)
        page = self.page
        return page.get_by_role("button", name=words, exact=exact).or_(
            page.get_by_role("link", name=words, exact=exact)
        )

    def taps(self, words: str | re.Pattern[str]) -> None:
        self.pressable(words).tap()
        self.party.pressed = time.monotonic()

    def unfolds(self, words: str) -> None:
        self.page.locator("summary").filter(has_text=words).tap()

    def chooses(self, choice: str, of: str | re.Pattern[str]) -> None:
        """Press one key of a group of keys."""
        self.group(of).get_by_role("radio", name=choice, exact=True).tap()

    def group(self, words: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("group", name=words, exact=isinstance(words, str))

    def types(self, words: str, into: str) -> None:
        self.page.get_by_label(into, exact=True).first.fill(words)

    def sees(self, words: str | re.Pattern[str], within: float = PATIENCE) -> None:
        self.reads(words, self.page.get_by_role("main"), within)

    def reads(self, words: str | re.Pattern[str], on: Locator, within: float = PATIENCE) -> None:
        """The words stand on that part of the page, at the latest after so many milliseconds."""
        seen = expect(on, f"{self.name}’s phone")
        seen.to_contain_text(said(words), timeout=within * busy(), use_inner_text=True)

    def sees_no(self, words: str | re.Pattern[str]) -> None:
        main = self.page.get_by_role("main")
        expect(main, f"{self.name}’s phone").not_to_contain_text(said(words), use_inner_text=True)

    # At the table

    def opens(self, dealer: str | None = "N") -> None:
        """Open a table with the defaults, and pick who deals first so that the story can be told."""
        self.goes("/")
        self.taps("Open a table")
        self.types(self.name.capitalize(), into="Your name")
        self.taps("Open the table")
        expect(self.page).to_have_url(re.compile(r"/t/[^/]+/seats$"))
        self.seat = "N"
        self.party.key = self.page.url.split("/")[-2]
        self.party.code = self.me["code"]
        if dealer:
            self.unfolds("Pick who deals first")
            holder = self.name.capitalize() if dealer == "N" else WORDS[dealer]
            self.taps(holder)
            self.sees(f"Picked: {holder}")

    def joins(self, seat: str) -> None:
        """Open the scanned address, type a name, take the seat."""
        self.goes(f"/join/{self.party.code}")
        self.types(self.name.capitalize(), into="Your name")
        self.chooses(WORDS[seat], of="Your seat")
        self.taps("Sit down")
        expect(self.page).to_have_url(re.compile(rf"/t/{re.escape(self.party.key)}$"))
        self.seat = seat

    def notes(self, bidder: str, bid: int, trump: str | None = None) -> None:
        """Note the winning bid: who, how much, and trump where it is known."""
        self.chooses(self.party.called(bidder), of="Bidder")
        self.chooses(str(bid), of="Bid")
        if trump:
            self.chooses(TRUMPS[trump], of="Trump, may be left for later")
        self.taps(re.compile(r"^Note (the bid|.*\b\d+.*)$"))

    def picks(self, points: int) -> None:
        """Choose a figure on the pad, and send nothing yet."""
        self.chooses(str(points), of=self.pad)

    def enters(self, points: int) -> None:
        self.picks(points)
        self.taps(re.compile(rf"^Enter ({points}|the points)$"))

    @property
    def pad(self) -> re.Pattern[str]:
        return re.compile(r"^Points .* took in deal \d+$")

    @property
    def chosen(self) -> Locator:
        return self.group(self.pad).get_by_role("radio", checked=True)

    def has_chosen(self, points: int) -> None:
        expect(self.chosen).to_have_count(1)
        expect(self.chosen).to_have_value(str(points))

    @contextmanager
    def stands_still(self) -> Iterator[None]:
        """Nothing under the thumb moves meanwhile: the keys, the press, the scroll, what has the focus."""
        before = self._place()
        yield
        assert self._place() == before

    def _place(self) -> dict[str, Any]:
        press = self.page.get_by_role("button", name=re.compile("^(Enter|Note) "))
        focused = self.page.locator(":focus")
        return {
            "key": self.chosen.bounding_box(),
            "press": press.bounding_box(),
            "scrolled": self.page.locator(".frame").evaluate("frame => frame.scrollTop"),
            "focus": focused.evaluate("one => one.name + one.value") if focused.count() else None,
        }

    # What it shows

    def total(self, side: str) -> Locator:
        score = self.page.get_by_role("region", name="Score")
        return score.locator(f".side.{side.lower()} .total")

    def owing(self, side: str) -> Locator:
        score = self.page.get_by_role("region", name="Score")
        return score.locator(f".side.{side.lower()} .owing")

    def row(self, deal: int) -> Locator:
        return self.page.locator(f"#deal-{deal}")

    def cell(self, deal: int, side: str) -> Locator:
        return self.row(deal).get_by_role("cell").nth(SIDES.index(side))

    def shows(self, paper: Paper, within: float = PATIENCE) -> None:
        """Both totals, what each side owes, and the cells of every settled row, as on paper."""
        until = time.monotonic() + within * busy() / 1000
        for locator, said in self._figures(paper):
            left = max(1.0, (until - time.monotonic()) * 1000)
            expect(locator, f"{self.name}’s phone").to_have_text(said, timeout=left, use_inner_text=True)

    def _figures(self, paper: Paper) -> Iterator[tuple[Locator, Any]]:
        for side in SIDES:
            yield self.total(side), str(paper.total(side))
            yield self.owing(side), re.compile(paper.owing(side), re.DOTALL)
        if paper.played:
            cells = self.page.locator(", ".join(f"#deal-{deal} td" for deal in paper.played))
            patterns = [paper.cell(deal, side) for deal in paper.played for side in SIDES]
            yield cells, [re.compile(pattern, re.DOTALL) for pattern in patterns]

    def is_live(self, within: float = PATIENCE) -> None:
        expect(self.page.locator('[data-state="live"]')).to_be_visible(timeout=within * busy())

    # Behind the pages: the same routes, with this phone's cookies

    @property
    def me(self) -> dict[str, Any]:
        answer = self.context.request.get(f"/t/{self.party.key}/me")
        found: dict[str, Any] = answer.json()
        return found

    @property
    def sheet(self) -> dict[str, Any]:
        answer = self.context.request.get(f"/t/{self.party.key}/sheet.json")
        found: dict[str, Any] = answer.json()
        return found

    def sends(self, path: str, **fields: Any) -> dict[str, Any]:
        """Post what a page would, without drawing one: for what a test's story takes for granted."""
        page = self.context.request.get("/join").text()
        token = re.search(r'name="csrf-token" content="([^"]+)"', page)
        assert token, page[:300]
        answer = self.context.request.post(
            path.replace("{key}", self.party.key),
            form={"op": f"told-{next(_ops)}", "csrf_token": token[1]}
            | {k: str(v) for k, v in fields.items()},
            headers={"Accept": "application/json"},
        )
        assert answer.ok, f"{path} {fields}: {answer.status} {answer.text()[:300]}"
        told: dict[str, Any] = answer.json()
        return told


class Party:
    """A table in the making and everybody's phones."""

    def __init__(self, browser: Browser, address: str, **how: Any) -> None:
        self.browser = browser
        self.address = address
        self.how = how
        self.key = ""
        self.code = ""
        self.pressed = 0.0
        self.asked: set[str] = set()
        self.phones: dict[str, Phone] = {}

    def phone(self, name: str, **how: Any) -> Phone:
        if name == "board":
            how = {"viewport": SCREEN, "is_mobile": False, "has_touch": False, **how}
        if name not in self.phones:
            self.phones[name] = Phone(self, name, **{**self.how, **how})
        return self.phones[name]

    @property
    def alice(self) -> Phone:
        return self.phone("alice")

    @property
    def bob(self) -> Phone:
        return self.phone("bob")

    @property
    def carol(self) -> Phone:
        return self.phone("carol")

    @property
    def dave(self) -> Phone:
        return self.phone("dave")

    @property
    def zoe(self) -> Phone:
        return self.phone("zoe")

    @property
    def board(self) -> Phone:
        """A big screen in the room, which has the link."""
        return self.phone("board")

    @property
    def everybody(self) -> list[Phone]:
        """Every phone that somebody looks at."""
        return [phone for phone in self.phones.values() if phone.is_in_hand]

    @property
    def players(self) -> list[Phone]:
        return [self.alice, self.bob, self.carol, self.dave]

    def called(self, seat: str) -> str:
        """Who sits there, or the seat's own word."""
        return next((p.name.capitalize() for p in self.phones.values() if p.seat == seat), WORDS[seat])

    # What a story takes for granted

    def is_seated(self, *names: str, **opened: Any) -> None:
        """Alice has opened the table and the others have joined; the phones are still in their pockets."""
        fields = {"name": "Alice", "seat": "N", "first_dealer": "N", **opened}
        answer = self.alice.sends("/tables/new", **fields)
        self.key, self.code = answer["key"], answer["code"]
        self.alice.seat = "N"
        for name in names or ("bob", "carol", "dave"):
            self.phone(name).sends("/join", code=self.code, name=name.capitalize(), seat=SEATS[name])
            self.phone(name).seat = SEATS[name]

    def bids(self, bidder: str, bid: int, trump: str = "") -> int:
        deal = int(self.alice.sheet["open_deal"]["number"])
        self.alice.sends("/t/{key}/bids", deal=deal, bidder=bidder, bid=bid, trump=trump)
        return deal

    def plays(self, paper: Paper, bidder: str, bid: int, ns: int, trump: str = "") -> None:
        """A whole deal, written by the host; East and West took the rest."""
        deal = self.bids(bidder, bid, trump)
        self.alice.sends("/t/{key}/entries", deal=deal, side="NS", points=ns)
        self.alice.sends("/t/{key}/entries", deal=deal, side="EW", points=14 - ns)
        paper.write(deal, bidder, bid, ns)

    # What everybody sees

    def all_show(self, paper: Paper, within: float = PATIENCE) -> None:
        """Every phone shows the same figures, counted from the last press."""
        for phone in self.everybody:
            gone = (time.monotonic() - self.pressed) * 1000 / busy()
            phone.shows(paper, within=max(1.0, within - gone))

    def all_see(self, words: str | re.Pattern[str]) -> None:
        for phone in self.everybody:
            phone.sees(words)

    def strangers(self) -> list[str]:
        """Addresses asked for that are not this house's own."""
        own = (self.address + "/", "data:", "blob:", "about:")
        return [url for url in self.asked if not url.startswith(own)]

    def surprises(self) -> list[str]:
        return [said for phone in self.phones.values() for said in phone.surprises]

    def close(self) -> None:
        for phone in self.phones.values():
            phone.context.close()
