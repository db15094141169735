"""The forms of people: an account, the language of the pages."""

from __future__ import annotations

from squarescores.web.forms.fields import Sure, Text, YesNo
from squarescores.web.forms.form import HouseForm


class AccountForm(HouseForm):
    needs_op = False

    username = Text(needed=True, longest=80)
    password = Text(needed=True, longest=200)


class SignOutForm(HouseForm):
    everywhere = YesNo()


class SureForm(HouseForm):
    """Nothing to fill in but the tick without which nothing is deleted."""

    needs_op = False

    sure = Sure()


class LanguageForm(HouseForm):
    needs_op = False

    language = Text(needed=True, longest=12)
    next = Text(longest=500)
