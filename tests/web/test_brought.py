"""A table that was brought back from a file is drawn like any other, however the file came to be as it is."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from squarescores.pedro.sheet import sheet
from squarescores.pedro.whole import WholeError, read, taken_away
from squarescores.web.tables.codes import with_free_code
from tests.pedro.evenings import EVENINGS
from tests.pedro.test_whole import SEEDED, spoiled
from tests.web.cast import Party

PAGES = ("", "/part", "/history", "/seats", "/matches", "/deals/1", "/sheet.csv")


def brought(app, whole) -> str:
    store = app.extensions["squarescores"].store
    return with_free_code(lambda code: store.bring(whole, datetime.now(UTC), code))


def test_a_table_comes_back_with_the_same_sheets(house):
    party = Party(house)

    @settings(SEEDED, max_examples=12)
    @given(EVENINGS)
    def comes_back(evening):
        key = party.key = brought(house, read(taken_away("was", evening.marks)))
        for match in evening.table.matches:
            told = party.zoe.asks(f"/t/{{key}}/sheet.json?match={match.number}").json
            before = {"table": key, **sheet(evening.table, match)}
            # An evening of long ago: whom players agreed on as the host may be so by now, by one mark more.
            assert {**told, "mark": 0, "host": {}} == {**before, "mark": 0, "host": {}}

    comes_back()


def test_whatever_is_let_in_is_drawn(house):
    party = Party(house)
    drawn = []

    @settings(SEEDED, max_examples=50)
    @given(st.one_of(spoiled(), spoiled(ways=("mark",))))
    def is_drawn(text):
        before = party.store.newest(1)
        try:
            whole = read(text)
        except WholeError:
            assert party.store.newest(1) == before
            return
        party.key = brought(house, whole)
        drawn.append(party.key)
        with party.alice.client.session_transaction() as cookie:
            cookie["_user_id"] = f"{party.store.read(party.key).host}.1"  # nobody has a cookie of such a host
        for path in PAGES:
            for phone in (party.zoe, party.alice):
                assert phone.opens_page("/t/{key}" + path).status in (200, 404), path

    is_drawn()
    assert len(drawn) > 5
