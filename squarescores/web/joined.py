"""A script with all that it imports, as one file: on its way, a file's head weighs more than most of ours.

Ours import by name from beside them (`import { a, b } from "./c.js";`) and export where they declare, a line
each; there are no circles among them. So a module is a function that is called once and hands out its names.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_IMPORT: Final = re.compile(r'^import (?:(\{ [\w, ]+ \}) from )?"\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export\s(?=(?:const|class|(?:async\s)?function)\s(\w+))", re.MULTILINE)


def joined(path: Path) -> str:
    """The script at that path, after what it imports."""
    *modules, script = _in_order(path)
    return "".join([*(_closed(module) for module in modules), _bound(script.read_text(encoding="utf-8"))])


def _in_order(path: Path) -> list[Path]:
    """Each after those that it imports, as a browser runs them."""
    order: list[Path] = []
    for _names, module in _IMPORT.findall(path.read_text(encoding="utf-8")):
        order += [each for each in _in_order(path.with_name(f"{module}.js")) if each not in order]
    return [*order, path]


def _closed(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    names = ", ".join(_EXPORT.findall(text))
    return f"const ${path.stem} = (() => {{\n{_EXPORT.sub('', _bound(text))}return {{ {names} }};\n}})();\n"


def _bound(text: str) -> str:
    """A module's text that takes what it imports from the functions before it."""
    return _IMPORT.sub(lambda found: f"const {found[1]} = ${found[2]};\n" if found[1] else "", text)
