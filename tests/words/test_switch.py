"""Which language a page speaks: the one chosen, else the first that the browser asks for and we have."""

import pytest

from squarescores import create_app
from squarescores.settings import Settings
from squarescores.store import upgrade
from tests.web.cast import Party

OPENS = {"en": "Open a table", "sv": "Öppna ett bord"}


def speaks(phone, asked):
    """The language of the page a browser gets that asks like that, in its head and in its words."""
    page = phone.opens_page("/", **({"Accept-Language": asked} if asked is not None else {}))
    (said,) = [each for each, words in OPENS.items() if words in page.text]
    assert f'<html lang="{said}"' in page.text
    return said


@pytest.fixture
def zoe(app):
    return Party(app).zoe


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (None, "en"),
        ("", "en"),
        ("sv", "sv"),
        ("sv-FI", "sv"),
        ("sv-FI,sv;q=0.9,en;q=0.8", "sv"),
        ("fi-FI,fi;q=0.9,sv;q=0.8,en;q=0.7", "sv"),
        ("en;q=0.5,sv;q=0.9", "sv"),
        ("en-US,en;q=0.9,sv;q=0.8", "en"),
        ("pt-PT,pt;q=0.9,es;q=0.8", "en"),
        ("sv;q=0", "en"),
        ("*", "en"),
        ("?!,;q=x", "en"),
    ],
)
def test_a_browser_is_answered_in_the_first_language_it_asks_for_that_is_here(zoe, asked, said):
    assert speaks(zoe, asked) == said


def test_the_switch_is_on_the_page_and_leads_back_to_it(zoe):
    answer = zoe.presses("Svenska", on="/guides/line")
    assert (answer.status, answer.location) == (303, "/guides/line")
    assert "Linjen och vem som vinner" in zoe.opens_page("/guides/line").text


def test_what_was_chosen_outlives_what_the_browser_asks_for(zoe):
    zoe.presses("Svenska", on="/")
    assert speaks(zoe, "en") == "sv"
    zoe.presses("English", on="/")
    assert speaks(zoe, "sv") == "en"


def test_the_switch_says_which_language_is_spoken(zoe):
    zoe.presses("Svenska", on="/")
    text = zoe.opens_page("/").text
    assert 'lang="sv" aria-pressed="true"' in text
    assert 'lang="en" aria-pressed="false"' in text


def test_a_language_that_is_not_here_changes_nothing(zoe):
    zoe.presses("Svenska", on="/")
    assert zoe.sends("/language", language="fi").errors == {"language": ["Välj ett av alternativen."]}
    assert speaks(zoe, "en") == "sv"


def test_two_people_at_a_table_speak_each_their_own(app):
    party = Party.of_four(app)
    party.bob.presses("Svenska", on="/")
    assert "Vem bjöd?" in party.bob.opens_page("/t/{key}").text
    assert "Who won the bid?" in party.carol.opens_page("/t/{key}").text
    part = [phone.opens_page("/t/{key}/part") for phone in (party.bob, party.carol)]
    assert part[0].response.headers["ETag"] != part[1].response.headers["ETag"]


def test_a_refusal_is_told_in_the_language_that_was_chosen(app):
    party = Party.of_four(app)
    party.bob.presses("Svenska", on="/")
    assert party.bob.voids(1).message == "Det kan bara värden, \u2068Alice\u2069, göra."
    assert party.carol.voids(1).message == "Only the host, \u2068Alice\u2069, can do that."


def test_a_house_of_one_language_has_no_switch(tmp_path):
    settings = Settings(instance=tmp_path, languages=("sv",))
    upgrade(settings.database_url)
    house = create_app(settings)
    zoe = Party(house).zoe
    assert speaks(zoe, "en") == "sv"
    assert "/language" not in zoe.opens_page("/").text
    house.extensions["squarescores"].store.close()
