"""Limits on connections and streams, by address and by phone: a crowd loses its own, a family has enough."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
from contextlib import ExitStack
from pathlib import Path

import pytest

from device.net import connection
from device.net import server as serving
from device.net.authority import Authority
from device.net.server import THREADS, THREADS_OF_ADDRESS, Server
from ports_for_tests import ADMIN_TOKEN, KEY, TOKEN, House
from waiting_for_tests import wait_until
from web.auth.access import COOKIE
from web.game.stream import Room

EVENTS = b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: %s\r\n\r\n"


def connected(server: Server, of: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=20, source_address=(of, 0))


def listens(server: Server, of: str = "127.0.0.1", token: str = "") -> tuple[bool, socket.socket]:
    """Ask for the event stream; say whether it came."""
    line = connected(server, of)
    line.sendall(EVENTS % (f"{COOKIE}={token}".encode() if token else b""))
    status = line.recv(4096).split()[1]
    assert status in (b"200", b"503")
    return status == b"200", line


def is_open(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return line.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def get(server: Server, path: str = "/api/v1/state", *, of: str = "127.0.0.1", token: str = "") -> int:
    phone = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20, source_address=(of, 0))
    phone.request("GET", path, headers={"Cookie": f"{COOKIE}={token}"} if token else {})
    answer = phone.getresponse()
    answer.read()
    phone.close()
    return answer.status


def test_twenty_paired_phones_behind_one_address_all_listen_and_play(house: House, server: Server) -> None:
    room, tokens = Room(), [str(house.phones.pair(KEY)) for _ in range(20)]
    with ExitStack() as ended:
        crowd = [listens(server, token=token) for token in tokens for _ in range(2)]
        for came, line in crowd:
            ended.callback(line.close)
            assert came, "each phone has two pages open"
        watchers = [listens(server) for _ in range(room.address + 1)]
        for _, line in watchers:
            ended.callback(line.close)
        assert [came for came, _ in watchers] == [True] * room.address + [False]
        assert [get(server, token=token) for token in tokens] == [200] * 20
        assert get(server, of="127.0.0.2") == 200


def test_streams_of_watchers_leave_room_for_phones_that_play_and_these_for_the_admin(
    house: House, server: Server
) -> None:
    room = Room()
    players = [str(house.phones.pair(KEY)) for _ in range(12)]
    with ExitStack() as ended:

        def held(of: str, token: str, times: int) -> int:
            found = [listens(server, of, token) for _ in range(times)]
            for _, line in found:
                ended.callback(line.close)
            return sum(came for came, _ in found)

        watching = [held(f"127.0.0.{place}", "", 16) for place in (2, 3, 4, 5)]
        assert watching == [12, 12, 8, 0]
        assert sum(watching) == room.all - room.paired
        playing = [held("127.0.0.1", token, room.phone) for token in players]
        assert playing == [3] * 9 + [1, 0, 0], "all of them leave four"
        assert held("127.0.0.1", ADMIN_TOKEN, room.admins) == room.admins, "its oldest makes room"
        assert house.app.extensions["live"].streams_of("admin") == room.phone


@pytest.mark.parametrize(("room", "of"), [("ROOM_OF_ADDRESS", "127.0.0.2"), ("ROOM", "127.0.1.{}")])
def test_a_crowd_holds_few_connections_and_its_places_are_free_once_it_is_gone(
    server: Server, monkeypatch: pytest.MonkeyPatch, room: str, of: str
) -> None:
    monkeypatch.setattr(serving, room, 10)
    with ExitStack() as ended:
        crowd = [ended.enter_context(connected(server, of.format(1 + number % 8))) for number in range(40)]
        wait_until(lambda: sum(map(is_open, crowd)) == 10, within_s=10)
        assert [is_open(line) for line in crowd] == [True] * 10 + [False] * 30
        if room == "ROOM_OF_ADDRESS":
            assert get(server) == 200, "another address has its own"
    wait_until(lambda: is_answered(server, of.format(1)), within_s=10)


def is_answered(server: Server, of: str) -> bool:
    """True once the closed lines of an address are counted no more."""
    try:
        return get(server, of=of) == 200
    except ConnectionError:
        return False


def test_a_connection_that_says_nothing_is_ended(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    server._server.timeout = 0.5
    with connected(server) as silent:
        assert silent.recv(1) == b""


def test_who_reads_its_answer_drop_by_drop_leaves_threads_for_others(
    house: House, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that does not fit into the sockets holds a thread as long as it is read, however slowly."""
    monkeypatch.setattr(connection, "STALL_S", 60.0)  # longer than any answer here is waited for
    large = b"x" * 12_000_000

    def all_of_it() -> bytes:
        return large

    endpoint = next(iter(rule.endpoint for rule in house.app.url_map.iter_rules() if rule.rule == "/tv"))
    house.app.view_functions[endpoint] = all_of_it
    with ExitStack() as ended:
        slow = []
        for _ in range(THREADS_OF_ADDRESS + 10):
            line = ended.enter_context(connected(server, "127.0.0.2"))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.sendall(b"GET /tv HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            slow.append(line)
        wait_until(lambda: server._server.requests.idle == THREADS - THREADS_OF_ADDRESS, within_s=10)
        assert get(server) == 200


def test_one_connection_carries_many_requests_and_pipelined_ones(server: Server) -> None:
    phone = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    for _ in range(5):
        phone.request("GET", "/api/v1/state", headers={"Cookie": f"{COOKIE}={TOKEN}"})
        assert json.loads(phone.getresponse().read())["role"] == "player"
    phone.close()
    with connected(server) as line:
        line.sendall(b"GET /static/img/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 3 + b"GET /api")
        line.sendall(b"/v1/state HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        got = b""
        while part := line.recv(65536):
            got += part
    assert got.count(b"HTTP/1.1 200 OK") == 4


def test_greetings_that_drip_leave_threads_for_other_addresses(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "PATIENCE_S", 60.0)  # longer than the phone waits
    authority = Authority(tmp_path)
    authority.turn_on(["localhost"])
    authority.renew(["localhost", "127.0.0.1"])
    server = Server(house.app, host="127.0.0.1", port=0, context=authority.context())
    server.start()
    with ExitStack() as ended:
        ended.callback(server.close)
        for number in range(3 * THREADS_OF_ADDRESS):
            sent = (b"", b"\x16", b"\x16\x03\x01\x02")[number % 3]
            ended.enter_context(connected(server, "127.0.0.2")).sendall(sent)
        wait_until(lambda: server._server.requests.idle == THREADS - THREADS_OF_ADDRESS, within_s=10)
        context = ssl.create_default_context(cadata=authority.certificate())
        phone = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=20, context=context)
        phone.request("GET", "/api/v1/state", headers={"Cookie": f"{COOKIE}={TOKEN}"})
        assert json.loads(phone.getresponse().read())["role"] == "player"
        phone.close()
