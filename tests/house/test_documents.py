"""What can be set and what can be commanded stands in the README, in the program's own words."""

import argparse
import re
from collections.abc import Iterator
from dataclasses import fields

import pytest

from squarescores.cli import parser
from squarescores.settings import PREFIX, Settings
from tests.house.serving import REPOSITORY

README = (REPOSITORY / "README.md").read_text()


def shown(default: object) -> str:
    """A default as one would type it."""
    if isinstance(default, tuple):
        return ",".join(default)
    return str(default)


def row(setting) -> str:
    default = shown(setting.default)
    value = f"`{default}`" if default else ""
    return f"| `{PREFIX}{setting.name.upper()}` | {value} | {setting.metadata['purpose']} |"


@pytest.mark.parametrize("setting", fields(Settings), ids=lambda setting: setting.name)
def test_every_setting_is_in_the_table(setting):
    assert row(setting) in README


def test_the_table_has_no_setting_that_does_not_exist():
    rows = [line for line in README.splitlines() if line.startswith(f"| `{PREFIX}")]
    assert rows == [row(setting) for setting in fields(Settings)]


def commands(
    of: argparse.ArgumentParser | None = None, before: str = ""
) -> Iterator[tuple[str, str, argparse.ArgumentParser]]:
    """Each command's name, its help and its parser; of one that has commands of its own, theirs."""
    for action in (of or parser())._actions:
        if isinstance(action, argparse._SubParsersAction):
            for choice in action._choices_actions:
                command, name = action.choices[choice.dest], before + choice.dest
                inner = [*commands(command, name + " ")]
                yield from inner or [(name, str(choice.help), command)]


@pytest.mark.parametrize(("name", "words", "command"), [*commands()], ids=lambda value: str(value)[:14])
def test_every_command_is_described_with_its_options(name, words, command):
    _, found, described = README.partition(f"\n### `squarescores {name}")
    assert found, f"no heading for {name}"
    described = described.partition("\n### ")[0].partition("\n## ")[0]
    assert words[0].upper() + words[1:] in described
    for action in command._actions:
        if action.dest != "help":
            assert f"`{action.option_strings[0] if action.option_strings else action.metavar}" in described
            assert str(action.help) in described


def test_the_map_names_every_part_of_the_house():
    the_map = (REPOSITORY / "squarescores" / "README.md").read_text()
    for path in (REPOSITORY / "squarescores").iterdir():
        if path.is_dir() and (path / "__init__.py").exists():
            assert f"{path.name}/" in the_map, path
        elif path.suffix == ".py":
            assert path.name in the_map, path


def test_the_map_leads_nowhere_that_is_not_there():
    package = REPOSITORY / "squarescores"
    for name in re.findall(r"`([a-z_/]+(?:\.py|/))`", (package / "README.md").read_text()):
        assert (package / name).exists() or (REPOSITORY / name).exists(), name


def test_what_is_promised_is_tried_by_tests_that_are_there():
    named = re.findall(r"tests/[\w/]+\.py", (REPOSITORY / "SECURITY.md").read_text())
    assert len(named) > 10
    assert [name for name in named if not (REPOSITORY / name).is_file()] == []
