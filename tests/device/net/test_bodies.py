"""Bodies over a real server: those that end early, and lengths that cannot be."""

from __future__ import annotations

import contextlib
import itertools
import json
import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from device.net.server import Server
from devices.admin_on_a_line import Admin, as_form
from ports_for_tests import ADMIN_TOKEN, TOKEN, House
from web.app import MAX_REQUEST
from web.auth.access import COOKIE
from web.ports import LARGEST_BACKUP


def memory_mb() -> float:
    """Tell how much memory this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


@pytest.fixture
def admin(house: House, serve: Callable[..., Server]) -> Admin:
    return Admin(house, serve())


def test_a_body_that_ends_early_is_none(house: House, admin: Admin) -> None:
    before = house.journal.last_seq()
    form, kind = as_form(b"a letter")
    for path, body, kind_of in (
        ("/api/v1/throws", b'{"throw": "3/4"}', "application/json"),
        ("/new", b"game=pachisi&name=Asha&name=Ravi", "application/x-www-form-urlencoded"),
        ("/backup/restore", form, kind),
        ("/backup/pieces?file=a&size=900&at=0", b'{"throw": "3/4"}', "application/json"),
    ):
        head = admin.head(path, f"Content-Length: {len(body) + 5}", f"Content-Type: {kind_of}")
        answer = admin.told(head + body)
        assert answer.split()[1] == b"400", path
        assert b"broke off" in answer, path
    assert house.journal.last_seq() == before
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
    ("Content-Length: 5\r\nTransfer-Encoding: chunked", b"400"),
    ("Transfer-Encoding: chunked\r\nContent-Length: 0", b"400"),
    ("Content-Length: 5\r\nContent-Length: 6", b"400"),
    ("Content-Length: 5\r\nContent-Length: 5", b"400"),
    ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", b"501"),
    ("Transfer-Encoding: gzip, chunked", b"501"),
    ("Transfer-Encoding: gzip", b"501"),
    ("Transfer-Encoding: xchunked", b"501"),
    ("Transfer-Encoding:", b"501"),
]


@pytest.mark.parametrize("path", ["/api/v1/throws", "/new", "/backup/restore", "/"])
def test_a_length_that_cannot_be_is_refused_before_anything_is_read(admin: Admin, path: str) -> None:
    before = memory_mb()
    for head, status in ABSURD:
        with admin.connected() as opened:  # and nothing of the body is ever sent
            method = "GET" if path == "/" else "POST"
            opened.sendall(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n\r\n".encode())
            answer = opened.recv(65536)
        assert answer.split()[1] == status, head[:40]
        assert len(answer.split(b"\r\n\r\n", 1)[1]) > 20, head[:40]  # a sentence
    assert memory_mb() - before < 50


def in_chunks(body: bytes, *, of: int = 5, end: bytes = b"0\r\n\r\n") -> bytes:
    """Write a body in chunks, some of them with what may stand behind a size."""
    parts = [body[at : at + of] for at in range(0, len(body), of)]
    ways = itertools.cycle([b"%x\r\n", b"%X;name=value\r\n", b"00%x \r\n"])
    return b"".join(next(ways) % len(part) + part + b"\r\n" for part in parts) + end


def sent_in_chunks(
    admin: Admin, path: str, raw: bytes, kind: str = "application/json", *, more: bytes = b""
) -> bytes:
    """Send a body as it is written, and another request behind it; returns all that is answered."""
    return admin.told(admin.head(path, "Transfer-Encoding: Chunked", f"Content-Type: {kind}") + raw + more)


NEXT = b"GET /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


def test_a_body_in_chunks_is_read_and_the_next_request_begins_behind_it(house: House, admin: Admin) -> None:
    for end in (b"0\r\n\r\n", b"000;x\r\nDigest: none\r\nMore: of it\r\n\r\n"):
        house.start()
        before, throw = house.journal.last_seq(), in_chunks(b'{"throw": "3/4"}', end=end)
        answer = sent_in_chunks(admin, "/api/v1/throws", throw, more=NEXT)
        assert [one.split()[0] for one in answer.split(b"HTTP/1.1 ")[1:]] == [b"201", b"200"]
        assert house.journal.last_seq() > before
    form = f"csrf={admin.csrf}&game=pachisi&name=Asha&name=Ravi".encode()
    answer = sent_in_chunks(admin, "/new", in_chunks(form, of=1), "application/x-www-form-urlencoded")
    assert answer.split()[1] == b"303"
    assert house.table.model.setup.game == "pachisi"


def test_a_backup_in_chunks_is_read(house: House, admin: Admin) -> None:
    _, data, _ = admin.backup()
    body, kind = as_form(data)
    assert sent_in_chunks(admin, "/backup/restore", in_chunks(body, of=70_000), kind).split()[1] == b"303"
    assert house.app.extensions["archive"].waiting() is not None
    house.app.extensions["archive"].leave()
    pieces = f"/backup/pieces?file=ab-1&size={len(data)}&at=0"
    answer = sent_in_chunks(admin, pieces, in_chunks(data, of=70_000))
    assert json.loads(answer.split(b"\r\n\r\n", 1)[1]) == {"have": len(data), "ready": True}
    house.app.extensions["archive"].leave()


def test_a_body_in_chunks_may_be_as_large_as_any(admin: Admin) -> None:
    for size, too_large in ((MAX_REQUEST, False), (MAX_REQUEST + 1, True), (40 * MAX_REQUEST, True)):
        before = memory_mb()
        for path, kind in (
            ("/api/v1/throws", "application/json"),
            ("/api/v1/undo", "application/json"),
            ("/new", "application/x-www-form-urlencoded"),
        ):
            body = in_chunks(b'"' + b"x" * (size - 2) + b'"', of=9000)
            status = sent_in_chunks(admin, path, body, kind).split()[1]
            assert status == b"413" if too_large else status in (b"400", b"422"), (path, size, status)
        assert memory_mb() - before < 50


MALFORMED = {
    "no size": b"\r\n",
    "letters": b"5 apples\r\nhello\r\n",
    "signs": b"+5\r\nhello\r\n",
    "below 0": b"-5\r\nhello\r\n",
    "prefix": b"0x5\r\nhello\r\n",
    "underscore": b"1_0\r\nhello\r\n",
    "longest": b"f" * 17 + b"\r\n",
    "line without an end": b"5" * 5000,
    "no return": b"5\nhello\r\n0\r\n\r\n",
    "too long a chunk": b"5\r\nhello, you\r\n0\r\n\r\n",
    "too short a chunk": b"7\r\nhello\r\n0\r\n\r\n",
    "long name": b"5;" + b"x" * 5000 + b"\r\nhello\r\n0\r\n\r\n",
    "trailers without an end": b"5\r\nhello\r\n0\r\n" + b"Name: value\r\n" * 5000 + b"\r\n",
    "trailers without returns": b"5\r\nhello\r\n0\r\nName: value\n\r\n",
}


CUT = (b"", b"5", b"5\r\n", b"5\r\nhel", b"5\r\nhello\r\n", b"5\r\nhello\r\n0\r\n", b"0\r\n")


def test_what_is_no_chunk_is_refused_and_nothing_behind_it_is_taken_for_a_request(
    house: House, admin: Admin
) -> None:
    before = house.journal.last_seq()
    for what, raw in MALFORMED.items():
        for path, status in (("/api/v1/throws", b"400"), ("/api/v1/nowhere", b"404")):
            answer = sent_in_chunks(admin, path, raw, more=NEXT)
            assert answer.count(b"HTTP/1.1 ") == 1, what
            assert answer.split()[1] == status, what
        assert b"chunks" in sent_in_chunks(admin, "/api/v1/throws", raw), what
    for raw in CUT:
        answer = sent_in_chunks(admin, "/api/v1/throws", raw)
        assert answer.split()[1] == b"400", raw
        assert b"broke off" in answer, raw
    assert house.journal.last_seq() == before


ENDLESS = (b"1\r\nx\r\n", b"1;" + b"x" * 900 + b"\r\nx\r\n", b"0" * 12 + b"1\r\nx\r\n")


@pytest.mark.parametrize("path", ["/api/v1/throws", "/backup/restore", "/api/v1/nowhere", "/"])
def test_chunks_without_an_end_are_ended(house: House, serve: Callable[..., Server], path: str) -> None:
    admin = Admin(house, serve(whole_s=1.0))
    before = memory_mb()
    if path == "/backup/restore":
        admin.headers.clear()
    head = admin.head(path, "Transfer-Encoding: chunked")
    for piece in ENDLESS:
        with admin.connected() as opened:
            opened.sendall(head.replace(b"POST", b"GET") if path == "/" else head)
            with contextlib.suppress(ConnectionError):
                while True:  # until the box hangs up
                    opened.sendall(piece * 200)
            with contextlib.suppress(ConnectionError):
                assert opened.recv(4096).split()[1] in (b"200", b"400", b"403", b"404", b"408", b"413")
        assert admin.ask("GET", "/api/v1/state").status == 200
    assert memory_mb() - before < 50


def test_chunks_that_drip_have_the_time_of_every_body(house: House, serve: Callable[..., Server]) -> None:
    admin = Admin(house, serve(whole_s=0.5))
    ended = threading.Event()
    with admin.connected() as opened:
        opened.sendall(admin.head("/api/v1/throws", "Transfer-Encoding: chunked"))

        def drip() -> None:
            with contextlib.suppress(OSError):
                while not ended.wait(0.05):
                    opened.sendall(b"1\r\nx\r\n")

        thread = threading.Thread(target=drip)
        thread.start()
        try:
            assert opened.recv(4096).split()[1] in (b"400", b"408")
        finally:
            ended.set()
            thread.join()


@pytest.mark.parametrize("command", ["post", "put"])
def test_curl_sends_in_chunks(house: House, admin: Admin, command: str) -> None:
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    token = house.program("admin").token
    asked = ["curl", "-sS", "-H", f"Authorization: Bearer {token}", "-H", "Transfer-Encoding: chunked"]
    asked += (
        ["-X", "POST", "-T", "-"] if command == "put" else ["--data-binary", "@-"]
    )  # -T sends Expect as well
    done = subprocess.run(
        [*asked, f"http://127.0.0.1:{admin.port}/api/v1/throws"],
        input=b'{"throw": "3/4"}',
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert "error" not in json.loads(done.stdout), done.stderr


@pytest.mark.parametrize("token", ["", TOKEN, ADMIN_TOKEN])
def test_what_is_only_announced_takes_no_memory(house: House, admin: Admin, token: str) -> None:
    csrf = house.admin().state()["csrf"] if token == ADMIN_TOKEN else house.player().state()["csrf"]
    head = f"Cookie: {COOKIE}={token}\r\nX-CSRF-Token: {csrf}\r\nContent-Length: {LARGEST_BACKUP}\r\n"
    before = memory_mb()
    for path in ("/api/v1/throws", "/new", "/backup/restore", "/backup/pieces", "/nowhere", "/"):
        method = "GET" if path == "/" else "POST"
        with admin.connected() as opened:
            opened.sendall(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n".encode())
            answer = opened.recv(65536)
        assert answer.split()[1] in (b"200", b"400", b"403", b"404", b"413"), answer[:200]
    assert memory_mb() - before < 50


def test_a_wrong_method_is_told_which_ones_there_are(admin: Admin) -> None:
    for method, path, allowed in [
        ("GET", "/api/v1/undo", {"POST", "OPTIONS"}),
        ("DELETE", "/games", {"GET", "HEAD", "OPTIONS"}),
        ("PUT", "/backup/restore", {"POST", "OPTIONS"}),
    ]:
        answer = admin.ask(method, path)
        assert answer.status == 405
        assert {*answer.headers["Allow"].split(", ")} == allowed
        assert answer.data
    with admin.connected() as opened:
        opened.sendall(b"CONNECT example.com:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert opened.recv(65536).startswith(b"HTTP/1.1 501")
