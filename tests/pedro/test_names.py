"""Names: cleaned and compared the same way everywhere."""

from __future__ import annotations

import unicodedata

import hypothesis.strategies as st
import pytest
from hypothesis import given

from squarescores.pedro.names import LONGEST, clean, folded, unlike
from squarescores.pedro.refusal import Invalid

LETTERS = st.text(st.characters(categories=["L", "N", "P", "S", "Zs", "Cf", "Mn"]), max_size=60)


def refusal_of(name: str) -> str | None:
    try:
        clean(name)
    except Invalid as invalid:
        return invalid.reason
    return None


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("Sam", "Sam"),
        ("  Sam\t\n", "Sam"),
        ("Anna  Lena", "Anna Lena"),
        ("Anna\u00a0Lena", "Anna Lena"),
        ("Zoe\u0308", "Zoë"),
        ("Ｓａｍ", "Ｓａｍ"),
        ("O’Neill-Ängström", "O’Neill-Ängström"),
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
        ("{{7*7}}", "{{7*7}}"),
        ("דָּנִי", unicodedata.normalize("NFC", "דָּנִי")),
        ("👩‍👧", "👩‍👧"),
    ],
)
def test_a_name_is_written_as_typed_but_trimmed_and_normalised(typed: str, written: str) -> None:
    assert clean(typed) == written


@pytest.mark.parametrize("turned", ["\u202eSam", "Sam\u202d", "S\u2066a\u2069m", "\u202aSam\u202c"])
def test_a_name_turns_nothing_round_that_stands_after_it(turned: str) -> None:
    assert clean(turned) == "Sam"


@pytest.mark.parametrize(
    "empty",
    [
        "",
        " ",
        "\t",
        "\u00a0",
        "\u3000",
        "\u200b",
        "\u200b\u200d\ufeff",
        "\u202e\u202c",
        "\u3164",
        "\u2800",
        "\u0301",
        "\ufe0f",
    ],
)
def test_a_name_that_nobody_can_see_is_no_name(empty: str) -> None:
    assert refusal_of(empty) == "name_empty"


@pytest.mark.parametrize("control", ["S\x00am", "Sam\x07", "\x1b[31mSam", "Sa\x7fm", "\ud800Sam", "S\x9fam"])
def test_a_name_holds_no_control_characters(control: str) -> None:
    assert refusal_of(control) == "name_control"


@pytest.mark.parametrize("letter", ["x", "ß", "字", "👑"])
def test_forty_characters_are_a_name_and_forty_one_are_too_long(letter: str) -> None:
    assert clean(letter * 40) == letter * 40
    assert refusal_of(letter * 41) == "name_long"


def test_the_length_counts_after_trimming_and_composing() -> None:
    assert len(clean("  " + "e\u0301" * 40 + "  ")) == 40


def test_a_wrong_name_says_which_field_it_came_from() -> None:
    with pytest.raises(Invalid) as wrong:
        clean("", "name_W")
    assert wrong.value.field == "name_W"


@pytest.mark.parametrize(
    "same",
    [
        "sam",
        "SAM",
        "sam ",
        "Ｓａｍ",
        "ＳＡＭ",
        "S\u200bam",
        "Sam \u200b",
        "\u200fSam",
        "Sam\ufe0f",
        "ſam",
        "S\u00adam",
    ],
)
def test_names_that_look_the_same_are_the_same(same: str) -> None:
    assert folded(same) == folded("Sam")


@pytest.mark.parametrize(
    ("one", "other"), [("Straße", "STRASSE"), ("Zoë", "ZOE\u0308"), ("Σίσυφος", "ΣΊΣΥΦΟΣ")]
)
def test_case_is_folded_in_every_script(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize("other", ["Samu", "Säm", "S am", "Sam 2", "Pam"])
def test_names_that_look_different_are_different(other: str) -> None:
    assert folded(other) != folded("Sam")


def test_a_free_name_is_left_alone() -> None:
    assert unlike("Sam", ["Bob"]) == "Sam"


def test_the_first_free_number_is_offered() -> None:
    assert unlike("sam", ["Sam", "SAM 2", "Sam 4"]) == "sam 3"


def test_the_offer_fits_into_forty_characters() -> None:
    name = "x" * 40
    assert unlike(name, [name]) == "x" * 38 + " 2"


@given(LETTERS)
def test_cleaning_twice_changes_nothing(typed: str) -> None:
    try:
        written = clean(typed)
    except Invalid:
        return
    assert clean(written) == written
    assert 1 <= len(written) <= LONGEST
    assert folded(written) == folded(folded(written)) != ""


@given(LETTERS, st.lists(st.sampled_from([1, 2, 3, 4]), unique=True))
def test_what_is_offered_is_a_name_that_nobody_has(typed: str, numbers: list[int]) -> None:
    try:
        name = clean(typed)
    except Invalid:
        return
    taken = [name, name.upper(), *(unlike(name, [name])[:-1] + str(number) for number in numbers)]
    offered = unlike(name, taken)
    assert clean(offered) == offered
    assert folded(offered) not in {folded(other) for other in taken}
