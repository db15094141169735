"""Where templates, static files and translations are: beside the package or, in a wheel, inside it."""

from pathlib import Path

PACKAGE = Path(__file__).parent
_TOP = PACKAGE if (PACKAGE / "templates").is_dir() else PACKAGE.parent

TEMPLATES = _TOP / "templates"
STATIC = _TOP / "static"
TRANSLATIONS = PACKAGE / "translations"

LANGUAGES = ("en", *sorted(path.parent.name for path in TRANSLATIONS.glob("*/LC_MESSAGES")))
