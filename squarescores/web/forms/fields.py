"""The fields of every form: what may be typed in them, and what is said of anything else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Final, Self

from wtforms import Field, Form
from wtforms.validators import ValidationError
from wtforms.widgets import TextInput

from squarescores.pedro import TWENTY_EIGHT_FIFTY_SIX, Rules
from squarescores.web import words

WHOLE: Final = re.compile(r"\+?[0-9]{1,6}", re.ASCII)


class WrongError(Exception):
    """Fields that cannot be read: for each, what is wrong in a sentence."""

    def __init__(self, errors: Mapping[str, list[str]]) -> None:
        super().__init__(", ".join(errors))
        self.errors = dict(errors)


class Text(Field):
    """A line of text; the base of every field here: blank is None, and is an error where it is needed."""

    widget = TextInput()
    data: Any

    def __init__(self, needed: bool = False, longest: int = 200, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.needed = needed
        self.longest = longest

    def __copy__(self) -> Self:
        """Another that shares what it was declared with; WTForms' fields cannot be copied without this."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    def _value(self) -> str:
        """What was typed, to be shown again; else what the page fills in."""
        if self.raw_data:
            return str(self.raw_data[0])
        return "" if self.data is None else str(self.data)

    def process_formdata(self, valuelist: list[str]) -> None:
        if len(valuelist) > 1:
            raise ValueError(words.invalid("once"))
        typed = valuelist[0] if valuelist else ""
        if not typed.strip():
            self.data = None
            return
        if len(typed) > self.longest:
            raise ValueError(words.invalid("long", longest=self.longest))
        self.data = self.read(typed)

    def read(self, typed: str) -> Any:
        """What was typed, as the program has it. Raises ValueError with what is wrong."""
        return typed

    def pre_validate(self, _form: Form) -> None:
        if self.needed and self.data is None and not self.process_errors:
            raise ValidationError(self.missing())

    def missing(self) -> str:
        """What is said where nothing was typed and something is needed."""
        return words.invalid("required")

    def in_words(self, told: list[str], _rules: Rules) -> list[str]:
        """What is wrong with the field at a table with those rules."""
        return told


class Line(Text):
    """Words of the players' own that stand on a page as they are."""

    def read(self, typed: str) -> Any:
        line = " ".join(unicodedata.normalize("NFC", typed).split())
        if any(unicodedata.category(letter) == "Cc" for letter in line):
            raise ValueError(words.invalid("control"))
        return line


class Whole(Text):
    """A whole number in ASCII digits; `+7` and `07` mean 7."""

    def read(self, typed: str) -> Any:
        if not WHOLE.fullmatch(typed.strip()):
            raise ValueError(self.missing())
        return int(typed)

    def missing(self) -> str:
        return words.invalid("whole_number")


class Points(Whole):
    """Points taken; what cannot be read is answered with what the pack allows."""

    def in_words(self, told: list[str], rules: Rules) -> list[str]:
        allowed = words.invalid("points_range", low=0, high=rules.pack_points)
        return [allowed if each == self.missing() else each for each in told]


class Bid(Whole):
    """A number, or "28-56"; anything else is answered with what the table allows."""

    def read(self, typed: str) -> Any:
        return TWENTY_EIGHT_FIFTY_SIX if typed.strip() == TWENTY_EIGHT_FIFTY_SIX else super().read(typed)

    def in_words(self, told: list[str], rules: Rules) -> list[str]:
        allowed = words.invalid("bid_range", low=rules.min_bid, high=rules.max_bid)
        return [allowed if each == self.missing() else each for each in told]


class Margin(Whole):
    """A whole number, or `none` for no bidder-goes-out deal."""

    def read(self, typed: str) -> Any:
        return "none" if typed.strip() == "none" else super().read(typed)


class Choice(Text):
    """One of a few answers."""

    def __init__(self, choices: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.choices = {str(choice): choice for choice in choices}

    def read(self, typed: str) -> Any:
        if typed.strip() not in self.choices:
            raise ValueError(self.missing())
        return self.choices[typed.strip()]

    def missing(self) -> str:
        return words.invalid("choice")


class YesNo(Choice):
    """`yes` or `no`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(("yes", "no"), **kwargs)

    def read(self, typed: str) -> bool:
        return bool(super().read(typed) == "yes")


class Sure(YesNo):
    """A tick that has to be there."""

    def read(self, typed: str) -> bool:
        if not super().read(typed):
            raise ValueError(self.missing())
        return True

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(needed=True, **kwargs)

    def missing(self) -> str:
        return words.invalid("sure")


class Cards(Text):
    """Point cards, comma-separated or one by one; "none" is no card at all."""

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata([",".join(valuelist)] if valuelist else [])

    def read(self, typed: str) -> tuple[str, ...]:
        cards = tuple(card.strip() for card in typed.split(",") if card.strip())
        return () if cards == ("none",) else cards
