"""Which part may know which: every part of the house has its line here, and keeps to it."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "squarescores"

PARTS = {
    "pedro": set(),
    "settings": {"folders"},
    "folders": set(),
    "dangers": {"settings"},
    "metrics": {"settings"},
    "cores": set(),
    "doctor": {"dangers", "keys", "settings", "store"},
    "store": {"pedro"},
    "live": {"pedro"},
    "paper": {"pedro"},
    "score": {"pedro", "paper"},
    "instance": {"settings", "keys"},
    "keys": {"settings"},
    "address": {"settings"},
    "web": {"cores", "pedro", "store", "live", "settings", "folders", "instance", "address", "__init__"},
    "__init__": {"web", "settings"},
    "serve": {
        "address",
        "cores",
        "dangers",
        "metrics",
        "instance",
        "settings",
        "store",
        "live",
        "web",
        "__init__",
    },
    "commands": {
        "doctor",
        "keys",
        "serve",
        "score",
        "paper",
        "instance",
        "settings",
        "store",
        "pedro",
        "web",
        "__init__",
    },
    "cli": {"commands"},
}
STANDARD_LIBRARY_ONLY = {
    "pedro",
    "paper",
    "score",
    "settings",
    "folders",
    "instance",
    "keys",
    "dangers",
    "cores",
}

ROOMS = {"home", "people", "tables", "sheet", "live", "bank", "guides", "phone"}
BETWEEN_ROOMS = {
    "agreement", "ahead", "counted", "downloads", "drawn", "endings", "errors", "example", "forms", "guard",
    "headers", "house", "identity", "joined", "languages", "limits", "log", "packing", "passwords", "rows",
    "seen", "shown", "static", "tokens", "version", "visitor", "words",
}  # fmt: skip


def modules(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


def imported(path: Path) -> Iterator[str]:
    """The full name of everything a module imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield from (f"{node.module}.{each.name}" for each in node.names)


def first_below(name: str, package: str) -> str | None:
    """The part of `package` that an imported name is in; `__init__` for the package's own."""
    if name != package and not name.startswith(package + "."):
        return None
    below = name.removeprefix(package).lstrip(".").split(".")[0]
    folder = PACKAGE.joinpath(*package.split(".")[1:])
    return below if (folder / below).is_dir() or (folder / f"{below}.py").exists() else "__init__"


def part_of(path: Path, folder: Path) -> str:
    return path.relative_to(folder).parts[0].removesuffix(".py")


def test_every_part_has_its_line():
    assert {part_of(path, PACKAGE) for path in modules(PACKAGE)} == set(PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_imports_only_what_its_line_says(part):
    for path in modules(PACKAGE):
        if part_of(path, PACKAGE) == part:
            known = {first_below(name, "squarescores") for name in imported(path)} - {None, part}
            assert known <= PARTS[part], path


@pytest.mark.parametrize("part", sorted(STANDARD_LIBRARY_ONLY))
def test_what_has_to_start_fast_stands_on_the_standard_library(part):
    for path in modules(PACKAGE):
        if part_of(path, PACKAGE) == part:
            outside = {name.split(".")[0] for name in imported(path)} - {"squarescores"}
            assert outside <= sys.stdlib_module_names, path


def test_every_module_of_the_web_is_a_room_or_between_rooms():
    web = PACKAGE / "web"
    assert {part_of(path, web) for path in modules(web)} == ROOMS | BETWEEN_ROOMS | {"__init__"}


@pytest.mark.parametrize("part", sorted(ROOMS | BETWEEN_ROOMS))
def test_no_room_of_the_web_is_imported_by_another(part):
    web = PACKAGE / "web"
    for path in modules(web):
        if part_of(path, web) == part:
            known = {first_below(name, "squarescores.web") for name in imported(path)} - {None, part}
            assert known <= BETWEEN_ROOMS, path


def test_names_with_an_underscore_stay_in_their_folder():
    for path in modules(PACKAGE):
        for name in imported(path):
            *package, last = name.split(".")
            if package[:1] == ["squarescores"] and last.startswith("_") and not last.endswith("__"):
                assert PACKAGE.joinpath(*package[1:]).with_suffix(".py").parent == path.parent, (path, name)
