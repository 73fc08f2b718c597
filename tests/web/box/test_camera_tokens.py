"""Clients of cameras know a user and a password alone: a token is the password, and opens nothing else."""

from __future__ import annotations

import base64

import pytest

from engine.match import Conduct
from engines.random_matches import match_setup
from ports_for_tests import TOKEN, House, Program
from web.auth.access import COOKIE
from web.auth.callers import password
from web.auth.roles import may_send_password, needed

TRAY, ROOM = b"\xff\xd8the tray\xff\xd9", b"\xff\xd8the room\xff\xd9"
ADDRESSES = ("/webcam/?action=snapshot", "/stream.mjpg", "/webcam/?action=stream")


@pytest.fixture
def house(house: House) -> House:
    house.eye.latest, house.eye.latest_of_tray = ROOM, TRAY
    return house


def basic(user: str, secret: str) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:{secret}".encode()).decode()}


def seen(house: House, address: str, headers: dict[str, str]) -> bytes:
    with house.app.test_client(use_cookies=False).get(address, headers=headers) as answer:
        assert answer.status_code == 200, answer.text
        return answer.data if "snapshot" in address else next(iter(answer.response))


def test_a_token_sees_what_its_role_sees_however_it_is_sent(house: House) -> None:
    admin, player = house.program("admin", name="a printer"), house.program("player")
    for address in ADDRESSES:
        for headers in (admin.headers, basic("token", admin.token)):
            assert ROOM in seen(house, address, headers)
        for headers in (player.headers, basic("token", player.token), {}):
            assert TRAY in seen(house, address, headers)


def test_a_wrong_password_is_asked_for_again_and_slowed_down(house: House) -> None:
    client = house.app.test_client(use_cookies=False)
    answer = client.get("/stream.mjpg", headers=basic("token", "wrong"))
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, 'Basic realm="Charkoni"')
    codes = [client.get(ADDRESSES[0], headers=basic("token", f"wrong {n}")).status_code for n in range(12)]
    assert codes[-1] == 429
    assert house.app.extensions["camera streams"].open == 0


def test_what_is_no_token_is_left_to_whom_it_is_for(house: House) -> None:
    strange = [
        "Basic",
        "Basic !!!",
        "Basic dG9rZW4=",
        "Basic YWRtaW46eA==",
        "Digest x",
        "Basic " + "A" * 9000,
    ]
    for line in strange:
        assert not password(line)
        if password(line) is None:
            assert seen(house, ADDRESSES[0], {"Authorization": line}) == TRAY


def test_a_password_opens_cameras_alone(house: House) -> None:
    admin = house.program("admin")
    client = house.app.test_client(use_cookies=False)
    headers = basic("token", admin.token)
    assert client.get("/api/v1/state", headers=headers).get_json()["role"] == "watcher"
    assert client.post("/api/v1/undo", json={}, headers=headers).status_code == 403
    routes = {
        rule.endpoint: rule.methods or set()
        for rule in house.app.url_map.iter_rules()
        if may_send_password(house.app.view_functions[rule.endpoint])
    }
    assert sorted(routes) == ["camera_stream.stream", "camera_stream.webcam"]
    assert not any("POST" in methods for methods in routes.values()), "browsers send passwords by themselves"
    assert {needed(house.app.view_functions[name]) for name in routes} == {"watcher"}


def test_a_token_that_is_taken_back_sees_the_room_no_more(house: House) -> None:
    admin = house.program("admin")
    for headers in (admin.headers, basic("token", admin.token)):
        client = house.app.test_client(use_cookies=False)
        with client.get("/stream.mjpg", headers=headers) as answer:
            stream = iter(answer.response)
            assert ROOM in next(stream)
            if headers is admin.headers:
                house.eye.latest = ROOM + b"later"
                assert b"later" in next(stream)
                house.eye.latest = ROOM
                continue
            _take_back(house, admin)
            house.eye.latest = ROOM + b"still later"
            assert list(stream) == []
    assert house.app.extensions["camera streams"].open == 0


def _take_back(house: House, program: Program) -> None:
    [line] = house.tokens.everyone()
    assert house.tokens.find(program.token) is not None
    house.tokens.take_back(line.id)


ASKS = 'Basic realm="Charkoni"'


def ask(house: House, address: str, headers: dict[str, str] | None = None) -> tuple[int, str | None, str]:
    with house.app.test_client(use_cookies=False).get(address, headers=headers) as answer:
        text = "" if answer.status_code == 200 else answer.text
        return answer.status_code, answer.headers.get("WWW-Authenticate"), text


def test_who_is_shown_nothing_is_asked_for_a_token(house: House) -> None:
    house.table.start(match_setup(3, conduct=Conduct(spectators_lag_s=300)))
    player, watching = house.program("player"), house.program("watcher")
    for address in ADDRESSES:
        status, asks, text = ask(house, address)
        assert (status, asks, "sees this match later" in text) == (401, ASKS, True)
        assert TRAY in seen(house, address, basic("token", player.token))
        assert ask(house, address, basic("token", watching.token))[:2] == (403, None), "it has sent one"


def test_without_a_tray_only_the_token_of_an_admin_helps(house: House) -> None:
    house.eye.latest_of_tray = None
    admin, player = house.program("admin"), house.program("player")
    for address in ADDRESSES:
        status, asks, text = ask(house, address)
        assert (status, asks, "No tray is set" in text) == (401, ASKS, True)
        assert ROOM in seen(house, address, basic("token", admin.token))
        assert ask(house, address, basic("token", player.token))[:2] == (404, None)
        assert ask(house, address, {"Cookie": f"{COOKIE}={TOKEN}"})[:2] == (404, None), "it has no token"
    house.eye.latest = None
    for address in ADDRESSES:
        assert ask(house, address)[:2] == (404, None), "there is nothing to show, whoever asks"


def test_a_program_that_may_see_more_can_have_itself_asked(house: House) -> None:
    admin, player = house.program("admin"), house.program("player")
    for address in (f"{one}{'&' if '?' in one else '?'}auth=1" for one in ADDRESSES):
        for headers in ({}, {"Cookie": f"{COOKIE}={TOKEN}"}, basic("camera", "of a proxy")):
            status, asks, text = ask(house, address, headers)
            assert (status, asks, "as the password of the user “token”" in text) == (401, ASKS, True)
        for headers in (admin.headers, basic("token", admin.token)):
            assert ROOM in seen(house, address, headers)
        assert TRAY in seen(house, address, basic("token", player.token))
    assert house.app.extensions["camera streams"].open == 0


def test_the_older_form_on_the_root_leads_to_the_camera(house: House) -> None:
    client = house.watcher()
    for query in ("action=snapshot", "action=stream", "action=stream&auth=1"):
        answer = client.get(f"/?{query}")
        assert (answer.status_code, answer.location) == (302, f"/webcam/?{query}")
        assert client.head(f"/?{query}").status_code == 302
    for query in ("", "action=", "action=play", "lang=en"):
        assert client.get(f"/?{query}").status_code == 200
    assert client.post("/?action=snapshot").status_code == 405
