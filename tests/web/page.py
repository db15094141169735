"""A page as somebody without JavaScript meets it: its words, its links, its forms as they would be sent."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Any

EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@dataclass
class Form:
    """A form: where it goes, what its fields hold, and its buttons by their words."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    elsewhere: dict[str, str] = field(default_factory=dict)
    """Where a button sends the form instead, by its words."""


class Page(HTMLParser):
    """What is on the page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.token = ""
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.ids: list[str] = []
        self._by_id: dict[str, Form] = {}
        self._said: list[str] = []
        self._open: list[str] = []
        self._form: Form | None = None
        self._button: tuple[Form, dict[str, str], str | None, int] | None = None
        self._select: str | None = None
        self.feed(html)

    @property
    def text(self) -> str:
        return " ".join("".join(self._said).split())

    def form_with(self, words: str) -> tuple[Form, dict[str, str]]:
        """The form that has the button of these words, and what the button itself sends."""
        found = [(form, sent) for form in self.forms for said, sent in form.buttons if said == words]
        assert found, f"no button “{words}” among {self.buttons}"
        form, sent = found[0]
        return replace(form, action=form.elsewhere.get(words, form.action)), sent

    @property
    def buttons(self) -> list[str]:
        return [said for form in self.forms for said, _sent in form.buttons]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        its: dict[str, Any] = dict(attrs)
        if tag not in EMPTY:
            self._open.append(tag)
        if "template" in self._open:
            return  # for scripts only
        if its.get("id"):
            self.ids.append(its["id"])
        handle = getattr(self, f"_on_{tag}", None)
        if handle:
            handle(its)

    def handle_endtag(self, tag: str) -> None:
        opened = self._open.pop() if self._open else None
        assert opened == tag, f"</{tag}> closes <{opened}>"
        if "template" in self._open:
            return
        if tag == "form":
            self._form = None
        if tag == "select":
            self._select = None
        if tag == "button" and self._button:
            form, sent, elsewhere, at = self._button
            words = " ".join("".join(self._said[at:]).split())
            form.buttons.append((words, sent))
            if elsewhere:
                form.elsewhere[words] = elsewhere
            self._button = None

    def handle_data(self, said: str) -> None:
        if not {"script", "style", "template"} & set(self._open):
            self._said.append(said)

    def _on_meta(self, its: dict[str, Any]) -> None:
        if its.get("name") == "csrf-token":
            self.token = its["content"]

    def _on_a(self, its: dict[str, Any]) -> None:
        self.links.append(its.get("href") or "")

    def _on_form(self, its: dict[str, Any]) -> None:
        assert self._form is None, "a form in a form"
        self._form = Form(its.get("action") or "", (its.get("method") or "get").lower())
        self.forms.append(self._form)
        if its.get("id"):
            self._by_id[its["id"]] = self._form

    def _on_input(self, its: dict[str, Any]) -> None:
        kind = its.get("type", "text")
        if self._form is None or "disabled" in its or not its.get("name"):
            return
        if kind not in ("radio", "checkbox") or "checked" in its:
            self._form.fields[its["name"]] = its.get("value") or ""

    def _on_select(self, its: dict[str, Any]) -> None:
        self._select = its.get("name")

    def _on_option(self, its: dict[str, Any]) -> None:
        if self._form is None or not self._select:
            return
        if "selected" in its or self._select not in self._form.fields:
            self._form.fields[self._select] = its.get("value") or ""

    def _on_button(self, its: dict[str, Any]) -> None:
        form = self._by_id.get(its.get("form", "")) if its.get("form") else self._form
        if form is not None and its.get("type", "submit") == "submit":
            sent = {its["name"]: its.get("value") or ""} if its.get("name") else {}
            self._button = (form, sent, its.get("formaction"), len(self._said))
