"""What phones and programs send that no page would: a sentence for each, and the next one can play."""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import re
import socket
import time
from typing import Any
from urllib.parse import urlencode

import pytest

from device.net import connection
from device.net.server import Server
from ports_for_tests import KEY, TOKEN, House
from web.auth.access import COOKIE
from web.game.stream import Room


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("throws", {"throw": "1/4", "request": "\ud800"}),
        ("throws", {"throw": "1/4", "request": "a\x00"}),
        ("throws", {"throw": "1\x1b/4"}),
        ("games", {"game": "pachisi", "names": ["A", "B\udfff"]}),
        ("games", {"game": "pachisi", "names": ["A", "B"], "options": {"gate\x00": True}}),
        ("positions", {"position": {"pawns": [["\ud800"]]}}),
    ],
)
def test_a_text_that_no_disk_can_hold_is_refused_and_play_goes_on(
    house: House, name: str, body: dict[str, Any]
) -> None:
    phone = house.player()
    before = house.journal.last_seq()
    headers = {"X-CSRF-Token": phone.state()["csrf"]}
    answer = phone.client.post(f"/api/v1/{name}", data=json.dumps(body), headers=headers)
    assert answer.status_code == 400
    assert "character" in answer.get_json()["error"]
    assert house.journal.last_seq() == before
    assert phone.do("throws", throw="3/4", request="next")[0] == 201


def test_a_form_with_a_character_that_cannot_be_seen_json_as_deep_as_a_well_and_no_game_are_refused(
    house: House,
) -> None:
    phone = house.player()
    csrf = phone.state()["csrf"]
    phone.client.post("/act/throws", data={"csrf": csrf, "throw": "1/4", "request": "a\x00b"})
    assert len(house.table.model.actions) == 0
    for data in ("[" * 60_000, '{"a":' * 10_000 + "1" + "}" * 10_000, '{"a":' + "[" * 900 + "]" * 900 + "}"):
        answer = phone.client.post("/api/v1/throws", data=data, headers={"X-CSRF-Token": csrf})
        assert answer.status_code == 400
    for number in ("9" * 40, str(2**63), "7"):
        assert phone.client.get(f"/games/{number}").status_code == 404


@pytest.mark.parametrize("origin", ["http://[evil", "http://[::1", "null", "http://evil.example"])
def test_a_form_from_an_address_that_cannot_be_is_refused(house: House, origin: str) -> None:
    phone = house.player()
    headers = {"X-CSRF-Token": phone.state()["csrf"], "Origin": origin}
    assert phone.client.post("/api/v1/throws", json={"throw": "1/4"}, headers=headers).status_code == 403


def stall(server: Server, head: str, *, of: str = "127.0.0.1") -> socket.socket:
    """Begin a request and fall silent."""
    opened = socket.create_connection(("127.0.0.1", server.port), timeout=20, source_address=(of, 0))
    opened.sendall(head.replace("\n", "\r\n").encode())
    return opened


POST = "POST /api/v1/throws HTTP/1.1\nHost: 127.0.0.1\nContent-Type: application/json\nContent-Length: 100\n"
FORM = POST.replace("/api/v1/throws", "/new").replace("json", "x-www-form-urlencoded")


@pytest.mark.parametrize("head", [POST + "\n{", FORM + "\ng", POST, "G"])
def test_many_requests_that_fall_silent_do_not_keep_players_waiting(
    house: House, server: Server, monkeypatch: pytest.MonkeyPatch, head: str
) -> None:
    monkeypatch.setattr(connection, "PATIENCE_S", 60.0)  # longer than the phone waits
    csrf = house.player().state()["csrf"]
    streams = [
        stall(server, "GET /events HTTP/1.1\nHost: 127.0.0.1\n\n", of=f"127.0.0.{2 + number % 4}")
        for number in range(Room().all)
    ]
    held = sum(b"200 OK" in stream.recv(4096) for stream in streams)
    assert held == Room().all - Room().paired, "the others are kept for phones that play"
    silent = [stall(server, head, of=f"127.0.0.{2 + number % 6}") for number in range(6 * 40)]
    phone = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    headers = {"Cookie": f"{COOKIE}={TOKEN}", "X-CSRF-Token": csrf}
    phone.request("POST", "/api/v1/throws", json.dumps({"throw": "3/4"}), headers)
    assert phone.getresponse().status == 201
    phone.close()
    for one in (*silent, *streams):
        one.close()


def test_bytes_that_no_browser_sends_are_answered_at_once(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    for line in (
        *(b"Cookie: phone=\xff", b"Cookie: phone=\xc3\x28; \xff", b"Cookie: \xff=\xff", b"\xff: \xff"),
        *(b"Authorization: Bearer \xff\xfe", b"Authorization: Basic \xff", b"Authorization: Basic /////w=="),
    ):
        for path in (b"/api/v1/state", b"/events"):
            with socket.create_connection(("127.0.0.1", server.port), timeout=10) as phone:
                phone.sendall(b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n\r\n" % (path, line))
                assert phone.recv(4096).split()[1] in (b"200", b"401"), line
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]


def test_a_watchers_request_is_refused_before_its_body_has_come(server: Server) -> None:
    for head in (POST + "\n{", FORM + "\ng", POST + "\n"):
        with stall(server, head) as silent:
            assert silent.recv(4096).startswith(b"HTTP/1.1 403")


def test_a_watcher_whose_body_comes_a_little_later_reads_why(server: Server) -> None:
    with stall(server, POST + "\n") as late:
        time.sleep(0.05)
        late.sendall(b"{" + b" " * 98 + b"}")
        answer = b""
        while b"only watch" not in answer:
            part = late.recv(4096)
            assert part, f"the answer was lost after {answer!r}"
            answer += part


def test_a_players_request_that_falls_silent_is_ended(house: House, server: Server) -> None:
    with stall(
        server, POST + f"Cookie: {COOKIE}={TOKEN}\nX-CSRF-Token: {house.player().state()['csrf']}\n\n{{"
    ) as silent:
        assert not silent.recv(4096).startswith(b"HTTP/1.1 201")


@pytest.mark.parametrize("head", ["", POST, POST + "Cookie: {cookie}\nX-CSRF-Token: {csrf}\n\n{{"])
def test_a_request_that_comes_drop_by_drop_is_ended(house: House, head: str) -> None:
    csrf = house.player().state()["csrf"]
    server = Server(house.app, host="127.0.0.1", port=0, whole_s=1.0)
    server.start()
    with stall(server, head.format(cookie=f"{COOKIE}={TOKEN}", csrf=csrf)) as dripping:
        dripping.settimeout(0.05)  # between two drops; the whole would take more than four seconds
        answer, sent = b"", 0
        while not answer and sent < 90:
            with contextlib.suppress(TimeoutError):
                answer = dripping.recv(4096)
                break
            dripping.sendall(b"G")
            sent += 1
    server.close()
    assert answer.split()[1] in (b"408", b"400"), answer
    assert sent < 90


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Asha", "asha\u200d"], "same name"),
        (["Asha", "\u200b", "Ravi"], ""),
        (["\u0c95\u0ccd\u200d\u0cb7", "Ravi"], ""),
    ],
)
def test_names_that_look_the_same_are_the_same_and_unseen_ones_are_empty_seats(
    house: House, names: list[str], said: str
) -> None:
    status, told = house.player().do("games", game="pachisi", names=names)
    assert (status, said in told.get("error", "")) == ((400, True) if said else (201, True))
    if not said:
        assert house.table.model.setup.names == (names[0], "Ravi")


LINES = "%0d%0aX-Evil:%201%0d%0a%0d%0a"
"""Two line breaks, behind which a header and a page would begin."""


@pytest.mark.parametrize(
    "path", [f"/{LINES}", f"/games/{LINES}", f"/{LINES}/../new", "/%5cevil.example", "/%00"]
)
def test_an_address_with_a_line_break_and_the_right_key_leads_to_no_header(house: House, path: str) -> None:
    house.app.config["TESTING"] = False
    answer = house.watcher().get(f"{path}?key={KEY}&from={LINES}")
    assert answer.status_code == 302
    assert "X-Evil" not in answer.headers
    assert answer.headers["Location"].startswith("/%") or answer.headers["Location"].startswith("/games/%")
    assert answer.headers["Set-Cookie"].startswith(f"{COOKIE}=")


def test_no_address_of_the_box_writes_what_was_sent_into_a_head(house: House) -> None:
    """Every route, with line breaks wherever it takes a text, and with what its forms may carry."""
    house.app.config["TESTING"] = False
    house.app.extensions["writes"].holds = house.app.extensions["writes"].per_s = 1e9
    form = dict.fromkeys(("name", "at", "role", "to", "next", "game", "language", "preset"), "a\r\nX-Evil: 1")
    phone, asked = house.admin(), 0
    csrf = phone.state()["csrf"]
    for rule in house.app.url_map.iter_rules():
        address = re.sub("<[^>]+>", LINES, rule.rule.replace("<int:", "<"))
        if "stream" in rule.endpoint or rule.endpoint == "live.events":
            continue  # goes on without end
        for method in ("GET", "POST"):
            query = f"{address}?" + urlencode(form)
            sent = {"data": {**form, "csrf": csrf}} if method == "POST" else {}
            with phone.client.open(query, method=method, **sent) as answer:
                assert answer.status_code < 500, (method, query)
                assert "X-Evil" not in answer.headers
                assert all("\n" not in value and "\r" not in value for value in answer.headers.values())
                asked += 1
    assert asked > 200
