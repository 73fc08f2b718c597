"""What guards the page against forged, hurried and oversized requests, and what no answer says."""

from __future__ import annotations

import socket
import time

import pytest

from device.net.connection import HEADER_BYTES
from device.net.server import Server
from ports_for_tests import ADMIN_TOKEN, KEY, TOKEN, House
from web.auth.access import COOKIE, Bucket


@pytest.fixture
def house(house: House) -> House:
    house.start()
    return house


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
    assert [status for status, _ in answers][3] == 429
    assert 429 not in [status for status, _ in answers[:3]]
    assert "too much at once" in answers[3][1]["error"]
    assert house.admin().do("undo")[0] != 429
    assert phone.client.get("/").status_code == 200


def test_watchers_that_write_share_the_measure_of_their_address(house: House) -> None:
    bucket = house.app.extensions["writes"]
    bucket.holds, bucket.per_s = 2, 0
    codes = [house.watcher().post("/language", data={"language": "nl"}).status_code for _ in range(3)]
    assert codes == [403, 403, 429]


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


def test_no_page_for_watchers_holds_a_key_or_a_token(house: House) -> None:
    phone = house.watcher()
    for page in (
        "/",
        "/new",
        "/rules",
        "/games",
        "/out",
        "/lamps",
        "/phone",
        "/phones",
        "/api/v1/openapi.json",
    ):
        text = phone.get(page).text
        for secret in (KEY, TOKEN, ADMIN_TOKEN, "of-this-test"):
            assert secret not in text, page


def test_every_cookie_is_kept_from_scripts_and_from_other_sites(house: House) -> None:
    phone = house.watcher()
    phone.get(f"/?key={KEY}")
    cookie = phone.get_cookie(COOKIE)
    assert cookie is not None
    assert (cookie.http_only, cookie.same_site) == (True, "Lax")
    assert house.app.config["SESSION_COOKIE_HTTPONLY"]
    assert house.app.config["SESSION_COOKIE_SAMESITE"] == "Lax"


def test_a_head_without_end_is_not_read_to_its_end(house: House) -> None:
    server = Server(house.app, host="127.0.0.1", port=0)
    server.start()
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as phone:
            phone.sendall(
                b"GET /static/img/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * HEADER_BYTES * 2
            )
            phone.sendall(b"\r\n\r\n")
            begin = time.monotonic()
            answer = phone.recv(200)
            assert time.monotonic() - begin < 20
        assert b" 413 " in answer
    finally:
        server.close()
