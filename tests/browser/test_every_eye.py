"""Long and strange names, large text, small and flat screens, no colours: a figure stays where it belongs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser import sight
from tests.browser.cast import PHONE, Party, Phone
from tests.browser.paper import Paper

pytestmark = pytest.mark.browser

SMALL = {"width": 320, "height": 568}
FLAT = {"width": 844, "height": 390}
TYPING = {"width": 360, "height": 400}
"""What the on-screen keyboard leaves."""
SHEET_OF_A4 = {"width": 794, "height": 1123}
LONG = ("A" * 40, "Donaudampfschifffahrtsgesellschaftskapit", "W" * 40, "M" * 40)
STRANGE = ("<img src=x onerror=alert(1)>", "אבגד 12", "\u202etxet desrever\u202c", "</script>{{7*7}}")
PAGES = (
    "/t/{key}", "/t/{key}/deals/1", "/t/{key}/deals/2/fix?side=EW", "/t/{key}/history", "/t/{key}/banking",
    "/t/{key}/seats", "/",
)  # fmt: skip


def seated(party: Party, names: tuple[str, ...], **rules: str) -> None:
    """Everybody under their name, and a sheet with a set, a payment, a correction, a misdeal and a debt."""
    alice = party.alice
    answer = alice.sends("/tables/new", name=names[0], seat="N", first_dealer="N", **rules)
    party.key, party.code = answer["key"], answer["code"]
    for who, seat, name in zip(("bob", "carol", "dave"), "ESW", names[1:], strict=True):
        party.phone(who).sends("/join", code=party.code, name=name, seat=seat)
    paper = Paper()
    party.plays(paper, "E", 14, ns=4)
    party.plays(paper, "N", 8, ns=9, trump="H")
    was = alice.sheet["rows"][1]["mark"]
    alice.sends("/t/{key}/corrections", deal=2, NS=10, EW=4, was=was, reason=names[1])
    alice.sends("/t/{key}/voids", deal=party.bids("S", 10, "D"), reason=names[2])
    party.bids("W", 9, "C")


def stops(party: Party) -> Iterator[tuple[str, Phone]]:
    """Every page with names on it, for the host; a pad, and what follows it, for the others."""
    for path in PAGES:
        party.alice.goes(path)
        yield path, party.alice
    party.carol.sends("/t/{key}/entries", deal=4, side="NS", points=9)
    party.bob.to_the_sheet()
    party.bob.picks(4)
    yield "the pad", party.bob
    party.bob.sends("/t/{key}/entries", deal=4, side="EW", points=4)
    party.alice.to_the_sheet()
    yield "a dispute", party.alice
    party.alice.sends("/t/{key}/banking", seen=party.alice.sheet["mark"])
    party.alice.goes("/t/{key}/matches/1")
    yield "the result", party.alice


def at_double_size(phone: Phone, page: Page) -> list[str]:
    tools = phone.context.new_cdp_session(page)
    sight.sets_text(tools, sight.DOUBLE)
    page.set_viewport_size(SMALL)
    found = sight.stray(page) + sight.wide(page, SMALL["width"])
    sight.sets_text(tools, sight.USUAL)
    found += sight.stray(page) + sight.wide(page, SMALL["width"])
    page.set_viewport_size(PHONE)
    tools.detach()
    return found


def test_the_longest_names_push_no_figure_from_its_row(phones: Party):
    seated(phones, LONG)
    said = []
    for name, phone in stops(phones):
        found = sight.stray(phone.page) + at_double_size(phone, phone.page)
        said += [f"{name}: {fault}" for fault in found]
    assert not said, "\n".join(said)


def test_the_longest_names_leave_seats_and_rows_their_size(phones: Party):
    seated(phones, LONG)
    page = phones.alice.page
    for path, each, most in (("/t/{key}/seats", ".seat", 150), ("/t/{key}/deals/2/fix", ".deals tr", 100)):
        phones.alice.goes(path)
        tall = page.locator(each).evaluate_all("all => Math.max(...all.map((one) => one.offsetHeight))")
        assert tall <= most, path


def test_the_strangest_names_turn_nothing_round_and_run_nothing(phones: Party):
    seated(phones, STRANGE)
    said: list[str] = []
    for phone in (phones.alice, phones.bob):
        phone.context.on("dialog", lambda dialog: said.append(f"a dialog says {dialog.message}"))
    for name, phone in stops(phones):
        found = sight.turned(phone.page) + sight.stray(phone.page)
        said += [f"{name}: {fault}" for fault in found]
    phones.board.goes("/t/{key}/board")
    said += [f"board: {fault}" for fault in sight.turned(phones.board.page) + sight.stray(phones.board.page)]
    assert not said, "\n".join(said)


def test_on_paper_every_name_stands_in_full_and_every_figure_in_its_row(phones: Party):
    seated(phones, LONG)
    page = phones.alice.page
    page.set_viewport_size(SHEET_OF_A4)
    page.emulate_media(media="print")
    for path in ("/t/{key}", "/t/{key}/matches/1"):
        phones.alice.goes(path)
        assert sight.stray(page) + sight.wide(page, SHEET_OF_A4["width"]) == []
        cut = "all => all.filter((one) => getComputedStyle(one).overflow !== 'visible').length"
        assert page.locator("bdi:visible").evaluate_all(cut) == 0
        phones.alice.sends("/t/{key}/banking", seen=phones.alice.sheet["mark"])


@pytest.mark.parametrize(
    "box", [FLAT, TYPING, SMALL], ids=["landscape", "over a keyboard", "on a small phone"]
)
def test_the_press_can_be_reached_on_a_flat_or_small_screen(party: Party, box: dict[str, int]):
    bob = party.bob
    bob.page.set_viewport_size(box)
    for step in ("bid", "enter", "wait"):
        if step == "enter":
            party.bids("E", 8)
        if step == "wait":
            bob.sends("/t/{key}/entries", deal=1, side="EW", points=7)
        bob.to_the_sheet()
        assert sight.hidden(bob.page) == []
        press = bob.page.locator(".act:visible")
        if press.count() and box != TYPING:
            expect(press).to_be_in_viewport(ratio=0.99)
        expect(bob.page.locator(".rows")).to_be_in_viewport(ratio=0.1)
        # It is the frame that scrolls; below it there is nothing.
        assert bob.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_the_foot_and_the_keyboard_on_the_screen_cover_neither_field_nor_press(phones: Party):
    phones.is_seated("bob")
    phones.bids("E", 8)
    said = []
    for name, path in (
        ("alice", "/tables/new"), ("alice", "/t/{key}/seats"), ("alice", "/t/{key}/rules"),
        ("alice", "/t/{key}/deals/1/fix"), ("alice", "/account"), ("frank", "/join"),
        ("frank", "/join/{code}"), ("frank", "/sign-in"),
    ):  # fmt: skip
        page = phones.phone(name).page
        phones.phone(name).goes(path)
        page.evaluate("document.querySelectorAll('details').forEach((fold) => fold.open = true)")
        for box in (TYPING, PHONE):
            page.set_viewport_size(box)
            said += [f"{path}: {fault}" for fault in sight.hidden(page)]
    assert not said, "\n".join(said)


def test_two_quick_taps_do_not_zoom(party: Party, bob: Phone):
    party.bids("E", 8)
    bob.picks(3)
    tools = bob.context.new_cdp_session(bob.page)
    where = bob.chosen.bounding_box()
    assert where
    for count in (1, 2):
        at = {"x": where["x"] + 9, "y": where["y"] + 9}
        tools.send("Input.synthesizeTapGesture", {**at, "tapCount": count, "duration": 30})
    assert bob.page.evaluate("visualViewport.scale") == 1
    assert bob.page.evaluate("getComputedStyle(document.body).touchAction") == "manipulation"
    bob.has_chosen(3)


def test_without_colours_every_state_has_a_shape_of_its_own(party: Party, bob: Phone):
    party.plays(Paper(), "E", 8, ns=7)
    party.bids("E", 9)
    party.carol.sends("/t/{key}/entries", deal=2, side="NS", points=6)
    page = bob.page
    page.emulate_media(forced_colors="active")
    bob.picks(7)
    look = """one => {
      const { backgroundColor, borderTopStyle, outlineStyle, fontWeight } = getComputedStyle(one);
      return [backgroundColor, borderTopStyle, outlineStyle, fontWeight];
    }"""
    key = page.locator(".key input[name=points] + span")
    chosen, hinted, plain = (key.nth(points).evaluate(look) for points in (7, 8, 9))
    assert chosen[0] != plain[0]
    assert (hinted[1], plain[1]) == ("dashed", "solid")
    bids, other = (page.locator(f"#deal-2 .cell.{side}").evaluate(look) for side in ("ew", "ns"))
    assert (bids[2], other[2]) == ("solid", "none")
    expect(page.locator("#deal-1 .tag")).to_have_text("set")
    expect(page.locator("#deal-2 .gap")).to_be_visible()
    expect(page.locator(".state use:visible")).to_have_attribute("href", "#live")


def test_nothing_moves_for_whoever_wants_it_still_and_more_contrast_is_more(party: Party, bob: Phone):
    party.plays(Paper(), "E", 8, ns=7)
    bob.page.emulate_media(reduced_motion="reduce")
    bob.cell(1, "EW").get_by_role("link").tap()
    expect(bob.page.get_by_role("dialog")).to_be_visible()
    assert bob.page.evaluate("document.getAnimations().length") == 0
    soft = "getComputedStyle(document.querySelector('.togo')).color"
    before = bob.page.evaluate(soft)
    bob.page.emulate_media(contrast="more")
    ink = bob.page.evaluate("getComputedStyle(document.body).color")
    assert bob.page.evaluate(soft) == ink != before
    assert sight.faint(bob.page) == []


@pytest.mark.parametrize("language", ["en", "sv"])
def test_usual_names_stand_whole_beside_their_bids_and_28_56_is_one_figure(phones: Party, language: str):
    alice = phones.phone("alice", locale=language)
    seated(phones, ("Anna-Lena", "Bengt-Olof", "Christoffer", "Maximilian"), dealer_28_56="yes")
    alice.sends("/t/{key}/entries", deal=4, side="NS", points=7)
    alice.sends("/t/{key}/entries", deal=4, side="EW", points=7)
    alice.to_the_sheet()
    page = alice.page
    expect(page.locator("html")).to_have_attribute("lang", language)
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert page.locator(".deals tbody bdi, .keys bdi").evaluate_all(cut) == []
    page.locator(f'label:has([name="bidder"][value="{alice.sheet["dealer"]}"])').tap()
    for width in (PHONE["width"], SMALL["width"]):
        page.set_viewport_size({**PHONE, "width": width})
        assert sight.stray(page) + sight.wide(page, width) == []
        rows = page.locator(".dealt").evaluate_all("all => all.map((one) => one.getClientRects().length)")
        assert set(rows) == {1}
        expect(page.locator(".key.wide .n")).to_be_visible()
        figure = page.locator(".key.wide .n").bounding_box()
        assert figure
        assert figure["width"] > 1.5 * figure["height"]
