"""What is drawn once for many: to everybody exactly what would be drawn for that one alone, and now."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final
from unittest.mock import patch

import pytest
from flask import Flask

from squarescores.web import drawn
from tests.web.cast import Party, Phone

PHONES: Final = ("alice", "bob", "carol", "dave", "zoe", "stranger")
PLACES: Final = (("/t/{key}", "en"), ("/t/{key}/part", "sv"))
ASIDE: Final = (
    ("/t/{key}", "sv"),
    ("/t/{key}/part", "en"),
    ("/t/{key}?side=EW", "en"),
    ("/t/{key}/part?change=bid", "sv"),
    ("/t/{key}/board", "sv"),
    ("/t/{key}/part?view=board", "sv"),
)


def own(html: str) -> str:
    """Without what is another on every drawing."""
    html = re.sub(r'(name="(?:csrf_token|op)" value|csrf-token" content|data-drawn)="[^"]+"', r'\1="…"', html)
    assert "gap-" not in html
    return html


class Twice:
    """The same house twice: one app that keeps what it draws, and one that draws everything anew."""

    def __init__(self, build: Callable[[], Flask]) -> None:
        self.waited = timedelta()
        self.keeps = self._with_clock(build())
        with patch.object(drawn, "PIECES", 0):
            self.forgets = self._with_clock(build())
        self.party = Party.of_four(self.keeps)

    def _with_clock(self, app: Flask) -> Flask:
        clocked = replace(app.extensions["squarescores"], clock=lambda: datetime.now(UTC) + self.waited)
        app.extensions["squarescores"] = clocked
        return app

    def shows_the_same(self) -> None:
        """To every phone, wherever it looks and in whatever language."""
        for name in PHONES:
            for place in (*PLACES, *ASIDE) if name == "alice" else PLACES:
                self._shows_the_same(self.party.phone(name), *place)

    def _shows_the_same(self, phone: Phone, place: str, language: str) -> None:
        kept = phone.opens_page(place, **{"Accept-Language": language})
        cookie = phone.client.get_cookie("squarescores")
        asked = {"Accept-Language": language, "Cookie": f"squarescores={cookie.value}" if cookie else ""}
        alone = self.forgets.test_client(use_cookies=False).get(phone._at(place), headers=asked)
        assert own(kept.text) == own(alone.text), (phone.name, place, language)


@pytest.fixture
def twice(built):
    return Twice(built)


def test_every_change_is_seen_by_everybody_and_each_sees_their_own(twice):
    party = twice.party
    alice, bob, carol, dave, zoe = (party.phone(name) for name in PHONES[:5])
    eve = Phone(party, "eve")
    changes = [
        lambda: alice.picks_dealer("E"),
        lambda: alice.names_sides(NS="The <b>Owls</b>"),
        lambda: alice.chooses_rules(target=21),
        lambda: bob.bids(1, "N", 8),
        lambda: carol.bids(1, "N", 8, "H"),
        lambda: carol.enters(1, 7),
        lambda: bob.enters(1, 9),
        lambda: dave.enters(1, 7),
        lambda: alice.corrects(1, NS=7, EW=7),
        lambda: alice.corrects(1, dealer="S", bid=9),
        lambda: dave.bids(2, "W", 7),
        lambda: bob.enters(2, 7),
        lambda: alice.voids(2),
        lambda: alice.undoes_the_void(2),
        lambda: alice.enters(2, 7, "NS"),
        lambda: bob.names_seat("E", "Robert"),
        lambda: zoe.takes_over(bob.offers_move().json["link"]),
        lambda: zoe.frees("E"),
        lambda: alice.sets_joining(open="no"),
        lambda: alice.sets_joining(open="yes", new_code="yes"),
        lambda: eve.joins("E", code=alice.me["code"]),
        lambda: eve.agrees_to("E"),
        lambda: carol.agrees_to("E"),
        lambda: alice.refuses("E"),
        lambda: alice.hands_on("S"),
        lambda: alice.recovers(party.recovery),
        lambda: alice.enters(party.plays("S", 14, 14), 14, "NS"),
        carol.ends_the_match,
        alice.reopens,
        alice.ends_the_match,
        lambda: alice.corrects(1, NS=8, EW=6, match=1),
        dave.starts_the_next,
        lambda: dave.sends("/account/deletion", sure="yes"),
    ]
    twice.shows_the_same()
    for change in changes:
        assert change().status in (200, 201, 409)
        twice.shows_the_same()
    assert party.sheet["match"] == 2


def test_a_host_whose_time_to_refuse_runs_out_is_the_host_on_every_page(twice):
    party = twice.party
    party.bob.agrees_to("S")
    party.carol.agrees_to("S")
    twice.shows_the_same()
    twice.waited = timedelta(seconds=121)
    twice.shows_the_same()
    assert party.carol.me["host"]


def test_who_comes_and_goes_is_told_beside_what_is_drawn(twice):
    bell, key = twice.keeps.extensions["squarescores"].bell, twice.party.key
    before = own(twice.party.zoe.opens_page("/t/{key}").text)
    page = bell.listen(key, twice.party.number)
    assert own(twice.party.zoe.opens_page("/t/{key}").text) == before
    page.close()


def test_two_who_see_the_same_have_a_token_each_and_every_form_an_op(party, zoe):
    party.alice.bids(1, "N", 8)
    pages = [phone.opens_page("/t/{key}").text for phone in (zoe, party.frank, party.alice, party.alice)]
    tokens = [re.search(r'csrf-token" content="([^"]+)', page)[1] for page in pages]
    assert len(set(tokens[:3])) == 3
    signs = [re.search(r'data-drawn-for="(\w*)"', page)[1] for page in pages]
    assert len(set(signs)) == 3
    assert signs[2] == signs[3]
    ops = [op for page in pages for op in re.findall(r'name="op" value="([^"]+)"', page)]
    assert len(ops) == len(set(ops)) > 1


def test_strangers_never_share_a_token_and_one_keeps_the_first(party):
    strangers = [Phone(party, name) for name in ("one", "two", "three")]
    first, again = (
        [
            re.search(r'csrf-token" content="([^"]+)', phone.opens_page("/t/{key}").text)[1]
            for phone in strangers
        ]
        for _time in range(2)
    )
    assert len({token.split(".")[0] for token in first}) == 3
    assert [token.split(".")[0] for token in again] == [token.split(".")[0] for token in first]


def test_the_token_of_a_page_drawn_for_another_writes_nothing(party, alice, bob, carol):
    """A seat's page, drawn for one phone, is given to the one that holds the seat next."""
    party.alice.bids(1, "E", 8)
    bob.opens_page("/t/{key}")
    party.zoe.takes_over(bob.offers_move().json["link"])
    form, _ = party.zoe.opens_page("/t/{key}").page.form_with("Enter the points")
    sent = {**form.fields, "points": "7"}
    assert party.zoe.client.post(form.action, data=sent).status_code == 303
    assert bob.client.post(form.action, data=sent | {"op": "other"}).status_code == 400


def test_a_part_has_nothing_of_anybody_s(party, alice, bob):
    bob.agrees_to("E")
    part = alice.opens_page("/t/{key}/part")
    fields = re.findall(r'name="(csrf_token|op)" value="([^"]*)"', part.text)
    assert fields
    assert {value for _name, value in fields} == {""}


# The pieces


def test_what_is_kept_is_drawn_of_this_very_table(app, party):
    """A database put in another's place may have another table of the same key and number."""
    drawings = []

    def draw(_before: str | None) -> str:
        drawings.append(1)
        return f"drawn {len(drawings)}"

    table = party.store.read(party.key)
    with app.test_request_context():
        assert [drawn.once(each, "it", draw) for each in (table, table, table._replace())] == [
            "drawn 1",
            "drawn 1",
            "drawn 2",
        ]


def test_a_drawing_that_fails_is_tried_again(app, party):
    table = party.store.read(party.key)
    with app.test_request_context():
        with pytest.raises(ZeroDivisionError):
            drawn.once(table, "broken", lambda _before: 1 / 0)
        assert drawn.own("op")
        assert drawn.once(table, "broken", lambda _before: "mended") == "mended"


def test_a_fragment_is_drawn_once_of_equal_things_and_anew_in_another_language(app):
    drawings = []

    def draw(*of: object) -> str:
        drawings.append(of)
        return f"drawn {len(drawings)}"

    def drawn_in(code: str, *of: str) -> str:
        with app.test_request_context(headers={"Accept-Language": code}):
            return drawn.fragment(draw, *of)

    asked = [("en", "Ann"), ("en", "Ann"), ("sv", "Ann"), ("en", "Bo"), ("sv", "Ann")]
    assert [drawn_in(*each)[-1] for each in asked] == ["1", "1", "2", "3", "2"]


def test_several_who_see_a_table_alike_are_drawn_once_and_anew_at_its_next_mark(app, party):
    table = party.store.read(party.key)
    drawings = []

    def draw() -> int:
        drawings.append(1)
        return len(drawings)

    with app.test_request_context():
        asked = [(table, "a"), (table, "b"), (table, "a"), (table._replace(), "a")]
        assert [drawn.alike(each, "it", like, draw) for each, like in asked] == [1, 2, 1, 3]


def test_only_so_many_pieces_are_kept():
    kept = drawn._Drawn(2)
    first = kept.piece("a")
    assert kept.piece("b") is not kept.piece("c")
    assert kept.piece("a") is not first
