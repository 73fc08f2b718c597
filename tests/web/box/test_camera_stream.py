"""The eye's picture as a camera's stream: who sees what, and a token as the password that clients know."""

from __future__ import annotations

import base64
import re
import threading
from collections.abc import Iterator

import pytest
from werkzeug.test import TestResponse

from engine.match import Conduct
from engines.random_matches import match_setup
from ports_for_tests import TOKEN, House, Program
from waiting_for_tests import wait_until
from web.auth.access import COOKIE
from web.auth.callers import password
from web.auth.permissions import WITH_PASSWORD, needed
from web.box import camera_stream
from web.box.camera_stream import CameraStreams

TRAY, ROOM = b"\xff\xd8the tray\xff\xd9", b"\xff\xd8the room\xff\xd9"
ADDRESSES = ("/stream.mjpg", "/webcam/?action=stream")
SNAPSHOT = "/webcam/?action=snapshot"
PART = re.compile(
    rb"(?:--boundarydonotcross\r\n)?Content-Type: image/jpeg\r\nContent-Length: (\d+)\r\n"
    rb"X-Timestamp: (\d+\.\d{6})\r\n\r\n(.*)\r\n--boundarydonotcross\r\n",
    re.DOTALL,
)


@pytest.fixture
def house(house: House) -> House:
    house.eye.latest, house.eye.latest_of_tray = ROOM, TRAY
    return house


def next_picture(stream: Iterator[bytes]) -> bytes:
    found = PART.fullmatch(next(stream))
    assert found is not None
    assert int(found[1]) == len(found[3])
    return found[3]


def opened(answer: TestResponse) -> Iterator[bytes]:
    assert answer.status_code == 200
    assert answer.content_type == "multipart/x-mixed-replace;boundary=boundarydonotcross"
    return iter(answer.response)


def test_a_stream_begins_with_the_picture_of_now_and_goes_on_with_each_new_one(house: House) -> None:
    with house.watcher().get("/stream.mjpg") as answer:
        stream = opened(answer)
        first = next(stream)
        assert first.startswith(b"--boundarydonotcross\r\nContent-Type: image/jpeg\r\n")
        assert PART.fullmatch(first)[3] == TRAY  # type: ignore[index]
        house.eye.latest_of_tray = b"\xff\xd8the next throw\xff\xd9"
        second = next(stream)
        assert not second.startswith(b"--"), "what ended the first picture begins the second"
        assert PART.fullmatch(second)[3] == b"\xff\xd8the next throw\xff\xd9"  # type: ignore[index]


def test_everybody_sees_the_tray_and_an_admin_the_room(house: House) -> None:
    for address in (*ADDRESSES, SNAPSHOT):
        for phone, picture in (
            (house.watcher(), TRAY),
            (house.player().client, TRAY),
            (house.admin().client, ROOM),
        ):
            with phone.get(address) as answer:
                if "snapshot" in address:
                    assert (answer.data, answer.content_type) == (picture, "image/jpeg")
                    assert answer.headers["Content-Length"] == str(len(picture))
                    assert answer.headers["Cache-Control"] == "no-store"
                else:
                    assert next_picture(opened(answer)) == picture


def test_the_fifth_stream_is_refused_in_words_and_room_comes_back(house: House) -> None:
    streams = [house.watcher().get(ADDRESSES[number % 2]) for number in range(4)]
    assert [answer.status_code for answer in streams] == [200] * 4
    for phone in (house.watcher(), house.player().client, house.admin().client):
        refused = phone.get("/stream.mjpg")
        assert refused.status_code == 503
        assert refused.headers["Retry-After"] == "10"
        assert refused.mimetype == "text/plain"
        assert "/snapshot.jpg" in refused.text
    assert house.watcher().get("/webcam/?action=snapshot").status_code == 200
    streams.pop().close()
    assert house.app.extensions["camera streams"].open == 3
    streams.append(house.watcher().get("/stream.mjpg"))
    assert streams[-1].status_code == 200
    for answer in streams:
        answer.close()
    assert house.app.extensions["camera streams"].open == 0


def test_asking_for_the_head_alone_takes_no_room(house: House) -> None:
    for _ in range(5):
        with house.watcher().head("/stream.mjpg") as answer:
            assert (answer.status_code, answer.data) == (200, b"")
    assert house.app.extensions["camera streams"].open == 0


def test_an_action_that_no_camera_has_is_refused_with_those_that_it_has(house: House) -> None:
    for action in ("", "command", "stream_1", "<script>", "ಆಟ" * 300, "stream\r\nX: y"):
        answer = house.watcher().get("/webcam/", query_string={"action": action})
        assert answer.status_code == 400, action
        assert "/webcam/?action=snapshot, /webcam/?action=stream" in answer.text
        assert "<script>" not in answer.text
        assert len(answer.text) < 4000
    assert house.watcher().get("/webcam?action=snapshot", follow_redirects=True).data == TRAY


def test_what_clients_add_to_get_a_fresh_picture_changes_nothing(house: House) -> None:
    assert house.watcher().get("/webcam/?action=snapshot&n=1732399999").data == TRAY
    with house.watcher().get("/stream.mjpg?t=1&fps=9999&width=-1") as answer:
        assert next_picture(opened(answer)) == TRAY


def test_who_is_no_admin_any_more_sees_the_room_no_more(house: House) -> None:
    with house.admin().client.get("/stream.mjpg") as answer:
        stream = opened(answer)
        assert next_picture(stream) == ROOM
        house.phones.set_role("player", "admin")
        house.phones.set_role("admin", "player")
        house.eye.latest = b"\xff\xd8the room, later\xff\xd9"
        assert list(stream) == []
    house.phones.set_role("admin", "admin")
    house.phones.set_role("player", "player")
    with house.player().client.get("/stream.mjpg") as answer:
        stream = opened(answer)
        assert next_picture(stream) == TRAY
        house.phones.unpair("player")
        house.eye.latest_of_tray = b"\xff\xd8later\xff\xd9"
        assert next_picture(stream) == b"\xff\xd8later\xff\xd9", "the tray is for everybody"


def test_a_stream_of_who_watches_ends_when_a_match_begins_that_is_seen_later(house: House) -> None:
    with house.watcher().get("/stream.mjpg") as late, house.player().client.get("/stream.mjpg") as live:
        streams = opened(late), opened(live)
        assert [next_picture(stream) for stream in streams] == [TRAY, TRAY]
        house.table.start(match_setup(3, conduct=Conduct(spectators_lag_s=300)))
        house.eye.latest_of_tray = b"\xff\xd8a throw\xff\xd9"
        assert list(streams[0]) == []
        assert next_picture(streams[1]) == b"\xff\xd8a throw\xff\xd9"


def test_a_picture_that_stays_is_sent_again_so_that_clients_go_on_waiting(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera_stream, "AGAIN_S", 0.0)
    with house.watcher().get("/stream.mjpg") as answer:
        stream = opened(answer)
        stamps = [PART.fullmatch(next(stream))[2] for _ in range(2)]  # type: ignore[index]
        assert stamps[0] == stamps[1], "its time says how old it is"


def test_many_streams_let_each_picture_be_packed_once(house: House) -> None:
    asked: list[float] = []
    now_s = 0.0

    def tray_picture() -> bytes:
        asked.append(now_s)
        return b"\xff\xd8%d\xff\xd9" % len(asked)

    house.eye.tray_picture = tray_picture  # type: ignore[method-assign]
    streams = CameraStreams(house.eye, ended=threading.Event(), clock=lambda: now_s)
    for at_s in (0.0, 0.05, 0.09, 0.11, 0.15, 0.3):
        now_s = at_s
        for _ in range(4):
            streams.newest(whole=False)
    assert asked == [0.0, 0.11, 0.3]


def test_who_is_slow_misses_pictures_and_is_never_shown_an_old_one(house: House) -> None:
    with house.watcher().get("/stream.mjpg") as answer:
        stream = opened(answer)
        next(stream)
        for number in range(5):
            house.eye.latest_of_tray = b"\xff\xd8%d\xff\xd9" % number
        assert next_picture(stream) == b"\xff\xd84\xff\xd9"


def test_all_streams_end_with_the_box_and_none_begins_after_it(house: House) -> None:
    answer = house.watcher().get("/stream.mjpg")
    stream = opened(answer)
    next(stream)
    threading.Timer(0.1, house.app.extensions["live"].close).start()
    assert list(stream) == []
    answer.close()
    assert house.watcher().get("/stream.mjpg").status_code == 503
    wait_until(lambda: house.app.extensions["camera streams"].open == 0, within_s=2)


TRAY, ROOM = b"\xff\xd8the tray\xff\xd9", b"\xff\xd8the room\xff\xd9"
SHOWN_AT = (SNAPSHOT, *ADDRESSES)


def basic(user: str, secret: str) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:{secret}".encode()).decode()}


def seen(house: House, address: str, headers: dict[str, str]) -> bytes:
    with house.app.test_client(use_cookies=False).get(address, headers=headers) as answer:
        assert answer.status_code == 200, answer.text
        return answer.data if "snapshot" in address else next(iter(answer.response))


def test_a_token_sees_what_its_role_sees_however_it_is_sent(house: House) -> None:
    admin, player = house.program("admin", name="a printer"), house.program("player")
    for address in SHOWN_AT:
        for headers in (admin.headers, basic("token", admin.token)):
            assert ROOM in seen(house, address, headers)
        for headers in (player.headers, basic("token", player.token), {}):
            assert TRAY in seen(house, address, headers)


def test_a_wrong_password_is_asked_for_again_and_slowed_down(house: House) -> None:
    client = house.app.test_client(use_cookies=False)
    answer = client.get("/stream.mjpg", headers=basic("token", "wrong"))
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, 'Basic realm="Charkoni"')
    codes = [client.get(SHOWN_AT[0], headers=basic("token", f"wrong {n}")).status_code for n in range(12)]
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
            assert seen(house, SHOWN_AT[0], {"Authorization": line}) == TRAY


def test_a_password_opens_cameras_alone(house: House) -> None:
    admin = house.program("admin")
    client = house.app.test_client(use_cookies=False)
    headers = basic("token", admin.token)
    assert client.get("/api/v1/state", headers=headers).get_json()["role"] == "watcher"
    assert client.post("/api/v1/undo", json={}, headers=headers).status_code == 403
    routes = [rule for rule in house.app.url_map.iter_rules() if rule.rule in WITH_PASSWORD]
    assert sorted(rule.endpoint for rule in routes) == ["camera_stream.stream", "camera_stream.webcam"]
    assert not any("POST" in (rule.methods or ()) for rule in routes), "browsers send passwords by themselves"
    assert set(map(needed, routes)) == {"watcher"}


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
    [line] = house.tokens.all()
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
    for address in SHOWN_AT:
        status, asks, text = ask(house, address)
        assert (status, asks, "sees this match later" in text) == (401, ASKS, True)
        assert TRAY in seen(house, address, basic("token", player.token))
        assert ask(house, address, basic("token", watching.token))[:2] == (403, None), "it has sent one"


def test_without_a_tray_only_the_token_of_an_admin_helps(house: House) -> None:
    house.eye.latest_of_tray = None
    admin, player = house.program("admin"), house.program("player")
    for address in SHOWN_AT:
        status, asks, text = ask(house, address)
        assert (status, asks, "No tray is set" in text) == (401, ASKS, True)
        assert ROOM in seen(house, address, basic("token", admin.token))
        assert ask(house, address, basic("token", player.token))[:2] == (404, None)
        assert ask(house, address, {"Cookie": f"{COOKIE}={TOKEN}"})[:2] == (404, None), "it has no token"
    house.eye.latest = None
    for address in SHOWN_AT:
        assert ask(house, address)[:2] == (404, None), "there is nothing to show, whoever asks"


def test_a_program_that_may_see_more_can_have_itself_asked(house: House) -> None:
    admin, player = house.program("admin"), house.program("player")
    for address in (f"{one}{'&' if '?' in one else '?'}auth=1" for one in SHOWN_AT):
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
