"""What pages show is drawn between a mark and its telling: once, for who is there, and never in the way."""

from __future__ import annotations

import logging
import threading

import pytest

from squarescores.live import Bell
from squarescores.live.crier import THREADS
from tests.live.conftest import KEY, Waiting


class Drawer:
    """Notes what was drawn, and what was told by then."""

    def __init__(self) -> None:
        self.drawn: list[tuple[int, set[str]]] = []
        self.trouble: Exception | None = None
        self.meanwhile = lambda: None

    def draw(self, key, table, shown) -> None:
        assert key == KEY
        self.drawn.append((table.number, set(shown)))
        self.meanwhile()
        if self.trouble is not None:
            raise self.trouble


@pytest.fixture
def drawer(bell: Bell) -> Drawer:
    drawer = Drawer()
    bell.draw = drawer.draw
    return drawer


@pytest.fixture
def shows(bell, drawer):
    """Somebody's page that shows something, and has heard where the table stands."""

    def open_page(who: str, what: str | None):
        page = bell.listen(KEY, who, what)
        page.hear(0)
        return page

    return open_page


def test_what_pages_show_is_drawn_once_each_and_before_any_of_them_is_told(bell, sheet, drawer, shows):
    pages = [shows(who, what) for who, what in (("alice", "N's"), ("bob", "E's"), ("zoe", "E's"))]
    for page in pages:
        page.hear(0)  # who came after it
    told = []
    drawer.meanwhile = lambda: told.extend(page for page in waiting if page.heard != "nothing yet")
    waiting = [Waiting(page) for page in pages]
    sheet.grow()
    bell.ring(KEY)
    assert [each.ends().number for each in waiting] == [3, 3, 3]
    assert (drawer.drawn, told) == ([(3, {"N's", "E's"})], [])


def test_a_table_that_comes_with_the_ring_is_drawn_as_it_comes(bell, sheet, drawer, shows):
    page = shows("alice", "N's")
    sheet.grow()
    bell.ring(KEY, sheet.table)
    assert (page.hear(0).number, drawer.drawn) == (3, [(3, {"N's"})])


def test_nothing_is_drawn_for_a_page_that_opens(drawer, shows):
    shows("alice", "N's")
    assert drawer.drawn == []


def test_nothing_is_drawn_where_nobody_looks_or_where_pages_show_nothing_of_it(bell, sheet, drawer, shows):
    page = shows("alice", None)
    sheet.grow()
    bell.ring(KEY)
    page.hear(0)
    shows("bob", "E's").close()
    sheet.grow()
    bell.ring(KEY)
    assert (page.hear(0).number, drawer.drawn) == (4, [])


def test_who_comes_and_goes_is_told_without_a_drawing(drawer, shows):
    page = shows("alice", "N's")
    shows("bob", "E's")
    assert page.hear(0) is not None
    assert drawer.drawn == []


def test_a_ring_without_a_mark_draws_nothing(bell, drawer, shows):
    page = shows("alice", "N's")
    bell.ring_all()
    assert (page.hear(0).number, drawer.drawn) == (2, [])


def test_of_several_marks_the_last_is_drawn(bell, sheet, drawer, shows):
    page = shows("alice", "N's")
    for _ in range(3):
        sheet.grow()
        bell.ring(KEY)
    assert (page.hear(0).number, drawer.drawn) == (5, [(5, {"N's"})])


def test_a_mark_that_comes_while_one_is_drawn_is_drawn_and_told_after_it(bell, sheet, drawer, shows):
    page = shows("alice", "N's")

    def write() -> None:
        drawer.meanwhile = lambda: None
        sheet.grow()
        bell.ring(KEY)

    drawer.meanwhile = write
    sheet.grow()
    bell.ring(KEY)
    assert [page.hear(0).number, page.hear(0).number, page.hear(0)] == [3, 4, None]
    assert [number for number, _shown in drawer.drawn] == [3, 4]


def test_a_drawing_that_breaks_is_noted_and_keeps_nobody_from_being_told(bell, sheet, drawer, shows, caplog):
    pages = [shows("alice", "N's"), shows("bob", "E's")]
    drawer.trouble = RuntimeError("a template without an end")
    sheet.grow()
    bell.ring(KEY)
    assert [page.hear(0).number for page in pages] == [3, 3]
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert len(drawer.drawn) == 1


def test_a_store_that_is_away_is_waited_for_and_then_drawn_and_told(bell, sheet, drawer, shows):
    page = shows("alice", "N's")
    sheet.grow()
    bell.ring(KEY)
    sheet.trouble = ConnectionError()
    with pytest.raises(ConnectionError):
        page.hear(0)
    assert drawer.drawn == []
    sheet.trouble = None
    assert (page.hear(0).number, drawer.drawn) == (3, [(3, {"N's"})])


@pytest.mark.parametrize("marks", [1, 2 * THREADS])
def test_a_table_that_takes_long_to_draw_keeps_no_other_waiting(
    bell, sheet, drawer, shows, monkeypatch, marks
):
    monkeypatch.setattr(sheet, "look", lambda _key: sheet.table)
    slow, begun, told = (threading.Event() for _ in range(3))
    drawer.meanwhile = lambda: begun.set() or slow.wait(5)
    page, other = shows("alice", "N's"), bell.listen("another", "zoe")
    page.calls(lambda: page.hear(0))
    other._round._look = lambda _key: sheet.table
    other.hear(0)
    other.calls(lambda: told.set() if other.hear(0) else None)
    for _ in range(marks):
        begun.clear()
        sheet.grow()
        bell.ring(KEY, sheet.table)
        begun.wait(0.1)  # so that the crier has set out each time
    bell.ring("another")
    is_told = told.wait(1)
    slow.set()
    assert is_told


def test_nothing_is_drawn_when_the_server_ends(bell, sheet, drawer, shows):
    page = shows("alice", "N's")
    sheet.grow()
    bell.close()
    assert (page.hear(0), drawer.drawn) == (None, [])
