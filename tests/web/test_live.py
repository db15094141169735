"""What an open page listens to, as it comes down the line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest

from squarescores.live import Page
from squarescores.store import StoreAway
from squarescores.web import live
from squarescores.web.version import version
from tests.web.cast import Party, Phone


class Stream:
    """The live stream of one page, event by event; each is one chunk or part of one."""

    def __init__(self, phone: Phone, **headers: str) -> None:
        self.response = phone.client.get(f"/t/{phone.party.key}/live", headers=headers)
        self._events = self._read()

    def _read(self) -> Iterator[str]:
        for chunk in self.response.response:
            yield from chunk.decode().removesuffix("\n\n").split("\n\n")

    def hears(self, count: int = 1) -> list[str]:
        return [next(self._events) for _ in range(count)]

    def begins(self) -> dict[str, Any]:
        """Read the beginning; who is there."""
        first, retry, _number, presence, drawn = self.hears(5)
        assert (first, retry) == (": listening", "retry: 2000")
        assert drawn.startswith(f"event: drawn\ndata: {version()} ")
        return connected(presence)

    def has_ended(self) -> bool:
        return next(self._events, None) is None

    def close(self) -> None:
        self.response.close()


def connected(event: str) -> dict[str, Any]:
    name, _, told = event.partition("\ndata: ")
    assert name == "event: presence"
    return json.loads(told)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEAT", 0.1)
    monkeypatch.setattr(live, "AWAY", 0.05)


@pytest.fixture
def listens(party: Party) -> Iterator[Any]:
    """Somebody's page listens; it is closed after the test."""
    streams: list[Stream] = []

    def one(phone: Phone, **headers: str) -> Stream:
        streams.append(Stream(phone, **headers))
        return streams[-1]

    yield one
    for stream in streams:
        stream.close()
    assert party.app.extensions["squarescores"].bell.count == 0


def test_a_page_hears_at_once_where_the_table_stands(alice, party, listens):
    mark, heads = party.number, alice.asks("/t/{key}/part").response.headers
    assert listens(alice).hears(5) == [
        ": listening",
        "retry: 2000",
        f"id: {mark}\ndata: {mark}",
        'event: presence\ndata: {"seats": ["N"], "watching": 0}',
        f"event: drawn\ndata: {heads['X-Drawn-By']} {heads['X-Drawn-For']}",
    ]


def test_a_page_that_comes_back_hears_the_same_whatever_it_knew(alice, party, listens):
    for known in (party.number, party.number - 2, "nonsense"):
        stream = listens(alice, **{"Last-Event-ID": str(known)})
        assert stream.hears(3)[2] == f"id: {party.number}\ndata: {party.number}"


def test_each_mark_is_told_to_every_page(alice, bob, zoe, party, listens):
    streams = [listens(phone) for phone in (alice, bob, zoe)]
    for stream in streams:
        stream.begins()
    mark = alice.bids(1, "N", 7).mark
    for stream in streams:
        news = stream.hears()[0]
        while not news.startswith("id"):
            news = stream.hears()[0]
        assert news == f"id: {mark}\ndata: {mark}"


def test_of_several_marks_the_last_is_told(alice, carol, bob, listens):
    stream = listens(alice)
    stream.begins()
    alice.bids(1, "N", 7)
    carol.enters(1, 7)
    mark = bob.enters(1, 7).mark
    assert stream.hears() == [f"id: {mark}\ndata: {mark}"]


def test_a_refusal_is_told_to_nobody(alice, zoe, listens):
    stream = listens(alice)
    stream.begins()
    assert zoe.bids(1, "N", 7).refused == "not_seated"
    assert stream.hears() == [": still here"]


def test_silence_is_broken_by_a_comment(zoe, listens):
    stream = listens(zoe)
    stream.begins()
    # A page hears no comments, so an event comes with each.
    assert stream.hears(4) == [": still here", "event: beat\ndata:"] * 2


def test_everybody_hears_who_comes_and_goes(alice, bob, zoe, stranger_phone, listens):
    stream = listens(alice)
    assert stream.begins() == {"seats": ["N"], "watching": 0}
    others = [listens(bob), listens(zoe), listens(stranger_phone)]
    assert connected(stream.hears()[0]) == {"seats": ["N", "E"], "watching": 2}
    others[0].close()
    assert connected(stream.hears()[0]) == {"seats": ["N"], "watching": 2}


@pytest.fixture
def stranger_phone(party: Party) -> Phone:
    return party.stranger


def test_it_is_an_event_stream_that_nobody_keeps(alice, listens):
    response = listens(alice).response
    assert response.content_type == "text/event-stream; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Accel-Buffering"] == "no"
    assert "Content-Length" not in response.headers


def test_there_is_nothing_to_hear_of_a_table_that_is_not(alice, app):
    assert alice.client.get("/t/nowhere/live").status_code == 404
    assert app.extensions["squarescores"].bell.count == 0


def test_who_only_asks_for_the_head_gets_it(alice, party, app):
    response = alice.client.head(f"/t/{party.key}/live")
    assert (response.status_code, response.mimetype) == (200, "text/event-stream")
    assert app.extensions["squarescores"].bell.count == 0


def test_one_page_too_many_is_told_to_come_later(alice, bob, app, monkeypatch, listens):
    monkeypatch.setattr(app.extensions["squarescores"].bell, "_most", 1)
    listens(alice)
    refused = listens(bob).response
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "30")


def test_a_store_that_is_away_is_waited_for(alice, monkeypatch, listens):
    stream = listens(alice)
    stream.begins()
    hear = Page.hear

    def away(page: Page, seconds: float) -> None:
        monkeypatch.setattr(Page, "hear", hear)
        raise StoreAway

    monkeypatch.setattr(Page, "hear", away)
    mark = alice.bids(1, "N", 7).mark
    assert stream.hears(3) == [": still here", "event: beat\ndata:", f"id: {mark}\ndata: {mark}"]


def test_a_store_that_is_away_from_the_start_is_said_so(alice, party, app, monkeypatch):
    def away(page: Page, seconds: float) -> None:
        raise StoreAway

    monkeypatch.setattr(Page, "hear", away)
    assert alice.client.get(f"/t/{party.key}/live").status_code == 503
    assert app.extensions["squarescores"].bell.count == 0


def test_a_listening_page_holds_no_connection_of_the_store(alice, bob, app, listens):
    for phone in (alice, bob):
        listens(phone).begins()
    assert app.extensions["squarescores"].store._database.engine.pool.checkedout() == 0


def test_the_stream_ends_with_the_server(alice, app, monkeypatch, listens):
    stream = listens(alice)
    stream.begins()
    monkeypatch.setattr(app.extensions["squarescores"].bell, "is_open", False)
    assert stream.has_ended()


@pytest.mark.parametrize("is_handed_on", [True, False])
def test_a_page_whose_answer_fails_at_last_is_neither_handed_on_nor_there(built, is_handed_on):
    app, held = built(), []
    party = Party.of_four(app)
    app.after_request_funcs["live"] = [Mock(side_effect=RuntimeError("just now"))]
    environ = {live.HOLD: held.append} if is_handed_on else {}
    response = party.phone("bob").client.get(f"/t/{party.key}/live", environ_overrides=environ)
    assert response.status_code == 500
    assert held == []
    assert app.extensions["squarescores"].bell.open_keys() == []
