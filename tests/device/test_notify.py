"""What systemd is told, and that nothing breaks when it does not listen."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.notify import Notifier


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[socket.socket]:
    """The socket on which systemd would listen."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(10)
        yield listening


def told(heard: socket.socket, **more: str) -> dict[str, str]:
    return {"NOTIFY_SOCKET": heard.getsockname(), **more}


def test_systemd_is_told_that_the_box_works_and_that_it_ends(heard: socket.socket) -> None:
    notifier = Notifier(environment=told(heard))
    notifier.ready()
    notifier.stopping()
    assert heard.recv(200).splitlines()[0] == b"READY=1"
    assert heard.recv(200) == b"STOPPING=1"


def test_a_start_that_still_works_asks_for_more_time_again_and_again(heard: socket.socket) -> None:
    now = 100.0
    notifier = Notifier(environment=told(heard), clock=lambda: now)
    for _ in range(25):
        notifier.starts_slowly()
        now += 1
    heard.setblocking(False)
    assert [heard.recv(200) for _ in range(3)] == [b"EXTEND_TIMEOUT_USEC=60000000"] * 3
    with pytest.raises(BlockingIOError):
        heard.recv(200)


def test_the_watchdog_hears_four_beats_in_its_time_however_fast_the_loop_turns(heard: socket.socket) -> None:
    now = 100.0
    environment = told(heard, WATCHDOG_USEC="8000000", WATCHDOG_PID=str(os.getpid()))
    notifier = Notifier(environment=environment, clock=lambda: now)
    for _ in range(80):
        notifier.beat()
        now += 0.1
    heard.setblocking(False)
    assert [heard.recv(200) for _ in range(4)] == [b"WATCHDOG=1"] * 4
    with pytest.raises(BlockingIOError):
        heard.recv(200)


def test_a_watchdog_of_another_process_is_not_fed(heard: socket.socket) -> None:
    notifier = Notifier(environment=told(heard, WATCHDOG_USEC="8000000", WATCHDOG_PID="1"))
    notifier.beat()
    heard.setblocking(False)
    with pytest.raises(BlockingIOError):
        heard.recv(200)


def test_the_box_goes_on_while_systemd_is_started_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    environment = {"NOTIFY_SOCKET": str(tmp_path / "gone"), "WATCHDOG_USEC": "8000000"}
    notifier = Notifier(environment=environment)
    with caplog.at_level(logging.WARNING):
        notifier.beat()
    assert caplog.messages == ["systemd did not hear WATCHDOG=1: No such file or directory"]


def test_without_systemd_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    monkeypatch.setattr(socket, "socket", lambda *kind: opened.append(kind))
    notifier = Notifier(environment={})
    notifier.ready()
    notifier.beat()
    notifier.stopping()
    assert opened == []
