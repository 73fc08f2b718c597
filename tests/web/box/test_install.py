"""Installing the page: manifest, icons, service worker, the certificate, and cookies on both ways."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from werkzeug.test import Cookie

from ports_for_tests import KEY, TOKEN, House
from web.auth.access import COOKIE, POLICY
from web.auth.cookies import SAFE
from web.box.install import PAPER
from web.build.icons import MASKED, Pixels, icons
from web.language.catalogue import LANGUAGES
from web.ports import Trust
from web.static_files import STATIC, shell_files, version_of

PEM = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
TRUST = Trust(PEM, "AB:CD:" * 15 + "AB:CD", 8443, frozenset({"charkoni.local", "192.168.1.20"}))
HTTP = "http://192.168.1.20:8000"
HTTPS = "https://192.168.1.20:8443"


@pytest.fixture
def house(house: House) -> House:
    house.start()
    return house


# The manifest and the icons.


def test_the_page_is_described_as_an_app_in_the_reader_s_language(house: House) -> None:
    names = set()
    for code in LANGUAGES:
        page = house.watcher().get("/", headers={"Accept-Language": code}).text
        address = re.search(r'<link rel="manifest" href="([^"]+)"', page)
        assert address
        # As a browser fetches it: without cookies, and here with another language, too.
        answer = house.watcher().get(address[1], headers={"Accept-Language": "fr"})
        assert answer.mimetype == "application/manifest+json"
        told = json.loads(answer.text)
        assert (told["lang"], told["id"], told["start_url"], told["scope"]) == (code, "/", "/", "/")
        assert (told["display"], told["short_name"]) == ("standalone", "Charkoni")
        names.add((told["name"], told["description"]))
    assert len(names) == len(LANGUAGES)
    answer = house.watcher().get("/manifest.webmanifest?lang=x", headers={"Accept-Language": "nl"})
    assert answer.get_json()["lang"] == "nl", "a language that there is not"


def test_the_app_has_the_colours_of_the_page(house: House) -> None:
    told = house.watcher().get("/manifest.webmanifest").get_json()
    css = (STATIC / "css" / "page.css").read_text("utf-8")
    assert f"--paper: {PAPER};" in css
    assert told["background_color"] == told["theme_color"] == PAPER
    assert f'<meta name="theme-color" content="{PAPER}"' in house.watcher().get("/").text


def test_every_icon_is_there_in_the_size_that_is_told(house: House) -> None:
    told = house.watcher().get("/manifest.webmanifest").get_json()["icons"]
    kinds = {(one["sizes"], one["purpose"], one["type"]) for one in told}
    assert {("192x192", "any", "image/png"), ("512x512", "any", "image/png")} <= kinds
    assert ("512x512", "maskable", "image/png") in kinds
    for one in told:
        with house.watcher().get(one["src"]) as answer:
            assert (answer.status_code, answer.mimetype) == (200, one["type"])
            data = answer.data
        if one["type"] == "image/png":
            picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
            assert picture is not None
            assert f"{picture.shape[1]}x{picture.shape[0]}" == one["sizes"]


@pytest.fixture(scope="module")
def drawn() -> Mapping[str, Pixels]:
    return icons()


def test_the_icons_are_those_that_the_drawing_gives(drawn: Mapping[str, Pixels]) -> None:
    assert {path.name for path in (STATIC / "img").glob("*.png")} == set(drawn)
    for name, picture in drawn.items():
        kept = cv2.imread(str(STATIC / "img" / name), cv2.IMREAD_UNCHANGED)
        assert kept is not None
        # Another OpenCV may round otherwise at an edge.
        assert np.abs(kept.astype(int) - picture.astype(int)).max() <= 2, name


def test_a_phone_may_cut_a_circle_out_of_the_maskable_icon(drawn: Mapping[str, Pixels]) -> None:
    picture = drawn["icon-maskable.png"]
    assert picture[..., 3].min() == 255
    side = picture.shape[0]
    across = np.arange(side) - (side - 1) / 2
    outside = np.hypot(*np.meshgrid(across, across)) > side * MASKED / 2
    assert (picture[outside] == picture[0, 0]).all()
    assert not (picture == picture[0, 0]).all()


# The service worker.


def test_the_worker_knows_the_version_its_files_and_the_policy(house: House) -> None:
    answer = house.watcher().get("/worker.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    told = json.loads(answer.text.split("\n", 1)[0].removeprefix("const box = ").rstrip(";"))
    assert told["version"] == version_of(STATIC)
    assert told["policy"] == POLICY
    for address in told["files"]:
        with house.watcher().get(address) as file:
            assert file.status_code == 200, address
    assert f'data-version="{told["version"]}"' in house.watcher().get("/").text


def test_the_worker_keeps_all_that_the_play_page_loads_and_nothing_of_the_api(house: House) -> None:
    page = house.watcher().get("/").text
    loaded = set(re.findall(r'(?:src|href)="/static/v-\w+/([^"]+\.(?:js|css|svg))"', page))
    kept = set(shell_files("en"))
    assert loaded
    assert loaded <= kept
    for name in kept:
        if name.endswith(".js"):
            text = (STATIC / name).read_text("utf-8")
            assert {f"js/{one}" for one in re.findall(r'from\s+"\./([^"]+)"', text)} <= kept, name
    assert {name.split("/")[0] for name in kept} == {"css", "fonts", "img", "js"}


def test_a_changed_file_is_another_version(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1")
    before = version_of(tmp_path)
    assert version_of(tmp_path) == before
    (tmp_path / "a.js").write_text("2")
    changed = version_of(tmp_path)
    (tmp_path / "a.js").rename(tmp_path / "b.js")
    assert len({before, changed, version_of(tmp_path)}) == 3


def test_the_page_that_is_kept_for_when_the_box_is_away_says_nothing_of_this_phone(house: House) -> None:
    phones = (house.watcher(), house.player().client, house.admin().client)
    assert len({phone.get("/away").text for phone in phones}) == 1


# The steps and the certificate.


def test_without_https_the_page_says_how_to_turn_it_on(house: House) -> None:
    text = house.watcher().get("/install").text
    assert "charkoni https" in text
    assert "charkoni.crt" not in text
    answer = house.watcher().get("/install/charkoni.crt")
    assert answer.status_code == 404
    assert "turns it on" in answer.text


def test_the_steps_show_the_fingerprint_and_the_address_by_which_the_phone_came(house: House) -> None:
    house.trust = TRUST
    answer = house.watcher().get("/install/charkoni.crt")
    assert (answer.mimetype, answer.text) == ("application/x-x509-ca-cert", PEM), (
        "which phones offer to trust"
    )
    text = house.watcher().get("/install", base_url=HTTP).text
    assert re.sub(r"<wbr>|\s", "", text).count(TRUST.fingerprint) == 1
    assert "https://192.168.1.20:8443/install" in text
    assert "came over HTTPS" not in text
    other = house.watcher().get("/install", base_url="http://10.9.9.9:8000").text
    assert "https://charkoni.local:8443/install" in other
    assert "came over HTTPS" in house.watcher().get("/install", base_url=HTTPS).text


def test_the_steps_of_this_phone_are_open(house: House) -> None:
    house.trust = TRUST
    for browser, opened in (
        ("(Linux; Android 15; Pixel 8)", ["Android"]),
        ("(iPhone; CPU iPhone OS 18_0)", ["iPhone"]),
        ("(X11)", []),
    ):
        text = house.watcher().get("/install", headers={"User-Agent": f"Mozilla/5.0 {browser}"}).text
        assert re.findall(r'<details class="steps" open><summary>([^<,]+)', text) == opened


# Cookies.


def cookie(phone: FlaskClient, name: str, base: str) -> Cookie | None:
    return phone.get_cookie(name, domain=base.split("/")[2].partition(":")[0])


def test_over_https_a_phone_s_cookie_goes_over_https_alone(house: House) -> None:
    phone = house.watcher()
    answer = phone.get(f"/?key={KEY}", base_url=HTTPS)
    (head,) = [one for one in answer.headers.getlist("Set-Cookie") if one.startswith(SAFE + COOKIE)]
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(head.split("; "))
    assert "Domain" not in head
    assert phone.get("/api/v1/state", base_url=HTTPS).get_json()["role"] == "player"
    assert not cookie(phone, COOKIE, HTTP)


def test_a_phone_that_was_let_in_over_plain_http_plays_over_https_as_well(house: House) -> None:
    phone = house.watcher()
    phone.get(f"/?key={KEY}", base_url=HTTP)
    assert cookie(phone, COOKIE, HTTP)
    assert not cookie(phone, SAFE + COOKIE, HTTPS)
    assert phone.get("/api/v1/state", base_url=HTTPS).get_json()["role"] == "player"
    kept = cookie(phone, SAFE + COOKIE, HTTPS)
    assert kept
    assert house.phones.role_cached(kept.value) == "player"
    # From now on it does not hang on what came over plain HTTP.
    phone.delete_cookie(COOKIE, domain="192.168.1.20")
    again = phone.get("/api/v1/state", base_url=HTTPS)
    assert again.get_json()["role"] == "player"
    assert "Set-Cookie" not in again.headers


def test_a_phone_let_in_anew_over_plain_http_is_not_held_back_by_an_old_cookie(house: House) -> None:
    phone = house.watcher()
    phone.set_cookie(SAFE + COOKIE, "a-token-of-yore", domain="192.168.1.20", secure=True)
    phone.set_cookie(COOKIE, TOKEN, domain="192.168.1.20")
    assert phone.get("/api/v1/state", base_url=HTTPS).get_json()["role"] == "player"


def test_who_leaves_over_https_leaves_both_ways(house: House) -> None:
    phone = house.watcher()
    phone.get(f"/?key={KEY}", base_url=HTTP)
    csrf = phone.get("/api/v1/state", base_url=HTTPS).get_json()["csrf"]
    answer = phone.post("/out", base_url=HTTPS, data={"csrf": csrf}, headers={"Origin": HTTPS})
    assert answer.status_code == 303
    assert not cookie(phone, COOKIE, HTTP)
    assert not cookie(phone, SAFE + COOKIE, HTTPS)


def test_language_and_seat_chosen_over_plain_http_hold_over_https(house: House) -> None:
    phone = house.watcher()
    csrf = re.search(r'name="csrf" value="(\w+)"', phone.get("/language", base_url=HTTP).text)
    assert csrf
    phone.post("/language", base_url=HTTP, data={"csrf": csrf[1], "language": "nl"})
    phone.get("/?seat=1", base_url=HTTP)
    assert '<html lang="nl">' in phone.get("/", base_url=HTTPS).text
    assert phone.get("/api/v1/state", base_url=HTTPS).get_json()["quarters"] == 2
    phone.get("/?seat=0", base_url=HTTPS)
    assert phone.get("/api/v1/state", base_url=HTTPS).get_json()["quarters"] == 0
    # A browser sends a Secure cookie over HTTPS alone, so that plain HTTP keeps its own choice.
    assert cookie(phone, "seat", HTTP).value == "1"  # type: ignore[union-attr]


def test_a_message_reaches_the_next_page_on_both_ways(house: House) -> None:
    for base in (HTTP, HTTPS, HTTP):
        phone = house.player()
        phone.client.set_cookie(COOKIE, TOKEN, domain="192.168.1.20")
        csrf = phone.client.get("/api/v1/state", base_url=base).get_json()["csrf"]
        phone.client.post("/act/throws", base_url=base, data={"csrf": csrf, "throw": "nonsense"})
        page = phone.client.get("/", base_url=base).text
        assert "nonsense" in page.split('id="said"')[1].split("</div>")[0], base
