"""What the sheet says in words: the banner, the rows, why a row says what it says, the slip, the news."""

from __future__ import annotations

import html
import re

import pytest

from tests.web.cast import Party
from tests.web.page import Page
from tests.web.sheets import plays_case


def bare(text: str) -> str:
    """Without the marks that keep a name's direction to itself."""
    return re.sub("[\u2066-\u2069\ufe0e]", "", text)


def sheet_of(party: Party, who: str = "zoe", asked: str = "") -> str:
    return party.phone(who).opens_page("/t/{key}" + asked).text


def banner(party: Party, of: str = "") -> str:
    page = party.zoe.opens_page("/t/{key}" + of).text
    piece = re.search(r'<div data-piece="banner">(.*?)</div>', page, re.DOTALL)
    return bare(Page(piece[1]).text)


def rows(party: Party) -> list[str]:
    page = sheet_of(party)
    return [bare(Page(row).text) for row in re.findall(r"<tr id.*?</tr>", page, re.DOTALL)]


def news(party: Party, since: int | None = None) -> str:
    """What is read out to a page that shows the sheet as it was at mark `since`; the last change else."""
    told = re.findall(r'data-told="(\d+)" data-news="(.*?)"', sheet_of(party))
    newer = [said for mark, said in told if since is None or int(mark) > since]
    return bare(html.unescape(" ".join(newer if since is not None else newer[-1:])))


def standing(party: Party) -> tuple[str, str]:
    """The word by which a page knows that the match stands differently, and what it says then."""
    found = re.search(r'data-standing="(.*?)" data-news="(.*?)"', sheet_of(party))
    return found[1], bare(html.unescape(found[2]))


def why(party: Party, deal: int) -> str:
    page = party.zoe.opens_page(f"/t/{{key}}/deals/{deal}?part").text
    return bare(html.unescape(re.search(r"</table>\s*<p>(.*?)</p>", page, re.DOTALL)[1])).strip()


# The banner


GOES_OUT = "Both sides are within 7 of 62. The bidders win by making their bid, whatever the totals."
DECIDES = "Both sides reached 62. The bidders win by making their bid, else the others do."
LOWER = (
    "They bid 7 on a bidder-goes-out deal and made it, so they win, though Alice & South stand higher, at 68."
)
TIE = "Both sides reached 62 on one deal; at this table the bidders win then."


@pytest.mark.parametrize(
    ("case", "besides", "said"),
    [
        ("worked-hand", 0, ""),
        ("bidder-out-at-61", 1, f"Bidder goes out {GOES_OUT}"),
        ("decider-due", 0, f"One more deal decides {DECIDES}"),
        ("line-by-the-other-side", 0, "East & West win They reached 62 with 67, on a deal the others bid."),
        ("bidder-out-with-the-lower-net", 0, f"East & West win {LOWER}"),
        ("bidder-wins-tie", 0, f"East & West win {TIE}"),
    ],
)
def test_the_banner_says_what_the_rules_say(app, case, besides, said):
    party = plays_case(app, case, besides)
    assert banner(party) == said
    assert banner(party, "/board") == said


def test_a_deal_that_was_set_when_the_bidder_goes_out_is_won_by_the_others(app):
    party = plays_case(app, "decider-then-set")
    assert banner(party).startswith("East & West win They reached 62 with 69 when Alice & South were set")


def test_a_match_that_was_stopped_has_no_banner(app):
    party = plays_case(app, "decider-due")
    party.is_banked()
    assert banner(party) == ""


def test_a_match_won_shows_its_banner_banked_too(app):
    party = plays_case(app, "exactly-62")
    party.is_banked()
    assert banner(party) == "Alice & South win They reached 62 with 62, on a deal the others bid."


# The rows


def test_each_row_says_who_bid_what_and_what_came_of_it(app):
    party = plays_case(app, "worked-hand")
    assert rows(party)
    assert news(party).startswith(f"Deal {len(rows(party))}.")
    said = " ".join(rows(party))
    assert "set owes" in said.replace("setowes", "set owes")


def test_a_set_bid_a_payment_and_what_is_still_owed_are_words(party):
    party.plays("E", 8, 7)
    party.plays("W", 7, 9)
    party.plays("S", 7, 9)
    first, second, third = rows(party)
    assert "set owes 8" in first
    assert "set owes 15" in second
    assert "paid 5, owes 10" in third
    assert "8 Bob, set" in first
    page = sheet_of(party)
    assert re.search(r'class="owes"[^>]*>owes 10: <b class="n">−10</b>', page)
    assert "37 to go" in bare(Page(page).text)


def test_a_debt_paid_to_the_point_reads_nought_and_no_debt(app):
    party = plays_case(app, "paid-to-the-point")
    last = rows(party)[-1]
    assert "paid 7" in last
    assert "owes" not in last


def test_a_correction_strikes_what_the_sheet_said(party, alice):
    party.plays("E", 8, 7)
    alice.corrects(1, NS=6, EW=8)
    (row,) = rows(party)
    assert "was 7 now 6" in row
    assert "was 0 now 8" in row
    alice.corrects(1, NS=7, EW=7)
    assert "was 6 now 7" in rows(party)[0]


def test_a_row_waits_for_a_side_is_disputed_or_was_a_misdeal(party, alice, bob, carol):
    alice.bids(1, "E", 8)
    assert rows(party)[0].count("not in yet") == 2
    bob.enters(1, 7)
    assert "7entered" in rows(party)[0]
    assert rows(party)[0].count("not in yet") == 1
    carol.enters(1, 8)
    assert "8?disputed" in rows(party)[0]
    alice.corrects(1, NS=7, EW=7)
    alice.voids(1)
    (row,) = rows(party)
    assert row.count("void") == 2
    assert "misdeal" in row


def test_a_row_after_the_end_says_so_and_counts_nothing(app):
    party = Party.of_four(app, target=28, goes_out_margin="none")
    for ns in (8, 6, 8):
        party.plays("N", 7, ns)
    for deal in (1, 2):
        assert "after the end" not in " ".join(rows(party))
        party.alice.corrects(deal, NS=14, EW=0)
    last = rows(party)[-1]
    assert last.count("after the end") == 2
    assert why(party, 3) == "The match was decided before this deal, so it counts nothing."
    assert news(party).endswith("Alice & Carol win.")
    party.is_banked()
    assert rows(party)[-1] == last


def test_a_bidder_goes_out_deal_has_its_ribbon(app):
    party = plays_case(app, "bidder-out-at-61")
    assert "bidder goes out" in bare(Page(sheet_of(party)).text)
    assert sheet_of(party).count('class="ribbon"') == 1


# Why a row says what it says


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("worked-hand", None),
        ("paid-to-the-point", "East & West paid 7 of what they owed, so the sheet says 0."),
        ("no-minus-made", "A made bid scores the difference here, 4."),
        ("no-minus-set", "set, so 0 on the sheet. It is worth 15 to East & West."),
        ("slam-doubled", "It is worth 28 to them."),
        ("28-56-made", "bid 28-56 and took 14: made. It is worth 56 to them."),
        ("slam-failed-costs-14", "It costs them 14."),
        ("points-taken-penalty", "It costs them"),
        (
            "decider-then-set",
            "It was a bidder-goes-out deal. After it: Alice & South 66, owes 10: 56; East & West 69.",
        ),
    ],
)
def test_a_row_says_why(app, case, said):
    party = plays_case(app, case)
    text = " ".join(why(party, deal["number"]) for deal in party.sheet["deals"])
    assert (said or "set, so 0 on the sheet. It costs them 8. After it:") in text


def test_a_row_that_does_not_count_says_why_not(party, alice, bob, carol):
    alice.bids(1, "E", 8)
    assert why(party, 1) == "No points are in yet."
    bob.enters(1, 7)
    assert why(party, 1) == "The points of Alice & Carol are not in yet."
    carol.enters(1, 8)
    assert why(party, 1) == "8 and 7 do not make 14. The host settles it."
    alice.corrects(1, NS=7, EW=7)
    alice.voids(1)
    assert why(party, 1) == "A misdeal: it counts nothing, and the same seat dealt again."


def test_a_row_says_who_wrote_and_who_corrected_it(party, alice, zoe):
    party.plays("E", 8, 7)
    text = bare(zoe.opens_page("/t/{key}/deals/1").page.text)
    assert "The points of Alice & Carol were written by Carol" in text
    assert "The points of Bob & Dave were written by Dave" in text
    alice.corrects(1, NS=6, EW=8, reason="miscounted")
    text = bare(zoe.opens_page("/t/{key}/deals/1").page.text)
    assert "Corrected by Alice" in text
    assert "miscounted" in text
    assert "The points of Bob & Dave were written by Alice" in text
    assert "Correct this deal" not in text
    link = f"/t/{party.key}/deals/1/fix?match=1&side=EW"
    assert link in [html.unescape(each) for each in alice.opens_page("/t/{key}/deals/1?side=EW").page.links]


# What is next for whom


def test_everybody_is_told_what_is_next(party, alice, bob, carol, zoe):
    said = {name: bare(Page(sheet_of(party, name)).text) for name in ("alice", "bob", "zoe")}
    assert "Who won the bid?" in said["alice"]
    assert "Who won the bid?" in said["bob"]
    assert "You are watching" in said["zoe"]
    alice.bids(1, "E", 8)
    bob.enters(1, 7)
    assert "Waiting for Alice & Carol" in bare(Page(sheet_of(party, "bob")).text)
    assert "Bob & Dave entered 7, which leaves 7 for you." in bare(Page(sheet_of(party, "carol")).text)
    carol.enters(1, 8)
    assert "8 and 7 make 15, not 14" in bare(Page(sheet_of(party, "dave")).text)
    assert "Alice, the host, settles it." in bare(Page(sheet_of(party, "dave")).text)


def test_the_pad_says_what_each_figure_will_do(party, bob, carol):
    party.alice.bids(1, "E", 8)
    does = dict(re.findall(r'value="(\d+)" data-does="([^"]*)"', sheet_of(party, "bob")))
    assert list(does) == [str(points) for points in range(15)]
    assert does["7"] == "7 of 8: set, 0 on the sheet, owes 8"
    assert does["9"] == "9 of 8: made, 9 on the sheet"
    carol.enters(1, 7)
    asks = dict(re.findall(r'value="(\d+)" data-does="[^"]*" data-asks="([^"]*)"', sheet_of(party, "bob")))
    assert list(asks) == ["0"]
    bob.enters(1, 7)
    party.alice.bids(2, "N", 8)
    does = dict(re.findall(r'value="(\d+)" data-does="([^"]*)"', sheet_of(party, "bob")))
    assert does["5"] == "pays 5, 0 on the sheet, owes 3"


def test_the_pad_says_when_a_figure_wins(app):
    party = plays_case(app, "bidder-out-at-61", 1)
    deal = party.sheet["open_deal"]["number"]
    party.alice.bids(deal, "N", 8)
    does = dict(re.findall(r'value="(\d+)" data-does="([^"]*)"', sheet_of(party, "alice")))
    assert bare(html.unescape(does["8"])) == "8 of 8: made, 8 on the sheet, Alice & South win"
    assert bare(html.unescape(does["0"])) == "0 of 8: set, 0 on the sheet, owes 8, East & West win"


def test_a_dispute_names_the_card_or_the_nought(party, alice, bob, carol):
    alice.bids(1, "E", 8)
    bob.enters(1, 7, cards="A,J,5")
    carol.enters(1, 8, cards="A,10,low,2")
    assert "Both sides counted the ace." in bare(Page(sheet_of(party, "alice")).text)
    alice.corrects(1, NS=7, EW=7)
    alice.bids(2, "E", 8)
    bob.enters(2, 6, cards="A,5")
    carol.enters(2, 7, cards="10,low,2")
    assert "Neither side counted the jack." in bare(Page(sheet_of(party, "alice")).text)
    alice.corrects(2, NS=7, EW=7)
    alice.bids(3, "E", 8)
    bob.enters(3, 0)
    carol.enters(3, 7)
    assert "Bob & Dave entered 0." in bare(Page(sheet_of(party, "alice")).text)
    alice.corrects(3, NS=7, EW=7)
    alice.bids(4, "E", 8)
    bob.enters(4, 6)
    carol.enters(4, 7)
    assert "Count the point cards once more." in bare(Page(sheet_of(party, "alice")).text)


# What is read out


def test_each_mark_is_one_sentence_of_news(party, alice, bob, carol):
    alice.bids(1, "E", 8)
    assert news(party) == "Deal 1. Bob bid 8."
    bob.enters(1, 7)
    assert news(party) == "Deal 1. Bob & Dave entered 7."
    alice.bids(1, "E", 8, "H")
    assert news(party) == "Deal 1. Bob bid 8 hearts."
    carol.enters(1, 8)
    assert news(party) == "Deal 1. Disputed: Alice & Carol entered 8, Bob & Dave 7."
    alice.corrects(1, NS=7, EW=7)
    assert news(party) == "Deal 1 was corrected. Alice & Carol 7. Bob & Dave set on 8, owes 8. Bob deals."
    party.plays("N", 8, 9)
    assert news(party) == "Deal 2. Alice & Carol 9. Bob & Dave 0, owes 3. Carol deals."
    alice.corrects(1, NS=6, EW=8)
    assert news(party) == (
        "Deal 1 was corrected. Alice & Carol 6. Bob & Dave 8. "
        "Now Alice & Carol 15; Bob & Dave 13. Carol deals."
    )
    alice.voids(2)
    assert news(party) == "Deal 2 was a misdeal. Bob deals."


def test_a_page_that_missed_some_marks_is_told_each_of_them_once(party, alice):
    since = party.plays("E", 8, 7) and party.number
    assert news(party, since) == ""
    party.plays("N", 8, 9)
    alice.corrects(1, NS=6, EW=8)
    assert news(party, since) == (
        "Deal 2. Alice & Carol 9. Bob & Dave 5. "
        "Deal 1 was corrected. Alice & Carol 6. Bob & Dave 8. "
        "Now Alice & Carol 15; Bob & Dave 13. Carol deals."
    )
    alice.bids(3, "S", 9)
    assert news(party, party.number - 1) == "Deal 3. Carol bid 9."


def test_who_sits_where_and_what_they_are_called_is_no_news(party, alice, dave):
    party.plays("E", 8, 7)
    before, since = standing(party), party.number
    dave.leaves()
    alice.names_sides(NS="The Owls")
    assert party.number > since
    assert news(party, since) == ""
    assert standing(party)[0] == before[0]


def test_what_the_rules_say_before_a_deal_is_said_when_it_begins_to_hold(app):
    party = plays_case(app, "bidder-out-at-61", 1)
    assert news(party).endswith("Bidder goes out. Alice deals.")
    party = plays_case(app, "decider-due")
    assert "One more deal decides." in news(party)
    party.alice.bids(len(rows(party)) + 1, "N", 8)
    assert "decides" not in news(party)


def test_the_news_of_a_match_are_who_won_what_was_banked_and_the_next_one(app):
    party = plays_case(app, "exactly-62")
    assert news(party).endswith("Alice & South win.")
    word, said = standing(party)
    assert said.endswith("Alice & South win.")
    since = party.number
    party.is_banked()
    assert news(party, since).startswith("Banked. Alice & South won after 5 deals.")
    assert standing(party)[0] != word
    assert party.alice.reopens().status == 201
    assert news(party, party.number - 1) == ""
    assert standing(party) == (word, "Match 1 is open again. Alice & South win.")
    party.is_banked()
    party.alice.starts_the_next()
    assert re.fullmatch(r"Match 2\. \w+ deals\.", news(party, party.number - 1))


def test_a_first_dealer_who_is_picked_is_told(party, alice):
    word, _ = standing(party)
    alice.picks_dealer("W")
    assert standing(party) != word
    assert standing(party)[1] == "Dave deals first."


# The board


def test_the_board_is_the_sheet_without_anything_to_press(party, alice):
    party.plays("E", 8, 7)
    page = alice.opens_page("/t/{key}/board").page
    assert not page.forms
    assert "8 Bob, set" in bare(page.text)
    assert not [link for link in page.links if "/deals/" in link]
