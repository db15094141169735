"""Everybody writes at once, again and again: nobody hears of it but in the sheet's own words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from tests.together.cast import Party, Phone, Press, at_once, seldom

WRITES = 25


@seldom
def test_four_phones_with_25_writes_each(party):
    party.has_bid()
    presses = at_once(*[press for phone in party.players for press in everything(party, phone)])
    assert {press.status for press in presses} <= {200, 201, 409}
    assert not [press for press in presses if "locked" in press.text]
    assert len({press.mark for press in presses if press.status == 201}) >= WRITES


def everything(party: Party, phone: Phone) -> Iterator[Callable[[], Press]]:
    """What one person may have a phone send: the own side's name and figures, the bid, its trump."""
    side = phone.me["side"]
    numbers = count()
    for _ in range(WRITES // 5):
        number = next(numbers)
        yield lambda n=number: phone.bids(1, "E", 7 + n)
        yield lambda n=number: phone.names_sides(**{side: f"{phone.name} {n}"})
        yield lambda n=number: phone.enters(1, n)
        yield lambda n=number: phone.bids(1, "E", 8, "SHDC"[n % 4])
        yield lambda n=number: phone.names_sides(**{side: f"The {n} of {phone.name}"})
