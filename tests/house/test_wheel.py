"""The wheel: it carries everything the app shows, and opens a page from an environment of its own."""

import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.house.serving import REPOSITORY, plain_environment, serving

SENT = ("squarescores", "templates", "static", "pyproject.toml", "README.md", ".gitignore")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from a copy with an instance folder in use, which has to stay at home."""
    copy = tmp_path_factory.mktemp("copy")
    for name in SENT:
        source = REPOSITORY / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, copy / name)
    (copy / "instance").mkdir()
    (copy / "instance" / "secret-key").write_text("not for others")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", copy / "dist", copy]
    subprocess.run(build, check=True, capture_output=True, env=plain_environment())
    return next((copy / "dist").glob("*.whl"))


@pytest.fixture(scope="module")
def elsewhere(wheel, tmp_path_factory):
    """An environment with the wheel in it; the libraries are lent, the checkout is not."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, symlinks=True)
    python = home / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel]
    subprocess.run(install, check=True, capture_output=True, env=plain_environment())
    packages = next((home / "lib").glob("python*/site-packages"))
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return home / "bin" / "squarescores"


def beside(folder: Path) -> set[str]:
    return {path.relative_to(folder.parent).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_it_carries_the_templates_the_static_files_and_the_translations(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "static"):
        assert {f"squarescores/{name}" for name in beside(REPOSITORY / folder)} <= inside
    for translation in (REPOSITORY / "squarescores" / "translations").glob("*/LC_MESSAGES"):
        assert f"squarescores/translations/{translation.parent.name}/LC_MESSAGES/messages.mo" in inside


def test_it_leaves_the_instance_folder_and_the_tests_at_home(wheel):
    inside = zipfile.ZipFile(wheel).namelist()
    assert not [
        name for name in inside if "instance/" in name or "secret" in name or name.startswith("tests")
    ]


def test_it_opens_a_page_from_a_fresh_environment(elsewhere, tmp_path):
    with serving(tmp_path, "--host", "127.0.0.1", program=elsewhere) as server:
        status, _, page = server.get("/")
        assert status == 200
        address = re.search(rb'href="(/static/[^"]+\.css)"', page)[1].decode()
        status, headers, sheet = server.get(address)
        assert (status, headers["Content-Type"]) == (200, "text/css; charset=utf-8")
        source = (REPOSITORY / "static" / address.split("/", 3)[3]).read_bytes()
        assert sheet.splitlines()[-20:] == source.splitlines()[-20:]  # its comments stay at home
        assert server.get("/guides")[0] == 200


def test_it_speaks_swedish_from_a_fresh_environment(elsewhere, tmp_path):
    with serving(tmp_path, "--host", "127.0.0.1", program=elsewhere) as server:
        _, _, page = server.get("/", **{"Accept-Language": "sv"})
        assert "Öppna ett bord" in page.decode()


def test_the_program_in_it_is_the_wheels_own(elsewhere, tmp_path):
    where = [elsewhere.with_name("python"), "-c", "import squarescores; print(squarescores.__file__)"]
    said = subprocess.run(
        where, cwd=tmp_path, env=plain_environment(), capture_output=True, text=True, check=True
    )
    assert Path(said.stdout.strip()).is_relative_to(elsewhere.parents[1])
