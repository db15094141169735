"""Something that several servers need goes and comes back, while phones are open: nothing is lost or late."""

from __future__ import annotations

import signal
import threading
import time

from squarescores.web.limits import WRONG_CODES
from tests.many.rack import ALL, CONNECTIONS, LINES
from tests.together.cast import done

POLL = 10 + 2  # seconds in which a page is current whatever happened to the bell, and a busy machine's two
SOON = 1.5


def test_a_listening_connection_that_is_lost_comes_back_and_nothing_is_missed(rack, party, listens, at):
    pages = listens(2)
    assert rack.cuts(LINES) == 2
    marks = [done(at(party.alice, turn % 2).names_sides(NS=f"Us {turn}")) for turn in range(6)]
    late = max(page.hears(marks[-1], POLL) for page in pages)
    time.sleep(max(0, late + SOON - time.monotonic()))
    for server in (0, 1):  # the bell is back: heard at once, from either server at either
        began = time.monotonic()
        mark = done(at(party.alice, server).names_sides(NS=f"They {server}"))
        assert max(page.hears(mark) for page in pages) < began + SOON


def test_every_connection_cut_while_phones_write_costs_no_mark(rack, party, listens):
    pages, marks, is_over = listens(1), [], threading.Event()

    def writes() -> None:
        turn = 0
        while not is_over.is_set():
            press = party.alice.names_sides(NS=f"Us {turn}")
            if press.status == 503:
                time.sleep(0.05)
            else:
                marks.append(done(press))
                turn += 1

    writing = threading.Thread(target=writes)
    writing.start()
    for _ in range(4):
        time.sleep(0.15)
        rack.cuts(ALL)
    time.sleep(0.2)
    is_over.set()
    writing.join(10)
    assert marks == list(range(marks[0], marks[0] + len(marks)))
    for page in pages:
        page.hears(marks[-1], POLL)


def test_while_postgresql_is_away_nothing_is_said_to_be_saved_and_afterwards_it_is_once(
    rack, party, listens, at
):
    party.has_bid()
    pages, bobs = listens(2), (at(party.bob, 0), at(party.bob, 1))
    rack.postgres.stops()
    try:
        for bob in bobs:
            press = bob.enters(1, 8, op="eight")
            assert (press.status, press.refused) == (503, "store_away")
            assert "Not saved" in press.message
    finally:
        rack.postgres.starts()
    mark = done(bobs[0].enters(1, 8, op="eight"))
    assert (bobs[1].enters(1, 8, op="eight").mark, party.number) == (mark, mark)
    for page in pages:
        page.hears(mark, POLL)
        assert page.came_back == 0  # it stayed open through it


def test_while_the_counts_are_away_nobody_is_locked_out_and_nobody_waits(rack, party, at):
    rooms = at(party.alice, 0), at(party.alice, 1)
    party.has_bid()
    ways = (rack.redis.stops, rack.redis.starts), (rack.redis.freezes, rack.redis.thaws)
    for way, (goes, comes) in enumerate(ways):
        goes()
        try:
            for server, alice in enumerate(rooms):
                alice.frees("W")
                began = time.monotonic()
                assert at(party.dave, server).joins("W").status == 201
                assert at(party.zoe, server).joins("W", code="AAAAAA").refused == "no_code"
                assert alice.names_sides(NS=f"Us {way} {server}").status == 201
                assert time.monotonic() - began < SOON
        finally:
            comes()
    time.sleep(5)  # STORE_REST
    for turn in range(WRONG_CODES[0].amount):
        at(party.zoe, turn % 2).joins("W", code="AAAAAA")
    assert {at(party.zoe, server).joins("W", code="AAAAAA").refused for server in (0, 1)} == {"slow_down"}


def test_phones_of_a_server_that_is_killed_are_at_the_other_within_five_seconds(rack, party, listens, at):
    pages, alice = listens(8, rack.front), at(party.alice, rack.front)
    began = time.monotonic()
    rack.apps[0].ends(signal.SIGKILL)
    mark = done(alice.names_sides(NS="Us"))
    assert time.monotonic() - began < SOON
    for page in pages:
        assert page.hears(mark) < began + 5
    assert 0 < len([page for page in pages if page.came_back]) < len(pages)
    # The one that was killed is back, and now the other goes: nobody believes both to be gone.
    rack.apps[0].starts()
    began = time.monotonic()
    rack.apps[1].ends(signal.SIGKILL)
    while (press := alice.names_sides(NS="They", op="they")).status == 502:
        time.sleep(0.1)
    for page in pages:
        assert page.hears(done(press)) < began + 5
    rack.apps[1].starts()


def test_a_stream_holds_no_connection_to_the_database(rack, party, listens, at):
    pages = listens(CONNECTIONS + 20)
    for server in (0, 1):
        began = time.monotonic()
        mark = done(at(party.alice, server).names_sides(NS=f"Us {server}"))
        assert max(page.hears(mark) for page in pages) < began + 2 * SOON
    assert rack.open_connections() <= 2 * (CONNECTIONS + 1)
