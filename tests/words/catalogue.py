"""The sentences of the app: as its source has them, as its pages look them up, and as they are translated."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from squarescores.folders import TRANSLATIONS
from tests.house.serving import PROGRAM, REPOSITORY

LANGUAGES = sorted(path.parent.name for path in TRANSLATIONS.glob("*/LC_MESSAGES"))
BETWEEN = re.compile(r"%\(\w+\)s|<[^>]+>|[\u2068\u2069\ufeff\d]|[^\w\s’'/-]|(?<!\w)[-/]|[-/](?!\w)")


def translation(language: str, kind: str = "po") -> Path:
    return TRANSLATIONS / language / "LC_MESSAGES" / f"messages.{kind}"


def translated(language: str) -> list[Message]:
    """Every message of a language's catalogue, in order."""
    with translation(language).open("rb") as file:
        return [message for message in read_po(file, locale=language, abort_invalid=True) if message.id]


def compiled(language: str) -> list[Message]:
    """Every message of a language as the app reads it."""
    with translation(language, "mo").open("rb") as file:
        return [message for message in read_mo(file) if message.id]


@cache
def extracted() -> frozenset[tuple[str, ...]]:
    """The sentences in the source, collected as `make words` does."""
    command = re.search(
        r"\$\(BIN\)/(pybabel.*?extract.*?) --output-file", (REPOSITORY / "Makefile").read_text(), re.DOTALL
    )
    assert command, "make words collects the sentences"
    program, *options = command[1].replace("\\\n", " ").split()
    with TemporaryDirectory() as folder:
        output = Path(folder, "translations.pot")
        command = [PROGRAM.with_name(program), *options, "--output-file", output, "."]
        subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True)
        with output.open("rb") as file:
            return frozenset(forms(message.id) for message in read_po(file) if message.id)


def forms(said: str | Sequence[str]) -> tuple[str, ...]:
    """The one form of a sentence or of its translation, or the singular and the plural."""
    return (said,) if isinstance(said, str) else tuple(said)


def pieces(text: str) -> set[str]:
    """What is left of a sentence between names, figures, tags and punctuation."""
    return {piece for each in BETWEEN.split(text) if re.search(r"[^\W\d_]", piece := " ".join(each.split()))}
