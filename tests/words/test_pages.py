"""Pages come out in one language: nothing stands on them that the catalogue does not say in it."""

import re
from functools import cache
from html.parser import HTMLParser

import pytest

from tests.words.catalogue import LANGUAGES, extracted, forms, pieces, translated
from tests.words.evening import SPOKEN, evening

READ = ("alt", "aria-label", "placeholder", "title", "content", "label")
READ += ("data-asks", "data-does", "data-done", "data-label", "data-news", "data-title")
NAMES = {"Alice", "Bob", "Carol", "Dave", "Eve", "Erik", "Nobody", "Zoe", "Ω", "Ж"}
# The product, its languages in their own words, a clock's word and where the tests' house stands.
OURS = {"SquareScores", "SquareScores Pedro", "Pedro", "English", "Svenska", "UTC"}
CODE = re.compile(r"[A-Z ]+")
NO_WORD = re.compile(r"\S*localhost\S*|\{\w+\}")  # an address; what a script fills in


class Reading(HTMLParser):
    """Everything on a page that is read or read out."""

    def __init__(self, html):
        super().__init__()
        self.said, self._meta = [], ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        its = dict(attrs)
        if tag != "meta" or its.get("name") == "description":
            self.said += [its[name] or "" for name in READ if name in its]

    def handle_data(self, data):
        self.said.append(data)


@cache
def catalogue(language):
    """Every piece of every sentence in a language."""
    if language == "en":
        sentences = [form for message in extracted() for form in message]
    else:
        sentences = [form for message in translated(language) for form in forms(message.string)]
    return frozenset(piece for sentence in sentences for piece in pieces(sentence))


@cache
def known(language):
    """The same to look for inside a longer text, the longest first."""
    longest = sorted(catalogue(language) | NAMES, key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(piece)}(?!\w)" for piece in longest))


def foreign(html, language):
    """What is said on a page and not in that language."""
    said = {piece for text in Reading(html).said for piece in pieces(NO_WORD.sub(" ", text))}
    unknown = {piece for piece in said - catalogue(language) - OURS - NAMES if not CODE.fullmatch(piece)}
    left = {piece: known(language).sub(" ", piece) for piece in unknown}
    return sorted(piece for piece, rest in left.items() if re.search(r"[^\W\d_]", rest))


@pytest.fixture(scope="module")
def looks(house):
    return list(evening(house))


@pytest.mark.parametrize("language", SPOKEN)
def test_nothing_on_a_page_is_said_in_another_language(looks, language):
    for what, said in looks:
        assert not foreign(said[language], language), what


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_three_words_stays_untranslated(looks, language):
    own = catalogue(language)
    long = [piece for piece in catalogue("en") - own if piece.count(" ") > 1]
    for what, said in looks:
        text = " ".join(said[language].split())
        assert not [piece for piece in long if piece in text], what


@pytest.mark.parametrize("language", SPOKEN)
def test_a_page_says_which_language_it_is_in(looks, language):
    for what, said in looks:
        assert f'<html lang="{language}"' in said[language] or what.endswith(".csv"), what


def test_the_evening_says_most_of_what_the_app_can_say(looks):
    """What is never seen here is not known to come out in the language of the page."""
    said = " ".join(text for _what, page in looks for text in Reading(page["en"]).said)
    silent = [
        sentence for sentence, *_ in extracted() if not all(piece in said for piece in pieces(sentence))
    ]
    assert len(silent) < len(extracted()) / 5, silent
