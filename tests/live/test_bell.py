"""The bell: every open page hears of every mark, soon, once, and however it was disturbed."""

from __future__ import annotations

import threading
import time

import pytest

from squarescores.live import Bell, Full, NoTable
from tests.live.conftest import KEY, Waiting


def test_a_page_hears_at_once_where_the_table_stands(bell):
    assert bell.listen(KEY, "alice").hear(0).number == 2


def test_a_ring_wakes_every_page_of_the_table_in_milliseconds(bell, sheet, opens):
    waiting = [Waiting(page) for page in [opens("alice") for _ in range(10)]]
    time.sleep(0.05)
    sheet.grow()
    before = time.monotonic()
    bell.ring(KEY)
    assert [each.ends().number for each in waiting] == [3] * 10
    assert time.monotonic() - before < 0.2


def test_a_ring_at_another_table_wakes_nobody(bell, opens):
    page = opens("alice")
    bell.ring("another")
    assert page.hear(0.02) is None


def test_without_a_ring_the_wait_ends_with_nothing(opens):
    before = time.monotonic()
    assert opens("alice").hear(0.05) is None
    assert 0.04 < time.monotonic() - before < 1


def test_a_ring_while_nobody_waits_is_heard_afterwards(bell, sheet, opens):
    page = opens("alice")
    sheet.grow()
    bell.ring(KEY)
    assert page.hear(0).number == 3
    assert page.hear(0) is None


def test_of_several_marks_only_the_last_is_told(bell, sheet, opens):
    page = opens("alice")
    for _ in range(5):
        sheet.grow()
        bell.ring(KEY)
    assert page.hear(0).number == 7
    assert page.hear(0) is None


def test_the_store_is_read_once_for_all_pages_of_a_table(bell, sheet, opens):
    pages = [opens("alice") for _ in range(20)]
    sheet.looked = 0
    bell.ring(KEY)
    waiting = [Waiting(page) for page in pages]
    assert {each.ends().number for each in waiting} == {2}
    assert sheet.looked == 1


def test_a_ring_during_the_reading_is_a_ring_of_its_own(bell, sheet, opens):
    page = opens("alice")
    look = sheet.look

    def slow(key):
        seen = look(key)
        sheet.grow()
        bell.ring(key)
        return seen

    page._round._look = slow
    bell.ring(KEY)
    assert [page.hear(0).number, page.hear(0).number] == [2, 3]


def test_a_store_that_was_away_is_looked_at_again(bell, sheet, opens):
    page = opens("alice")
    sheet.grow()
    bell.ring(KEY)
    sheet.trouble = ConnectionError()
    for _ in range(2):
        with pytest.raises(ConnectionError):
            page.hear(0)
    sheet.trouble = None
    assert page.hear(0).number == 3


def test_there_is_nothing_to_hear_where_there_is_no_table(bell, sheet, opens):
    with pytest.raises(NoTable):
        bell.listen("nowhere", "alice").hear(0)
    page = opens("alice")
    sheet.table = None
    bell.ring(KEY)
    with pytest.raises(NoTable):
        page.hear(0)


def test_closing_ends_every_page_at_once(bell, opens):
    pages = [opens("alice") for _ in range(10)]
    waiting = [Waiting(page) for page in pages]
    before = time.monotonic()
    bell.close()
    assert [each.ends() for each in waiting] == [None] * 10
    assert time.monotonic() - before < 0.5
    assert not any(page.is_live for page in pages)
    with pytest.raises(Full):
        bell.listen(KEY, "alice")


def test_a_signal_may_close_it_in_the_middle_of_a_ring(bell, opens):
    page = opens("alice")
    with bell._lock:
        bell.close()
    assert not page.is_live


def test_a_rest_ends_with_the_server(bell, opens):
    page = opens("alice")
    threading.Timer(0.05, bell.close).start()
    before = time.monotonic()
    page.rest(5)
    assert time.monotonic() - before < 1


def test_one_page_too_many_is_refused_until_another_closes(sheet):
    bell = Bell(sheet.look, most=2)
    first, _second = bell.listen(KEY, "alice"), bell.listen(KEY, "bob")
    with pytest.raises(Full):
        bell.listen(KEY, "carol")
    first.close()
    first.close()
    assert bell.count == 1
    bell.listen(KEY, "carol")


def test_nothing_is_left_of_pages_that_were_closed(bell, opens):
    for page in [opens("alice"), opens("alice"), opens(), opens()]:
        page.close()
    assert (bell.count, bell._rounds, bell.here(), bell._connected._here) == (0, {}, {}, {})


def test_a_phone_that_hung_up_before_it_could_be_called_is_never_called(bell, opens):
    opens("alice")
    page, called = opens("bob"), []
    page.close()
    page.calls(lambda: called.append("bob"))
    bell.ring(KEY)
    time.sleep(0.05)
    assert not called


def test_pages_come_and_go_while_the_bell_rings(bell, sheet):
    def comes_and_goes() -> None:
        for _ in range(50):
            page = bell.listen(KEY, "alice")
            assert page.hear(1).number == 2
            page.close()

    threads = [threading.Thread(target=comes_and_goes) for _ in range(8)]
    for thread in threads:
        thread.start()
    for _ in range(200):
        bell.ring(KEY)
    for thread in threads:
        thread.join(10)
    assert (bell.count, bell._rounds) == (0, {})


def test_a_page_that_brings_the_table_along_needs_no_look(bell, sheet):
    page = bell.listen(KEY, "alice")
    page.knows(sheet.table, bell.rung)
    assert (page.hear(0).number, sheet.looked) == (2, 0)


def test_what_it_brings_along_is_not_believed_where_it_has_rung_meanwhile(bell, sheet):
    table, rung = sheet.table, bell.rung
    sheet.grow()
    bell.ring(KEY)
    page = bell.listen(KEY, "alice")
    page.knows(table, rung)
    assert page.hear(0).number == 3


def test_an_older_table_that_is_brought_along_takes_nothing_back(bell, sheet, opens):
    table = sheet.table
    sheet.grow()
    alice, bob = opens("alice"), bell.listen(KEY, "bob")
    bob.knows(table, bell.rung)
    assert (bob.hear(0).number, alice.hear(0).number) == (3, 3)


def test_a_table_that_comes_with_the_ring_is_not_read_again(bell, sheet, opens):
    pages = [opens("alice"), opens("bob")]
    sheet.looked = 0
    sheet.grow()
    bell.ring(KEY, sheet.table)
    assert [page.hear(0).number for page in pages] == [3, 3]
    assert sheet.looked == 0


def test_of_two_that_ring_the_later_table_is_told_whoever_rings_first(bell, sheet, opens):
    page, table = opens("alice"), sheet.table
    first, second = table._replace(number=3), table._replace(number=4)
    for one, other in ((first, second), (second, first)):
        bell.ring(KEY, one)
        bell.ring(KEY, other)
        assert page.hear(0).number == 4


def test_a_table_that_is_older_than_what_was_told_takes_nothing_back(bell, sheet, opens):
    page, table = opens("alice"), sheet.table
    sheet.grow()
    bell.ring(KEY)
    assert page.hear(0).number == 3
    bell.ring(KEY, table)
    assert page.hear(0).number == 3


def test_a_ring_from_elsewhere_has_the_table_read_though_another_brought_one(bell, sheet, opens):
    page = opens("alice")
    sheet.grow()
    bell.ring(KEY, sheet.table)
    sheet.grow()
    bell.ring(KEY)
    assert page.hear(0).number == 4


def test_a_table_that_came_with_a_ring_is_told_after_a_store_that_was_away(bell, sheet, opens):
    page = opens("alice")
    bell.ring(KEY)
    sheet.grow()
    bell.ring(KEY, sheet.table)
    sheet.trouble = ConnectionError()
    with pytest.raises(ConnectionError):
        page.hear(0)
    sheet.trouble = None
    assert page.hear(0).number == 3


def test_the_crier_is_at_a_table_once_at_a_time_and_comes_again_for_what_came_meanwhile(bell, opens):
    page, goes_on, called = opens("alice"), threading.Semaphore(0), []

    def turn() -> None:
        called.append(page.is_live)
        goes_on.acquire(timeout=5)

    page.calls(turn)
    for _ in range(3):
        bell.ring(KEY)
        time.sleep(0.02)
    assert called == [True]
    goes_on.release()
    time.sleep(0.05)
    assert called == [True, True]
    bell.close()
    goes_on.release(9)
    for crier in bell.crier._threads:
        crier.join(5)
        assert not crier.is_alive()
    assert called == [True, True, False]


def test_a_page_that_cannot_be_told_keeps_no_other_from_being_told(bell, opens, caplog):
    told = threading.Event()
    opens("alice").calls(lambda: 1 / 0)
    opens("bob").calls(told.set)
    for _ in range(2):
        told.clear()
        bell.ring(KEY)
        assert told.wait(3)
    assert "ZeroDivisionError" in caplog.text
