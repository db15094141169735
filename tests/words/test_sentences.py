"""No sentence stands outside the catalogue: not in a template, not behind a page, not in a script."""

import ast
import re
from html.parser import HTMLParser

import pytest
from jinja2 import nodes

from squarescores.folders import STATIC, TEMPLATES
from tests.house.serving import REPOSITORY

WORD = re.compile(r"[^\W\d_]{2,}")
TWO_WORDS = re.compile(r"[^\W\d_]{2,},? [^\W\d_]{2,}")
HOLE = "\ufffc"
ASKS = {"_", "gettext", "ngettext", "lazy_gettext"}
SPOKEN = ("alt", "aria-label", "aria-description", "placeholder", "title", "label", "content")

NOT_TRANSLATED = {
    "SquareScores": "the product's name",
    "Pedro": "the game's, as part of it",
    "SquareScores Pedro": "both",
    "UTC": "a clock's word, which zone.js writes anew",
    "yes": "what a field holds, not what it says",
    "no": "the same",
    "big": "a class of the board",
    "open disputed": "the classes of a row",
    "after voided": "the same",
    "the store does not answer\n": "told to whoever watches the server",
    "unforeseen at %s": "for the log",
    ": still here\n\nevent: beat\ndata:\n\n": "a stream's sign of life",
    "nobody has this password, and it would not help": "hashed, never shown",
    "a seat's way to another phone": "the salt of a signature",
    "private, no-cache": "a header for caches",
    "public, no-cache": "the same",
    "public, max-age=31536000, immutable": "the same",
}
CODE = "K7M4WP"  # a join code, to show what one looks like


def templates():
    return sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))


def scripts():
    return sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))


FOR_THE_OPERATOR = {"squarescores/web/counted.py", "squarescores/web/log.py"}
"""What they say is read by whoever runs the server, in English."""


def modules():
    web = {path.relative_to(REPOSITORY).as_posix() for path in REPOSITORY.glob("squarescores/web/**/*.py")}
    return sorted(web - FOR_THE_OPERATOR)


class Said(HTMLParser):
    """The words of a template that are no expression: between tags, and in what is read out."""

    def __init__(self, html):
        super().__init__()
        self.said = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        its = dict(attrs)
        if tag != "meta" or its.get("name") == "description":
            self.said += [its[name] or "" for name in its if name in SPOKEN or _speaks(name)]

    def handle_data(self, data):
        self.said.append(data)


def _speaks(name):
    """Scripts take their words from attributes like these."""
    return name in {
        "data-label",
        "data-done",
        "data-title",
        "data-does",
        "data-asks",
        "data-news",
        "data-say",
    }


def outside_expressions(environment, source):
    """A template without its expressions and its translated blocks."""
    kept, begins, is_translated = [], False, False
    for _line, kind, text in environment.lex(source):
        if kind == "name" and begins:
            is_translated = text == "trans"
        begins = kind == "block_begin" or (begins and kind == "whitespace")
        if kind == "data" and not is_translated:
            kept.append(text)
        elif kind == "variable_begin":  # an expression may also name a tag
            kept.append("x" if kept and kept[-1].endswith("<") else HOLE)
        elif kind == "block_begin":
            kept.append(HOLE)
    return "".join(kept)


def sentences(strings):
    return [each for each in strings if TWO_WORDS.search(each) and each not in NOT_TRANSLATED]


def untranslated_strings(tree):
    """The strings of a template's expressions that nobody translates."""
    asked = {
        id(argument)
        for call in tree.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name in ASKS
        for argument in call.args
    }
    return [
        const.value
        for const in tree.find_all(nodes.Const)
        if isinstance(const.value, str) and id(const) not in asked
    ]


@pytest.mark.parametrize("name", templates())
def test_a_template_says_nothing_of_its_own(app, name):
    source = (TEMPLATES / name).read_text()
    said = Said(outside_expressions(app.jinja_env, source)).said
    words = {word for text in said for word in WORD.findall(text.replace(CODE, ""))}
    assert not words - set(NOT_TRANSLATED)
    strings = untranslated_strings(app.jinja_env.parse(source))
    assert not sentences(re.sub(r"<[^>]*>", "", each) for each in strings)


@pytest.mark.parametrize("name", modules())
def test_what_makes_pages_says_nothing_of_its_own(name):
    tree = ast.parse((REPOSITORY / name).read_text())
    asked = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKS:
            asked |= {id(argument) for argument in node.args}
        if isinstance(node, ast.Expr):  # a docstring, of whatever it stands under
            asked.add(id(node.value))
    strings = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in asked
    ]
    assert not sentences(strings)


# Comments and strings of a script; a regular expression is taken for neither, there are no quotes in them.
SCRIPT = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)""",
    re.DOTALL,
)


@pytest.mark.parametrize("name", scripts())
def test_a_script_takes_its_words_from_the_page(name):
    source = (STATIC / name).read_text()
    strings = [found["string"][1:-1] for found in SCRIPT.finditer(source) if found["string"]]
    # What is inside ${…} is no text; what holds a bracket, a colon or a dot of CSS is a selector.
    plain = [re.sub(r"\$\{.*?\}", "", each) for each in strings]
    assert not [each for each in sentences(plain) if not re.search(r"[\[\]:>#]", each)]
    assert not re.search(r"\b(alert|confirm|prompt)\(", source)
