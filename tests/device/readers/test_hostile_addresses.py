"""Webhooks whose address is hostile: it leads back to the box, says too much, or lives in another hour."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from device.readers.webhooks import post as posting
from device.readers.webhooks.post import (
    Answer,
    LinkLocalAddressError,
    OwnAddressError,
    is_link_local,
    is_own,
    post,
)
from device.readers.webhooks.webhook import try_hook, why
from devices.hooked import HookServer, hook_server
from web.house.connections import Webhook

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def hook_of(url: str) -> Webhook:
    return Webhook(1, url, secret=SECRET)


@contextmanager
def answering(*answer: bytes, pause_s: float = 0.0) -> Iterator[str]:
    """Take connections on this machine and answer with these bytes, whatever was asked, again and again."""
    server = socket.create_server(("127.0.0.1", 0))

    def speak(line: socket.socket) -> None:
        with suppress(OSError), line:
            line.recv(65536)
            for part in answer:
                line.sendall(part)
                time.sleep(pause_s)

    def run() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=speak, args=(server.accept()[0],), daemon=True).start()

    threading.Thread(target=run, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
    finally:
        server.close()


to_this_machine: Callable[..., Answer] = partial(post, own=lambda _: False)


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "127.1", "127.9.9.9", "2130706433", "0x7f.1", "0x7f000001", "0177.0.0.1"),
        *("017700000001", "0", "0.0.0.0", "localhost", "LOCALHOST.", "[::1]", "[::]"),
        *("[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:0:0]"),
    ],
)
def test_no_form_of_an_address_leads_to_the_box_itself(host: str) -> None:
    with hook_server() as inside:
        port = int(inside.url.split(":")[2].split("/")[0])
        answer = post(hook_of(f"http://{host}:{port}/"), "a/b/1", {})
        assert isinstance(answer.error, OSError | ValueError)
        assert inside.tries == []
        if isinstance(answer.error, OwnAddressError):
            assert "the box itself" in str(why(answer, hook_of(f"http://{host}/"))[0])


LINK_LOCAL = (
    "169.254.169.254",
    "169.254.0.0",
    "169.254.255.255",
    "2852039166",
    "0xa9fea9fe",
    "[fe80::1]",
    "[febf:ffff::1]",
    "[::ffff:169.254.169.254]",
    "[::ffff:a9fe:a9fe]",
    "[::169.254.169.254]",
    "[64:ff9b::a9fe:a9fe]",
    "[2002:a9fe:a9fe::1]",
)
"""The numbers that computers give themselves, in all their forms; clouds tell their keys by one."""


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What a webhook has connected to."""
    lines: list[object] = []

    def connect(address: object, *_: object, **__: object) -> socket.socket:
        lines.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(posting.socket, "create_connection", connect)
    return lines


@pytest.mark.parametrize("host", LINK_LOCAL)
def test_no_form_of_an_address_leads_to_a_link_local_one(host: str, connected: list[object]) -> None:
    answer = to_this_machine(hook_of(f"http://{host}:8123/"), "a/b/1", {})
    assert isinstance(answer.error, LinkLocalAddressError)
    assert "gives itself" in str(why(answer, hook_of(f"http://{host}/"))[0])
    assert connected == []


@pytest.mark.parametrize("numbers", [("169.254.169.254",), ("192.0.2.7", "169.254.169.254"), ("fe80::1%lo",)])
def test_no_name_leads_to_a_link_local_address(
    monkeypatch: pytest.MonkeyPatch, connected: list[object], numbers: tuple[str, ...]
) -> None:
    found = [(0, 0, 0, "", (number, 80)) for number in numbers]
    monkeypatch.setattr(posting.socket, "getaddrinfo", lambda *_, **__: found)
    answer = to_this_machine(hook_of("http://metadata.test/"), "a/b/1", {})
    assert isinstance(answer.error, LinkLocalAddressError)
    assert connected == []


def test_an_address_that_sends_on_to_a_link_local_one_is_not_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[object] = []
    real = socket.create_connection

    def connect(address: tuple[str, int], *more: object, **named: object) -> socket.socket:
        looked.append(address[0])
        return real(address, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(posting.socket, "create_connection", connect)
    sends_on = b"HTTP/1.1 307 On\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n"
    with answering(sends_on) as url:
        answer = to_this_machine(hook_of(url), "a/b/1", {})
    assert (answer.status, looked) == (307, ["127.0.0.1"])


def test_numbers_of_a_house_are_no_link_local_ones_and_own_ones_are_known_by_their_zone() -> None:
    for number in ("192.168.1.5", "10.0.0.2", "::ffff:192.168.1.5", "fd00::1", "2001:db8::1"):
        assert not is_link_local(number)
    assert is_own("::ffff:127.0.0.1")
    assert not is_own("::ffff:192.0.2.1")
    interfaces = Path("/proc/net/if_inet6").read_text().splitlines()
    local = [line.split() for line in interfaces if line.startswith("fe80")]
    for number, *_, name in local:
        spelled = ":".join(number[n : n + 4] for n in range(0, 32, 4))
        assert is_own(f"{spelled}%{name}")


def test_a_name_that_leads_elsewhere_at_the_second_asking_leads_to_where_was_looked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    looked: list[str] = []
    real = socket.getaddrinfo

    def rebinding(host: object, port: object, *more: object, **named: object) -> object:
        if host != "rebinding.test":
            return real(host, port, *more, **named)  # type: ignore[arg-type]
        asked.append(host)
        return real("127.0.0.2" if len(asked) == 1 else "127.0.0.1", port, *more, **named)  # type: ignore[arg-type]

    def own(number: str) -> bool:
        looked.append(number)
        return False

    monkeypatch.setattr(posting.socket, "getaddrinfo", rebinding)
    with hook_server() as inside:  # at 127.0.0.1 alone
        port = inside.url.split(":")[2].split("/")[0]
        answer = post(hook_of(f"http://rebinding.test:{port}/"), "a/b/1", {}, own=own)
    assert isinstance(answer.error, OSError)
    assert (len(asked), looked, inside.tries) == (1, ["127.0.0.2"], [])


def name_with(monkeypatch: pytest.MonkeyPatch, *numbers: str) -> str:
    """Give a name several numbers; returns it."""
    real = socket.getaddrinfo

    def found(host: object, port: object, *more: object, **named: object) -> object:
        hosts = numbers if host == "both.test" else (host,)
        return [one for number in hosts for one in real(number, port, *more, **named)]  # type: ignore[arg-type]

    monkeypatch.setattr(posting.socket, "getaddrinfo", found)
    return "both.test"


def test_a_name_with_one_number_of_the_box_among_others_is_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    name = name_with(monkeypatch, "192.0.2.1", "127.0.0.1")
    assert isinstance(post(hook_of(f"http://{name}/"), "a/b/1", {}).error, OwnAddressError)


def test_where_one_number_of_a_name_does_not_answer_the_next_one_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = name_with(monkeypatch, "127.0.0.9", "127.0.0.1")
    with hook_server() as running:
        port = running.url.split(":")[2].split("/")[0]
        assert to_this_machine(hook_of(f"http://{name}:{port}/"), "a/b/1", {}).is_taken


def test_a_server_of_names_that_never_answers_costs_no_more_than_an_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(posting, "POST_S", 0.3)
    over = threading.Event()
    monkeypatch.setattr(posting.socket, "getaddrinfo", lambda *_, **__: over.wait(20) and [])
    answer = post(hook_of("http://slow.test/"), "a/b/1", {})
    assert isinstance(answer.error, TimeoutError)
    assert not over.is_set(), "it was not waited for"
    over.set()


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\x00" * 100_000,
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 100_000,
        b"HTTP/1.1 200 OK\r\nx: " + b"y" * 10_000_000 + b"\r\n\r\n",
        b"HTTP/1.1 " + b"9" * 100_000 + b" OK\r\n\r\n",
        b"HTTP/1.1 -200 OK\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" * 200_000,
        b"HTTP/1.1 500 \xff\xfe\r\nDate: Mon, 99 Foo 99999\r\n\r\n",
        b"HTTP/1.1 500 No\r\nDate: Mon, 01 Jan 99999999 00:00:00 GMT\r\n\r\n",
        b"HTTP/1.1 301 Elsewhere\r\nLocation: http://127.0.0.1/\r\n\r\n",
        b"HTTP/1.1 302 Elsewhere\r\nLocation: file:///etc/passwd\r\n\r\n",
    ],
    ids=lambda answer: f"{answer[:24]!r}-{len(answer)}",
)
def test_what_a_hostile_address_answers_is_no_receipt(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "POST_S", 2.0)
    with answering(answer) as url:
        said_so = to_this_machine(hook_of(url), "a/b/1", {})
        assert not said_so.is_taken
        assert all(map(str, why(said_so, hook_of(url))[:1]))


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"f" * 1_000_000,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -7\r\n\r\n" + b"x" * 10_000_000,
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b" + b"\x00" * 1_000_000,
    ],
    ids=lambda answer: f"{answer[17:60]!r}-{len(answer)}",
)
def test_nobody_reads_what_a_receipt_says_further(answer: bytes) -> None:
    with answering(answer) as url:
        assert to_this_machine(hook_of(url), "a/b/1", {}).status == 200


@pytest.mark.parametrize(
    ("scheme", "answer", "pause_s"),
    [
        ("https", [b"HTTP/1.1 400 Bad\r\n\r\n"], 0.0),
        ("https", [b"\x16"] * 30, 0.2),
        ("http", [bytes([letter]) for letter in b"HTTP/1.1 200 OK\r\n\r\n"], 0.2),
    ],
    ids=["no TLS", "TLS drop by drop", "drop by drop"],
)
def test_an_address_that_speaks_no_tls_or_says_it_slowly_is_let_go(
    monkeypatch: pytest.MonkeyPatch, scheme: str, answer: list[bytes], pause_s: float
) -> None:
    monkeypatch.setattr(posting, "POST_S", 0.5)
    with answering(*answer, pause_s=pause_s) as url:
        said_so = to_this_machine(hook_of(scheme + url[4:]), "a/b/1", {})
    assert (said_so.is_taken, said_so.status) == (False, 0)


@pytest.fixture
def server() -> Iterator[HookServer]:
    with hook_server() as running:
        running.secret = SECRET
        yield running


@pytest.mark.parametrize("apart_s", [-3600, 3600])
def test_an_address_in_another_hour_refuses_and_the_box_says_why(server: HookServer, apart_s: int) -> None:
    wrong = partial(to_this_machine, clock=lambda: time.time() + apart_s)
    state = try_hook(hook_of(server.url), "k3x9q2m7ab", send=wrong)
    assert server.taken == [], "the standard's own library does not take it"
    assert (state.verdict, "too far apart" in str(state.text)) == ("broken", True)
    assert "five minutes" in str(state.advice)
    assert try_hook(hook_of(server.url), "k3x9q2m7ab", send=to_this_machine).verdict == "fine"


def test_trials_have_names_of_their_own(server: HookServer) -> None:
    for _ in range(2):
        try_hook(hook_of(server.url), "k3x9q2m7ab", send=to_this_machine)
        time.sleep(0.005)
    assert len(set(server.names)) == 2
    assert all(message["timestamp"] > "2020" for _, message in server.taken)
