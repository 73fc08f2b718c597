"""How phones come in and go, and what guards the page against forged, hurried and oversized requests."""

from __future__ import annotations

import socket

import pytest

from device.net.connection import HEADER_BYTES
from device.net.server import Server
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from ports_for_tests import ADMIN_TOKEN, KEY, TOKEN, House
from web.auth.access import COOKIE, Bucket, Tries

PAGES = ("/", "/new", "/rules", "/rules/pachisi", "/games", "/games/1", "/out", "/lamps", "/api/v1/state")


@pytest.fixture
def house(house: House) -> House:
    house.start()
    return house


def test_the_key_lets_a_phone_in_and_leaves_the_address(house: House) -> None:
    phone = house.watcher()
    answer = phone.get(f"/games?key={KEY}&from=2")
    assert (answer.status_code, answer.location) == (302, "/games?from=2")
    cookie = phone.get_cookie(COOKIE)
    assert cookie is not None
    assert (cookie.http_only, cookie.same_site) == (True, "Lax")
    assert house.phones.role_cached(cookie.value) == "player"
    assert phone.get("/api/v1/state").get_json()["role"] == "player"
    assert house.app.config["SESSION_COOKIE_HTTPONLY"]
    assert house.app.config["SESSION_COOKIE_SAMESITE"] == "Lax"


def test_guessing_keys_is_slowed_down_and_a_family_comes_in_by_one_address(house: House) -> None:
    assert [house.watcher().get(f"/?key={KEY}").status_code for _ in range(20)] == [302] * 20
    house.phones.open_door()
    assert [house.watcher().get("/phone").status_code for _ in range(20)] == [303] * 20
    house.phones._door_until = 0.0
    phone = house.watcher()
    answers = [phone.get("/?key=guess") for _ in range(11)]
    assert [answer.status_code for answer in answers] == [403] * 10 + [429]
    assert "Set-Cookie" not in answers[0].headers
    assert phone.get(f"/?key={KEY}").status_code == 429
    assert phone.get("/").status_code == 200


def test_pairing_through_the_open_door_is_slowed_down_like_keys(house: House) -> None:
    phone = house.watcher()
    assert [phone.get("/phone").status_code for _ in range(11)] == [403] * 10 + [429]
    assert phone.get(f"/?key={KEY}").status_code == 429


def test_tries_are_forgotten_after_their_time() -> None:
    tries = Tries(limit=2, within_s=60)
    assert [tries.allow("a", now=now) for now in (0, 1, 2)] == [True, True, False]
    assert tries.allow("b", now=2)
    assert tries.allow("a", now=63)


def test_a_watcher_is_told_no_token_and_offered_no_form(house: House) -> None:
    house.table.do(TakeThrow(Cowries(3, 4)))
    phone = house.watcher()
    state = phone.get("/api/v1/state").get_json()
    assert "csrf" not in state
    assert 'method="post"' not in "".join(state["parts"].values())
    assert "data-api" not in phone.get("/").text


def test_the_token_of_one_phone_does_not_serve_another(house: House) -> None:
    headers = {"X-CSRF-Token": house.player().state()["csrf"]}
    other = house.app.test_client()
    other.set_cookie(COOKIE, "token-of-nobody")
    assert other.post("/api/v1/throws", json={"throw": "1/4"}, headers=headers).status_code == 403


def test_a_form_from_another_site_is_not_taken(house: House) -> None:
    phone = house.player()
    headers = {"X-CSRF-Token": phone.state()["csrf"], "Origin": "http://evil.example"}
    answer = phone.client.post("/api/v1/throws", json={"throw": "1/4"}, headers=headers)
    assert answer.status_code == 403
    assert "another site" in answer.get_json()["error"]


def test_every_answer_carries_the_guarding_headers_and_no_key(house: House) -> None:
    phone = house.watcher()
    for page in (*PAGES, "/phone", "/phones", "/nowhere", "/static/css/page.css", "/snapshot.jpg"):
        with phone.get(page) as answer:
            headers = answer.headers
            for secret in (KEY, TOKEN, ADMIN_TOKEN, "of-this-test"):
                assert secret not in answer.text, page
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
    assert phone.get("/").headers["Cache-Control"] == "no-store"


def test_no_page_carries_a_style_or_a_script_inside(house: House) -> None:
    phone = house.player().client
    own = ("http://192.168.1.20:8000", "http://www.w3.org/2000/svg")
    for page in (*PAGES, "/phone"):
        text = phone.get(page).text
        for address in own:
            text = text.replace(address, "")
        for inside in (" style=", "<style", "onclick", "<script>", "http://"):
            assert inside not in text, page


def test_out_takes_the_role_from_this_phone(house: House) -> None:
    phone = house.player()
    answer = phone.client.post("/out", data={"csrf": phone.state()["csrf"]})
    assert answer.status_code == 303
    assert phone.client.get_cookie(COOKIE) is None
    assert phone.state()["role"] == "watcher"


def test_while_the_boxs_button_holds_the_door_open_a_watching_phone_is_let_in(house: House) -> None:
    phone = house.watcher()
    assert phone.get("/phone").status_code == 403
    assert phone.get_cookie(COOKIE) is None
    assert 'href="/phone"' not in phone.get("/").text
    house.phones.open_door()
    assert 'href="/phone"' in phone.get("/").text
    answer = phone.get("/phone")
    assert (answer.status_code, answer.location) == (303, "/")
    again = house.player().client.get("/phone")
    assert (again.status_code, "Set-Cookie" in again.headers) == (200, False), "it plays already"
    house.phones._door_until = 0.0
    assert phone.get("/api/v1/state").get_json()["role"] == "player"
    assert house.watcher().get("/phone").status_code == 403


def test_a_bucket_lets_a_burst_through_and_then_so_much_a_second() -> None:
    bucket = Bucket(holds=3, per_s=2)
    assert [bucket.take("a", now=0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take("b", now=0)
    assert [bucket.take("a", now=0.5) for _ in range(2)] == [True, False]
    assert [bucket.take("a", now=99) for _ in range(4)] == [True, True, True, False]


def test_a_phone_that_writes_too_fast_is_told_to_wait_and_others_are_not(house: House) -> None:
    bucket = house.app.extensions["writes"]
    bucket.holds, bucket.per_s = 3, 0
    phone = house.player()
    answers = [phone.do("undo") for _ in range(4)]
    assert [status == 429 for status, _ in answers] == [False] * 3 + [True]
    assert "too much at once" in answers[3][1]["error"]
    assert house.admin().do("undo")[0] != 429
    assert phone.client.get("/").status_code == 200
    watching = [house.watcher().post("/language", data={"language": "nl"}).status_code for _ in range(4)]
    assert watching == [403, 403, 403, 429], "who watches shares the measure of an address"


@pytest.mark.parametrize("path", ["/", "/api/v1/state"])
def test_a_mistake_of_the_box_tells_no_path_and_no_secret(
    house: House, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks() -> None:
        raise RuntimeError(f"/var/lib/charkoni/charkoni.sqlite {KEY} of-this-test {TOKEN}")

    house.app.config["TESTING"] = False
    house.app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr(house.eye, "state", breaks)
    answer = house.player().client.get(path)
    assert answer.status_code == 500
    assert "The box made a mistake" in answer.text
    for secret in ("/var", "sqlite", "RuntimeError", "Traceback", KEY, "of-this-test", TOKEN):
        assert secret not in answer.text


def test_a_head_without_end_is_not_read_to_its_end(house: House) -> None:
    server = Server(house.app, host="127.0.0.1", port=0)
    server.start()
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as phone:
            head = b"GET /static/img/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "
            phone.sendall(head + b"x" * HEADER_BYTES * 2 + b"\r\n\r\n")
            assert b" 413 " in phone.recv(200)
    finally:
        server.close()
