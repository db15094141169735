"""What databases of every schema held: an evening as each of them kept it, a file a schema in `schemas/`.

`python -m tests.store.history` keeps the evening under the newest schema; due before a migration is added.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from squarescores.pedro.packed import KINDS
from squarescores.pedro.sheet import sheet
from squarescores.store import rows, upgrades
from tests.pedro.cast import CODE, EVENING, Party

SCHEMAS: Final = Path(__file__).with_name("schemas")
KEY: Final = "a-key-nobody-guesses"
ACCOUNTS: Final = {"an account": {"username": "zoe", "shown_name": "Zoe", "password": "a digest"}}


def revisions() -> list[str]:
    """Every schema there was, the first one first."""
    return [each.revision for each in _script().walk_revisions()][::-1]


def _script() -> ScriptDirectory:
    return ScriptDirectory.from_config(upgrades._config())


def kept(revision: str) -> dict[str, Any]:
    """`rows`, by table, as a database of that schema held them, and the `sheets` of its matches."""
    file = SCHEMAS / f"{revision}.json"
    assert file.exists(), (
        f"No {file.name}: what schema {revision} kept is tested no more once another follows."
    )
    return json.loads(file.read_text(encoding="utf-8"))


def is_made(connection: Connection, revision: str) -> None:
    """An empty database is one of that schema now, with that evening in it."""
    config = upgrades._config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
    for table, held in kept(revision)["rows"].items():
        for row in held:
            columns = ", ".join(f'"{column}"' for column in row)
            values = ", ".join(f":{column}" for column in row)
            insert = f"INSERT INTO {table} ({columns}) VALUES ({values})"  # noqa: S608 -- from our own files
            connection.execute(text(insert), row)


def evening() -> Party:
    """Two matches in which everything is written that can be."""
    party = Party()
    alice, bob, carol, dave, zoe = party.alice, party.bob, party.carol, party.dave, party.zoe
    answers = (
        alice.chooses_rules(preset="no-minus", target=40),
        alice.picks_dealer("E"),
        bob.joins("E"),
        carol.joins("W"),
        carol.moves("S"),
        alice.names_seat("W", "Dave"),
        dave.joins("W"),
        alice.names_sides(NS="The Löwen & 'Co'"),
        alice.sets_joining(is_open=False),
        bob.bids("E", 8),
        alice.corrects(1, bid=9, reason="heard it wrong"),
        bob.bids("E", 9, "H"),
        bob.enters(7, cards=("5", "A", "2")),
        dave.enters(6, deal=1),  # a clash
        alice.enters(7),
        dave.bids("N", 7),
        alice.voids(2),
        alice.undoes_the_void(2),
        carol.offers_move(),
        zoe.takes_over("S"),
        zoe.signs_in("an account"),
        alice.hands_on("E"),
        bob.frees("S"),
        bob.sets_joining(is_open=True, code=CODE),
        carol.joins("S"),
        dave.proposes("S"),
        bob.refuses("S"),
        carol.proposes("W"),
        bob.refuses("W"),
        dave.proposes("S"),
        alice.agrees_to("S"),
        party.waits(180) or carol.sets_recovery("a new one"),
        party.stranger.recovers("a new one", "Eve"),
        alice.enters(9),
        dave.enters(5),
        bob.bids("W", 14),
        party.stranger.ends_the_match(),
        party.stranger.reopens(),
        party.stranger.ends_the_match(),
        alice.starts_the_next(),
        alice.bids("N", 10, "S"),
        alice.enters(11),
    )
    assert all(answer.wrote or answer.refused == "already_entered" for answer in answers)
    party.forgets("dave")
    return party


def _rows(party: Party) -> dict[str, list[dict[str, Any]]]:
    """What the store would hold of it."""
    made = rows.stored(EVENING)
    everybody = {mark.by: None for mark in party.marks} | {"an account": None}
    table = {"key": KEY, "code": party.table.code, "seq": len(party.marks), "opened_by": "alice"}
    return {
        "people": [{"id": who, "version": 1, "made_at": made} | ACCOUNTS.get(who, {}) for who in everybody],
        "tables": [table | {"opened_op": "op-1", "made_at": made, "touched_at": rows.stored(party.now)}],
        "marks": [rows.row(1, mark, f"op-{mark.number}", "") for mark in party.marks],
        "known": [{"person_id": who, "table_id": 1} for who in everybody],
    }


def _write() -> None:
    party = evening()
    held = _rows(party)
    assert {mark["kind"] for mark in held["marks"]} == set(KINDS)
    body = ",\n".join(
        f'  "{table}": [\n' + ",\n".join(f"    {json.dumps(row)}" for row in each) + "\n  ]"
        for table, each in held.items()
    )
    read = json.dumps([sheet(party.table, party.table.match(number)) for number in (1, 2)], indent=2)
    (SCHEMAS / f"{revisions()[-1]}.json").write_text(
        f'{{"rows": {{\n{body}\n}},\n"sheets": {read}}}\n', encoding="utf-8"
    )


if __name__ == "__main__":
    _write()
