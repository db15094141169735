"""Every sentence has its translation, and none is left over; `make words` brings them up to date."""

import re

import pytest

from squarescores.settings import Settings
from squarescores.web import languages
from tests.words.catalogue import LANGUAGES, compiled, extracted, forms, translated

PLACEHOLDER = re.compile(r"%\(\w+\)s")
TAG = re.compile(r"<[^>]+>")
LOOSE = re.compile(r"^\s|\s$|\s\s|[\n\t]")


def each_form(language: str) -> list[tuple[str, str]]:
    """Each sentence that is translated with its translation; of a plural, form by form."""
    return [
        pair
        for message in translated(language)
        for pair in zip(forms(message.id), forms(message.string), strict=True)
        if all(pair)
    ]


@pytest.fixture(params=LANGUAGES)
def language(request):
    return request.param


def test_every_language_offered_has_its_translation_and_its_name():
    assert set(Settings().languages) == {"en", *LANGUAGES} == set(languages.NAMES)


def test_every_sentence_is_translated(language):
    missing = extracted() - {forms(message.id) for message in translated(language)}
    assert not missing, "run make words, then translate these"
    assert not [message.id for message in translated(language) if not all(forms(message.string))]


def test_no_translation_is_a_guess(language):
    assert not [message.id for message in translated(language) if message.fuzzy]


def test_no_translation_is_left_over(language):
    left_over = {forms(message.id) for message in translated(language)} - extracted()
    assert not left_over, "run make words"


def test_what_the_app_reads_is_what_is_written(language):
    read = {forms(message.id): forms(message.string) for message in compiled(language)}
    written = {forms(m.id): forms(m.string) for m in translated(language) if all(forms(m.string))}
    assert read == written, "run make words"


def test_a_translation_has_the_placeholders_and_the_tags_of_its_sentence(language):
    for source, said in each_form(language):
        assert sorted(TAG.findall(said)) == sorted(TAG.findall(source)), source
        assert set(PLACEHOLDER.findall(said)) == set(PLACEHOLDER.findall(source)), source
        assert "%" not in PLACEHOLDER.sub("", said), source


def test_a_translation_ends_as_its_sentence_does(language):
    for source, said in each_form(language):
        assert said[-1] == source[-1] or not {said[-1], source[-1]} & set(".,:;!?…"), source


def test_a_sentence_has_no_loose_spaces(language):
    for pair in each_form(language):
        assert not [each for each in pair if LOOSE.search(each)]


def test_pages_look_sentences_up_as_they_were_collected(app):
    """Both read the templates with settings of their own; a difference would leave a page untranslated."""
    environment = app.jinja_env
    for name in environment.list_templates(extensions=["html"]):
        source, _, _ = environment.loader.get_source(environment, name)
        for _line, _function, said in environment.extract_translations(source):
            sentence = tuple(form for form in forms(said) if isinstance(form, str))
            assert sentence in extracted(), (name, sentence)
