"""Accounts: making one, signing in and out with it; and the language of the pages."""

from __future__ import annotations

from contextlib import suppress

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from squarescores.pedro import acts
from squarescores.pedro.acts import Stands
from squarescores.pedro.names import clean, folded
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.store import Person, Press, StoreAway, UsernameTaken
from squarescores.web import guard, identity, languages, limits, passwords
from squarescores.web.forms import AccountForm, LanguageForm, SignOutForm, WrongError
from squarescores.web.guard import Problem
from squarescores.web.house import house
from squarescores.web.identity import visitor
from squarescores.web.people.room import TABLES, bp, done, username


@bp.app_template_global("signed_in_as")
def signed_in_as() -> str | None:
    """The same for a page's foot, which also stands under the news that the store is away."""
    try:
        return username()
    except StoreAway:
        return None


@bp.route("/account", methods=["GET", "POST"])
def account() -> ResponseReturnValue:
    """What the account is; for a guest, the form that makes one."""
    identity.id_to_be()
    if request.method != "POST":
        return _page("people/account.html", AccountForm())
    if username():
        return done(url_for("people.account"))
    form = AccountForm()
    try:
        form.check()
        _register(form)
    except (Refused, Invalid, WrongError) as refused:
        return _again("people/account.html", form, refused)
    return done(url_for("people.account"), 201)


def _register(form: AccountForm) -> None:
    """Name and password for the guest that whoever asks is, or will be."""
    username, password = clean(form.username.data, "username"), passwords.read(form.password.data)
    if len(password) < passwords.SHORTEST:
        raise form.wrong("password", "password_short", shortest=passwords.SHORTEST)
    digest = passwords.digest(password)
    person, now = identity.id_to_be(), house().clock()
    try:
        house().store.register(person, username, digest, now)
    except UsernameTaken:
        raise form.wrong("username", "username_taken") from None
    identity.come_in(house().store.meet(person, now))


@bp.route("/sign-in", methods=["GET", "POST"])
def sign_in() -> ResponseReturnValue:
    """Come in with an account; the tables of the guest one was come along."""
    if request.method != "POST":
        return _page("people/sign_in.html", AccountForm())
    form = AccountForm()
    try:
        form.check()
        person = _known(form)
    except (Refused, WrongError) as refused:
        return _again("people/sign_in.html", form, refused)
    _bring_tables(person)
    identity.sign_in(person)
    return done(url_for("home.index"))


def _known(form: AccountForm) -> Person:
    """Who has that name and password. Raises WrongError, the same whichever is wrong; Refused after many."""
    username = form.username.data
    for_account = (limits.WRONG_PASSWORDS, "account", folded(username))
    for_address = (limits.WRONG_CODES, "password", limits.address())
    limits.check(*for_account)
    limits.check(*for_address)
    person, digest = house().store.account(username) or (None, None)
    if passwords.belongs(passwords.read(form.password.data), digest) and person is not None:
        return person
    limits.failed(*for_account)
    limits.failed(*for_address)
    raise form.wrong("password", "sign_in")


def _bring_tables(person: Person) -> None:
    """What was the guest's is the account's, at each table as a mark."""
    guest = visitor()
    if guest is None or guest.username is not None:
        return
    for key, _touched in house().store.tables_of(guest.id, TABLES):
        with suppress(Refused):  # the table was deleted a moment ago
            op = f"sign-in-{guest.id}"  # the same guest comes along once
            house().store.write(
                Press(key, by=person.id, op=op, asked=guest.id, at=house().clock()),
                lambda table: acts.sign_in(table, guest.id, person.id) or Stands(table.number),
            )


@bp.route("/sign-out", methods=["GET", "POST"])
def sign_out() -> ResponseReturnValue:
    """Sign out on this phone, or on every one. A link never does it: GET shows where the buttons are."""
    if request.method != "POST":
        return redirect(url_for("people.account"), 303)
    person = visitor()
    # A guest who is signed out everywhere could never come back.
    if person and person.username and SignOutForm().everywhere.data:
        house().store.revoke(person.id)
    identity.go_out()
    return done(url_for("home.index"))


@bp.post("/language")
def language() -> ResponseReturnValue:
    """Another language, and back to the page one was on."""
    form = LanguageForm()
    form.check()
    if not languages.choose(form.language.data):
        raise form.wrong("language", "choice")
    return done(_local(form.next.data), language=form.language.data)


def _local(address: str | None) -> str:
    """The address, or home where a browser could read it as one of another house."""
    wanted = address or "/"
    is_ours = wanted.startswith("/") and wanted[1:2] != "/" and "\\" not in wanted and wanted.isprintable()
    return wanted if is_ours else url_for("home.index")


def _page(template: str, form: AccountForm, trouble: Problem | None = None) -> str:
    refusal = guard.told_beside(form, trouble)
    return render_template(
        template, form=form, account=username(), known=visitor() is not None, refusal=refusal
    )


def _again(template: str, form: AccountForm, refused: Exception) -> ResponseReturnValue:
    return guard.refuse(guard.told(refused), lambda trouble: _page(template, form, trouble))
