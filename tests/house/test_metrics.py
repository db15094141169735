"""The numbers of a served evening: added up over the processes, apart from the app."""

from __future__ import annotations

import re
import socket
import urllib.error
import urllib.request

import pytest

from tests import postgres
from tests.house.serving import serving, squarescores
from tests.house.test_serve import Alice, Watching


def free_address() -> str:
    with socket.create_server(("127.0.0.1", 0)) as asking:
        return f"127.0.0.1:{asking.getsockname()[1]}"


def number(at: str, name: str, **labels: str) -> float:
    """The sum of a metric over the lines that have these labels."""
    with urllib.request.urlopen(f"http://{at}/metrics", timeout=10) as answer:
        said = answer.read().decode()
    lines = [line for line in said.splitlines() if re.match(rf"squarescores_{name}[{{ ]", line)]
    wanted = [f'{label}="{value}"' for label, value in labels.items()]
    return sum(float(line.split()[-1]) for line in lines if all(each in line for each in wanted))


@pytest.mark.postgres
def test_an_evening_in_two_processes_is_counted_as_one(tmp_path):
    at = free_address()
    settings = {"database": postgres.fresh_database(), "processes": "2", "metrics": at}
    with serving(tmp_path, "--host", "127.0.0.1", **settings) as house:
        alice = Alice(house)
        phones = [Watching(house, alice.table) for _ in range(6)]
        for phone in phones:
            phone.hears(": listening\n")
        for turn in range(8):
            alice.post(f"/t/{alice.table}/sides", op=f"named-{turn}", NS=f"Us {turn}")
        with pytest.raises(urllib.error.HTTPError) as refused:
            house.get("/t/nowhere", Accept="application/json")
        refused.value.close()
        for made_up in ("BREW", "WHEN"):
            with pytest.raises(urllib.error.HTTPError) as unheard:
                urllib.request.urlopen(urllib.request.Request(house.address, method=made_up), timeout=10)
            unheard.value.close()
        assert number(at, "requests_total", method="other", status="405") == 2
        assert number(at, "open_streams") == 6
        assert number(at, "requests_total", route="/t/<key>/sides", status="201") == 8
        assert number(at, "marks_total", kind="Opened") == 1
        assert number(at, "marks_total") == 9
        assert number(at, "write_seconds_count") == 9 + 1  # that Alice is somebody is written, too
        assert number(at, "refusals_total", reason="no_table") == 1
        assert number(at, "write_retries_total") == 0
        with urllib.request.urlopen(f"http://{at}/metrics", timeout=10) as answer:
            said = answer.read().decode()
        assert alice.table not in said
        assert "Alice" not in said
        with pytest.raises(urllib.error.HTTPError) as nowhere:
            house.get("/metrics")
        nowhere.value.close()
        assert house.end()[0] == 0
        assert house.last_words() == ""


def test_an_address_for_the_numbers_that_is_taken_is_said_in_a_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        at = f"127.0.0.1:{taken.getsockname()[1]}"
        said = squarescores("serve", "--port", "0", folder=tmp_path, metrics=at)
    assert (said.returncode, said.stderr.count("\n")) == (2, 1)
    assert f"The metrics cannot listen on {at}" in said.stderr
