"""Programs come in by tokens of their own: no cookie, no token of a form, as far as an admin chose."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator

import pytest

from engine.table.commands import TakeThrow, Undo
from engine.throw import Cowries
from ports_for_tests import KEY, TOKEN, House, Program
from waiting_for_tests import wait_until
from web.ports import Role


@pytest.fixture
def house(house: House) -> House:
    house.start()
    return house


def send(house: House, path: str, **form: str) -> tuple[int, str]:
    phone = house.admin()
    answer = phone.client.post(path, data={"csrf": phone.state()["csrf"], **form})
    return answer.status_code, answer.text


def token_of(text: str) -> str:
    return text.partition('<code id="token">')[2].partition("</code>")[0]


def test_an_admin_makes_a_token_on_the_page_and_it_is_shown_once(house: House) -> None:
    status, text = send(house, "/phones/tokens", name="Lamp <1>", role="player", ends="day")
    token = token_of(text)
    assert status == 201
    assert token.startswith("charkoni_")
    assert len(token) > 40
    [line] = house.tokens.all()
    assert (line.name, line.role) == ("Lamp <1>", "player")
    assert 86_000 < line.ends - line.since < 87_000
    again = house.admin().client.get("/phones").text
    assert "Lamp &lt;1&gt;" in again
    assert token not in again
    state = Program(house, token).get("/api/v1/state").get_json()
    assert state["role"] == "player"
    assert "csrf" not in state


def test_a_program_acts_without_cookie_and_without_a_token_of_a_form(house: House) -> None:
    lamp = house.program("player")
    answer = lamp.post("/api/v1/throws", throw="3/4")
    assert answer.status_code == 201
    assert "Set-Cookie" not in answer.headers
    assert house.table.model.last_throw is not None
    answer = lamp.client.get("/api/v1/state", base_url="https://localhost/", headers=lamp.headers)
    assert (answer.status_code, "Set-Cookie" in answer.headers) == (200, False)
    refused = lamp.post("/api/v1/conduct")
    assert (refused.status_code, "This token may not" in refused.get_json()["error"]) == (403, True)


def test_a_token_that_ended_was_taken_back_or_never_was_is_refused_in_words(house: House) -> None:
    ended, gone = house.program("admin", ends=4e9), house.program("admin", name="another")
    line = house.tokens.find_cached(gone.token)
    assert line is not None
    house.tokens.take_back(line.id)
    house.tokens._clock = lambda: 4.05e9
    for program in (ended, gone, Program(house, "charkoni_guess"), Program(house, ""), Program(house, "ä")):
        for path in ("/api/v1/state", "/games"):
            answer = program.get(path)
            house.app.extensions["token_tries"].forgive("127.0.0.1")
            assert answer.status_code == 401
            assert answer.headers["WWW-Authenticate"].startswith("Bearer")
            assert "does not know this token" in answer.text
    house.tokens._clock = lambda: 1e9


def test_a_wrong_token_is_not_helped_by_a_cookie_and_a_token_in_a_cookie_is_none(house: House) -> None:
    phone = house.admin().client
    assert phone.get("/api/v1/state", headers={"Authorization": "Bearer wrong"}).status_code == 401
    lamp = house.program("admin")
    watcher = house.watcher()
    watcher.set_cookie("phone", lamp.token)
    assert watcher.get("/api/v1/state").get_json()["role"] == "watcher"


def test_another_kind_of_authorization_is_a_proxys_and_changes_nothing(house: House) -> None:
    answer = house.admin().client.get("/api/v1/state", headers={"Authorization": "Basic YTpi"})
    assert (answer.status_code, answer.get_json()["role"]) == (200, "admin")


def test_guessing_tokens_is_slowed_down_and_a_right_one_from_there_is_not(house: House) -> None:
    late = house.program("player", name="late")
    guesses = [Program(house, f"charkoni_{n}").get("/api/v1/state").status_code for n in range(12)]
    assert guesses == [401] * 10 + [429] * 2
    assert [late.get("/api/v1/state").status_code for _ in range(20)] == [200] * 20
    assert Program(house, "charkoni_12").get("/api/v1/state").status_code == 429
    assert house.watcher().get("/").status_code == 200
    assert house.admin().state()["role"] == "admin"


def test_a_program_writes_so_fast_and_no_faster(house: House) -> None:
    house.app.extensions["writes"].holds, house.app.extensions["writes"].per_s = 2.0, 0.0
    lamp = house.program("watcher")
    assert [lamp.post("/language").status_code for _ in range(4)] == [303, 303, 429, 429]


def test_taking_a_token_back_ends_its_streams_and_the_game_never_notices(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    lamp, other = house.program("player", name="Lamp"), house.program("watcher", name="other")
    streams = [program.get("/api/v1/stream") for program in (lamp, lamp, other)]
    ended = [threading.Event() for _ in streams]
    for stream, end in zip(streams, ended, strict=True):
        threading.Thread(target=drain, args=(iter(stream.response), end), daemon=True).start()
    live, line = house.app.extensions["live"], house.tokens.find_cached(lamp.token)
    assert line is not None
    assert live.streams_of(line.id) == 2
    with caplog.at_level(logging.INFO):
        status, _text = send(house, f"/phones/tokens/{line.id}/take-back")
    assert status == 303
    assert ended[0].wait(10)
    assert ended[1].wait(10)
    for stream in streams[:2]:
        stream.close()
    wait_until(lambda: live.streams_of(line.id) == 0, within_s=10)
    house.table.do(TakeThrow(Cowries(3, 4)))
    assert house.table.model.last_throw is not None
    assert not ended[2].is_set()
    assert [one.message for one in caplog.records if "taken back" in one.message] == [
        "the token of 'Lamp' was taken back; streams that it had open, and that end: 2"
    ]
    live.close()
    assert ended[2].wait(10)
    streams[2].close()


def drain(stream: Iterator[bytes], end: threading.Event) -> None:
    try:
        for _ in stream:
            pass
    finally:
        end.set()


def test_the_page_says_once_that_a_token_was_taken_back(house: House) -> None:
    line = house.tokens.find_cached(house.program("player", name="Lamp").token)
    assert line is not None
    phone = house.admin()
    asked = phone.client.get(f"/phones/tokens/{line.id}/take-back")
    assert "Take it back" in asked.text
    assert len(house.tokens.all()) == 1
    phone.client.post(f"/phones/tokens/{line.id}/take-back", data={"csrf": phone.state()["csrf"]})
    texts = [phone.client.get("/phones").text for _ in range(2)]
    assert ["may do nothing any more" in text for text in texts] == [True, False]
    assert phone.client.get(f"/phones/tokens/{line.id}/take-back").status_code == 404


def test_a_stream_ends_with_the_time_of_its_token_and_with_its_role(house: House) -> None:
    for change in ("end", "role"):
        lamp = house.program("player", ends=4e9, name=change)
        answer = lamp.get("/api/v1/stream")
        stream = iter(answer.response)
        next(stream)
        if change == "end":
            house.tokens._clock = lambda: 4.05e9
        else:
            line = house.tokens.find_cached(lamp.token)
            assert line is not None
            house.tokens.change(line.id, name="now", role="watcher")
        house.table.do(TakeThrow(Cowries(3, 4)))
        assert b"threw" not in b"".join(stream)
        answer.close()
        house.tokens._clock = lambda: 1e9
        house.table.do(Undo())


def test_what_cannot_be_chosen_is_said_where_it_was_typed(house: House) -> None:
    status, text = send(house, "/phones/tokens", name=" ", role="player", ends="day")
    assert status == 422
    assert "A token needs a name" in text
    for wrong in ({"role": "king", "ends": "day"}, {"role": "player", "ends": "soon"}):
        status, _text = send(house, "/phones/tokens", name="Lamp", **wrong)
        assert status == 400
    assert house.tokens.all() == []
    line = house.tokens.find_cached(house.program("player", name="Lamp").token)
    assert line is not None
    status, text = send(house, f"/phones/tokens/{line.id}", name="x" * 99, role="player")
    assert status == 422
    assert "too long" in text
    assert "x" * 99 in text
    assert send(house, f"/phones/tokens/{line.id}", name="Lamp 2", role="admin")[0] == 303
    assert [(one.name, one.role) for one in house.tokens.all()] == [("Lamp 2", "admin")]


SOON = 4e9
"""When a token ends, in seconds since 1970."""


def test_a_token_makes_none_that_outlives_it(house: House) -> None:
    short, endless = house.program("admin", ends=SOON), house.program("admin", name="endless")
    for ends in (0, SOON + 1):
        answer = short.post("/api/v1/tokens", name="heir", role="watcher", ends=int(ends))
        assert answer.status_code == 403
        assert "may last longer" in answer.get_json()["error"]
    form = {"name": "heir", "role": "admin", "ends": "never"}
    assert short.client.post("/phones/tokens", headers=short.headers, data=form).status_code == 403
    assert len(house.tokens.all()) == 2
    assert short.post("/api/v1/tokens", name="child", role="admin", ends=int(SOON)).status_code == 201
    assert endless.post("/api/v1/tokens", name="heir", role="admin", ends=0).status_code == 201


def test_a_token_that_ends_gives_nobody_else_more_for_longer(house: House) -> None:
    short = house.program("admin", ends=SOON)
    lamp, brief = house.program("player", name="lamp"), house.program("watcher", name="brief", ends=SOON - 9)
    lines = {line.name: line.id for line in house.tokens.all()}
    acts = [
        (f"/api/v1/tokens/{lines['lamp']}", {"name": "lamp", "role": "admin"}, 403),
        (f"/api/v1/tokens/{lines['lamp']}", {"name": "lamp", "role": "watcher"}, 200),
        (f"/api/v1/tokens/{lines['brief']}", {"name": "brief", "role": "admin"}, 200),
        ("/api/v1/phones/player/role", {"role": "admin", "sure": True}, 403),
        ("/api/v1/phones/player/role", {"role": "watcher"}, 200),
        ("/api/v1/phones/player/role", {"role": "player"}, 403),
    ]
    for path, body, status in acts:
        assert short.post(path, **body).status_code == status, (path, body)
    assert [program.get("/api/v1/state").get_json()["role"] for program in (lamp, brief)] == [
        "watcher",
        "admin",
    ]
    assert house.phones.role_cached(TOKEN) == "watcher"


@pytest.mark.parametrize("role", ["player", "admin"])
def test_a_token_that_ends_reads_no_key_that_does_not(house: House, role: Role) -> None:
    short, endless = house.program(role, ends=SOON), house.program(role, name="endless")
    for path in ("/phone", "/api/v1/phones/invitation"):
        answer = short.get(path)
        assert (answer.status_code, KEY in answer.text) == (403, False)
        assert KEY in endless.get(path).text


def test_a_token_that_ends_carries_no_keys_away_and_brings_no_phones_in(house: House) -> None:
    short, endless = house.program("admin", ends=SOON), house.program("admin", name="endless")
    made = endless.post("/api/v1/backup").get_json()
    acts = [
        *(("GET", path) for path in (made["file"], f"/backup/file/{made['tag']}")),
        *(("POST", path) for path in ("/backup", "/backup/restore")),
        *(("POST", f"{path}?file=a&size=9&at=0") for path in ("/backup/pieces", "/api/v1/backup/pieces")),
    ]
    for method, path in acts:
        answer = short.client.open(path, method=method, headers=short.headers)
        assert (answer.status_code, "may last longer" in answer.text) == (403, True), path
    assert short.post("/api/v1/backup").status_code == 403
    with endless.get(made["file"]) as answer:
        assert answer.status_code == 200


def test_a_token_that_ends_lets_nobody_act_at_a_broker(house: House) -> None:
    short = house.program("admin", ends=SOON)
    broker = {"on": False, "host": "192.0.2.1"}
    assert short.post("/api/v1/connections/mqtt", **broker, may="play").status_code == 403
    form = {"host": "192.0.2.1", "may": "undo"}
    assert short.client.post("/connections/mqtt", headers=short.headers, data=form).status_code == 403
    assert short.post("/api/v1/connections/mqtt", **broker, may="tell").status_code == 200
    assert house.connections.mqtt().choice.may == "tell"
