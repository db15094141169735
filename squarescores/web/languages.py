"""Which language a page speaks: what the browser asks for, or what the cookie keeps."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from babel import Locale
from flask import Flask, g, request, session
from flask_babel import Babel, Domain
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from squarescores.folders import TRANSLATIONS
from squarescores.web.house import house

NAMES: Final = {"en": "English", "sv": "Svenska"}  # each in its own language, so never translated


def init_app(app: Flask) -> None:
    """Let every page know its language, and the ones it could have."""
    app.config.setdefault("BABEL_TRANSLATION_DIRECTORIES", str(TRANSLATIONS))
    words = Babel(app, locale_selector=lambda: _locale(language())).domain_instance = _Words()
    in_templates = {"_": words.in_html, "gettext": words.in_html, "ngettext": words.in_html_counted}
    app.jinja_env.globals.update(in_templates)
    app.context_processor(lambda: {"language": language(), "languages": offered()})


class _Words(Domain):
    """Flask-Babel's own, which looks up the language anew for every sentence; a page has a hundred."""

    def get_translations(self) -> Any:
        sentences = g.get("sentences")  # each look at `g` costs
        if sentences is None:
            sentences = g.sentences = super().get_translations()
        return sentences

    def in_html(self, sentence: str, **facts: Any) -> Markup:
        """A template's sentence, its facts escaped: what Jinja's own does too, at three times the cost."""
        said = Markup(self.get_translations().ugettext(sentence))  # noqa: S704 -- our own sentences
        return said % facts if "%" in said else said

    def in_html_counted(self, one: str, many: str, num: int, **facts: Any) -> Markup:
        said = Markup(self.get_translations().ungettext(one, many, num))  # noqa: S704 -- as above
        return said % {"num": num, **facts}


def offered() -> dict[str, str]:
    """The languages of this house, each by its own name."""
    return {code: NAMES[code] for code in house().settings.languages}


def language() -> str:
    """The code of the language of this page."""
    code: str | None = g.get("language")
    if code is None:
        code = g.language = _choose()
    return code


def speak(code: str) -> None:
    """What is drawn from here on is of that language, whatever the browser asked for."""
    g.language = code


@lru_cache
def _locale(code: str) -> Locale:
    """What Flask-Babel makes of a code, once a page."""
    return Locale.parse(code)


def _choose() -> str:
    offered_here = house().settings.languages
    if session.get("language") in offered_here:
        return str(session["language"])
    return _best(request.headers.get("Accept-Language", ""), offered_here)


@lru_cache(1000)
def _best(asked: str, offered_here: tuple[str, ...]) -> str:
    """What a browser asks for, as far as it is offered; a phone asks for the same all evening."""
    return parse_accept_header(asked, LanguageAccept).best_match(offered_here) or offered_here[0]


def choose(code: str) -> bool:
    """Remember the language; False for one that is not offered."""
    if code not in house().settings.languages:
        return False
    session["language"] = code
    return True
