"""What the doctor finds in a house that is well, and in one that is not; what is not served at all."""

from __future__ import annotations

import re

import pytest

from squarescores.commands.common import house_of
from squarescores.dangers import dangers
from squarescores.doctor import visit
from squarescores.settings import Settings
from squarescores.store import Store, upgrade
from tests import postgres
from tests.house.serving import squarescores

STRONG = "0123456789abcdef" * 2


@pytest.fixture
def kept(tmp_path):
    """A house that was served once."""
    folder = tmp_path / "instance"
    folder.mkdir(mode=0o700)
    settings = Settings(instance=folder, host="127.0.0.1")
    upgrade(settings.database_url)
    return settings


def found(settings: Settings, how: str, **environ: str) -> str:
    return "\n".join(str(each) for each in visit(settings, environ) if each.how == how)


def test_a_house_that_is_well(kept):
    assert found(kept, "bad") == found(kept, "warn") == ""


def test_a_house_where_nobody_has_been_is_left_as_it_is(tmp_path):
    said = squarescores("doctor", folder=tmp_path)
    assert (said.returncode, said.stderr) == (0, "")
    assert "the first start makes it" in said.stdout
    assert list(tmp_path.iterdir()) == []


def test_what_others_could_read_is_bad(kept):
    kept.database_file.chmod(0o644)
    (kept.instance / "secret-key").write_text(STRONG)
    said = squarescores("doctor", folder=kept.instance.parent)
    assert said.returncode == 1
    for name in ("squarescores.db", "secret-key"):
        assert re.search(rf"chmod 600 \S*instance/{name}$", said.stdout, re.MULTILINE)
    assert STRONG not in said.stdout


def test_a_damaged_database_is_bad(kept):
    whole = kept.database_file.read_bytes()
    kept.database_file.write_bytes(whole[:4096] + b"\xff" * 4096 + whole[8192:])
    assert "database" in found(kept, "bad")


@pytest.mark.parametrize(
    ("how", "changed", "says"),
    [
        ("bad", {"base_url": "https://pedro.example"}, "PROXIES=1"),
        ("warn", {"base_url": "https://pedro.example", "proxies": 1, "host": "192.0.2.7"}, "HOST=127.0.0.1"),
        ("warn", {"base_url": "https://pedro.example", "secure": "no"}, "SECURE at auto"),
        ("warn", {"host": "192.0.2.7"}, "plain http"),
        ("warn", {"metrics": "10.0.0.7:9100"}, "Prometheus alone"),
        ("bad", {"metrics": "[::]:9100"}, "to everybody"),
        ("bad", {"limits_store": "redis://127.0.0.1:1"}, "LIMITS_STORE does not answer"),
        ("bad", {"database": "postgresql://127.0.0.1:1/none"}, "does not answer"),
        ("bad", {"threads": 900_000, "streams": 800_000}, "LimitNOFILE"),
        ("bad", {"threads": 300, "streams": 19_500}, "20057 needed"),
    ],
)
def test_settings_that_people_would_stumble_over(kept, monkeypatch, how, changed, says):
    monkeypatch.setattr("resource.getrlimit", lambda _which: (1024, 20_000))
    settings = Settings(**{"instance": kept.instance, "host": "127.0.0.1"} | changed)
    assert says in found(settings, how)


@pytest.mark.postgres
def test_a_bell_on_postgresql_is_rung_and_heard(tmp_path):
    settings = Settings(instance=tmp_path, database=postgres.fresh_database(), processes=2)
    assert "is heard through PostgreSQL" in found(settings, "ok")
    assert "each of 2 processes counts" in found(settings, "warn")
    bare = Settings(instance=tmp_path, database=postgres.bare_database())
    assert "run `squarescores upgrade`" in found(bare, "bad")


@pytest.mark.postgres
def test_processes_of_other_machines_are_counted_with_those_of_this_one(tmp_path):
    settings = Settings(instance=tmp_path, database=postgres.fresh_database(), connections=40)
    assert "in the one process" in found(settings, "ok")
    elsewhere = [Store(settings.database_url) for _ in range(3)]
    for store in elsewhere:
        assert store.is_up()
    assert "each of 3 processes counts" in found(settings, "warn")
    assert "3 processes may come to 123, 97 are allowed" in found(settings, "warn")
    for store in elsewhere:
        store.close()


@pytest.mark.postgres
def test_a_command_that_runs_is_no_server(tmp_path):
    settings = Settings(instance=tmp_path, database=postgres.fresh_database())
    with house_of(settings) as asked, house_of(settings) as asked_too:
        assert asked.store.is_up()
        assert asked_too.store.is_up()
        assert "in the one process" in found(settings, "ok")


@pytest.mark.parametrize(
    ("changed", "environ", "says"),
    [
        ({}, {"FLASK_DEBUG": "1"}, "FLASK_DEBUG"),
        ({"secret_key": "sixteen characters"}, {}, "fewer than 32"),
        ({"secret_key": "ab" * 20}, {}, "2 different"),
        ({"secret_key": f"{STRONG},{'ab' * 20}"}, {}, "2 different"),
        ({"secure": "yes", "base_url": "http://pedro.example"}, {}, "SECURE=yes"),
        ({"metrics": "0.0.0.0:9100"}, {}, "METRICS"),
        ({"metrics": "[2a00::1]:9100"}, {}, "METRICS"),
        ({"metrics": "[::1]:9100"}, {}, ""),
        ({"metrics": "prometheus.lan:9100"}, {}, ""),
        ({"host": "127.0.0.1"}, {"FLASK_DEBUG": "1"}, ""),
        ({"secret_key": STRONG, "secure": "yes", "base_url": "https://pedro.example"}, {}, ""),
    ],
)
def test_what_is_dangerous_is_named(changed, environ, says):
    told = " ".join(dangers(Settings(**changed), environ))
    assert says in told
    assert bool(told) is bool(says)


def test_what_is_dangerous_is_not_served(tmp_path):
    said = squarescores("serve", "--port", "0", folder=tmp_path, secret_key="ab" * 20)
    assert (said.returncode, said.stderr.count("\n")) == (2, 1)
    assert said.stderr.startswith("squarescores: The secret key has only 2 different characters")
