"""Recovery codes: long enough that nobody guesses one, short enough to write on paper; kept as a digest."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from flask import session

from squarescores.pedro.table import Table
from squarescores.web.house import house
from squarescores.web.tables import codes

GROUPS: Final = 3
GROUP: Final = 5  # three groups of four would be 56 bits, these are 70
KEPT: Final = "recovery"


def draw(*press: str) -> str:
    """A code that nobody can guess; the same press, sent again, draws the same one.

    So an answer that was lost on its way can be given again, though only the code's digest is kept.
    """
    return _drawn(house().settings.secret_keys[0], press)


def _drawn(key: str, press: tuple[str, ...]) -> str:
    secret = key.encode()
    number = int.from_bytes(hmac.digest(secret, "\0".join(("recovery", *press)).encode(), "sha256"))
    letters = []
    for _place in range(GROUPS * GROUP):
        number, place = divmod(number, len(codes.ALPHABET))
        letters.append(codes.ALPHABET[place])
    code = "".join(letters)
    return "-".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))


def digest(code: str) -> str:
    """What is kept of a code, however it was typed. So much chance needs no salt and no slow digest."""
    return hashlib.sha256(codes.read(code).encode()).hexdigest()


def in_force(table: Table, *press: str) -> str | None:
    """The code that a press drew, while it is the table's; also where an older key drew it."""
    codes_drawn = (_drawn(key, press) for key in house().settings.secret_keys)
    return next((code for code in codes_drawn if hmac.compare_digest(digest(code), table.recovery)), None)


def show_once(key: str, *press: str) -> None:
    """Let the next page of the seats show the code; the cookie only names the press that drew it."""
    session[KEPT] = [key, *press]


def to_show(key: str, table: Table) -> str | None:
    """The code that whoever asks has not been shown yet."""
    if session.get(KEPT, [None])[0] != key:
        return None
    _key, *press = session.pop(KEPT)
    return in_force(table, *press)
