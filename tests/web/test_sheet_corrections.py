"""The host corrects: the form, what it will change shown first, and a wrong winner put right."""

from __future__ import annotations

import html
import re

import pytest

from tests.web.cast import Answer, Party
from tests.web.page import Page
from tests.web.sheets import plays_case, refused

FIX = "/t/{key}/deals/1/fix"


def bare(text: str) -> str:
    """Without the marks that keep a name's direction to itself."""
    return re.sub("[\u2066-\u2069\ufe0e]", "", text)


def preview(answer: Answer) -> str:
    """What the form says will change."""
    found = re.search(r"data-preview[^>]*>(.*?)</div>\s*<button", answer.text, re.DOTALL)
    return bare(Page(found[1]).text)


def looks(party: Party, deal: int, **fields: str) -> str:
    """What would change, as the page asks for it before anything is saved."""
    with party.nothing_written():
        query = "&".join(f"{name}={value}" for name, value in fields.items())
        return bare(party.alice.opens_page(f"/t/{{key}}/deals/{deal}/fix?part&{query}").page.text)


@pytest.fixture
def played(party: Party) -> Party:
    """East–West were set once and have paid since."""
    party.plays("E", 8, 7)
    party.plays("N", 7, 9)
    return party


def test_a_cell_is_corrected_without_javascript(played, alice):
    answer = alice.opens_page(FIX)
    assert preview(answer) == "Nothing changes yet."
    answer = alice.presses("Show what changes", FIX, NS="6")
    assert answer.status == 200
    assert "now 6" in preview(answer)
    form, _button = answer.page.form_with("Save the correction")
    assert (form.fields["NS"], form.fields["EW"]) == ("6", "8")
    answer = alice.client.post(form.action, data={**form.fields, "reason": "miscounted"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{played.key}")
    assert played.sheet["totals"] == {"NS": 15, "EW": 13}


def test_what_changes_is_every_later_row_and_both_sides(played):
    said = looks(played, 1, NS="6", EW="8")
    assert "was 7 now 6" in said
    assert "was 0 now 8" in said
    assert "Alice & Carol: was 16 now 15" in said
    assert "Bob & Dave: was 0, owes 3: −3 now 13" in said
    assert looks(played, 1, trump="S").count("dealt by") == 1


def test_the_other_side_follows_up_to_the_pack_unless_it_is_typed(played, alice):
    assert "Bob & Dave: was 0, owes 3: −3 now 13" in looks(played, 1, NS="6", EW="7", side="NS")
    assert "Alice & Carol: was 16 now 15" in looks(played, 1, EW="8", NS="7", side="EW")
    assert "6 and 9 make 15, but the pack has 14 points." in looks(played, 1, NS="6", EW="9")


def test_the_side_that_was_tapped_stays_the_one_asked_for(played, alice):
    answer = alice.opens_page(FIX + "?side=EW")
    assert "Bob & Dave took" in bare(answer.page.text)
    answer = alice.presses("Show what changes", FIX + "?side=EW", EW="8")
    assert "Bob & Dave took" in bare(answer.page.text)
    answer = alice.presses("Save the correction", FIX + "?side=EW", EW="8", NS="7")
    assert answer.status == 422
    assert "Bob & Dave took" in bare(answer.page.text)
    assert answer.page.form_with("Save the correction")[0].fields["NS"] == "6"


@pytest.mark.parametrize("typed", ["x", "15", "７", "-1", '"><b>'])
def test_what_is_no_figure_is_said_and_stays_typed(played, alice, typed):
    with played.nothing_written():
        for button in ("Show what changes", "Save the correction"):
            answer = alice.presses(button, FIX, EW=typed, reason="because")
            assert "Points are a whole number from 0 to 14." in preview(answer)
            form, _button = answer.page.form_with("Save the correction")
            assert (form.fields["EW"], form.fields["reason"]) == (typed, "because")
        assert answer.status == 422


@pytest.mark.parametrize("change", [{"NS": 6, "EW": 8}, {"bid": 9}, {"trump": "S"}, {"dealer": "W"}])
def test_a_corrected_row_says_so_whatever_was_corrected(played, alice, change):
    assert "corrected" not in alice.opens_page("/t/{key}").page.text
    alice.corrects(1, **change)
    for phone in (alice, played.zoe):
        for address in ("/t/{key}", "/t/{key}/board"):
            assert phone.opens_page(address).page.text.count("· corrected") == 1


def test_a_token_never_stands_in_an_address(played, alice):
    form, button = alice.opens_page(FIX).page.form_with("Show what changes")
    assert form.method == "post"
    with played.nothing_written():
        response = alice.client.post(
            f"/t/{played.key}/deals/1/fix", data={**form.fields, **button, "NS": "6", "csrf_token": ""}
        )
    assert response.status_code == 400


def test_a_row_that_changed_meanwhile_is_shown_as_it_is_now(played, alice):
    form, _button = alice.opens_page(FIX).page.form_with("Save the correction")
    alice.corrects(1, NS=5, EW=9)
    with played.nothing_written():
        response = alice.client.post(form.action, data={**form.fields, "NS": "6", "EW": "8"})
    answer = Answer(response)
    assert answer.status == 409
    assert "⁨Alice⁩ has changed deal 1 since you looked." in answer.page.text
    assert "was 7 now 5" in bare(answer.page.text)
    form, _button = answer.page.form_with("Save the correction")
    assert (form.fields["NS"], form.fields["EW"]) == ("6", "8")
    assert alice.client.post(form.action, data=form.fields).status_code == 303
    assert played.sheet["deals"][0]["taken"] == {"NS": 6, "EW": 8}


def test_a_different_winner_is_said_first(app):
    party = plays_case(app, "exactly-62")
    last = len(party.sheet["deals"])
    said = looks(party, last, NS="5", EW="9")
    assert said.startswith("Alice & South have not won then; play goes on.")
    assert party.alice.corrects(last, NS=5, EW=9).sheet["status"] != "won"
    said = looks(party, last, NS="6", EW="8")
    assert said.startswith("Alice & South win then. They reached 62 with 62, on a deal the others bid.")


def test_another_side_s_win_is_said_with_its_reason(app):
    party = plays_case(app, "bidder-out-at-61")
    last = len(party.sheet["deals"])
    said = looks(party, last, NS="5", EW="9")
    assert re.match("East & West win then. They reached 62 with 66 when Alice & South were set", said)


def test_what_the_next_deal_will_be_is_said(app):
    party = plays_case(app, "bidder-out-at-61", 1)
    last = len(party.sheet["deals"])
    assert "The next deal is an ordinary one then." in looks(party, last, bidder="N")
    assert "deals deal" not in looks(party, last, trump="S")
    assert re.search(r"\w+ deals deal 9 then\.", looks(party, last, dealer="N"))


def test_the_dealer_of_the_open_deal_can_be_set_before_its_bid(played, alice):
    assert looks(played, 3, dealer="W").startswith("Dave deals deal 3 then.")
    assert alice.presses("Save the correction", "/t/{key}/deals/3/fix", dealer="W").status == 303
    assert played.sheet["dealer"] == "W"


def test_a_win_by_a_typing_mistake_is_withdrawn_and_everything_works_again(app):
    party = Party.of_four(app)
    party.is_won_by("N")
    last = len(party.sheet["deals"])
    assert party.alice.corrects(last, NS=0, EW=14).sheet["status"] == "playing"
    party.plays("E", 8, 5)
    party.is_banked()
    party.alice.starts_the_next()
    assert party.alice.corrects(1, match=1, trump="S").status == 201


def test_corrected_back_everything_is_as_before(played, alice):
    before = {key: value for key, value in played.sheet.items() if key not in ("mark", "rows")}
    alice.corrects(1, NS=3, EW=11, bidder="W", bid=10, dealer="S")
    alice.corrects(1, NS=7, EW=7, bidder="E", bid=8, dealer="N")
    after = {key: value for key, value in played.sheet.items() if key not in ("mark", "rows")}
    assert after == before


def test_there_is_no_form_for_a_row_that_cannot_be_corrected(played, alice):
    for deal, reason in ((0, "no_deal"), (4, "no_deal"), (10**30, "no_deal")):
        assert alice.asks(f"/t/{{key}}/deals/{deal}/fix").refused == reason
    alice.voids(1)
    assert alice.asks(FIX).refused == "deal_voided"
    played.is_banked()
    assert alice.asks("/t/{key}/deals/3/fix").refused == "no_deal"
    assert alice.opens_page("/t/{key}/deals/2/fix").status == 200


def test_a_disputed_row_opens_without_reproach(party, alice, bob, carol):
    alice.bids(1, "E", 8)
    bob.enters(1, 7)
    carol.enters(1, 8)
    assert preview(alice.opens_page(FIX)) == "Nothing changes yet."
    assert "8 and 8 make 16" in looks(party, 1, NS="8", EW="8")
    assert alice.presses("Save the correction", FIX, NS="7").status == 303
    assert party.sheet["deals"][0]["taken"] == {"NS": 7, "EW": 7}


def test_correcting_an_earlier_match_leads_to_its_result(played, alice):
    played.is_banked()
    alice.starts_the_next()
    answer = alice.presses("Save the correction", FIX + "?match=1", NS="6", EW="8")
    assert answer.location == f"/t/{played.key}/matches/1"
    assert "was 7 now 6" in bare(alice.opens_page(answer.location).page.text)
    assert alice.opens_page(FIX).status == 200  # the open deal of the next match


@pytest.mark.parametrize("name", ["bob", "carol", "zoe", "stranger"])
def test_the_form_and_its_preview_are_the_host_s(played, name):
    phone = played.phone(name)
    for address in (FIX, FIX + "?part&NS=6"):
        assert phone.opens_page(address).status == 403
        assert phone.asks(address).refused == "host_only"
    refused(played, "host_only", lambda: phone.sends(FIX, NS="6"))
    assert "Only the host" in html.unescape(phone.opens_page(FIX).text)


def test_a_page_from_before_the_deal_moved_on_does_not_move_it_back(played, alice):
    assert (
        alice.opens_page("/t/{key}/deals/2/fix")
        .page.form_with("Save the correction")[0]
        .fields["dealer_seen"]
        == "E"
    )
    alice.corrects(1, dealer="W")
    alice.corrects(2, NS=8, EW=6, dealer="E", dealer_seen="E")
    assert [deal["dealer"] for deal in played.sheet["deals"]] == ["W", "N"]
    alice.corrects(2, dealer="S", dealer_seen="E")
    assert [deal["dealer"] for deal in played.sheet["deals"]] == ["W", "S"]
