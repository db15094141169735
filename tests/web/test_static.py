"""Static files: kept for a year under an address that changes with them, and sent packed."""

import gzip
import re
from pathlib import Path

import brotli
import pytest
from flask import Flask, url_for

from squarescores.folders import STATIC
from squarescores.web import static

KEPT = "public, max-age=31536000, immutable"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "static"
    (folder / "js").mkdir(parents=True)
    (folder / "js" / "pad.js").write_text("export const pad = 14;\n" * 50)
    (folder / "app.webmanifest").write_text("{}")
    return folder


def opened(folder: Path) -> Flask:
    app = Flask("house", static_folder=str(folder))
    static.init_app(app)
    return app


def address(app: Flask, name: str) -> str:
    with app.test_request_context():
        return url_for("static", filename=name)


def test_a_file_is_kept_for_a_year_under_its_address(folder):
    app = opened(folder)
    answer = app.test_client().get(address(app, "js/pad.js"))
    assert answer.data == (folder / "js" / "pad.js").read_bytes()
    assert answer.headers["Cache-Control"] == KEPT
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"


def test_comments_stay_at_home(folder):
    (folder / "js" / "pad.js").write_text('// A pad.\nexport const pad = "//"; // so far\n\t// its end\n')
    (folder / "pad.css").write_text(
        "/* A pad,\n   of keys. */\n.pad { color: red }\n  /* its end */\n.key {}\n"
    )
    client = opened(folder).test_client()
    assert client.get("/static/js/pad.js").text == 'export const pad = "//"; // so far\n'
    assert client.get("/static/pad.css").text == ".pad { color: red }\n.key {}\n"


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.js")), ids=lambda path: path.name)
def test_no_text_of_a_script_goes_on_over_lines_where_it_could_look_like_a_comment(path):
    assert all(line.count("`") % 2 == 0 for line in path.read_text().splitlines())


@pytest.mark.parametrize("name", sorted(static.JOINED))
def test_a_joined_script_asks_for_nothing_before_it_runs(name):
    text = opened(STATIC).test_client().get(f"/static/{name}").text
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    modules = set(re.findall(r"^const \$(\w+) = \(\(\) => \{$", text, re.MULTILINE))
    assert modules == set(imported(Path(name).name)) - {Path(name).stem}


def imported(name: str) -> set[str]:
    """Every module that a script stands on, itself included."""
    below = re.findall(r'^import .*"\./(\w+\.js)";$', (STATIC / "js" / name).read_text(), re.MULTILINE)
    return {Path(name).stem}.union(*(imported(each) for each in below))


def test_a_joined_script_has_each_module_once_and_after_those_it_stands_on(folder):
    (folder / "js" / "cards.js").write_text("export const ace = 1;\nexport function worth(card) {\n}\n")
    (folder / "js" / "pad.js").write_text('import { ace } from "./cards.js";\nexport const pad = ace;\n')
    (folder / "js" / "sheet.js").write_text(
        'import "./cards.js";\nimport { pad } from "./pad.js";\nimport("./late.js");\nshow(pad);\n'
    )
    assert opened(folder).test_client().get("/static/js/sheet.js").text == (
        "const $cards = (() => {\nconst ace = 1;\nfunction worth(card) {\n}\nreturn { ace, worth };\n})();\n"
        "const $pad = (() => {\nconst { ace } = $cards;\nconst pad = ace;\nreturn { pad };\n})();\n"
        'const { pad } = $pad;\nimport("./late.js");\nshow(pad);\n'
    )


def test_a_changed_file_changes_every_address(folder):
    before = address(opened(folder), "js/pad.js")
    (folder / "app.webmanifest").write_text("{ }")
    assert address(opened(folder), "js/pad.js") != before


def test_a_script_finds_its_neighbour_by_a_relative_address(folder):
    assert address(opened(folder), "js/pad.js").rpartition("/")[0].count("/") == 3


def test_a_phone_that_unpacks_gets_it_packed(folder):
    app = opened(folder)
    for accepted, how, unpack in (("gzip", "gzip", gzip.decompress), ("gzip, br", "br", brotli.decompress)):
        answer = app.test_client().get(address(app, "js/pad.js"), headers={"Accept-Encoding": accepted})
        assert answer.headers["Content-Encoding"] == how
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert unpack(answer.data) == (folder / "js" / "pad.js").read_bytes()


@pytest.mark.parametrize("accepted", ["", "zstd", "br;q=0, gzip;q=0"])
def test_a_phone_that_does_not_gets_it_plain(folder, accepted):
    app = opened(folder)
    answer = app.test_client().get(address(app, "js/pad.js"), headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers


def test_a_file_that_packing_makes_longer_is_sent_plain(folder):
    app = opened(folder)
    answer = app.test_client().get(address(app, "app.webmanifest"), headers={"Accept-Encoding": "gzip"})
    assert answer.data == b"{}"
    assert answer.headers["Content-Type"].startswith("application/manifest+json")


@pytest.mark.parametrize("old", ["/static/js/pad.js", "/static/0123456789ab/js/pad.js"])
def test_a_page_from_before_an_upgrade_gets_the_file_and_does_not_keep_it(folder, old):
    answer = opened(folder).test_client().get(old)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "public, no-cache")


def test_a_file_known_already_is_not_sent_again(folder):
    client = opened(folder).test_client()
    known = client.get("/static/js/pad.js").headers["ETag"]
    assert client.get("/static/js/pad.js", headers={"If-None-Match": known}).status_code == 304


@pytest.mark.parametrize("name", ["nowhere.js", "../secret", "js", "0123456789ab/", ""])
def test_only_files_of_the_folder_are_sent(folder, name):
    (folder.parent / "secret").write_text("not for others")
    assert opened(folder).test_client().get(f"/static/{name}").status_code == 404


def test_in_debug_mode_a_changed_file_is_seen_at_once(folder):
    app = opened(folder)
    app.debug = True
    (folder / "js" / "pad.js").write_text("export const pad = 16;\n")
    assert app.test_client().get("/static/js/pad.js").data == b"export const pad = 16;\n"
