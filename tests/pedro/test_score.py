"""The command `squarescores score`: what it prints, what it refuses, how it ends."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from squarescores import score

ROOT = Path(__file__).parents[2]
CASES = sorted((ROOT / "tests" / "cases").glob("*.json"))
WORKED = {"deals": [{"bidder": "E", "bid": 8, "taken": {"NS": 7, "EW": 7}}]}
# Whoever starts the tests in the background has Ctrl-C ignored, and so has every program they start.
LISTENS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
MAIN = "import sys; from squarescores.cli import main; sys.exit(main())"
COMMAND = [sys.executable, "-c", f"{LISTENS}; {MAIN}", "score"]


class Terminal:
    """Runs the command in this process and keeps what it printed."""

    def __init__(
        self, folder: Path, capture: pytest.CaptureFixture[bytes], patch: pytest.MonkeyPatch
    ) -> None:
        self.folder, self.capture, self.patch = folder, capture, patch

    def score(
        self, text: bytes | object, *, stdin: bool = False, **options: bool
    ) -> tuple[int, bytes, bytes]:
        """The exit status, what was printed, and what was said on standard error."""
        content = text if isinstance(text, bytes) else json.dumps(text).encode()
        path = self.folder / "case"
        path.write_bytes(content)
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content if stdin else b"")))
        wanted = {"json": False, "json_lines": False, **options}
        status = score.run(Namespace(file="-" if stdin else str(path), **wanted))
        printed, said = self.capture.readouterr()
        return status, printed, said

    def sheet(self, case: object) -> list[str]:
        """The lines of the plain sheet."""
        status, printed, said = self.score(case)
        assert (status, said) == (0, b"")
        lines = printed.decode().splitlines()
        assert all(len(line) <= 80 for line in lines)
        return lines

    def answers(self, text: bytes, **options: bool) -> tuple[int, list[dict[str, Any]]]:
        """The exit status and the answers, one for each line."""
        status, printed, said = self.score(text, json_lines=True, **options)
        assert said == b""
        assert printed.isascii()
        return status, [json.loads(line) for line in printed.split(b"\n")[:-1]]


@pytest.fixture
def terminal(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Terminal:
    return Terminal(tmp_path, capsysbinary, monkeypatch)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_json_is_the_whole_answer(terminal: Terminal, path: Path) -> None:
    sheet = json.loads(path.read_text(encoding="utf-8"))
    status, printed, said = terminal.score(sheet["case"], json=True)
    assert (status, json.loads(printed), said) == (0, sheet["expect"], b"")
    assert printed.isascii()
    assert printed.endswith(b"}\n")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_plain_sheet_fits_a_terminal(terminal: Terminal, path: Path) -> None:
    sheet = json.loads(path.read_text(encoding="utf-8"))
    lines = terminal.sheet(sheet["case"])
    assert ("have won" in lines[-1]) == (sheet["expect"]["status"] == "won")


def test_a_dash_reads_standard_input(terminal: Terminal) -> None:
    status, printed, _ = terminal.score(WORKED, stdin=True, json=True)
    assert (status, json.loads(printed)["shortfalls"]) == (0, {"NS": 0, "EW": 8})


REFUSED = {"deals": [WORKED["deals"][0]] * 3 + [{"bidder": "E", "bid": 8, "taken": {"NS": 7, "EW": 8}}]}
LINE = b"deals[3].taken: 7 + 8 = 15, but the pack has 14 points\n"


@pytest.mark.parametrize("as_json", [True, False])
def test_a_refused_case_is_one_line_on_standard_error(terminal: Terminal, as_json: bool) -> None:
    assert terminal.score(REFUSED, json=as_json) == (2, b"", LINE)


@pytest.mark.parametrize("text", [b"", b"\xff", b"{", b"[" * 100_000, b'{"deals": [], "x": NaN}'])
def test_a_file_that_is_no_case_is_refused(terminal: Terminal, text: bytes) -> None:
    status, printed, said = terminal.score(text, json=True)
    assert (status, printed, said.count(b"\n")) == (2, b"", 1)


@pytest.mark.parametrize("options", [{}, {"json": True}, {"json_lines": True}])
def test_a_file_that_cannot_be_read_is_one_ascii_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: dict[str, bool]
) -> None:
    wanted = {"json": False, "json_lines": False, **options}
    for name in (tmp_path, tmp_path / "nö\nbody"):
        assert score.run(Namespace(file=str(name), **wanted)) == 2
        printed, said = capsys.readouterr()
        assert (printed, said.count("\n"), said.isascii()) == ("", 1, True)


def test_every_line_has_its_answer_in_order(terminal: Terminal) -> None:
    good = json.dumps(WORKED).encode()
    bad = json.dumps(REFUSED).encode()
    status, answers = terminal.answers(b"\n".join([good, bad, b"", b'{"deals": []}', b"\xff", good]))
    assert status == 1
    assert [answer.get("error", answer.get("status")) for answer in answers] == [
        "playing",
        LINE.decode().strip(),
        "case: not JSON: there is nothing but blank space",
        "playing",
        "case: not UTF-8: byte 0xff at 0",
        "playing",
    ]
    assert list(answers[1]) == ["error"]


def test_lines_without_a_refusal_end_well(terminal: Terminal) -> None:
    line = json.dumps(WORKED).encode() + b"\n"
    assert terminal.answers(line * 3, stdin=True)[0] == 0
    assert terminal.answers(b"") == (0, [])


def test_only_a_line_feed_ends_a_line(terminal: Terminal) -> None:
    inside = '{"deals": [], \r "x": "\u2028\u0085"}\r\n'.encode()
    status, answers = terminal.answers(inside + b'\r\n{"deals": []}\r')
    assert [answer.get("status") for answer in answers] == ["playing", None, "playing"]
    assert status == 1


def test_json_and_json_lines_together_mean_lines(terminal: Terminal) -> None:
    status, answers = terminal.answers(b'{"deals": []}\n{"deals": []}\n', json=True)
    assert (status, len(answers)) == (0, 2)


def test_the_sheet_says_who_was_set_what_is_owed_and_what_was_paid(terminal: Terminal) -> None:
    case = {
        "deals": [
            {"bidder": "E", "bid": 8, "trump": "H", "taken": {"NS": 7, "EW": 7}},
            {"bidder": "N", "bid": 9, "taken": {"NS": 9, "EW": 5}},
        ]
    }
    assert terminal.sheet(case) == [
        " Deal  Dealer  Bid    North–South  East–West",
        "------------------------------------------------------",
        "    1  N       E 8 ♥    7            0  set, owes 8",
        "    2  E       N 9      9            0  paid 5, owes 3",
        "------------------------------------------------------",
        "Total                  16            0, owes 3: −3",
        "",
        "North–South lead 16 to −3; the line is 62.",
    ]


def test_the_sheet_marks_bidder_goes_out_and_rows_after_the_end(terminal: Terminal) -> None:
    made = {"bidder": "N", "bid": 7, "taken": {"NS": 7, "EW": 7}}
    lines = terminal.sheet({"rules": {"goes_out_margin": 62}, "deals": [made, made]})
    assert lines[2:4] == [
        "    1  N       N 7 *    7                   7",
        "    2  E       N 7      0  after the end    0  after the end",
    ]
    assert lines[-2:] == [
        "* bidder goes out: a bid made wins, whatever the totals.",
        "North–South have won, 7 to 7: bidder goes out, and they made their bid.",
    ]


def case_of(name: str) -> str:
    case = json.loads((ROOT / "tests" / "cases" / f"{name}.json").read_text(encoding="utf-8"))["case"]
    return json.dumps(case)


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("no-deal-yet", "It is level, 0 to 0; the line is 62."),
        ("goes-out-before-any-deal", "It is level, 0 to 0; the next deal is bidder goes out."),
        ("exactly-62", "North–South have won, 62 to 8: they reached the line, 62."),
        ("bidder-wins-tie", "East–West have won, 62 to 66: both reached the line, 62, and they had the bid."),
        (
            "one-short-of-the-margin",
            "North–South have won, 69 to 71: bidder goes out, and they made their bid.",
        ),
    ],
)
def test_the_last_line_says_how_it_stands(terminal: Terminal, name: str, last: str) -> None:
    assert terminal.sheet(case_of(name).encode())[-1] == last


def test_the_last_line_says_that_a_decider_is_due(terminal: Terminal) -> None:
    case = json.loads(case_of("one-short-of-the-margin"))
    case["deals"].pop()
    last = terminal.sheet(case)[-1]
    assert last == "Both sides have reached the line, 62; one more deal decides: bidder goes out."


def test_a_number_too_long_for_the_column_is_cut(terminal: Terminal) -> None:
    deal = {**WORKED["deals"][0], "number": 10**4000}
    assert terminal.sheet({"deals": [deal]})[2].startswith("100...000  N ")


def run(
    *words: str, stdin: bytes = b"", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The command as a program of its own, with warnings as errors."""
    env = {**os.environ, "PYTHONWARNINGS": "error", "PYTHONPATH": str(ROOT), **(environment or {})}
    return subprocess.run(
        [*COMMAND, *words], check=False, input=stdin, capture_output=True, env=env, timeout=60
    )


def test_the_program_exits_as_it_says() -> None:
    done = run("--json", "-", stdin=json.dumps(WORKED).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["nets"] == {"NS": 7, "EW": -8}
    refused = run("-", stdin=json.dumps(REFUSED).encode())
    assert (refused.returncode, refused.stdout, refused.stderr) == (2, b"", LINE)


def test_a_terminal_that_knows_ascii_only_gets_words_for_suits() -> None:
    case = {"deals": [{"bidder": "E", "bid": 8, "trump": "H", "taken": {"NS": 7, "EW": 7}}]}
    done = run("-", stdin=json.dumps(case).encode(), environment={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"E 8 hearts" in done.stdout
    assert done.stdout.endswith(b"North-South lead 7 to -8; the line is 62.\n")


def test_the_standard_library_is_enough() -> None:
    says = "import sys, squarescores.score; print(*{name.split('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {says}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert set(done.stdout.split()) - sys.stdlib_module_names <= {"squarescores", "__main__"}


def start(*words: str) -> subprocess.Popen[bytes]:
    env = {**os.environ, "PYTHONWARNINGS": "error", "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    return subprocess.Popen([*COMMAND, *words], stdin=pipe, stdout=pipe, stderr=pipe, env=env)


def test_a_line_is_answered_before_the_next_is_written() -> None:
    with start("--json-lines", "-") as program:
        assert program.stdin
        assert program.stdout
        for _ in range(3):
            program.stdin.write(json.dumps(WORKED).encode() + b"\n")
            program.stdin.flush()
            assert json.loads(program.stdout.readline())["status"] == "playing"
        program.stdin.close()
        assert program.wait(timeout=30) == 0


def test_a_reader_that_has_seen_enough_hears_no_complaint() -> None:
    with start("--json-lines", "-") as program:
        assert program.stdin
        assert program.stdout
        assert program.stderr
        program.stdout.close()
        program.stdin.write(json.dumps(WORKED).encode() + b"\n")
        program.stdin.close()
        assert program.stderr.read() == b""
        assert program.wait(timeout=30) == 1


def test_control_c_ends_it_quietly() -> None:
    with start("--json-lines", "-") as program:
        assert program.stdin
        assert program.stdout
        assert program.stderr
        program.stdin.write(json.dumps(WORKED).encode() + b"\n")
        program.stdin.flush()
        program.stdout.readline()
        program.send_signal(signal.SIGINT)
        assert program.wait(timeout=30) == 130
        assert program.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("option", ["--json", "--json-lines"])
def test_a_full_disk_is_one_line_too(option: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, option, "-"],
            check=False,
            input=json.dumps(WORKED).encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (2, b"standard output: No space left on device\n")
