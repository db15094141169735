"""A table's sheet on paper: what phones were told was written, put down without the game's own code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

PACK: Final = 14
SIDES: Final = ("NS", "EW")

Row = dict[str, Any]


class Paper:
    """The matches of a table with the default rules, each a row for every deal written on.

    Whatever is put down has to fit what is there: nothing silently replaces anything.
    """

    def __init__(self, presses: Iterable[Any]) -> None:
        self.matches: list[dict[int, Row]] = [{}]
        self.is_banked = False
        for mark, press in sorted(acknowledged(presses).items()):
            fits = self._write(mark, press.path.rpartition("/")[2], press.fields)
            assert fits, f"mark {mark} should not have been written: {press.path} {press.fields}"

    def _write(self, mark: int, act: str, fields: Mapping[str, Any]) -> bool:
        """Put it down; whether it fits."""
        if act in ("matches", "banking", "reopening"):
            return self._turns(act, fields["match"])
        if "deal" not in fields:
            return True
        row = self.matches[fields["match"] - 1].setdefault(fields["deal"], {"trump": None})
        fits = _fits(act, fields, row) and (act == "corrections" or self._is_played(fields["match"]))
        row.update(_written(act, fields), mark=mark)
        return fits

    def _is_played(self, match: int) -> bool:
        return match == len(self.matches) and not self.is_banked

    def _turns(self, act: str, match: int) -> bool:
        """A match ends, goes on, or the next one begins."""
        if act == "banking":
            fits, self.is_banked = self._is_played(match), True
        elif act == "matches":
            fits, self.is_banked = match == len(self.matches) and self.is_banked, False
            self.matches.append({})
        else:
            fits = self.is_banked or not self.matches[-1]
            del self.matches[match:]
            self.is_banked = False
        return fits

    def case(self, match: int) -> dict[str, Any]:
        """The settled deals of a match."""
        rows = [(number, row) for number, row in sorted(self.matches[match - 1].items()) if _counts(row)]
        return {
            "deals": [
                {
                    "number": number,
                    **{name: row[name] for name in ("bidder", "bid", "trump")},
                    "taken": {side: row[side] for side in SIDES},
                }
                for number, row in rows
            ]
        }


def _fits(act: str, fields: Mapping[str, Any], row: Row) -> bool:
    """Whether an act may write in a row as it is: a figure in an empty cell, a bid where none stands.

    What says which mark it saw has seen the last one.
    """
    if "was" in fields and fields["was"] != row.get("mark"):
        return False
    if act == "entries":
        return "bid" in row and fields["side"] not in row
    if act == "bids" and "bid" in row and "was" not in fields:
        is_same = (fields["bidder"], fields["bid"]) == (row["bidder"], row["bid"])
        return is_same and row["trump"] is None and bool(fields["trump"])
    if act == "bids":
        return not row.keys() & {*SIDES}
    return "bid" in row


def _written(act: str, fields: Mapping[str, Any]) -> Row:
    """What an act writes in a row."""
    if act == "entries":
        return {fields["side"]: fields["points"]}
    if act == "voids":
        return {"voided": fields.get("undo") != "yes"}
    bid = {name: fields[name] for name in (*SIDES, "bidder", "bid") if name in fields}
    return {**bid, "trump": fields["trump"] or None} if act == "bids" else bid


def _counts(row: Row) -> bool:
    taken = [row[side] for side in SIDES if side in row]
    return not row.get("voided") and len(taken) == len(SIDES) and sum(taken) == PACK


def acknowledged(presses: Iterable[Any]) -> dict[int, Any]:
    """The press behind each mark: of several that were told of it, the one that says the most."""
    found: dict[int, Any] = {}
    for press in presses:
        is_told = press.status in (200, 201) and press.fields.get("was", 0) < press.mark
        if is_told and _weight(press) > _weight(found.get(press.mark)):
            found[press.mark] = press
    return found


def _weight(press: Any) -> tuple[bool, ...]:
    if press is None:
        return (False,) * 5
    corrects = press.path.endswith("/corrections")
    return True, press.status == 201, corrects, bool(press.fields.get("trump")), "was" in press.fields
