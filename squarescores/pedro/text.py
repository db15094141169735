"""JSON text read strictly: what cannot mean one thing only is refused in one ASCII line."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

from squarescores.pedro.rules import named, shown


class TextError(ValueError):
    """A text that is not JSON, or does not say which of two things it means."""


def parsed(text: str | bytes) -> object:
    """The value a JSON text holds, in UTF-8 where it comes as bytes. Raises TextError."""
    try:
        if isinstance(text, bytes):
            text = text.decode()
        return _JSON.decode(text)
    except TextError:
        raise
    except UnicodeDecodeError as wrong:
        raise TextError(f"not UTF-8: byte {wrong.object[wrong.start]:#04x} at {wrong.start}") from None
    except json.JSONDecodeError as wrong:
        raise TextError(f"not JSON: {_why(wrong)}") from None
    except RecursionError:
        raise TextError("not read: its lists and objects are nested too deeply") from None
    except ValueError:  # Python's own limit on the digits of a whole number
        raise TextError("not read: it has a number of more than 4300 digits") from None


def _why(wrong: json.JSONDecodeError) -> str:
    if not wrong.doc.strip():
        return "there is nothing but blank space"
    if wrong.doc.startswith("\ufeff"):
        return "a byte order mark stands before it"
    reason = wrong.msg.encode("ascii", "backslashreplace").decode()
    return f"{reason} at line {wrong.lineno}, column {wrong.colno}"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a key that stands there twice is refused, as nobody knows which is meant."""
    thing = dict(pairs)
    if len(thing) != len(pairs):
        seen: dict[str, Any] = {}
        for key, value in pairs:
            if key in seen:
                twice = f"{named(key)} stands twice in one object"
                raise TextError(f"not read: {twice}, as {shown(seen[key])} and as {shown(value)}")
            seen[key] = value
    return thing


def _not_a_number(word: str) -> NoReturn:
    raise TextError(f"not JSON: {word} is no number there")


_JSON: Final = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_not_a_number)
