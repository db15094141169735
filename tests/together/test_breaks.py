"""The connection breaks while a phone writes: the press is written whole or not at all, and once."""

from __future__ import annotations

import socket

import pytest

from tests.together.cast import Party, done, seldom
from tests.together.cuts import Post, halfway, unread


def post(party: Party, op: str, points: int) -> Post:
    """Bob's figure on its way."""
    fields = {"op": op, "csrf_token": party.bob.token, "deal": 1, "points": points}
    return Post(party.bob.client, f"/t/{party.key}/entries", fields)


@seldom
@pytest.mark.parametrize("hard", [False, True])
def test_the_retry_after_an_unread_answer_gets_the_first_mark(party, hard):
    party.has_bid()
    unread(post(party, "seven", 7), hard)
    [entered] = party.written("Entered")
    again = party.bob.enters(1, 7, op="seven")
    assert (again.status, again.mark) == (200, entered["mark"])
    assert party.written("Entered") == [entered]


@pytest.mark.parametrize("size", [0, 10, -1])
@seldom
def test_a_figure_that_breaks_off_is_none(party, size):
    """Of a 12 there is only a 1 there."""
    party.has_bid()
    breaks = post(party, "twelve", 12)
    with party.nothing_written():
        breaks.sends(size)
        breaks.connection.sock.shutdown(socket.SHUT_WR)
        assert breaks.answer().status == 400
        breaks.breaks()
    done(party.bob.enters(1, 12, op="twelve"))


@seldom
@pytest.mark.parametrize("hard", [False, True])
def test_a_connection_that_breaks_while_it_is_read_is_no_press(party, hard):
    party.has_bid()
    with party.nothing_written():
        halfway(post(party, "twelve", 12), hard)
    done(party.bob.enters(1, 12, op="twelve"))
