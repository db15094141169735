"""The part is drawn before pages are told of a mark: ready for them, and what each would be drawn alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from werkzeug.test import TestResponse

from squarescores.web.live import HOLD, Telling
from squarescores.web.sheet.look import Look
from tests.web.cast import Phone
from tests.web.test_drawn import Twice

ALL: Final = ("alice", "bob", "carol", "dave", "zoe", "stranger")
LIVE: Final = "/t/{key}/live"
PART: Final = "/t/{key}/part"


class Sheets:
    """The sheets that people have open, each with its line to the house."""

    def __init__(self) -> None:
        self._lines: list[tuple[Telling, TestResponse]] = []

    def opens(self, phone: Phone, address: str = LIVE, language: str = "en") -> None:
        told: list[Telling] = []
        response = phone.client.get(
            phone._at(address), headers={"Accept-Language": language}, environ_overrides={HOLD: told.append}
        )
        self._lines.append((told[0], response))

    def hear(self) -> list[str]:
        """What each of them is told now."""
        return [telling.news() for telling, _response in self._lines]

    def close(self) -> None:
        for _telling, response in self._lines:
            response.close()


@pytest.fixture
def sheets() -> Iterator[Sheets]:
    sheets = Sheets()
    yield sheets
    sheets.close()


@pytest.fixture
def drawn(monkeypatch) -> list[tuple[str, str]]:
    """What was drawn of the table: each part that was packed, by its view and what its slip asks."""
    packed, drawn = Look.packed, []
    monkeypatch.setattr(
        Look, "packed", lambda look: drawn.append((look.view, look.slip.kind)) or packed(look)
    )
    return drawn


def test_a_page_that_was_told_finds_its_part_drawn(party, sheets, drawn):
    phones = [party.phone(name) for name in ALL]
    for phone in phones:
        sheets.opens(phone)
    mark = party.alice.bids(1, "N", 8).mark
    assert drawn == []
    assert all(f"data: {mark}\n" in said for said in sheets.hear())
    assert sorted(drawn) == [
        ("sheet", "enter"),
        ("sheet", "enter"),
        ("sheet", "watch"),
    ]  # partners see the same
    drawn.clear()
    for phone in phones:
        assert f'data-mark="{mark}"' in phone.opens_page(PART, **{"Accept-Language": "en"}).text
    assert drawn == []


def test_it_is_drawn_in_the_language_of_each_page(party, alice, bob, sheets, drawn):
    sheets.opens(alice, language="sv")
    sheets.opens(bob)
    party.carol.bids(1, "N", 8)
    sheets.hear()
    drawn.clear()
    assert "Skriv in poängen" in alice.opens_page(PART, **{"Accept-Language": "sv"}).text
    assert "Enter the points" in bob.opens_page(PART, **{"Accept-Language": "en"}).text
    assert drawn == []


@pytest.mark.parametrize("language", ["en", "sv"])
def test_it_is_so_too_where_a_page_that_opens_has_it_drawn(party, alice, bob, sheets, monkeypatch, language):
    sheets.opens(alice, language="sv")
    sheets.opens(bob)
    party.dave.bids(1, "N", 8)
    bell = party.app.extensions["squarescores"].bell
    listen = bell.listen
    # A mark of another table comes meanwhile: then what her request has read may be of before.
    monkeypatch.setattr(bell, "listen", lambda *asked: bell.ring("another") or listen(*asked))
    sheets.opens(party.carol, language=language)
    assert "Skriv in poängen" in alice.opens_page(PART, **{"Accept-Language": "sv"}).text
    assert "Enter the points" in bob.opens_page(PART, **{"Accept-Language": "en"}).text


def test_a_page_has_that_drawn_which_it_shows(party, alice, zoe, sheets, drawn):
    sheets.opens(zoe, f"{LIVE}?view=board")
    sheets.opens(alice, f"{LIVE}?view=seats")
    party.carol.bids(1, "N", 8)
    sheets.hear()
    assert drawn == [("board", "watch")]


def test_pages_say_what_they_show(alice):
    for page, said in (("", "live"), ("/board", "live?view=board"), ("/seats", "live?view=seats")):
        assert (
            f'data-live="{alice._at(LIVE).removesuffix("live")}{said}"'
            in alice.opens_page("/t/{key}" + page).text
        )


def test_who_changed_seats_finds_what_the_new_one_sees(party, bob, sheets, drawn):
    sheets.opens(party.frank)
    sheets.opens(bob)
    party.frank.takes_over(bob.offers_move().json["link"])
    party.alice.bids(1, "N", 8)
    sheets.hear()
    drawn.clear()
    assert "Enter the points" in party.frank.opens_page(PART).text
    assert "You are watching" in bob.opens_page(PART).text
    assert drawn == []


def test_a_drawing_that_breaks_keeps_nobody_from_being_told(party, alice, sheets, monkeypatch):
    sheets.opens(alice)
    with monkeypatch.context() as broken:
        broken.setattr(Look, "packed", lambda _look: 1 / 0)
        mark = party.carol.bids(1, "N", 8).mark
        assert f"data: {mark}\n" in sheets.hear()[0]
    assert f'data-mark="{mark}"' in alice.opens_page(PART).text


def test_what_was_drawn_before_is_what_is_drawn_when_asked_for(built, sheets):
    twice = Twice(built)
    party = twice.party
    for name in ALL:
        for language in ("en", "sv"):
            sheets.opens(party.phone(name), language=language)
    changes = [
        lambda: party.bob.bids(1, "N", 8),
        lambda: party.carol.enters(1, 7),
        lambda: party.bob.enters(1, 9),
        lambda: party.alice.corrects(1, NS=7, EW=7),
        lambda: party.carol.agrees_to("S"),
        lambda: party.is_won_by("N"),
        party.carol.ends_the_match,
    ]
    for change in changes:
        change()
        assert all(sheets.hear())
        twice.shows_the_same()
