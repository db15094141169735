"""People: guests, accounts, sign-ins that can be ended, and whose tables are whose."""

from __future__ import annotations

from datetime import timedelta

import pytest

from squarescores.pedro import Seat, acts
from squarescores.store import Person, Press, UsernameTaken
from tests.store.conftest import KEY, NOW, Evening


def test_a_guest_is_known_from_the_first_meeting(store):
    assert store.person("zoe") is None
    assert store.meet("zoe", NOW) == Person("zoe", None, 1)
    store.revoke("zoe")
    assert store.meet("zoe", NOW) == store.person("zoe") == Person("zoe", None, 2)


def test_an_account_is_found_whatever_the_case(store):
    store.register("zoe", "Zoë", "digest", NOW)
    for typed in ("Zoë", "ZOË", "zoe\u0308"):
        assert store.account(typed) == (Person("zoe", "Zoë", 2), "digest")
    for unknown in ("zo", "", "nul\0l", "half\ud800"):
        assert store.account(unknown) is None
        assert store.person(unknown) is None


def test_a_username_is_one_persons(store):
    store.register("zoe", "Zoe", "digest", NOW)
    with pytest.raises(UsernameTaken):
        store.register("frank", "ZOE", "other", NOW)
    assert store.account("zoe") == (Person("zoe", "Zoe", 2), "digest")
    store.register("zoe", "zoE", "new digest", NOW)
    assert store.account("zoe") == (Person("zoe", "zoE", 3), "new digest")


def test_many_guests_have_no_username(store):
    for guest in ("zoe", "frank", "erin"):
        store.meet(guest, NOW)
    assert store.person("erin") == Person("erin", None, 1)


def test_a_revoked_sign_in_has_an_old_version(store):
    before = store.meet("zoe", NOW).version
    store.revoke("zoe")
    assert store.person("zoe").version == before + 1


def test_a_person_and_a_table_are_of_one_moment_and_neither_needs_the_other(evening, new_store):
    for store in (evening.store, new_store()):
        for person in (store.person("bob"), None):
            for key in (KEY, "nowhere", "nul\0l", "half\ud800"):
                for named in ("bob",) if person else ("zoe", "", "nul\0l", "half\ud800"):
                    seen = store.seen(key, named)
                    assert (seen.table, seen.person) == (store.read(key), person)
        store.revoke("bob")
        assert store.seen(KEY, "bob").person == store.person("bob")


def test_whoever_opened_or_sat_at_a_table_finds_it_again(evening, store):
    other = Evening(store, key="another")
    other.opens("bob", code="KNAVES")
    assert store.tables_of("alice") == [(KEY, NOW)]
    assert [key for key, _ in store.tables_of("bob")] == ["another", KEY]
    assert store.tables_of("zoe") == []


def test_the_table_written_on_last_comes_first(evening, store):
    Evening(store, key="another").opens("bob", code="KNAVES")
    later = NOW + timedelta(minutes=5)
    press = Press(KEY, by="bob", op="x", at=later)
    store.write(press, lambda table: acts.pick_dealer(table, "bob", Seat.S))
    assert store.tables_of("bob") == [(KEY, later), ("another", NOW)]
    assert store.tables_of("bob", limit=1) == [(KEY, later)]


def test_a_table_stays_ones_own_after_leaving(evening, store):
    evening.asks("dave", acts.free_seat, Seat.W)
    assert [key for key, _ in store.tables_of("dave")] == [KEY]


def test_a_seat_taken_twice_is_known_once(evening, store):
    evening.asks("dave", acts.free_seat, Seat.W)
    evening.sits("dave", Seat.W)
    assert len(store.tables_of("dave")) == 1


def test_the_tables_of_a_guest_come_along_to_the_account(evening, store):
    store.register("account", "Dave", "digest", NOW)
    for key, _ in store.tables_of("dave"):
        press = Press(key, by="account", op="in", at=NOW)
        answer = store.write(press, lambda table: acts.sign_in(table, "dave", "account"))
        assert answer.table.seat_of("account") is Seat.W
    assert store.tables_of("account") == [(KEY, NOW)]


def test_a_table_where_the_guest_is_nobody_stays_as_it_is(evening):
    answer = evening.asks("alice", lambda table, who: acts.sign_in(table, "zoe", who))
    assert (answer.mark, answer.written) == (4, False)
