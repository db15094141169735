"""Where the templates and the static files are: beside the package in a checkout, inside it in a wheel."""

from pathlib import Path

PACKAGE = Path(__file__).parent
_TOP = PACKAGE if (PACKAGE / "templates").is_dir() else PACKAGE.parent

TEMPLATES = _TOP / "templates"
STATIC = _TOP / "static"
TRANSLATIONS = PACKAGE / "translations"
