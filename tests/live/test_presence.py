"""Who is there: seats by their phones, everybody else by the head."""

from __future__ import annotations

from squarescores.live import Presence
from squarescores.pedro import Seat
from tests.live.conftest import KEY


def test_seats_are_there_when_their_phones_are(opens, bell):
    opens("bob")
    assert bell.listen(KEY, "alice").hear(0).presence == Presence((Seat.N, Seat.E), 0)


def test_who_has_no_seat_watches(opens, bell):
    opens("zoe")
    opens("frank")
    assert bell.listen(KEY, "alice").hear(0).presence == Presence((Seat.N,), 2)


def test_a_person_with_three_pages_is_one(opens, bell):
    pages = [opens("zoe") for _ in range(3)]
    assert bell.listen(KEY, "zoe").hear(0).presence == Presence((), 1)
    pages[0].close()
    assert bell.pages(KEY) == {"zoe": 3}


def test_every_page_of_a_stranger_is_one(opens, bell):
    opens(None)
    opens(None)
    assert bell.listen(KEY, None).hear(0).presence == Presence((), 3)


def test_the_others_hear_who_comes_and_goes(opens):
    alice = opens("alice")
    bob = opens("bob")
    assert alice.hear(0).presence.seats == (Seat.N, Seat.E)
    bob.close()
    assert alice.hear(0).presence.seats == (Seat.N,)


def test_a_second_page_of_one_person_disturbs_nobody(opens):
    alice = opens("alice")
    bob = opens("bob")
    alice.hear(0)
    second = opens("bob")
    assert alice.hear(0) is None
    second.close()
    assert alice.hear(0) is None
    bob.close()
    assert alice.hear(0) is not None


def test_a_spectator_who_sits_down_has_a_seat(opens, bell, sheet):
    zoe = opens("zoe")
    sheet.sits("zoe", Seat.S)
    bell.ring(KEY)
    assert zoe.hear(0).presence == Presence((Seat.S,), 0)


def test_other_tables_are_others_business(opens, bell):
    alice = opens("alice")
    other = bell.listen("another", "bob")
    assert alice.hear(0) is None
    other.close()
    assert bell.here() == {KEY: {"alice": 1}}


def test_another_process_has_pages_too(opens, bell):
    alice = opens("alice")
    bell.hear("elsewhere", KEY, {"bob": 1, "alice": 1, "": 2})
    assert alice.hear(0).presence == Presence((Seat.N, Seat.E), 2)
    bell.hear("elsewhere", KEY, {"bob": 1})
    assert alice.hear(0).presence == Presence((Seat.N, Seat.E), 0)
    bell.lose("elsewhere")
    assert alice.hear(0).presence == Presence((Seat.N,), 0)
    assert bell.here() == {KEY: {"alice": 1}}
