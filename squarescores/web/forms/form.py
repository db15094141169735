"""What every form has: where its fields are read from, its `op`, the match it was drawn for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import copy
from functools import cache
from typing import Any, Final

from flask import request
from wtforms import Field, Form
from wtforms.fields.core import UnboundField
from wtforms.meta import DefaultMeta

from squarescores.pedro import Rules
from squarescores.web import words
from squarescores.web.forms.fields import Text, Whole, WrongError

OP: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)

HIDDEN: Final = (
    "csrf_token", "op", "match", "deal", "side", "was", "seen", "dealer_seen", "undo", "sure", "next",
    "password", "agree", "back", "new",
)  # fmt: skip
"""Fields that nobody filled in, or that are not to be shown."""


@cache
def _made(declared: UnboundField[Field], name: str) -> Field:
    """A declared field as WTForms makes it, of no form yet."""
    return declared.bind(form=None, name=name, _meta=DefaultMeta())


class _Once(DefaultMeta):
    """How fields come to a form: made once, then copied: to make them took longer than all else."""

    def bind_field(self, _form: Form, declared: UnboundField[Field], options: Mapping[str, Any]) -> Field:
        return copy(_made(declared, options["name"]))


class HouseForm(Form):
    """A form of the house: read from the request, with `op` and the match it was drawn for."""

    Meta = _Once

    needs_op = True
    """Not where no mark is written, and a second press comes to the same."""

    op = Text()
    match = Whole()

    def __init__(self, **filled: Any) -> None:
        sent = request.form if request.method == "POST" else None
        super().__init__(sent, data=filled)

    def check(self, rules: Rules | None = None) -> None:
        """Raise WrongError where a field cannot be read; `rules` say what would be allowed in it."""
        self.validate()
        wrong = {
            name: self[name].in_words(list(told), rules or Rules()) for name, told in self.errors.items()
        }
        if (self.needs_op or self.op.data) and not OP.fullmatch(self.op.data or ""):
            wrong["op"] = [words.invalid("op")]
        if wrong:
            raise WrongError(wrong)

    def wrong(self, field: str, reason: str, **facts: Any) -> WrongError:
        """What is wrong with a field that could be read."""
        return WrongError({field: [words.invalid(reason, **facts)]})

    def filled(self) -> list[tuple[str, str]]:
        """What was typed, as it was typed."""
        sent = [(field.name, value) for field in self for value in field.raw_data or []]
        return [(name, value) for name, value in sent if name not in HIDDEN and value.strip()]

    def show(self, errors: Mapping[str, list[str]]) -> None:
        """Put what is wrong beside the fields, for the page that is shown again."""
        for name, told in errors.items():
            if name in self:
                self[name].errors = list(told)
