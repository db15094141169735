"""Another phone: a link that works once, made by the seat's own phone or the host, taken by who opens it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from squarescores.pedro import Seat
from squarescores.web.tables import phones
from tests.web.cast import Party


@pytest.fixture
def link(party):
    """The link Bob made for his seat."""
    return party.bob.offers_move().json["link"]


# Making the link


def test_a_player_makes_a_link_for_the_own_seat(party, player):
    answer = player.offers_move()
    assert answer.status == 201
    assert answer.json.keys() == {"mark", "sheet", "seat", "link"}
    assert answer.json["link"].startswith("http://localhost/move/")
    assert party.zoe.opens_page(answer.json["link"]).status == 200


def test_the_host_makes_one_for_any_seat(party, alice):
    for seat in "NESW":
        assert alice.offers_move(seat).status == 201


def test_nobody_makes_one_for_somebody_else_s_seat(party, bob, watcher):
    with party.nothing_written():
        assert (bob.offers_move("S").status, bob.offers_move("S").refused) == (403, "host_only")
        assert (watcher.offers_move("S").status, watcher.offers_move("S").refused) == (403, "not_seated")
        assert bob.opens_page("/t/{key}/seats/S/move").status == 403
        assert watcher.opens_page("/t/{key}/seats/S/move").status == 403


def test_without_javascript_the_button_leads_to_the_link_and_its_qr_code(party, bob):
    answer = bob.presses("Make the link", on="/t/{key}/seats/E/move")
    assert (answer.status, answer.location) == (303, f"/t/{party.key}/seats/E/move")
    page = bob.opens_page(answer.location)
    assert bob.asks("/t/{key}/seats/E/move").json["link"] in page.page.links
    assert 'class="qr' in page.text
    assert "Another link; this one ends" in page.page.buttons


def test_the_page_says_that_being_host_moves_along(party, alice, bob):
    assert "is the host then" in alice.opens_page("/t/{key}/seats/N/move").page.text
    assert "host" not in bob.opens_page("/t/{key}/seats/E/move").page.text.lower()


def test_the_seats_lead_to_it(party, alice, bob):
    assert f"/t/{party.key}/seats/E/move" in bob.opens_page("/t/{key}/seats").page.links
    assert f"/t/{party.key}/seats/S/move" not in bob.opens_page("/t/{key}/seats").page.links
    assert f"/t/{party.key}/seats/S/move" in alice.opens_page("/t/{key}/seats").page.links


@pytest.mark.parametrize("seat", ["X", "n", "NS", "%00"])
def test_there_is_no_link_for_what_is_no_seat(party, alice, seat):
    with party.nothing_written():
        assert alice.offers_move(seat).status == 404
        assert alice.opens_page(f"/t/{{key}}/seats/{seat}/move").status == 404


def test_a_free_seat_has_no_link(party, alice):
    alice.frees("W")
    with party.nothing_written():
        assert alice.offers_move("W").errors.keys() == {"seat"}
    page = alice.opens_page("/t/{key}/seats/W/move").page
    assert "Nobody holds this seat" in page.text
    assert "Make the link" not in page.buttons


def test_the_same_press_makes_one_link(party, bob):
    first, again = bob.offers_move(op="once"), bob.offers_move(op="once")
    assert (first.status, again.status) == (201, 200)
    assert first.json["link"] == again.json["link"]


# Taking the seat


def test_the_new_phone_holds_the_seat_and_the_old_one_watches(party, bob, zoe, link):
    answer = zoe.takes_over(link)
    assert answer.status == 201
    assert (answer.json["key"], answer.json["seat"]) == (party.key, "E")
    assert zoe.me == {"seat": "E", "side": "EW", "host": False, "code": party.code}
    assert bob.me == {"seat": None, "side": None, "host": False, "code": None}
    assert answer.sheet["seats"]["E"] == {"name": "Bob", "phone": True}
    assert "You are watching" in bob.opens_page("/t/{key}").page.text


def test_without_javascript_one_press_takes_it_and_leads_to_the_sheet(party, link):
    stranger = party.stranger
    page = stranger.opens_page(link).page
    assert "East: Bob, at the table of Alice" in page.text
    assert "only watches then" in page.text
    answer = stranger.presses("Sit down as Bob", on=link)
    assert (answer.status, answer.location) == (303, f"/t/{party.key}")
    assert stranger.me["seat"] == "E"


def test_the_new_phone_s_cookie_lasts_and_its_home_page_has_the_table(party, link):
    party.stranger.presses("Sit down as Bob", on=link)
    assert f"/t/{party.key}" in party.stranger.opens_page("/").page.links
    assert f"/t/{party.key}" in party.bob.opens_page("/").page.links


def test_in_the_middle_of_a_match_play_goes_on_with_the_new_phone(party, bob, zoe):
    bob.bids(1, "E", 8)
    bob.enters(1, 9)
    zoe.takes_over(bob.offers_move().json["link"])
    answer = zoe.enters(1, 8)
    assert answer.refused == "already_entered"
    assert answer.facts["by"] == "Bob"
    assert party.carol.enters(1, 5).status == 201
    assert zoe.bids(2, "E", 7).status == 201
    assert bob.bids(2, "E", 8).refused == "not_seated"


def test_looking_takes_nothing(party, zoe, bob, link):
    with party.nothing_written():
        for _look in range(3):
            assert zoe.opens_page(link).status == 200
        told = zoe.asks(link).json
    assert told == {"key": party.key, "seat": "E", "name": "Bob", "host": False}
    assert bob.me["seat"] == "E"


def test_a_link_works_once(party, zoe, link):
    assert zoe.takes_over(link).status == 201
    with party.nothing_written():
        for phone in (party.stranger, party.frank, party.bob):
            answer = phone.takes_over(link)
            assert (answer.status, answer.refused) == (404, "no_code")
            page = phone.opens_page(link)
            assert page.status == 404
            assert "This link has ended" in page.page.text
            assert f"/t/{party.key}" in page.page.links
        assert zoe.takes_over(link).status == 200, "whoever has the seat has it"


def test_pressed_on_many_phones_at_once_it_seats_one(party, app, link):
    def press(number):
        return Party(app).phone("stranger").takes_over(link, op=f"press-{number}")

    with ThreadPoolExecutor(4) as hands:
        answers = list(hands.map(press, range(8)))
    assert sorted(answer.status for answer in answers) == [201] + [404] * 7
    kinds = [type(mark.what).__name__ for mark in party.store.marks(party.key)]
    assert kinds.count("TookOver") == 1


def test_the_same_press_sent_again_is_the_same_seat(party, zoe, link):
    first, again = zoe.takes_over(link, op="once"), zoe.takes_over(link, op="once")
    assert (first.status, again.status, again.mark) == (201, 200, first.mark)


def test_a_newer_link_ends_the_older_one(party, zoe, link):
    newer = party.alice.offers_move("E").json["link"]
    assert zoe.takes_over(link).refused == "no_code"
    assert zoe.takes_over(newer).status == 201


def test_a_freed_seat_ends_its_link(party, zoe, link):
    party.alice.frees("E")
    assert zoe.takes_over(link).refused == "no_code"
    assert "This link has ended" in zoe.opens_page(link).page.text
    party.stranger.joins("E", name="Sam")
    assert zoe.takes_over(link).refused == "no_code"


def test_one_person_has_one_seat(party, dave, link):
    with party.nothing_written():
        answer, page = dave.takes_over(link), dave.opens_page(link)
    assert (answer.status, answer.refused) == (409, "seat_taken")
    assert answer.facts == {"seat": "W", "name": "Dave", "wanted": "E"}
    assert "This phone holds West at this table already" in page.page.text
    assert "Sit down as Bob" not in page.page.buttons


def test_the_phone_that_has_the_seat_is_told_to_use_the_other(party, bob, link):
    page = bob.opens_page(link).page
    assert "Open the link on the phone that is to have it" in page.text
    assert "Sit down as Bob" not in page.buttons


def test_being_host_moves_along_with_the_host_s_own_seat(party, alice, zoe):
    link = alice.offers_move().json["link"]
    assert zoe.asks(link).json["host"] is True
    assert "being host moves along to this phone" in zoe.opens_page(link).page.text
    assert zoe.takes_over(link).status == 201
    assert (zoe.me["host"], alice.me["host"]) == (True, False)
    assert party.sheet["host"] == {"name": "Alice", "seat": "N"}
    assert alice.sets_joining(open="no").refused == "host_only"


@pytest.mark.parametrize("inside", ["", "%00", "é", "."])
def test_a_link_nobody_made_leads_nowhere(party, zoe, link, inside):
    forged = link[:-5] + inside + link[-4:] if inside else link.replace(".E.", ".N.")
    with party.nothing_written():
        for answer in (zoe.takes_over(forged), zoe.asks(forged)):
            assert (answer.status, answer.refused) == (404, "no_table")
        assert zoe.opens_page(forged).status == 404


def test_a_link_of_another_table_says_nothing_here(party, zoe):
    other = party.frank.offers_move("N", op="one")
    assert other.status == 403, "Frank is a stranger here"
    party.frank.key = party.frank.opens(name="Frank").json["key"]
    link = party.frank.offers_move("N").json["link"]
    assert zoe.takes_over(link).json["key"] == party.frank.key
    assert zoe.me["seat"] is None


def test_a_link_outlives_a_secret_that_was_replaced(party, app, monkeypatch):
    with app.test_request_context():
        token = phones.signed(party.key, Seat.E, 99)
        monkeypatch.setitem(app.config, "SECRET_KEY_FALLBACKS", [app.secret_key])
        monkeypatch.setitem(app.config, "SECRET_KEY", "another secret altogether")
        assert phones.read(token) == (party.key, Seat.E, 99)
        assert phones.signed(party.key, Seat.E, 99) != token


def test_the_link_begins_with_the_address_other_phones_use(party, bob):
    link = bob.offers_move().json["link"]
    assert link.startswith("http://localhost/move/")
    assert len(link) < 100, "a QR code of it is read from a phone"


# A name without a phone


@pytest.fixture
def ed(app):
    """A table where East is held by Ed, a name without a phone."""
    party = Party(app)
    party.opens(name_E="Ed")
    return party


def test_the_host_gives_a_name_a_phone(ed):
    page = ed.alice.opens_page("/t/{key}/seats/E/move").page
    assert "A phone for Ed" in page.text
    link = ed.alice.offers_move("E").json["link"]
    assert ed.bob.takes_over(link).sheet["seats"]["E"] == {"name": "Ed", "phone": True}
    assert ed.bob.me["seat"] == "E"


def test_whoever_comes_with_the_code_may_say_that_is_me(ed):
    page = ed.bob.opens_page(f"/join/{ed.code}").page
    assert "Is one of these you?" in page.text
    answer = ed.bob.presses("I am Ed", on=f"/join/{ed.code}")
    assert (answer.status, answer.location) == (303, f"/t/{ed.key}")
    assert (ed.bob.me["seat"], ed.sheet["seats"]["E"]) == ("E", {"name": "Ed", "phone": True})


def test_with_another_name_the_seat_stays_ed_s(ed):
    with ed.nothing_written():
        assert ed.bob.joins("E", name="Bob").refused == "seat_taken"


def test_two_who_both_say_so_do_not_share_the_seat(ed):
    answers = [ed.phone(name).joins("E", name="Ed") for name in ("bob", "carol")]
    assert [answer.status for answer in answers] == [201, 409]
    assert answers[1].refused == "seat_taken"


def test_a_table_of_four_names_is_not_full(app):
    party = Party(app)
    party.opens(seat="", name_N="Nora", name_E="Ed", name_S="Sue", name_W="Will")
    page = party.bob.opens_page(f"/join/{party.code}").page
    assert "All four seats are taken" not in page.text
    assert {"I am Nora", "I am Ed", "I am Sue", "I am Will"} <= set(page.buttons)


def test_while_joining_is_closed_nobody_is_offered_a_name(ed):
    ed.alice.sets_joining(open="no")
    assert "I am Ed" not in ed.bob.opens_page(f"/join/{ed.code}").page.buttons
    assert ed.bob.joins("E", name="Ed").refused == "joining_closed"


def test_a_name_of_markup_stays_a_name(app):
    party = Party(app)
    party.opens(name="<img src=x onerror=alert(1)>", name_E="</script><b>x")
    link = party.alice.offers_move("E").json["link"]
    for page in (
        party.alice.opens_page("/t/{key}/seats/E/move"),
        party.alice.opens_page("/t/{key}/seats/N/move"),
        party.bob.opens_page(link),
        party.bob.opens_page(f"/join/{party.code}"),
    ):
        assert page.status == 200
        assert "</script><b>x" not in page.text
        assert "<img" not in page.text
