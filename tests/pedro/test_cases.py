"""Every sheet with its right answer scores to that answer, whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from squarescores.pedro import Case, Rules, answer
from tests.pedro import oracle

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))


@pytest.fixture(params=CASES, ids=lambda path: path.stem)
def sheet(request: pytest.FixtureRequest) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(request.param.read_text(encoding="utf-8"))
    return loaded


def test_the_sheet_scores_to_the_right_answer(sheet: dict[str, Any]) -> None:
    assert answer(Case.of(sheet["case"]).standing()) == sheet["expect"]


def test_it_reads_the_same_as_text(sheet: dict[str, Any]) -> None:
    text = json.dumps(sheet["case"])
    assert Case.read(text) == Case.read(text.encode()) == Case.of(sheet["case"])


def test_the_answer_printed_as_json_is_the_answer(sheet: dict[str, Any]) -> None:
    assert json.loads(json.dumps(answer(Case.of(sheet["case"]).standing()))) == sheet["expect"]


def test_the_second_scorer_agrees(sheet: dict[str, Any]) -> None:
    rules = Rules.of(sheet["case"].get("rules", {})).as_dict()
    assert oracle.score(rules, sheet["case"]["deals"]) == sheet["expect"]


def test_there_are_cases() -> None:
    assert len(CASES) >= 44
