"""Two phones want one seat by one link, or the table by one code; both sides agree at once."""

from __future__ import annotations

from tests.together.cast import at_once, done, one_stands, seldom


def hosts(party):
    return [phone.name.capitalize() for phone in party.players if phone.me["host"]]


def test_one_link_is_pressed_on_two_phones(party):
    for phone in (party.carol, party.dave):
        done(phone.leaves())
    made = party.bob.offers_move()
    done(made)
    link = made.json["link"]
    _, lost = one_stands(
        at_once(lambda: party.carol.takes_over(link), lambda: party.dave.takes_over(link)), 404
    )
    assert lost.refused == "no_code"
    assert party.sheet["seats"]["E"] == {"name": "Bob", "phone": True}
    assert sorted(phone.me["seat"] or "-" for phone in party.players) == ["-", "-", "E", "N"]


@seldom
def test_a_link_is_pressed_while_its_seat_is_freed(party):
    done(party.dave.leaves())
    made = party.bob.offers_move()
    done(made)
    freed, taken = at_once(lambda: party.alice.frees("E"), lambda: party.dave.takes_over(made.json["link"]))
    assert freed.status == 201
    assert taken.status == 201 or taken.refused == "no_code"
    assert party.sheet["seats"]["E"] is None


@seldom
def test_a_link_is_pressed_while_a_newer_one_is_made(party):
    done(party.dave.leaves())
    made = party.bob.offers_move()
    done(made)
    newer, taken = at_once(
        lambda: party.alice.offers_move("E"), lambda: party.dave.takes_over(made.json["link"])
    )
    assert newer.status == 201
    assert taken.status == 201 or taken.refused == "no_code"
    assert (party.dave.me["seat"] == "E") == (taken.status == 201)


@seldom
def test_a_link_is_pressed_twice_on_one_phone(party):
    done(party.dave.leaves())
    made = party.bob.offers_move()
    done(made)
    link = made.json["link"]
    one_stands(at_once(lambda: party.dave.takes_over(link), lambda: party.dave.takes_over(link)), 200)


def test_one_of_each_side_names_the_same_new_host_at_once(party):
    """Whoever is first proposes, and the other agrees."""
    presses = at_once(lambda: party.bob.agrees_to("W"), lambda: party.carol.agrees_to("W"))
    assert [press.status for press in presses] == [201, 201]
    kinds = [line["kind"] for line in party.history[-2:]]
    assert kinds == ["HostProposed", "HostAgreed"]
    assert hosts(party) == ["Alice"]


@seldom
def test_two_who_may_agree_are_one_agreement(party):
    done(party.carol.agrees_to("S"))
    one_stands(at_once(lambda: party.bob.agrees_to("S"), lambda: party.dave.agrees_to("S")), 200)
    assert len(party.written("HostAgreed")) == 1


@seldom
def test_the_host_refuses_while_the_other_side_agrees(party):
    done(party.bob.agrees_to("W"))
    agreed, refused = at_once(lambda: party.carol.agrees_to("W"), lambda: party.alice.refuses("W"))
    assert (agreed.status, refused.status) == (201, 201)
    standing = party.zoe.new_host
    assert standing is None or (standing["proposed_by"], standing["agreed_by"]) == ("S", None)
    assert hosts(party) == ["Alice"]


def test_one_recovery_code_is_typed_on_two_phones(party):
    code = party.presses[0].json["recovery"]
    stands, lost = one_stands(
        at_once(lambda: party.bob.recovers(code), lambda: party.carol.recovers(code)), 404
    )
    assert lost.refused == "no_code"
    assert hosts(party) == [stands.by] == [party.sheet["host"]["name"]]


@seldom
def test_the_table_is_handed_on_while_somebody_types_the_code(party):
    code = party.presses[0].json["recovery"]
    handed, typed = at_once(lambda: party.alice.hands_on("S"), lambda: party.bob.recovers(code))
    assert typed.status == 201
    assert handed.status == 201 or handed.refused == "host_only"
    assert hosts(party) == ["Bob"]


@seldom
def test_a_new_code_is_made_while_somebody_types_the_old_one(party):
    code = party.presses[0].json["recovery"]
    made, typed = at_once(party.alice.asks_for_a_recovery_code, lambda: party.bob.recovers(code))
    assert sorted((made.status, typed.status)) in ([201, 403], [201, 404])
    assert hosts(party) == ["Bob" if typed.status == 201 else "Alice"]
