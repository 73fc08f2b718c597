"""One thread holds all connections that wait: nothing that one of them sends keeps it from the others."""

from __future__ import annotations

import contextlib
import errno
import logging
import socket
import threading
from collections.abc import Iterator

import pytest

from device.net import reception
from device.net.connection import Connection
from device.net.reception import Reception
from device.net.server import Server
from ports_for_tests import ADMIN_TOKEN, TOKEN, House
from waiting_for_tests import wait_until
from web.auth.access import COOKIE
from web.ports import Caller

HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


class PaperServer:
    """Answers nothing: notes which connection has a request, and gives one of them back at once."""

    ssl_adapter = None
    whole_s = 10.0

    def __init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.reception = Reception(self, self.listening, caller=lambda _cookies, _tokens: Caller())
        self.asked: list[int] = []
        self.hammer: socket.socket | None = None
        self.thread = threading.Thread(target=self.reception.run, daemon=True)

    def process_conn(self, conn: Connection) -> None:
        port = conn.remote_port
        self.asked.append(port)
        if self.hammer is not None and port == self.hammer.getsockname()[1]:
            conn._head.clear()
            self.hammer.sendall(HEAD)  # asks again before the reception looks after the others
            self.reception.put(conn)
        else:
            conn.close()

    def connected(self) -> socket.socket:
        return socket.create_connection(self.listening.getsockname()[:2], timeout=20)

    def close(self) -> None:
        self.reception.stop(10)
        self.reception.close()
        self.listening.close()


@pytest.fixture
def paper() -> Iterator[PaperServer]:
    made = PaperServer()
    yield made
    made.close()


def test_a_connection_that_asks_again_at_once_keeps_no_other_one_waiting(paper: PaperServer) -> None:
    with paper.connected() as hammer, paper.connected() as other:
        paper.hammer = hammer
        paper.thread.start()
        hammer.sendall(HEAD)
        wait_until(lambda: len(paper.asked) > 3, within_s=20)
        other.sendall(HEAD)
        wait_until(lambda: other.getsockname()[1] in paper.asked, within_s=20)
        paper.hammer = None


def test_a_connection_that_fails_is_ended_and_the_others_are_heard(
    paper: PaperServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gather = Connection.gather

    def fails(conn: Connection) -> object:
        if conn.remote_port == broken.getsockname()[1]:
            raise RuntimeError("a mistake of the box")
        return gather(conn)

    with paper.connected() as broken, paper.connected() as other:
        monkeypatch.setattr(Connection, "gather", fails)
        paper.thread.start()
        broken.sendall(HEAD)
        with contextlib.suppress(ConnectionResetError):
            assert broken.recv(1) == b""
        other.sendall(HEAD)
        wait_until(lambda: other.getsockname()[1] in paper.asked, within_s=20)
    assert [one.message for one in caplog.records] == ["a connection could not be taken"]


def test_a_box_with_too_many_files_open_waits_for_one_to_be_closed(
    paper: PaperServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []

    class Full:
        def fileno(self) -> int:
            return paper.listening.fileno()

        def accept(self) -> None:
            tries.append(1)
            raise OSError(errno.EMFILE, "too many files open")

    monkeypatch.setattr(reception, "_LOOK_S", 3600.0)
    full = Full()
    paper.reception._ready.unregister(paper.listening)
    paper.reception._ready.register(full, 1, None)
    paper.reception._listening = full  # type: ignore[assignment]
    with paper.connected():
        paper.thread.start()
        wait_until(lambda: tries, within_s=20)
        paper.reception.stop(20)
        paper.thread.join(20)
        assert not paper.thread.is_alive()
    assert len(tries) == 1


@pytest.fixture
def server(house: House) -> Iterator[Server]:
    house.start()
    opened = Server(house.app, host="127.0.0.1", port=0)
    opened.start()
    yield opened
    house.app.extensions["live"].close()
    opened.close()


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


def test_a_head_full_of_credentials_is_read_no_further_than_a_browser_writes(
    house: House, server: Server
) -> None:
    known: list[str] = []
    of_phones = house.phones.role_cached
    house.phones.role_cached = lambda token: (known.append(token), of_phones(token))[1]  # type: ignore[method-assign]
    caller = house.app.extensions["caller"]
    assert caller([f"a=1; {COOKIE}={TOKEN}", "b=2"], []).role == "player"
    assert caller([f'{COOKIE}=old; __Host-{COOKIE} = "{TOKEN}"'], []).role == "player"
    both = f"{COOKIE}={TOKEN}; __Host-{COOKIE}={ADMIN_TOKEN}"
    assert caller([both], []).role == "admin", "what HTTPS keeps goes first"
    assert caller([f"my{COOKIE}={TOKEN}; {COOKIE}x={TOKEN}"], []).role == "watcher"
    known.clear()
    caller([f"{COOKIE}=x;" * 4000] * 4000, [])
    assert len(known) <= 4
