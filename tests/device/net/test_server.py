"""The server itself: what fails in it costs no thread, and a stop ends whatever a request does."""

from __future__ import annotations

import errno
import http.client
import socket
import threading
from collections.abc import Callable, Iterator

import pytest
from cheroot.server import HTTPConnection
from flask import Flask

from device.net.server import THREADS, Server
from waiting_for_tests import wait_until


@pytest.fixture
def app() -> Flask:
    made = Flask(__name__)
    made.add_url_rule("/", view_func=lambda: "here")
    return made


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    opened = Server(app, host="127.0.0.1", port=0)
    opened.start()
    yield opened
    opened.close()


def get(server: Server, path: str = "/") -> bytes:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    line.request("GET", path)
    try:
        return line.getresponse().read()
    finally:
        line.close()


def fails(error: Exception, *, first: Callable[..., object] | None = None) -> Callable[..., None]:
    def failing(*arguments: object) -> None:
        if first is not None:
            first(*arguments)
        raise error

    return failing


def test_a_connection_that_cannot_be_closed_or_kept_costs_no_thread(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = OSError("Transport endpoint is not connected")
    with monkeypatch.context() as broken_close:
        broken_close.setattr(HTTPConnection, "close", fails(broken, first=HTTPConnection.close))
        for _ in range(12):
            get(server)
    with monkeypatch.context() as broken_put:
        broken_put.setattr(server._server._connections, "put", fails(KeyError("registered already")))
        with pytest.raises(ConnectionError):
            get(server)
    wait_until(lambda: server._server.requests.idle == THREADS, within_s=20)
    assert get(server) == b"here"
    assert "a connection could not be kept" in caplog.text


def test_a_box_with_too_many_files_open_waits_for_one_to_be_closed(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    accept, failed = socket.socket.accept, threading.Event()

    def full(listening: socket.socket) -> object:
        if failed.is_set():
            return accept(listening)
        failed.set()
        raise OSError(errno.EMFILE, "too many files open")

    monkeypatch.setattr(socket.socket, "accept", full)
    assert get(server) == b"here"
    assert [one.message for one in caplog.records] == [
        "the box has too many files open: no connection can be taken"
    ]


def test_a_stop_leaves_who_does_not_end(app: Flask, server: Server, caplog: pytest.LogCaptureFixture) -> None:
    begun, goes_on = threading.Event(), threading.Event()

    @app.get("/long")
    def long() -> str:
        begun.set()
        goes_on.wait(60)
        return "at last"

    def ask() -> None:
        with pytest.raises((ConnectionError, http.client.HTTPException)):
            get(server, "/long")

    asking = threading.Thread(target=ask)
    asking.start()
    assert begun.wait(20)
    server.close()
    assert "1 requests do not end" in caplog.text
    with pytest.raises(ConnectionRefusedError):
        get(server)
    goes_on.set()
    asking.join(20)
    assert not asking.is_alive()
