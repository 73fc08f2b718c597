"""The server over TLS: who says nothing keeps nobody waiting, and a new certificate is shown at once."""

from __future__ import annotations

import contextlib
import http.client
import select
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask, request

from device.net import connection
from device.net.authority import Authority
from device.net.server import Server

NAMES = ["charkoni.local", "localhost", "127.0.0.1"]


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    made = Authority(tmp_path)
    made.turn_on(["charkoni.local", "localhost"])
    made.renew(NAMES)
    return made


@pytest.fixture
def server(authority: Authority) -> Iterator[Server]:
    app = Flask(__name__)

    @app.route("/", methods=["GET", "POST"])
    def echo() -> str:
        return f"{request.scheme} {request.is_secure} {len(request.get_data())}"

    opened = Server(app, host="127.0.0.1", port=0, context=authority.context())
    opened.start()
    yield opened
    opened.close()


def trusting(authority: Authority) -> ssl.SSLContext:
    return ssl.create_default_context(cadata=authority.certificate())


def open_page(server: Server, context: ssl.SSLContext, body: bytes | None = None) -> str:
    line = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=20, context=context)
    line.request("POST" if body else "GET", "/", body)
    told = line.getresponse().read().decode()
    line.close()
    return told


def test_a_phone_that_trusts_the_authority_reads_and_sends_over_one_connection(
    server: Server, authority: Authority
) -> None:
    assert open_page(server, trusting(authority), b"x" * 60_000) == "https True 60000"
    line = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=20, context=trusting(authority))
    for _ in range(5):
        line.request("GET", "/")
        assert line.getresponse().read() == b"https True 0"
    line.close()


def test_who_connects_and_says_nothing_keeps_nobody_waiting(
    server: Server, authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "PATIENCE_S", 6.0)
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
    assert open_page(server, trusting(authority)) == "https True 0"
    assert select.select(silent, [], [], 0)[0] == [], "the silent ones are still waited for"
    for one in silent:
        one.settimeout(20)
        assert one.recv(1) == b""
        one.close()


def test_old_tls_is_not_spoken(server: Server, authority: Authority) -> None:
    context = trusting(authority)
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        context.maximum_version = ssl.TLSVersion.TLSv1_1
    with pytest.raises((ssl.SSLError, ConnectionError)):
        open_page(server, context)


def test_plain_http_is_answered_in_words(server: Server) -> None:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    line.request("GET", "/")
    answer = line.getresponse()
    assert answer.status == 400
    assert b"https://" in answer.read()
    line.close()


def test_nonsense_ends_the_connection_and_nothing_else(server: Server, authority: Authority) -> None:
    for nonsense in (b"\x00" * 200, b"\x16\x03\x01\xff\xff", b"GET", b"\r\n\r\n"):
        with (
            socket.create_connection(("127.0.0.1", server.port)) as phone,
            contextlib.suppress(ConnectionError),
        ):
            phone.settimeout(20)
            phone.sendall(nonsense)
            while phone.recv(4096):
                pass
    assert open_page(server, trusting(authority)) == "https True 0"


def test_a_new_certificate_is_shown_while_the_server_runs(server: Server, authority: Authority) -> None:
    def shown() -> str:
        return ssl.get_server_certificate(("127.0.0.1", server.port))

    before = shown()
    authority.renew(NAMES)
    assert shown() == before
    server.show(authority.context())
    assert shown() != before
    assert open_page(server, trusting(authority)) == "https True 0"
