"""A website whose name leads to the box reads nothing of it and lets no phone in."""

from __future__ import annotations

import pytest

from ports_for_tests import ADMIN_TOKEN, KEY, TOKEN, House
from web.auth.access import COOKIE
from web.auth.hosts import name_of

OWN = [
    *("localhost", "127.0.0.1:8000", "192.168.1.20", "192.168.1.20:65535", "[::1]:8000", "[::1]"),
    *("charkoni.local", "Charkoni.Local:8000", "charkoni.local.:8000"),
]
OTHERS = [
    *("evil.example", "evil.example:8000", "192.168.1.20.evil.example", "0.0.0.0:8000"),
    *("[::]", "10.0.0.1"),
]
NONSENSE = ["", "a b", "[::1", "::1", "charkoni.local:http", "charkoni.local@evil.example", "évil", "x" * 999]
ADDRESSES = ("http://192.168.1.20:8000/", "http://charkoni.local:8000/")


@pytest.fixture
def house(house: House) -> House:
    house.start()
    house.eye.latest = house.eye.latest_of_tray = b"a picture"
    return house


def test_the_boxs_own_names_and_numbers_open_it(house: House) -> None:
    csrf = house.player().state()["csrf"]
    client = house.app.test_client(use_cookies=False)
    for host in OWN:
        headers = {"Host": host, "Origin": f"http://{host}", "X-CSRF-Token": csrf}
        headers["Cookie"] = f"{COOKIE}={TOKEN}"
        assert client.get("/", headers={"Host": host}).status_code == 200
        answer = client.post("/api/v1/throws", json={"throw": "3/4"}, headers=headers)
        assert answer.status_code == 201, host


@pytest.mark.parametrize("token", ["", TOKEN, ADMIN_TOKEN])
def test_another_sites_name_opens_nothing(house: House, token: str) -> None:
    before = house.journal.last_seq()
    client = house.app.test_client(use_cookies=False)
    kept = {"Cookie": f"{COOKIE}={token}"} if token else {}
    csrf = client.get("/api/v1/state", headers=kept).get_json().get("csrf", "0" * 64)
    paths = ["/", "/events", "/snapshot.jpg", "/api/v1/state", "/games", "/games.jsonl", "/phones", "/backup"]
    paths += ["/static/img/icon.svg", "/eye/picture.jpg", "/nothing", f"/?key={KEY}"]
    forms = ["/api/v1/throws", "/act/throws", "/phones/player/unpair", "/language", "/backup"]
    for host in (*OTHERS, *NONSENSE):
        refused = 400 if host in NONSENSE else 421
        few = slice(None) if host == OTHERS[0] else slice(2)
        for path in paths[few]:
            answer = client.get(path, headers={"Host": host, **kept})
            assert (host, path, answer.status_code) == (host, path, refused)
            assert all(address in answer.text for address in ADDRESSES)
            assert "Set-Cookie" not in answer.headers
            assert "Asha" not in answer.text
            assert csrf not in answer.text
        for path in forms[few]:
            form = {"csrf": csrf, "throw": "3/4"}
            head = {**kept, "Host": host, "Origin": f"http://{host}", "X-CSRF-Token": csrf}
            answer = client.post(path, data=form, headers=head)
            assert (host, path, answer.status_code) == (host, path, refused)
    assert house.journal.last_seq() == before
    assert set(house.let_in) == {"player", "admin"}


def test_an_open_door_lets_no_website_in(house: House) -> None:
    house.phones.open_door()
    answer = house.watcher().get("/phone", headers={"Host": "evil.example"})
    assert answer.status_code == 421
    assert "Set-Cookie" not in answer.headers
    assert house.watcher().get("/phone").status_code == 303, "a phone that opens the box itself comes in"


def test_what_a_proxy_says_is_not_believed(house: House) -> None:
    forwarded = {"X-Forwarded-Host": "localhost", "Forwarded": "host=localhost"}
    answer = house.watcher().get("/", headers={"Host": "evil.example", **forwarded})
    assert answer.status_code == 421


def test_the_refusal_says_which_addresses_work_in_the_phones_language(house: House) -> None:
    answer = house.watcher().get("/", headers={"Host": "evil.example", "Accept-Language": "nl"})
    assert "evil.example" in answer.text
    assert all(address in answer.text for address in ADDRESSES)
    assert "The box" not in answer.text
    told = house.watcher().get("/api/v1/state", headers={"Host": "evil.example"}).get_json()["error"]
    assert "evil.example" in told


def test_a_name_that_is_given_up_no_longer_opens_the_box(house: House) -> None:
    assert house.watcher().get("/", headers={"Host": "10.9.9.9:8000"}).status_code == 200
    house.names.discard("10.9.9.9")
    assert house.watcher().get("/", headers={"Host": "10.9.9.9:8000"}).status_code == 421


def test_a_program_that_names_nobody_is_answered(house: House) -> None:
    assert name_of("") is None
    environ = {"HTTP_HOST": None}
    answer = house.watcher().get("/api/v1/state", environ_overrides=environ)
    assert answer.status_code == 200
