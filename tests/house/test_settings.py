"""Settings: read from the environment, checked together, refused in one sentence."""

from pathlib import Path

import pytest

from squarescores import instance
from squarescores.settings import Settings, SettingsError, read


def test_an_empty_environment_gives_the_defaults():
    assert read({}) == Settings()


def test_each_kind_of_value_is_read():
    found = read(
        {
            "SQUARESCORES_PORT": "80",
            "SQUARESCORES_INSTANCE": "/srv/pedro",
            "SQUARESCORES_LANGUAGES": "sv, en",
            "HOME": "/root",
        }
    )
    assert (found.port, found.instance, found.languages) == (80, Path("/srv/pedro"), ("sv", "en"))


def test_an_option_goes_before_the_environment_and_an_absent_one_does_not():
    found = read({"SQUARESCORES_PORT": "80", "SQUARESCORES_HOST": "127.0.0.1"}, port=81, host=None)
    assert (found.port, found.host) == (81, "127.0.0.1")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "many", "must be a whole number"),
        ("PORT", "70000", "between 0 and 65535"),
        ("HOST", "", "must not be empty"),
        ("DATABASE", "mysql://here", "must be postgresql"),
        ("DATABASE", "sqlite://", "sqlite:///FILE"),
        ("DATABASE", "sqlite:///:memory:", "sqlite:///FILE"),
        ("SECRET_KEY", "short", "at least 16"),
        ("BASE_URL", "pedro.example", "must look like"),
        ("BASE_URL", "https://pedro.example/app", "must look like"),
        ("SECURE", "maybe", "auto, yes or no"),
        ("PROXIES", "-1", "must be a whole number"),
        ("PROCESSES", "0", "at least 1"),
        ("PROCESSES", "2", "must be 1 on SQLite"),
        ("THREADS", "1", "at least 4"),
        ("STREAMS", "0", "at least 1"),
        ("METRICS", "9100", "must look like"),
        ("LANGUAGES", ",", "at least one"),
        ("LANGUAGES", "en,fi", "languages there are: en, sv"),
        ("PROT", "8000", "is no setting"),
    ],
)
def test_a_value_that_cannot_be_used_is_named_in_one_sentence(name, value, sentence):
    with pytest.raises(SettingsError, match=sentence) as refused:
        read({f"SQUARESCORES_{name}": value})
    assert str(refused.value).startswith(f"SQUARESCORES_{name} ")
    assert str(refused.value).endswith(".")


def test_the_store_is_a_file_in_the_instance_folder_unless_it_is_set():
    found = Settings(instance=Path("/srv/pedro"))
    assert found.database_url == "sqlite:////srv/pedro/squarescores.db"
    assert found.database_file == Path("/srv/pedro/squarescores.db")
    assert found.embedded
    assert not Settings(database="postgresql://here/pedro", processes=3).embedded


@pytest.mark.parametrize(
    ("secure", "base_url", "only_https"),
    [
        ("auto", "", False),
        ("auto", "http://192.168.1.20:8765", False),
        ("auto", "https://pedro.example", True),
        ("no", "https://pedro.example", False),
        ("yes", "", True),
    ],
)
def test_cookies_are_for_https_only_where_people_come_by_https(secure, base_url, only_https):
    assert Settings(secure=secure, base_url=base_url).secure_cookies is only_https


def test_the_secret_key_is_made_once_and_kept(tmp_path):
    settings = Settings(instance=tmp_path / "a" / "b")
    first, second = instance.prepare(settings), instance.prepare(settings)
    assert first.secret_key == second.secret_key
    assert len(first.secret_key) == 64


def test_a_secret_key_that_is_set_makes_no_file(tmp_path):
    given = instance.prepare(Settings(instance=tmp_path, secret_key="sixteen characters"))
    assert given.secret_key == "sixteen characters"
    assert not (tmp_path / "secret-key").exists()


def test_an_empty_key_file_is_refused_rather_than_believed(tmp_path):
    (tmp_path / "secret-key").touch()
    with pytest.raises(SettingsError, match="is empty"):
        instance.prepare(Settings(instance=tmp_path))


def test_an_instance_folder_that_is_a_file_is_said(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match="cannot be used"):
        instance.prepare(Settings(instance=tmp_path / "file"))
