"""Nobody in: every route, asked by everybody, is answered as declared and writes for nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from squarescores import create_app
from squarescores.web import passwords
from squarescores.web.guard.problem import CONFLICT, STATUS
from tests.matrix.__main__ import markdown
from tests.matrix.declared import CLASH, COLUMNS, MATRIX, Ask, Said
from tests.matrix.stage import Stage
from tests.stores import settled

REPOSITORY = Path(__file__).parents[2]
HTML, JSON = "text/html", "application/json"


@pytest.fixture(scope="module")
def stage(store_name: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    app = create_app(settled(store_name, tmp_path_factory.mktemp("instance")))
    hasher = passwords._HASHER
    stage = Stage(app)
    yield stage
    stage.close()
    stage.store.close()
    passwords._HASHER = hasher


def routes(stage: Stage) -> set[tuple[str, str]]:
    """Every rule of the app with each of its methods; HEAD goes with GET, and Flask answers OPTIONS."""
    rules = stage.app.url_map.iter_rules()
    return {(method, rule.rule) for rule in rules for method in (rule.methods or ())} - {
        (method, rule.rule) for rule in stage.app.url_map.iter_rules() for method in ("HEAD", "OPTIONS")
    }


def test_every_route_is_declared_and_none_that_is_not_there(stage):
    assert {(ask.method, ask.rule) for ask in MATRIX} == routes(stage)


def test_every_line_says_an_answer_for_everybody():
    for ask in MATRIX:
        assert set(ask.answers) == set(COLUMNS), ask


def test_the_printed_matrix_is_this_one():
    assert (REPOSITORY / "docs" / "matrix.md").read_text() == markdown(), "run `make matrix`"


def is_refusal(said: Said) -> bool:
    return isinstance(said, str)


def told(answer: TestResponse, said: Said) -> Said:
    """What was answered, as the matrix has it."""
    if answer.mimetype != JSON or "refused" not in (answer.json or {}):
        return answer.status_code
    refused = answer.json["refused"]
    assert answer.status_code == STATUS.get(refused, CONFLICT)
    return said if said == CLASH and refused == "already_entered" else refused


LOOKS = [ask for ask in MATRIX if ask.method == "GET"]
PRESSES = [ask for ask in MATRIX if ask.method == "POST"]


def named(ask: Ask) -> str:
    return f"{ask.rule} {ask.about}".strip()


@pytest.mark.parametrize("ask", LOOKS, ids=named)
def test_a_look_is_answered_as_declared_and_writes_nothing(stage, ask):
    answers = {}
    for role in COLUMNS:
        with stage.as_it_stood():
            answer = stage.sends(role, ask, "GET", JSON if is_refusal(ask.answers[role]) else HTML)
            answers[role] = told(answer, ask.answers[role])
            answer.close()
            assert stage.sends(role, ask, "HEAD", HTML).status_code == answer.status_code
            assert not stage.added(), role
    assert answers == dict(ask.answers)


@pytest.mark.parametrize("ask", PRESSES, ids=named)
def test_a_press_is_answered_as_declared_and_refused_writes_nothing(stage, ask):
    answers = {}
    for role in COLUMNS:
        with stage.as_it_stood():
            answers[role] = told(stage.sends(role, ask, "POST", JSON), ask.answers[role])
            check_written(stage, ask, role)
    assert answers == dict(ask.answers)


@pytest.mark.parametrize("ask", PRESSES, ids=named)
def test_a_press_on_a_page_is_answered_alike(stage, ask):
    for role, said in ask.answers.items():
        with stage.as_it_stood():
            status = stage.sends(role, ask, "POST", HTML).status_code
            if is_refusal(said):
                assert status == STATUS.get(str(said), CONFLICT), role
            else:
                assert status == (200 if ask.rule.endswith("/fix") else 303), role
            check_written(stage, ask, role)


def check_written(stage: Stage, ask: Ask, role: str) -> None:
    """Nothing where it was refused, one mark of the clash where two partners met, else at this table only."""
    said, added = ask.answers[role], stage.added()
    if said == CLASH:
        assert [name for name, _row in added] == ["tables", "marks"]
        assert "Clashed" in added[1][1]
    elif is_refusal(said):
        assert not added, f"{role} was refused, and yet something was written"
    elif ask.at:
        assert {row[0] for name, row in added if name in ("tables", "marks")} <= {stage.table_id(ask.at)}
