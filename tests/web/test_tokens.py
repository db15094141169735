"""What is sent comes from a page of ours, for whoever's cookie comes with it; that is looked at each time."""

from __future__ import annotations

import pytest
from flask_wtf import csrf

from tests.web.cast import Phone


def test_a_token_is_read_once_and_holds_all_evening(party, monkeypatch):
    read = []
    validate = csrf.validate_csrf
    monkeypatch.setattr(csrf, "validate_csrf", lambda token: (read.append(token), validate(token)))
    one, other = Phone(party, "one"), Phone(party, "other")
    for phone in (one, other, one, other, other):
        assert phone.sends("/language", language="none").refused == "invalid"
    assert read == [one.token, other.token]


def test_a_token_that_was_right_for_one_is_not_for_another(party, carol, bob):
    assert carol.sends("/t/{key}/entries").refused == "invalid"
    assert bob.sends("/t/{key}/entries", csrf_token=carol.token).refused == "csrf"
    carol.loses_its_cookies()
    assert carol.token
    assert carol.sends("/t/{key}/entries", csrf_token=bob.token).refused == "csrf"


@pytest.mark.parametrize("address", ["/nowhere", "/t/{key}/sheet.json"])
def test_a_wrong_token_becomes_no_better_where_nothing_can_be_sent(party, carol, address):
    for _ in range(2):
        assert carol.sends(address, csrf_token="x").status in (404, 405)
        assert carol.sends("/t/{key}/entries", csrf_token="x").refused == "csrf"


def test_a_token_in_the_head_counts_for_that_press_alone(party, carol):
    assert _sends_nothing(carol, {"X-CSRFToken": carol.token}) == "invalid"
    assert _sends_nothing(carol, {}) == "csrf"


def _sends_nothing(phone: Phone, headers: dict[str, str]) -> str:
    address = f"/t/{phone.party.key}/entries"
    response = phone.client.post(address, headers={"Accept": "application/json", **headers})
    return response.json["refused"]
