"""The watchman: a page whose bell never rang is current all the same, soon."""

from __future__ import annotations

import time

import pytest

from squarescores.live import Bell, NoTable, Watchman, watchman
from tests.live.conftest import KEY, Waiting


@pytest.fixture
def asked() -> list[list[str]]:
    """What the watchman asked the store for, each time."""
    return []


@pytest.fixture
def bell(sheet, asked, monkeypatch):
    monkeypatch.setattr(watchman, "EVERY", 0.05)

    def numbers(keys):
        asked.append(list(keys))
        if sheet.trouble is not None:
            raise sheet.trouble
        return {KEY: sheet.table.number} if sheet.table else {}

    bell = Bell(sheet.look, most=50, watchman=Watchman(numbers))
    yield bell
    bell.close()


def test_a_mark_that_nobody_rang_for_is_heard_all_the_same(sheet, opens):
    page = opens("alice")
    sheet.grow()
    assert page.hear(2).number == 3


def test_a_table_that_was_pruned_is_missed_all_the_same(sheet, opens):
    page = opens("alice")
    sheet.table = None
    with pytest.raises(NoTable):
        page.hear(2)


def test_he_disturbs_nobody_where_nothing_was_missed(asked, opens):
    page = opens("alice")
    assert page.hear(0.3) is None
    assert asked[0] == [KEY]


def test_a_store_that_was_away_is_asked_again(sheet, asked, opens):
    page = opens("alice")
    sheet.trouble = ConnectionError("away")
    sheet.grow()
    assert page.hear(0.3) is None
    sheet.trouble = None
    assert page.hear(2).number == 3


def test_he_asks_for_the_tables_with_an_open_page_in_one_question(bell, asked, opens):
    opens("alice").close()
    bell.listen("another", "bob")
    time.sleep(0.2)
    assert asked[-1] == ["another"]


def test_he_ends_with_the_bell(bell, opens):
    waiting = Waiting(opens("alice"))
    bell.close()
    waiting.ends()
    bell._watchman._thread.join(1)
    assert not bell._watchman._thread.is_alive()
