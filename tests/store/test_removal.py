"""What is taken out is gone for good, on either database, and from the memory of every process."""

from __future__ import annotations

from datetime import timedelta

import pytest

from squarescores.pedro import Seat, acts
from squarescores.pedro.marks import OPERATOR, Forgotten
from squarescores.pedro.refusal import Refused
from squarescores.pedro.whole import read, taken_away
from tests.store.conftest import NOW


def test_a_deleted_table_is_known_to_nobody(store, evening):
    told = []
    store.told = lambda key, table: told.append((key, table))
    store.delete(evening.key, lambda table: None, NOW)
    assert told == [(evening.key, None)]
    assert store.read(evening.key) is None
    assert store.marks(evening.key) == []
    assert store.tables_of("bob") == []
    with pytest.raises(Refused, match="no_table"):
        evening.renames("Alicia")


def test_where_it_is_not_permitted_nothing_is_deleted(store, evening):
    def refuse(_table):
        raise Refused("host_only", host="Alice")

    with pytest.raises(Refused, match="host_only"):
        store.delete(evening.key, refuse, NOW)
    assert store.read(evening.key).number == 4


def test_whoever_is_forgotten_is_so_for_other_processes_too(store, evening, new_store):
    other = new_store()
    assert other.read(evening.key).names["bob"] == "Bob"
    store.register("bob", "bob", "a digest", NOW)
    store.forget("bob", NOW)
    for each in (store, other):
        table = each.read(evening.key)
        assert (table.number, table.names["bob"]) == (5, "")
        assert isinstance(each.marks(evening.key)[-1].what, Forgotten)
    assert store.account("bob") is None
    assert store.person("bob").version == 3


def test_what_another_phone_of_theirs_wrote_meanwhile_is_forgotten_too(store, evening, monkeypatch):
    erase = store._people.erase

    def erases(person):
        evening.asks("bob", acts.sit, store.read(evening.key).code, Seat.E, "Bobby")
        erase(person)

    monkeypatch.setattr(store._people, "erase", erases)
    store.forget("bob", NOW)
    assert "Bobby" not in str(store.marks(evening.key))
    assert store.tables_of("bob") == []


def test_a_table_that_goes_meanwhile_keeps_nobody_from_leaving(store, evening, monkeypatch):
    tables = store._people.tables

    def tells(person, limit):
        known = tables(person, limit)
        if known:
            store.delete(evening.key, lambda table: None, NOW)
        return known

    monkeypatch.setattr(store._people, "tables", tells)
    store.forget("bob", NOW)
    assert store.person("bob").version == 2


def test_a_table_comes_back_under_a_new_key_with_a_free_code(store, evening):
    whole = read(taken_away(evening.key, store.marks(evening.key)))
    key = store.bring(whole, NOW, "OTHER2")
    *before, changed = store.marks(key)
    assert [mark.what for mark in before] == [mark.what for mark in store.marks(evening.key)]
    assert (changed.by, store.read(key).code) == (OPERATOR, "OTHER2")
    assert store.table_by_code("OTHER2") == key


def test_only_what_nobody_used_is_pruned(store, evening):
    later = NOW + timedelta(days=31)
    assert [each.key for each in store.unused(later)] == [evening.key]
    (unused,) = store.unused(later)
    evening.renames("Alicia")
    assert not store.prune(unused), "somebody came meanwhile"
    store.register("bob", "bob", "a digest", NOW)
    assert store.unused(later) == []
    store.forget("bob", NOW)
    (unused,) = store.unused(later)
    assert store.prune(unused)
    assert store.read(evening.key) is None
