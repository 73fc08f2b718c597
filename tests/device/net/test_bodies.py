"""Bodies over a real server: those that end early, and lengths that cannot be."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from device.net.server import Server
from devices.admin_on_a_line import Admin, as_form
from ports_for_tests import ADMIN_TOKEN, TOKEN, House
from web.auth.access import COOKIE
from web.ports import LARGEST_BACKUP


def memory_mb() -> float:
    """Tell how much memory this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


@pytest.mark.parametrize(
    "path", ["/api/v1/throws", "/new", "/backup/restore", "/backup/pieces?file=a&size=900&at=0"]
)
def test_a_body_that_ends_early_is_none(house: House, serve: Callable[..., Server], path: str) -> None:
    admin = Admin(house, serve())
    body, kind = b'{"throw": "3/4"}', "application/json"
    if path == "/new":
        body, kind = b"game=pachisi&name=Asha&name=Ravi", "application/x-www-form-urlencoded"
    elif path == "/backup/restore":
        body, kind = as_form(b"a letter")
    before = house.journal.last_seq()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Content-Length: {len(body) + 5}\r\nContent-Type: {kind}\r\n"
        + "".join(f"{name}: {value}\r\n" for name, value in admin.headers.items())
        + "\r\n"
    )
    with socket.create_connection(("127.0.0.1", admin.port), timeout=20) as opened:
        opened.sendall(head.encode() + body)
        opened.shutdown(socket.SHUT_WR)
        answer = b""
        while part := opened.recv(65536):
            answer += part
    assert answer.split()[1] == b"400"
    assert b"broke off before all of it had come" in answer
    assert house.journal.last_seq() == before
    if "pieces" in path:
        house.app.extensions["archive"].leave()


ABSURD = [
    ("Content-Length: 3000000000", b"413"),
    ("Content-Length: 99999999999999999999999", b"413"),
    ("Content-Length: -1", b"400"),
    ("Content-Length: -5", b"400"),
    ("Content-Length: +5", b"400"),
    ("Content-Length: 1_0", b"400"),
    ("Content-Length: ten", b"400"),
    ("Content-Length: " + "9" * 6000, b"400"),
    ("Transfer-Encoding: chunked", b"411"),
    ("Content-Length: 5\r\nTransfer-Encoding: chunked", b"411"),
]


@pytest.mark.parametrize(("head", "status"), ABSURD, ids=[head[:40] for head, _ in ABSURD])
@pytest.mark.parametrize("path", ["/api/v1/throws", "/new", "/backup/restore", "/"])
def test_a_length_that_cannot_be_is_refused_before_anything_is_read(
    house: House, serve: Callable[..., Server], head: str, status: bytes, path: str
) -> None:
    server = serve()
    method = "GET" if path == "/" else "POST"
    before = memory_mb()
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as opened:
        begin = time.monotonic()
        opened.sendall(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n\r\n".encode())
        answer = opened.recv(65536)
        assert time.monotonic() - begin < 1
    assert answer.split()[1] == status
    assert len(answer.split(b"\r\n\r\n", 1)[1]) > 20  # a sentence
    assert memory_mb() - before < 50


@pytest.mark.parametrize("token", ["", TOKEN, ADMIN_TOKEN])
@pytest.mark.parametrize(
    "path", ["/api/v1/throws", "/new", "/backup/restore", "/backup/pieces", "/nowhere", "/"]
)
def test_what_is_only_announced_takes_no_memory(
    house: House, serve: Callable[..., Server], path: str, token: str
) -> None:
    server = serve()
    csrf = house.admin().state()["csrf"] if token == ADMIN_TOKEN else house.player().state()["csrf"]
    before = memory_mb()
    head = f"Cookie: {COOKIE}={token}\r\nX-CSRF-Token: {csrf}\r\nContent-Length: {LARGEST_BACKUP}\r\n"
    method = "GET" if path == "/" else "POST"
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as opened:
        opened.sendall(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n".encode())
        answer = opened.recv(65536)
    assert answer.split()[1] in (b"200", b"400", b"403", b"404", b"413"), answer[:200]
    assert memory_mb() - before < 50


def test_a_wrong_method_is_told_which_ones_there_are(house: House, serve: Callable[..., Server]) -> None:
    admin = Admin(house, serve())
    for method, path, allowed in [
        ("GET", "/api/v1/undo", {"POST", "OPTIONS"}),
        ("DELETE", "/games", {"GET", "HEAD", "OPTIONS"}),
        ("PUT", "/backup/restore", {"POST", "OPTIONS"}),
    ]:
        answer = admin.ask(method, path)
        assert answer.status == 405
        assert {*answer.headers["Allow"].split(", ")} == allowed
        assert "does not take that kind of request" in answer.data.decode()
    with socket.create_connection(("127.0.0.1", admin.port), timeout=20) as opened:
        opened.sendall(b"CONNECT example.com:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert opened.recv(65536).startswith(b"HTTP/1.1 501")
