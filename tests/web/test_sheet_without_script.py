"""The sheet without JavaScript: press, and the page shows it; refused, and what was typed is still there."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.web.cast import Answer, Party
from tests.web.page import Page

SHEET = "/t/{key}"


def goes_through(phone, answer) -> Page:
    """That the press led back to a page; answers the page."""
    assert answer.status == 303, answer.text
    return phone.opens_page(answer.location).page


def kept(answer) -> dict[str, str]:
    """What the page says was filled in."""
    return {
        name: unescape(said) for name, said in re.findall(r"<dt>(.*?)</dt><dd><bdi>(.*?)</bdi>", answer.text)
    }


def checked(answer, name: str) -> list[str]:
    """The values of a field that are chosen on the page."""
    return re.findall(rf'name="{name}" value="([^"]*)"[^>]* checked', answer.text)


def test_a_deal_is_bid_and_entered_by_pressing_buttons(party, alice, bob):
    page = goes_through(alice, alice.presses("Note the bid", SHEET, bidder="E", bid="8", trump="H"))
    assert "Bob bid 8" in page.text
    page = goes_through(bob, bob.presses("Enter the points", SHEET, points="7"))
    assert "Waiting for Alice Carol" in page.text.replace(" & ", " ")
    page = goes_through(alice, alice.presses("Enter the points", SHEET, points="7"))
    assert "Who won the bid?" in page.text
    assert "owes 8" in page.text
    assert party.sheet["totals"] == {"NS": 7, "EW": 0}


def test_a_trump_left_for_later_is_filled_by_a_press(party, alice, bob):
    alice.bids(1, "E", 8)
    bob.enters(1, 7)
    page = bob.opens_page(SHEET).page
    form = next(form for form in page.forms if form.action.endswith("/bids"))
    answer = bob.client.post(form.action, data={**form.fields, "trump": "H"})
    assert answer.status_code == 303
    assert party.sheet["open_deal"]["trump"] == "H"


def test_a_bid_is_changed_on_the_page_until_points_are_in(party, alice, carol):
    alice.bids(1, "E", 8, "H")
    assert "/t/" + party.key + "?change=bid" in carol.opens_page(SHEET).page.links
    asked = carol.opens_page(SHEET + "?change=bid")
    assert (checked(asked, "bidder"), checked(asked, "bid"), checked(asked, "trump")) == (["E"], ["8"], ["H"])
    goes_through(carol, carol.presses("Change the bid", SHEET + "?change=bid", bidder="N", bid="9"))
    assert [party.sheet["open_deal"][key] for key in ("bidder", "bid", "trump")] == ["N", 9, "H"]
    carol.enters(1, 7)
    assert "Who won the bid?" not in carol.opens_page(SHEET + "?change=bid").page.text


def test_after_points_nobody_is_offered_to_note_another_bid(party, alice, bob):
    alice.bids(1, "E", 8)
    alice.enters(1, 7, "NS")
    for phone in (alice, bob):
        for address in ("", "?side=EW", "?change=bid"):
            assert "Change the bid" not in phone.opens_page(SHEET + address).page.text


def test_pressing_the_same_button_of_an_old_page_again_writes_nothing_more(party, bob):
    party.alice.bids(1, "E", 8)
    form, _button = bob.opens_page(SHEET).page.form_with("Enter the points")
    fields = {**form.fields, "points": "7"}
    answers = [bob.client.post(form.action, data=fields) for _press in range(3)]
    assert [answer.status_code for answer in answers] == [303] * 3
    assert party.number == party.mark_of(1)
    assert party.sheet["open_deal"]["taken"] == {"NS": None, "EW": 7}


def test_a_refused_figure_stays_on_the_pad(party, bob):
    party.alice.bids(1, "E", 8)
    answer = bob.presses("Enter the points", SHEET, points="7", cards="A,A,5")
    assert answer.status == 422
    assert checked(answer, "points") == ["7"]
    assert "The point cards are" in answer.page.text
    assert kept(answer)["Cards"] == "A,A,5"


@pytest.mark.parametrize("typed", ["abc", "15", "７", "7.5", "<b>7</b>", "1e1", "-1"])
def test_what_no_key_says_is_kept_beside_the_pad(party, bob, typed):
    party.alice.bids(1, "E", 8)
    with party.nothing_written():
        answer = bob.presses("Enter the points", SHEET, points=typed)
    assert (answer.status, checked(answer, "points")) == (422, [])
    assert "Points are a whole number from 0 to 14." in answer.page.text
    assert kept(answer)["Points"] == typed


def test_a_partner_s_other_figure_stays_beside_the_one_that_counts(party, alice, bob, dave):
    alice.bids(1, "E", 8)
    form, _button = dave.opens_page(SHEET).page.form_with("Enter the points")
    bob.enters(1, 7)
    answer = dave.opens_page(SHEET)
    response = dave.client.post(form.action, data={**form.fields, "points": "8"})
    page = Page(response.text)
    assert response.status_code == 409
    assert "⁨Bob⁩ entered 7 for ⁨Bob⁩ & ⁨Dave⁩, so your 8 was not written." in page.text
    assert "<time" in response.text.split("data-refusal")[1].split("</div>")[0]
    assert "saved, entered by Bob" in answer.page.text


def test_a_late_figure_is_told_and_never_chosen_on_the_next_deal(party, alice, bob, dave):
    alice.bids(1, "E", 8)
    form, _button = dave.opens_page(SHEET).page.form_with("Enter the points")
    alice.voids(1)
    alice.bids(2, "E", 9)
    with party.nothing_written():
        response = dave.client.post(form.action, data={**form.fields, "points": "8"})
    assert response.status_code == 409
    assert "Deal 1 was a misdeal" in response.text
    assert not re.search(r'name="points"[^>]* checked', response.text)
    assert kept(response)["Points"] == "8"


def test_a_figure_for_the_other_side_is_never_chosen_for_one_s_own(party, alice):
    alice.bids(1, "E", 8)
    answer = alice.presses("Enter the points", SHEET + "?side=EW", points="12", cards="A")
    assert answer.status == 422
    assert 'name="side" value="EW"' in answer.text
    assert checked(answer, "points") == ["12"]


def test_a_refused_bid_is_kept_to_be_sent_in_its_place(party, alice, bob):
    form, _button = bob.opens_page(SHEET).page.form_with("Note the bid")
    alice.bids(1, "E", 8)
    response = bob.client.post(form.action, data={**form.fields, "bidder": "S", "bid": "9", "trump": "C"})
    assert response.status_code == 409
    page = Page(response.text)
    assert "noted another bid for this deal: ⁨Bob⁩, 8. Yours was not written." in page.text
    form, _button = page.form_with("Change the bid")
    assert [form.fields[name] for name in ("bidder", "bid", "trump")] == ["S", "9", "C"]
    assert bob.client.post(form.action, data=form.fields).status_code == 303
    assert party.sheet["open_deal"]["bidder"] == "S"


def test_a_refused_bid_on_a_filled_row_is_told(party, alice, bob):
    form, _button = bob.opens_page(SHEET).page.form_with("Note the bid")
    alice.bids(1, "E", 8)
    alice.enters(1, 7, "NS")
    response = bob.client.post(form.action, data={**form.fields, "bidder": "S", "bid": "9"})
    assert response.status_code == 409
    assert "only the host can change its bid" in response.text
    assert kept(response) == {"Bidder": "S", "Bid": "9"}


def test_a_late_bid_is_told_and_never_offered_for_the_next_deal(party, alice, bob):
    form, _button = bob.opens_page(SHEET).page.form_with("Note the bid")
    alice.bids(1, "E", 8)
    alice.voids(1)
    alice.bids(2, "E", 9)
    response = bob.client.post(form.action, data={**form.fields, "bidder": "S", "bid": "10"})
    assert response.status_code == 409
    assert kept(response) == {"Bidder": "S", "Bid": "10"}
    assert "Enter the points" in Page(response.text).buttons


def test_who_watches_is_told_why_nothing_was_written(party, zoe):
    party.alice.bids(1, "E", 8)
    answer = zoe.enters(1, 7, accept="text/html")
    assert answer.status == 403
    assert "You are watching. Take a seat with the join code to write." in answer.page.text
    assert kept(answer) == {"Points": "7"}


# On paper a set side writes 0


def test_a_nought_of_the_bidders_is_asked_about_first(party, bob, carol):
    party.alice.bids(1, "E", 8)
    carol.enters(1, 7)
    with party.nothing_written():
        answer = bob.presses("Enter the points", SHEET, points="0")
    assert answer.status == 422
    assert "⁨Alice⁩ & ⁨Carol⁩ entered 7, so you took 7. The sheet writes the 0." in answer.page.text
    form, _button = answer.page.form_with("Enter the points")
    assert form.fields["points"] == "0"
    assert bob.client.post(form.action, data={**form.fields, "sure": "yes"}).status_code == 303
    assert party.sheet["open_deal"]["state"] == "disputed"


def test_another_figure_may_be_chosen_when_asked(party, bob, carol):
    party.alice.bids(1, "E", 8)
    carol.enters(1, 7)
    form, _button = bob.presses("Enter the points", SHEET, points="0").page.form_with("Enter the points")
    assert bob.client.post(form.action, data={**form.fields, "points": "7"}).status_code == 303
    assert party.sheet["totals"] == {"NS": 7, "EW": 0}


def test_a_nought_that_can_be_is_not_asked_about(party, alice, bob, carol):
    alice.bids(1, "E", 8)
    goes_through(bob, bob.presses("Enter the points", SHEET, points="0"))  # it came first
    carol.enters(1, 14)
    alice.bids(2, "E", 8)
    carol.enters(2, 14)
    goes_through(bob, bob.presses("Enter the points", SHEET, points="0"))  # the others took all
    alice.bids(3, "N", 8)
    bob.enters(3, 6)
    goes_through(alice, alice.presses("Enter the points", SHEET, points="8"))
    alice.bids(4, "N", 8)
    alice.enters(4, 8)
    goes_through(bob, bob.presses("Enter the points", SHEET, points="0"))  # not the bidders
    assert party.sheet["open_deal"]["state"] == "disputed"


def test_a_script_is_not_asked_and_the_host_is_told_why_it_is_disputed(party, alice, bob, carol):
    alice.bids(1, "E", 8)
    carol.enters(1, 7)
    assert bob.enters(1, 0).status == 201
    said = alice.opens_page(SHEET).page.text
    assert "On paper one writes 0 when set" in said
    assert "You are the host: settle deal 1." in said


# A token that is none any more


@pytest.mark.parametrize("write", ["/bids", "/entries", "/corrections", "/voids"])
def test_a_page_that_lay_open_too_long_costs_one_press_and_nothing_typed(party, alice, write):
    typed = {
        "deal": "1",
        "bidder": "E",
        "bid": "8",
        "points": "7",
        "EW": "7",
        "was": "5",
        "op": "mine",
        "reason": '"<x>',
    }
    if write != "/bids":
        alice.bids(1, "E", 8)
        typed["was"] = str(party.mark_of(1))
    with party.nothing_written():
        answer = alice.sends(SHEET + write, accept="text/html", csrf_token="old", **typed)
    assert answer.status == 400
    assert kept(answer)["Reason"] == '"<x>'
    form, _button = answer.page.form_with("Send it once more")
    assert form.action == f"/t/{party.key}{write}"
    assert {name: form.fields[name] for name in typed} == typed
    sent = {**form.fields, "was": ""} if write == "/bids" else form.fields
    for _press in range(2):
        assert alice.client.post(form.action, data=sent).status_code == 303
    assert party.number == party.mark_of(1)


def test_every_value_of_a_field_is_sent_once_more(party, bob):
    party.alice.bids(1, "E", 8)
    answer = bob.enters(1, 7, cards=["A", "J", "5"], accept="text/html", csrf_token="")
    assert re.findall(r'name="cards" value="(\w+)"', answer.text) == ["A", "J", "5"]


def test_who_has_lost_the_cookie_too_is_told_what_was_typed(party, bob):
    party.alice.bids(1, "E", 8)
    bob.loses_its_cookies()
    answer = Answer(bob.client.post(f"/t/{party.key}/entries", data={"deal": 1, "points": 7, "op": "mine"}))
    assert answer.status == 400
    assert "Send it once more" not in answer.page.buttons
    assert kept(answer) == {"Points": "7"}


def test_no_page_ever_holds_a_password(party, bob):
    answer = bob.sends(
        "/sign-in", accept="text/html", csrf_token="old", username="bob", password="correct horse"
    )
    assert answer.status == 400
    assert "correct horse" not in answer.text
    assert "Send it once more" not in answer.page.buttons


def test_the_host_settles_a_dispute_with_one_press(party, alice, bob, carol):
    alice.bids(1, "E", 8)
    bob.enters(1, 7)
    carol.enters(1, 8)
    goes_through(alice, alice.presses("86Alice & Carol counted right", SHEET))
    assert party.sheet["deals"][0]["taken"] == {"NS": 8, "EW": 6}


def test_a_misdeal_is_voided_and_taken_back_by_pressing(party, alice):
    party.plays("E", 8, 7)
    goes_through(alice, alice.presses("Void deal 1", "/t/{key}/deals/1/fix", reason="face up"))
    assert party.sheet["deals"] == []
    goes_through(alice, alice.presses("Take the void back", "/t/{key}/deals/1"))
    assert party.sheet["totals"] == {"NS": 7, "EW": 0}
    party.is_banked()


def test_one_phone_keeps_a_whole_sheet(app):
    party = Party(app)
    party.opens(seat="", name="Alice")
    alice = party.alice
    goes_through(alice, alice.presses("Note the bid", SHEET, bidder="E", bid="8"))
    goes_through(alice, alice.presses("Enter the points", SHEET, points="7"))
    goes_through(alice, alice.presses("Enter the points", SHEET, points="7"))
    assert party.sheet["totals"] == {"NS": 7, "EW": 0}
