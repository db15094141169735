"""A match's life: bank it, reopen it, begin the next, and what is chosen before its first bid."""

from __future__ import annotations

from squarescores.pedro.acts import may
from squarescores.pedro.acts.rows import Stands, played_match, present_match
from squarescores.pedro.deal import Seat
from squarescores.pedro.marks import Banked, Began, DealerPicked, Reopened, RulesChosen
from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Refused
from squarescores.pedro.rules import Rules
from squarescores.pedro.table import Table


def bank(table: Table, who: str | None, seen: int, *, match: int | None = None) -> Banked | Stands:
    """End match, by any seated player or the host; `seen` is the sheet's mark on the page that asked."""
    may.play(table, who)
    played = present_match(table, match)
    if played.banking:
        return Stands(played.banking.ink.mark)
    if played.touched > seen:
        raise Refused("sheet_moved_on", match=played.number, mark=table.number)
    return Banked(played.number)


def reopen(table: Table, who: str | None, *, match: int | None = None) -> Reopened:
    """Let play go on in the match banked last; a next match in which nothing was bid goes away."""
    may.host(table, who)
    played = table.played
    target = _banked_last(table)
    if match is not None and match not in (played.number, target.number):
        raise Refused("sheet_moved_on", match=match, played=played.number)
    return Reopened(target.number)


def _banked_last(table: Table) -> Match:
    played = table.played
    if played.banking:
        return played
    if played.number == 1:
        raise Refused("not_banked", match=1)
    if played.has_begun:
        raise Refused("next_match_begun", match=played.number)
    return table.matches[-2]


def begin(table: Table, who: str | None, *, match: int | None = None) -> Began | Stands:
    """The next match, same seats, the deal moving on; pressed twice, or by two, it is one match."""
    may.play(table, who)
    played = table.played
    is_later = played.number > 1
    if is_later and match == played.number - 1:
        return Stands(played.began)
    present_match(table, match)
    if played.banking:
        return Began(played.number + 1)
    if is_later and match is None and not played.has_begun:
        return Stands(played.began)
    raise Refused("not_banked", match=played.number)


def _before_first_bid(table: Table, match: int | None) -> Match:
    played = played_match(table, match)
    if played.has_begun:
        raise Refused("rules_fixed", match=played.number)
    return played


def choose_rules(
    table: Table, who: str | None, rules: Rules, *, match: int | None = None
) -> RulesChosen | Stands:
    """The rules of the match played, until its first bid."""
    may.host(table, who)
    played = _before_first_bid(table, match)
    return Stands(table.number) if rules == played.rules else RulesChosen(played.number, rules)


def pick_dealer(
    table: Table, who: str | None, seat: Seat, *, drawn: bool = False, match: int | None = None
) -> DealerPicked:
    """Who deals first, drawn or picked by any player until the first bid (rules.md, Dealers and deals)."""
    may.play(table, who)
    return DealerPicked(_before_first_bid(table, match).number, seat, drawn)
