"""Two people want one seat, one name, one table: each time one has it, and the other is told who."""

from __future__ import annotations

from tests.together.cast import at_once, done, one_stands, seldom


def test_two_phones_join_one_seat(opened):
    stands, lost = one_stands(at_once(lambda: opened.bob.joins("E"), lambda: opened.dave.joins("E")), 409)
    assert (lost.refused, lost.facts["name"]) == ("seat_taken", stands.by)
    assert opened.sheet["seats"]["E"] == {"name": stands.by, "phone": True}
    done(opened.phone(lost.by.lower()).joins("W"))


@seldom
def test_two_phones_join_under_one_name(opened):
    stands, lost = one_stands(
        at_once(lambda: opened.bob.joins("E", "Sam"), lambda: opened.dave.joins("W", "sam ")), 422
    )
    assert list(lost.errors) == ["name"]
    taken = [holder["name"] for holder in opened.sheet["seats"].values() if holder]
    assert sorted(taken) == ["Alice", stands.fields["name"].strip()]


@seldom
def test_one_phone_joins_two_seats(opened):
    """One person, one seat."""
    stands, again = one_stands(at_once(lambda: opened.bob.joins("E"), lambda: opened.bob.joins("W")), 200)
    assert again.json["seat"] == stands.json["seat"] == opened.bob.me["seat"]
    assert sum(holder is not None for holder in opened.sheet["seats"].values()) == 2


@seldom
def test_three_phones_join_three_seats(opened):
    presses = at_once(
        lambda: opened.bob.joins("E"), lambda: opened.carol.joins("S"), lambda: opened.dave.joins("W")
    )
    assert [press.status for press in presses] == [201, 201, 201]


@seldom
def test_a_seat_is_taken_while_joining_closes(opened):
    closed, joined = at_once(lambda: opened.alice.sets_joining(open="no"), lambda: opened.bob.joins("E"))
    assert closed.status == 201
    assert joined.status == 201 or joined.refused == "joining_closed"
    assert (opened.sheet["seats"]["E"] is not None) == (joined.status == 201)


@seldom
def test_a_seat_is_freed_while_its_player_enters(party):
    party.has_bid()
    freed, entry = at_once(lambda: party.alice.frees("E"), lambda: party.bob.enters(1, 8))
    assert freed.status == 201
    assert entry.status == 201 or entry.refused == "not_seated"
    assert party.sheet["open_deal"]["taken"]["EW"] == (8 if entry.status == 201 else None)


@seldom
def test_the_table_is_handed_on_twice(party):
    """There is always exactly one host."""
    _, lost = one_stands(at_once(lambda: party.alice.hands_on("E"), lambda: party.alice.hands_on("S")), 403)
    assert lost.refused == "host_only"
    hosts = [phone.name.capitalize() for phone in party.players if phone.me["host"]]
    assert hosts == [party.sheet["host"]["name"]] == [lost.facts["host"]]
