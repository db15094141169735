"""Where the templates and the static files are: beside the package in a checkout, inside it in a wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).parent
_TOP = _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent

TEMPLATES = _TOP / "templates"
STATIC = _TOP / "static"
TRANSLATIONS = _PACKAGE / "translations"
