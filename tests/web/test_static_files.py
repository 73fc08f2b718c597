"""Files are kept under addresses that change with them; answers come packed where that is no risk."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest

from ports_for_tests import KEY, House
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


PACKED = {"Accept-Encoding": "gzip, deflate, br"}
HTTPS = "https://192.168.1.20:8443"


@pytest.fixture
def playing(house: House) -> House:
    house.start()
    return house


def encoding(answer: Any) -> str | None:
    with answer:
        return answer.headers.get("Content-Encoding")


def test_what_is_text_comes_packed_and_is_the_same(playing: House) -> None:
    phone = playing.watcher()
    for path in ("/", "/guide", "/api/v1/state", "/static/css/page.css", "/worker.js"):
        with phone.get(path) as plain, phone.get(path, headers=PACKED) as packed:
            assert packed.headers["Content-Encoding"] == "gzip"
            assert packed.vary.as_set() == plain.vary.as_set() >= {"accept-encoding"}
            assert "Content-Encoding" not in plain.headers
            assert len(packed.data) < len(plain.data) / 2
            assert int(packed.headers["Content-Length"]) == len(packed.data)
            if path != "/api/v1/state":  # which tells the age of things
                assert gzip.decompress(packed.data) == plain.data


def test_a_browser_that_does_not_take_it_gets_it_plain_and_so_does_what_is_packed_already_or_short(
    playing: House,
) -> None:
    phone = playing.watcher()
    for said in ("", "br", "identity", "gzip;q=0"):
        for path in ("/", "/static/css/page.css"):
            assert encoding(phone.get(path, headers={"Accept-Encoding": said})) is None, said
    for path in ("/static/img/icon-192.png", "/static/fonts/latin.woff2", "/away/nothing"):
        headers = PACKED if path.startswith("/static") else {**PACKED, "Accept": "application/json"}
        assert encoding(phone.get(path, headers=headers)) is None, path


def test_the_event_stream_is_handed_on_line_by_line(playing: House) -> None:
    with playing.watcher().get("/events?since=0", headers=PACKED, buffered=False) as answer:
        assert "Content-Encoding" not in answer.headers
        assert answer.is_streamed
        assert next(iter(answer.response))  # there at once, though nothing else happens


def test_a_head_says_what_a_get_would(playing: House) -> None:
    for path in ("/guide", "/static/css/page.css"):
        with playing.watcher().head(path, headers=PACKED) as head:
            assert head.data == b""
            told = head.headers
        with playing.watcher().get(path, headers=PACKED) as get:
            for name in ("Content-Encoding", "Content-Length", "Vary", "ETag"):
                assert told.get(name) == get.headers.get(name), (path, name)


def test_a_phone_that_has_the_file_is_told_so_packed_or_not(playing: House) -> None:
    phone = playing.watcher()
    for headers in (PACKED, {}):
        with phone.get("/static/css/page.css", headers=headers) as first:
            tag = first.headers["ETag"]
        with phone.get("/static/css/page.css", headers={**PACKED, "If-None-Match": tag}) as again:
            assert (again.status_code, again.data) == (304, b"")
            assert "Content-Encoding" not in again.headers


def test_many_addresses_of_a_file_are_packed_once(playing: House, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = []
    whole = gzip.compress
    monkeypatch.setattr(
        gzip, "compress", lambda data, *how, **more: packed.append(1) or whole(data, *how, **more)
    )
    for version in ("", "v-000000000001/", "v-000000000002/"):
        with playing.watcher().get(f"/static/{version}css/page.css", headers=PACKED) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
    assert len(packed) == 1


def test_a_piece_of_a_file_is_a_piece_of_the_plain_one(playing: House) -> None:
    asked = {**PACKED, "Range": "bytes=0-9"}
    with playing.watcher().get("/static/css/page.css", headers=asked) as answer:
        assert (answer.status_code, len(answer.data)) == (206, 10)
        assert "Content-Encoding" not in answer.headers


def test_over_https_no_other_site_learns_how_long_a_page_is_when_packed(playing: House) -> None:
    phone = playing.watcher()
    phone.get(f"/?key={KEY}", base_url=HTTPS)
    asking = {"same-origin": "gzip", "none": "gzip", "cross-site": None, "same-site": None, "": None}
    for who_asked, packed in asking.items():
        headers = {**PACKED, **({"Sec-Fetch-Site": who_asked} if who_asked else {})}
        for path in ("/", "/new?game=guess", "/api/v1/state"):
            assert encoding(phone.get(path, base_url=HTTPS, headers=headers)) == packed, who_asked
        # A file is the same for everybody.
        assert encoding(phone.get("/static/css/page.css", base_url=HTTPS, headers=headers)) == "gzip"
