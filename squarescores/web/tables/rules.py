"""The rules of the table: in words for everyone; the host may change them until the first bid."""

from __future__ import annotations

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from squarescores.pedro import PRESETS, Rules
from squarescores.pedro.acts import choose_rules, may
from squarescores.pedro.table import Table
from squarescores.web import guard
from squarescores.web.forms import RulesForm
from squarescores.web.guard import Problem
from squarescores.web.identity import who
from squarescores.web.shown import allowed
from squarescores.web.tables.room import bp
from squarescores.web.tables.seats import written


@bp.route("/t/<key>/rules", methods=["GET", "POST"])
def rules(key: str) -> ResponseReturnValue:
    """The rules in force, and the press that puts others in their place."""
    if request.method != "POST":
        table = guard.the_table(key)
        return _page(key, table, _filled(table.played.rules))
    form = RulesForm()
    return written(
        key,
        form,
        may.host,
        lambda table: choose_rules(table, who(), form.rules(), match=form.match.data),
        lambda wrote: wrote.answer(url_for("tables.rules", key=key)),
        lambda trouble: _page(key, guard.the_table(key), form, trouble),
    )


def _page(key: str, table: Table, form: RulesForm, trouble: Problem | None = None) -> str:
    refusal = guard.told_beside(form, trouble)
    begun = table.played.has_begun
    changes = allowed(may.host, table, who()) and not begun and not table.played.banking
    return render_template(
        "tables/rules.html",
        key=key,
        rules=table.played.rules,
        begun=begun,
        form=form if changes else None,
        presets=presets(),
        open_house=any(form[rule].data is not None for rule in Rules().as_dict() if rule != "preset"),
        refusal=refusal,
    )


def _filled(rules: Rules) -> RulesForm:
    """The form with the preset, and only what the table plays differently."""
    usual = Rules.of({"preset": rules.preset}).as_dict()
    own = {rule: value for rule, value in rules.as_dict().items() if value != usual[rule]}
    if "goes_out_margin" in own and own["goes_out_margin"] is None:
        own["goes_out_margin"] = "none"
    own.pop("max_bid", None)  # it follows the pack
    return RulesForm(preset=rules.preset, **own)


def presets() -> list[tuple[str, str, str]]:
    """Each preset's key, name and one line of reason."""
    told = {
        "squarescores": (
            _("SquareScores"),
            _("to 62, bids 7 to 14, a set side owes its bid, bidder goes out"),
        ),
        "points-taken": (_("Points taken"), _("to 62, a set side owes only what it took")),
        "pedreaux": (_("Pedreaux"), _("Louisiana: a set side owes what it took, no bidder-goes-out deal")),
        "no-minus": (_("No minus"), _("to 62, a made bid scores the difference, nothing is owed")),
        "california": (_("California"), _("to 100, the jack counts 3, 16 points, a slam counts double")),
        "pidro": (_("Pidro"), _("Finland: bids 6 to 14, the bidding side wins a tie")),
    }
    return [(key, *told[key]) for key in PRESETS]
