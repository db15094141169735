"""What a reader of this repository may count on."""

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.house.serving import REPOSITORY

PACKAGE = REPOSITORY / "squarescores"
LINES = 220  # modules seldom pass 150
EMPTY_WORDS = {"manager", "helper", "helpers", "util", "utils", "service", "data", "process", "processor"}
GIVEN_NAMES = {"process_formdata"}  # WTForms asks for it

INLINE = re.compile(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=", re.IGNORECASE)
EXCEPTION = re.compile(r"#\s*(noqa|type:\s*ignore)(?P<rest>.*)")
REASON = re.compile(r"(: ?[A-Z]+\d+(, ?[A-Z]+\d+)*|\[[a-z, -]+\])\s+(-+|#)\s*\S+")
LEFT_OPEN = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b|NotImplemented" + "Error")


def tracked(*patterns: str) -> list[Path]:
    """The repository's own files; without git, those where its own would be."""
    said = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    return [path for name in said.stdout.splitlines() if (path := REPOSITORY / name).is_file()]


def modules() -> list[Path]:
    return tracked("squarescores/*.py")


def named(path: Path) -> str:
    return path.relative_to(REPOSITORY).as_posix()


@pytest.mark.parametrize("path", tracked("templates/*.html"), ids=named)
def test_a_template_holds_no_script_and_no_style(path):
    assert not INLINE.findall(re.sub(r"\{#.*?#\}", "", path.read_text(), flags=re.DOTALL))


def test_nobody_waits_while_something_is_worked_out_for_another():
    """Before Python 3.12 functools' cached_property holds one lock for all; the game waits for nothing."""
    locking = re.compile(r"^from functools import .*\bcached_property\b", re.MULTILINE)
    found = {named(path) for path in modules() if locking.search(path.read_text())}
    assert not {path for path in found if not path.startswith("squarescores/pedro/")}


def test_modules_stay_short():
    assert not {named(path): n for path in modules() if (n := len(path.read_text().splitlines())) > LINES}


def test_a_module_opens_with_one_sentence():
    for path in modules():
        words = ast.get_docstring(ast.parse(path.read_text())) or ""
        first = words.partition("\n\n")[0]
        assert re.search(r"[.:]$", first), named(path)


def test_nothing_is_named_by_a_word_that_says_nothing():
    for path in modules():
        names = [path.stem] + [
            node.name
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name not in GIVEN_NAMES
        ]
        for name in names:
            words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+", name)}
            assert not words & EMPTY_WORDS, f"{named(path)}: {name}"


def test_every_exception_has_its_reason_beside_it():
    for path in tracked("*.py"):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if found := EXCEPTION.search(line):
                assert REASON.match(found["rest"]), f"{named(path)}:{number}: {line.strip()}"


def test_nothing_is_left_open():
    for path in tracked("*.py", "*.html", "*.js", "*.css", "*.md", "*.toml", "Makefile"):
        assert not LEFT_OPEN.search(path.read_text()), named(path)


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-test.lock"])
def test_a_lock_pins_every_package_by_hash_and_names_no_host(name):
    text = (REPOSITORY / name).read_text()
    assert not re.search(r"://|file:|--(extra-)?index|--find-links|^/", text, re.MULTILINE)
    for block in re.split(r"\n(?=\S)", text.strip()):
        assert re.match(r"[a-z0-9-]+==[^ ]+.*\\\n", block), block
        assert "--hash=sha256:" in block, block


def test_the_locks_agree():
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^\S+==\S+", (REPOSITORY / name).read_text(), re.MULTILINE))

    assert pins("requirements.lock") <= pins("requirements-test.lock")


def test_every_library_asked_for_is_in_the_lock():
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    asked = project["project"]["dependencies"]
    for group in [
        *project["project"]["optional-dependencies"].values(),
        *project["dependency-groups"].values(),
    ]:
        asked = asked + group
    pinned = (REPOSITORY / "requirements-test.lock").read_text()
    for name in {re.split(r"[\[>]", each)[0] for each in asked}:
        assert re.search(rf"^{name}==", pinned, re.MULTILINE), name
