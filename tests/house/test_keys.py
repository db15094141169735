"""The secret key: made for its owner alone, changed without signing anybody out, and never read by others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from squarescores import create_app, instance, keys
from squarescores.settings import Settings, SettingsError, read
from squarescores.store import upgrade
from tests.house.serving import squarescores
from tests.web.cast import Party, Phone

OLD, NEW = "the first of two keys", "the second of two keys"


def mode(path) -> int:
    return path.stat().st_mode & 0o777


def test_the_key_is_made_for_its_owner_alone(tmp_path):
    folder = tmp_path / "instance"
    instance.prepare(Settings(instance=folder))
    assert mode(folder / "secret-key") == 0o600
    assert mode(folder) == 0o700


@pytest.mark.parametrize("open_to", [0o644, 0o640, 0o604, 0o666])
def test_a_key_that_others_can_read_is_narrowed_and_it_is_said(tmp_path, open_to, caplog):
    made = instance.prepare(Settings(instance=tmp_path)).secret_key
    (tmp_path / "secret-key").chmod(open_to)
    assert instance.prepare(Settings(instance=tmp_path)).secret_key == made
    assert mode(tmp_path / "secret-key") == 0o600
    assert "Others could read" in caplog.text
    assert made not in caplog.text


def test_a_key_of_somebody_else_s_that_others_can_read_is_refused(tmp_path, monkeypatch):
    instance.prepare(Settings(instance=tmp_path))
    (tmp_path / "secret-key").chmod(0o644)

    def chmod(*_asked: object) -> None:
        raise PermissionError

    monkeypatch.setattr(keys.Path, "chmod", chmod)
    with pytest.raises(SettingsError, match="chmod 600"):
        instance.prepare(Settings(instance=tmp_path))


def test_a_short_line_is_no_key(tmp_path):
    (tmp_path / "secret-key").write_text(f"{OLD.replace(' ', '-')}\nshort\n")
    with pytest.raises(SettingsError, match="16 characters"):
        instance.prepare(Settings(instance=tmp_path))


def test_the_command_puts_a_new_key_before_the_older_ones(tmp_path):
    first = instance.prepare(Settings(instance=tmp_path)).secret_keys
    said = squarescores("rotate-key", "--instance", ".", folder=tmp_path)
    assert (said.returncode, said.stderr) == (0, "")
    assert "with 1 older key still counting" in said.stdout
    rotated = instance.prepare(Settings(instance=tmp_path)).secret_keys
    assert rotated[1:] == first
    assert rotated[0] not in first
    assert mode(tmp_path / "secret-key") == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret-key"]
    assert not set(rotated) & set(said.stdout.split())


def test_the_older_ones_can_be_forgotten(tmp_path):
    first = instance.prepare(Settings(instance=tmp_path)).secret_keys
    assert squarescores("rotate-key", "--forget", "--instance", ".", folder=tmp_path).returncode == 0
    (only,) = instance.prepare(Settings(instance=tmp_path)).secret_keys
    assert only not in first


def test_a_key_that_is_set_is_changed_where_it_is_set(tmp_path):
    said = squarescores("rotate-key", "--instance", ".", folder=tmp_path, secret_key=OLD)
    assert said.returncode == 2
    assert "SQUARESCORES_SECRET_KEY is set" in said.stderr
    assert read({"SQUARESCORES_SECRET_KEY": f"{NEW}, {OLD}"}).secret_keys == (NEW, OLD)
    with pytest.raises(SettingsError, match="each of them"):
        read({"SQUARESCORES_SECRET_KEY": f"{NEW},short"})


# What was signed before


@pytest.fixture
def rotated(tmp_path):
    """A table with Alice and Bob, and the same house after its key was changed."""
    settings = Settings(instance=tmp_path, secret_key=OLD)
    upgrade(settings.database_url)
    party = Party(create_app(settings))
    party.opens()
    assert party.bob.joins("E").status == 201
    party.link = party.bob.offers_move().json["link"]
    code = party.alice.sends("/t/{key}/host/recovery", new="yes", op="lost").json["recovery"]
    party.code_on_paper = code
    for phone in (party.alice, party.bob):
        assert phone.token

    def rotate(*secret_keys: str) -> Party:
        party.store.close()
        party.app = create_app(replace(settings, secret_key=",".join(secret_keys)))
        for phone in (party.alice, party.bob):
            moved = party.app.test_client()
            moved.set_cookie("squarescores", phone.client.get_cookie("squarescores").value)
            phone.client = moved
        return party

    yield rotate
    party.store.close()


def test_nobody_is_signed_out_and_an_open_page_still_writes(rotated):
    party = rotated(NEW, OLD)
    assert party.alice.me["host"] is True
    assert party.bob.me["seat"] == "E"
    assert party.alice.bids(1, "E", 8).status == 201, "with the token of a page drawn before"
    assert party.bob.enters(1, 7).status == 201


def test_a_link_made_before_still_brings_the_seat(rotated):
    party = rotated(NEW, OLD)
    assert Phone(party, "bob").takes_over(party.link).status == 201


def test_an_answer_lost_before_is_given_again(rotated):
    party = rotated(NEW, OLD)
    again = party.alice.sends("/t/{key}/host/recovery", new="yes", op="lost")
    assert (again.status, again.json["recovery"]) == (200, party.code_on_paper)


def test_what_is_signed_from_now_on_needs_the_new_key_alone(rotated):
    party = rotated(NEW, OLD)
    zoe = Phone(party, "zoe")
    assert zoe.opens(name="Zoe").status == 201
    cookie = zoe.client.get_cookie("squarescores").value
    zoe.client = rotated(NEW).app.test_client()
    zoe.client.set_cookie("squarescores", cookie)
    assert "Zoe" in zoe.opens_page("/").text or zoe.opens_page("/").text.count('class="stub"') == 1


def test_a_key_that_was_forgotten_signs_nothing_any_more(rotated):
    party = rotated(NEW)
    assert party.alice.me["host"] is False
    assert party.bob.enters(1, 7).refused == "csrf"
    assert Phone(party, "bob").takes_over(party.link).status == 404
