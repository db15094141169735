"""A table's sheet on paper: what phones were told was written, put down without the game's own code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

PACK: Final = 14
SIDES: Final = ("NS", "EW")


class Paper:
    """The matches of a table with the default rules, each a row for every deal written on."""

    def __init__(self, presses: Iterable[Any]) -> None:
        self.matches: list[dict[int, dict[str, Any]]] = [{}]
        for _mark, press in sorted(acknowledged(presses).items()):
            self._write(press.path.rpartition("/")[2], press.fields)

    def _write(self, act: str, fields: Mapping[str, Any]) -> None:
        if act == "matches":
            self.matches.append({})
        elif act == "reopening":
            del self.matches[fields["match"] :]
        elif "deal" in fields:
            row = self.matches[fields["match"] - 1].setdefault(fields["deal"], {"trump": None})
            row.update(self._written(act, fields, row))

    @staticmethod
    def _written(act: str, fields: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
        """What an act writes in a row."""
        if act == "entries":
            return {fields["side"]: fields["points"]}
        if act == "voids":
            return {"voided": fields.get("undo") != "yes"}
        bid = {name: fields[name] for name in (*SIDES, "bidder", "bid") if name in fields}
        if act == "bids":
            bid["trump"] = fields["trump"] or None
        return bid

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


def _counts(row: Mapping[str, Any]) -> bool:
    return not row.get("voided") and sum(row.get(side, PACK) for side in SIDES) == PACK and "bid" in row


def acknowledged(presses: Iterable[Any]) -> dict[int, Any]:
    """The press behind each mark: of several that were told of it, the one that says the most."""
    found: dict[int, Any] = {}
    for press in presses:
        if press.status in (200, 201) and _weight(press) > _weight(found.get(press.mark)):
            found[press.mark] = press
    return found


def _weight(press: Any) -> tuple[bool, bool, bool, bool]:
    if press is None:
        return (False,) * 4
    corrects = press.path.endswith("/corrections")
    return True, press.status == 201, corrects, bool(press.fields.get("trump"))
