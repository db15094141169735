"""A form's fields are made once and copied: each form has what was typed in it, and nothing else."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

from squarescores.web.forms import BidForm, EntryForm, WrongError


def entered(app, **typed: str) -> EntryForm:
    with app.test_request_context("/", method="POST", data=typed):
        form = EntryForm()
        with suppress(WrongError):
            form.check()
        return form


def test_what_is_typed_in_one_form_is_in_no_other(app):
    forms = [entered(app, points="7"), entered(app, points="seven", deal="2"), entered(app)]
    assert [form.points.data for form in forms] == [7, None, None]
    assert [form.points.raw_data for form in forms] == [["7"], ["seven"], []]
    assert [form.deal.data for form in forms] == [None, 2, None]


def test_what_is_wrong_with_one_form_is_told_beside_that_one_alone(app):
    wrong, right, shown = entered(app, points="seven"), entered(app, points="7", deal="1"), entered(app)
    shown.show({"points": ["Too many."]})
    assert [bool(form.points.errors) for form in (wrong, right, shown)] == [True, False, True]
    assert wrong.points.errors != shown.points.errors


def test_forms_have_no_field_in_common(app):
    with app.test_request_context("/"):
        for one, other in pairwise([EntryForm(), EntryForm(), BidForm()]):
            assert not {id(field) for field in one} & {id(field) for field in other}
            assert [field.name for field in one][:3] == ["op", "match", "deal"]
