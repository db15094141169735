"""The bank: End match in two presses, what it banks, reopening, the next match, every result."""

from __future__ import annotations

import pytest

from tests.web.cast import Party


def test_end_match_says_first_what_it_will_bank(party, bob):
    party.plays("E", 8, 7)
    party.plays("N", 9, 10)
    told = bob.asks("/t/{key}/banking").json
    assert told == {
        "match": 1, "seen": party.number, "ending": "stopped", "winner": None, "decided_by": None,
        "leader": "NS", "ahead": 21, "deals": 2,
        "totals": {"NS": 17, "EW": 0}, "shortfalls": {"NS": 0, "EW": 4},
        "nets": {"NS": 17, "EW": -4}, "left_open": None,
    }  # fmt: skip
    page = bob.opens_page("/t/{key}/banking").page
    assert "Alice & Carol 17 owes nothing" in page.text
    assert "Bob & Dave 0 owes 4: −4" in page.text
    assert "Stopped after 2 deals, short of 62. ⁨Alice⁩ & ⁨Carol⁩ lead by 21." in page.text
    assert "Everyone will see that you ended it. ⁨Alice⁩, the host, can reopen it." in page.text


def test_the_second_press_banks_exactly_that(party, bob):
    party.plays("E", 8, 7)
    told = bob.asks("/t/{key}/banking").json
    answer = bob.ends_the_match(told["seen"])
    assert answer.status == 201
    banked = answer.sheet["banked"]
    assert banked["by"] == "Bob"
    assert banked["at"].endswith("Z")
    assert {key: banked[key] for key in told if key not in ("match", "seen")} == {
        key: told[key] for key in told if key not in ("match", "seen")
    }
    assert party.alice.asks("/t/{key}/matches/1").json["ending"] == "stopped"


def test_without_javascript_the_press_leads_to_the_result_and_on_to_the_next_match(party, bob):
    party.plays("N", 8, 9)
    answer = bob.presses("Bank it and end the match", on="/t/{key}/banking")
    assert (answer.status, answer.location) == (303, f"/t/{party.key}/matches/1")
    page = bob.opens_page(answer.location).page
    assert "Stopped, ⁨Alice⁩ & ⁨Carol⁩ ahead" in page.text
    assert "4 ahead, short of 62." in page.text
    assert "Banked by Bob" in page.text
    assert "Same seats, nobody scans again. Bob deals first." in page.text
    answer = bob.presses("Next match", on=answer.location)
    assert (answer.status, answer.location) == (303, f"/t/{party.key}")
    assert (party.sheet["match"], party.sheet["dealer"]) == (2, "E")


@pytest.mark.parametrize("name", ["alice", "bob", "carol", "dave"])
def test_any_of_the_four_may_press_it_at_any_time(party, name):
    assert party.phone(name).ends_the_match().status == 201


def test_the_host_without_a_seat_may_press_it(party, alice):
    alice.leaves()
    assert alice.ends_the_match().status == 201


def test_who_watches_sees_the_standing_and_may_not_press(party, watcher):
    party.plays("N", 8, 9)
    page = watcher.opens_page("/t/{key}/banking").page
    assert "lead by 4" in page.text
    assert "Bank it and end the match" not in page.buttons
    assert "Only a player or ⁨Alice⁩, the host, can end it." in page.text
    with party.nothing_written():
        for press in (watcher.ends_the_match, watcher.starts_the_next):
            answer = press()
            assert (answer.status, answer.refused) == (403, "not_seated")


def test_only_the_host_reopens(party, anybody_else):
    party.is_banked()
    with party.nothing_written():
        answer = anybody_else.reopens()
    assert (answer.status, answer.refused) == (403, "host_only")
    assert "Reopen match 1" not in anybody_else.opens_page("/t/{key}/matches/1").page.buttons


def test_a_sheet_that_moved_on_is_asked_about_again(party, bob):
    party.plays("N", 8, 9)
    seen = party.number
    party.plays("N", 8, 10)
    with party.nothing_written():
        answer = bob.ends_the_match(seen)
        page = bob.sends("/t/{key}/banking", accept="text/html", seen=seen, match=1)
    assert (answer.status, answer.refused) == (409, "sheet_moved_on")
    assert page.status == 409
    assert "The sheet has changed since you looked." in page.page.text
    assert "Alice & Carol 19" in page.page.text
    form, _ = page.page.form_with("Bank it and end the match")
    assert int(form.fields["seen"]) == party.number
    assert bob.client.post(form.action, data=form.fields).status_code == 303
    assert party.sheet["banked"]["totals"] == {"NS": 19, "EW": 9}


def test_what_is_not_on_a_row_makes_nothing_stale(party, bob):
    party.plays("N", 8, 9)
    seen = party.number
    party.alice.names_sides(NS="Nets")
    party.carol.leaves()
    assert bob.ends_the_match(seen).status == 201


def test_pressing_twice_or_on_two_phones_banks_once(party, alice, bob):
    party.plays("N", 8, 9)
    seen = party.number
    first, second = alice.ends_the_match(seen), bob.ends_the_match(seen)
    assert (first.status, second.status, second.mark) == (201, 200, first.mark)
    assert second.sheet["banked"]["by"] == "Alice"
    page = bob.sends("/t/{key}/banking", accept="text/html", seen=seen)
    assert (page.status, page.location) == (303, f"/t/{party.key}/matches/1")


def test_end_match_on_a_banked_match_shows_its_result(party, alice):
    party.is_banked()
    answer = alice.opens_page("/t/{key}/banking")
    assert (answer.status, answer.location) == (303, f"/t/{party.key}/matches/1")


def test_a_late_press_never_ends_the_next_match(party, alice, bob):
    party.plays("N", 8, 9)
    party.is_banked()
    alice.starts_the_next()
    with party.nothing_written():
        answer = bob.ends_the_match(match=1)
        page = bob.sends("/t/{key}/banking", accept="text/html", seen=99, match=1)
    assert answer.refused == "sheet_moved_on"
    assert page.status == 409
    assert "Bank it and end the match" not in page.page.buttons


def test_an_open_deal_is_named_and_left_in_the_record(party, alice):
    party.plays("N", 8, 9)
    alice.bids(2, "E", 9, "H")
    page = alice.opens_page("/t/{key}/banking").page
    assert "Deal 2 is open: ⁨Bob⁩, 9 hearts. It counts for nothing and stays in the record." in page.text
    banked = alice.ends_the_match().sheet["banked"]
    assert (banked["left_open"], banked["deals"]) == (2, 1)


def test_a_disputed_deal_is_left_open_too(party, alice):
    alice.bids(1, "N", 8)
    alice.enters(1, 8)
    party.bob.enters(1, 8)
    assert "Deal 1 is open" in alice.opens_page("/t/{key}/banking").page.text
    assert alice.ends_the_match().sheet["banked"]["left_open"] == 1


@pytest.mark.parametrize("seen", ["", None, "-1", "9.5", "abc", "１", "9" * 40, ["1", "2"], "\x00"])
def test_what_cannot_have_been_seen_banks_nothing(party, alice, seen):
    with party.nothing_written():
        answer = alice.sends("/t/{key}/banking", seen=seen)
        page = alice.sends("/t/{key}/banking", accept="text/html", seen=seen)
    assert (answer.status, list(answer.errors)) == (422, ["seen"])
    assert page.status == 422
    assert "Bank it and end the match" in page.page.buttons


# Who has won, and why


def test_a_match_that_was_won_names_the_winner_and_why(party, alice):
    party.is_won_by("N")
    page = alice.opens_page("/t/{key}/banking").page
    assert "Bank the match?" in page.text
    assert "⁨Alice⁩ & ⁨Carol⁩ won after 5 deals. They reached 62 with 70." in page.text
    party.is_banked()
    page = alice.opens_page("/t/{key}/matches/1").page
    assert "⁨Alice⁩ & ⁨Carol⁩ won" in page.text
    assert "They reached 62 with 70." in page.text


@pytest.fixture
def near_the_line(app):
    """Alice and Carol at 17, Bob and Dave at 11, at a table that plays to 20: bidder goes out."""
    party = Party.of_four(app, target="20", goes_out_margin="10")
    party.plays("N", 8, 9)
    party.plays("N", 8, 8)
    assert party.sheet["status"] == "bidder_goes_out"
    return party


@pytest.mark.parametrize(
    ("bid", "ns", "why"),
    [
        (("E", 7), 7, "so they win, though ⁨Alice⁩ & ⁨Carol⁩ stand higher, at 24."),
        (("N", 7), 8, "They bid 7 on a bidder-goes-out deal and made it."),
        (("E", 8), 8, "They reached 20 with 25 when ⁨Bob⁩ & ⁨Dave⁩ were set on a bidder-goes-out deal."),
    ],
)
def test_a_bidder_goes_out_deal_says_how_it_was_won(near_the_line, bid, ns, why):
    near_the_line.plays(*bid, ns)
    near_the_line.is_banked()
    assert why in near_the_line.alice.opens_page("/t/{key}/matches/1").page.text


def test_the_line_reached_on_the_others_bid_is_told_so(app):
    party = Party.of_four(app, target="20", goes_out_margin="none")
    party.plays("N", 7, 10)
    party.plays("E", 7, 3)
    party.plays("E", 9, 10)
    assert "on a deal the others bid" in party.alice.opens_page("/t/{key}/banking").page.text


def test_both_at_the_line_is_a_tie_the_bidders_win_or_one_more_deal_decides(app):
    for both_reach, said, kept in (
        ("bidder", "at this table the bidders win then", "Both sides reached 14 on one deal"),
        ("decider", "still to play", "the deal that decides was not played"),
    ):
        party = Party.of_four(app, target="14", goes_out_margin="none", both_reach=both_reach)
        party.plays("N", 7, 7)
        party.plays("N", 7, 7)
        assert said in party.alice.opens_page("/t/{key}/banking").page.text
        party.is_banked()
        assert kept in party.alice.opens_page("/t/{key}/matches/1").page.text


def test_a_match_stopped_level_says_so(party, alice):
    page = alice.opens_page("/t/{key}/banking").page
    assert "Stopped after 0 deals, short of 62. Both sides are level." in page.text
    party.is_banked()
    page = alice.opens_page("/t/{key}/matches/1").page
    assert "Stopped, both sides level" in page.text
    assert "Short of 62." in page.text


# After banking


def test_a_banked_match_takes_no_bid_and_no_entry(party, alice):
    party.is_banked()
    assert alice.bids(1, "N", 8).refused == "match_banked"


def test_a_correction_after_banking_changes_the_result_and_is_marked(party, alice):
    party.plays("N", 8, 9)
    party.is_banked()
    assert alice.corrects(1, NS=7, EW=7).status == 201
    told = alice.asks("/t/{key}/matches/1").json
    assert (told["totals"], told["corrected"]) == ({"NS": 0, "EW": 7}, True)
    assert "corrected after banking, by ⁨Alice⁩" in alice.opens_page("/t/{key}/matches/1").page.text


def test_a_win_that_is_withdrawn_after_banking_stands_as_stopped(party, alice):
    party.is_won_by("N")
    party.is_banked()
    alice.corrects(5, NS=0, EW=14)
    told = alice.asks("/t/{key}/matches/1").json
    assert (told["ending"], told["winner"], told["leader"]) == ("stopped", None, "NS")
    assert "Stopped, ⁨Alice⁩ & ⁨Carol⁩ ahead" in alice.opens_page("/t/{key}/matches/1").page.text


def test_the_host_reopens_the_match_and_play_goes_on(party, alice):
    party.plays("N", 8, 9)
    party.is_banked()
    answer = alice.presses("Reopen match 1", on="/t/{key}/matches/1")
    assert (answer.status, answer.location) == (303, f"/t/{party.key}")
    assert party.sheet["banked"] is None
    assert alice.bids(2, "E", 8).status == 201
    assert alice.opens_page("/t/{key}/matches/1").location == f"/t/{party.key}"
    assert alice.asks("/t/{key}/matches/1").refused == "not_banked"


def test_reopening_takes_away_a_next_match_without_a_bid(party, alice):
    party.plays("N", 8, 9)
    party.is_banked()
    alice.starts_the_next()
    assert "Reopen match 1" in alice.opens_page("/t/{key}/matches/1").page.buttons
    assert alice.reopens().status == 201
    assert party.sheet["match"] == 1


def test_reopening_is_refused_once_the_next_match_has_a_bid(party, alice):
    party.is_banked()
    alice.starts_the_next()
    alice.bids(1, "N", 8)
    with party.nothing_written():
        answer = alice.reopens(match=1)
    assert answer.status == 409
    assert answer.refused in ("next_match_begun", "sheet_moved_on")
    assert alice.reopens().refused == "next_match_begun"
    assert "Reopen match 1" not in alice.opens_page("/t/{key}/matches/1").page.buttons


def test_what_was_never_banked_is_not_reopened(party, alice):
    assert alice.reopens().refused == "not_banked"


def test_reopening_twice_with_one_press_is_one_mark(party, alice):
    party.is_banked()
    first, again = alice.reopens(op="again"), alice.reopens(op="again")
    assert (first.status, again.status, again.mark) == (201, 200, first.mark)


# The next match


def test_next_match_pressed_by_two_is_one_match(party, alice, bob):
    party.is_banked()
    first, second = alice.starts_the_next(match=1), bob.starts_the_next(match=1)
    assert (first.status, second.status, second.mark) == (201, 200, first.mark)
    assert party.sheet["match"] == 2
    assert {seat: held["name"] for seat, held in party.sheet["seats"].items()} == {
        "N": "Alice", "E": "Bob", "S": "Carol", "W": "Dave"
    }  # fmt: skip


@pytest.mark.parametrize("name", ["alice", "bob", "carol", "dave"])
def test_any_of_the_four_may_start_it(party, name):
    party.is_banked()
    assert party.phone(name).starts_the_next().status == 201


def test_the_next_match_needs_a_banked_one(party, alice):
    with party.nothing_written():
        answer = alice.starts_the_next()
        page = alice.sends("/t/{key}/matches", accept="text/html")
    assert (answer.status, answer.refused, page.status) == (409, "not_banked", 409)


@pytest.mark.parametrize("path", ["reopening", "matches"])
@pytest.mark.parametrize("typed", [{"match": "first"}, {"match": ["1", "2"]}, {"op": ""}, {"match": "-1"}])
def test_a_match_is_a_whole_number(party, alice, path, typed):
    party.is_banked()
    with party.nothing_written():
        assert alice.sends(f"/t/{{key}}/{path}", **typed).status == 422
        assert alice.sends(f"/t/{{key}}/{path}", accept="text/html", **typed).status == 422


@pytest.mark.parametrize("path", ["banking", "reopening", "matches"])
def test_without_the_page_s_token_nothing_is_written(party, alice, path):
    with party.nothing_written():
        assert alice.sends(f"/t/{{key}}/{path}", csrf_token="x", seen=99).refused == "csrf"


# Every result


def test_the_bank_counts_the_matches_each_side_has_won(party, alice, watcher):
    party.is_won_by("N")
    party.is_banked()
    alice.starts_the_next()
    party.is_won_by("E")
    party.is_banked()
    alice.starts_the_next()
    party.plays("N", 8, 9)
    party.is_banked()
    told = watcher.asks("/t/{key}/matches").json
    assert told["won"] == {"NS": 1, "EW": 1}
    assert [(match["match"], match["winner"]) for match in told["matches"]] == [
        (1, "NS"),
        (2, "EW"),
        (3, None),
    ]
    page = watcher.opens_page("/t/{key}/matches").page
    assert "3 matches banked" in page.text
    assert page.text.index("Stopped, ⁨Alice⁩ & ⁨Carol⁩ ahead") < page.text.index("⁨Bob⁩ & ⁨Dave⁩ won")
    assert [link for link in page.links if "/matches/" in link] == [
        f"/t/{party.key}/matches/{n}" for n in (3, 2, 1)
    ]
    assert "Next match" not in alice.opens_page("/t/{key}/matches/1").page.buttons


def test_an_empty_bank_says_so(party, watcher):
    assert "No match of this table is banked yet" in watcher.opens_page("/t/{key}/matches").page.text
    assert watcher.asks("/t/{key}/matches").json == {
        "mark": party.number,
        "won": {"NS": 0, "EW": 0},
        "matches": [],
    }


@pytest.mark.parametrize("match", [0, 2, 10**30])
def test_a_match_that_was_never_played_has_no_result(party, alice, match):
    answer = alice.asks(f"/t/{{key}}/matches/{match}")
    assert (answer.status, answer.refused) == (404, "no_match")
    assert alice.opens_page(f"/t/{{key}}/matches/{match}").status == 404


def test_the_result_is_for_reading_where_one_only_watches(party, watcher):
    party.plays("N", 8, 9)
    party.is_banked()
    page = watcher.opens_page("/t/{key}/matches/1").page
    assert not {"Next match", "Reopen match 1"} & set(page.buttons)
    assert "8 Alice, made" in page.text
