"""Files are kept by phones under addresses that change with them, and are fetched without detours."""

from __future__ import annotations

import gzip
import re

from ports_for_tests import House
from web.language.catalogue import LANGUAGES
from web.static_files import STATIC, shell_files, version_of

VERSION = version_of(STATIC)
SCRIPTS = 60_000
"""Bytes of the play page's scripts at most, packed."""


def test_a_phone_keeps_what_has_its_version_in_the_address(house: House) -> None:
    house.start()
    page = house.watcher().get("/").text
    loaded = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(loaded) > 20
    for address in loaded:
        assert address.startswith(f"/static/v-{VERSION}/"), address
    with house.watcher().get(loaded[0]) as answer:
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_without_a_version_or_with_an_old_one_it_asks_each_time_and_no_version_opens_another_door(
    house: House,
) -> None:
    client = house.watcher()
    for path in ("css/page.css", "v-0123456789ab/css/page.css"):
        with client.get(f"/static/{path}") as answer:
            assert answer.status_code == 200
            assert "no-cache" in answer.headers["Cache-Control"]
            assert answer.headers["ETag"]
    for path in ("v-0123456789ab/", "v-0123456789ab/../app.py", f"v-{VERSION}/nothing.css"):
        assert client.get(f"/static/{path}").status_code == 404, path


def test_the_page_names_all_modules_that_its_scripts_import(house: House) -> None:
    house.start()
    page = house.watcher().get("/").text
    named = set(re.findall(rf'rel="modulepreload" href="/static/v-{VERSION}/([^"]+)"', page))
    loaded = set(re.findall(rf'<script type="module" src="/static/v-{VERSION}/([^"]+)"', page))
    assert {name for name in shell_files("en") if name.endswith(".js")} <= named | loaded
    assert not named & loaded
    assert page.index("stylesheet") < page.index("modulepreload") < page.index("<script")


def test_what_the_phone_keeps_for_bad_times_has_the_letters_of_its_language(house: House) -> None:
    others = {"pl": {"latin-extended"}, "hi": {"devanagari"}, "kn": {"kannada"}}
    for language in LANGUAGES:
        worker = house.watcher().get("/worker.js", headers={"Accept-Language": language}).text
        named = set(re.findall(r"fonts/([\w-]+)\.woff2", worker))
        assert named == {"latin"} | others.get(language, set())


def test_the_scripts_of_the_play_page_are_small() -> None:
    scripts = [STATIC / name for name in shell_files("en") if name.endswith(".js")]
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in scripts) <= SCRIPTS
