"""Who is answered when not everybody can be: those who play, and nobody alone."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from typing import cast

import pytest

from device.net.connection import Connection, Owner
from device.net.threads import WAITING, Turns
from waiting_for_tests import wait_until
from web.ports import Caller, Role


class Paper:
    """A connection whose answer takes as long as a test likes."""

    def __init__(self, role: Role, account: str, done: list[str], *, goes_on: threading.Event) -> None:
        self.owner = Owner(Caller(role, account if role != "watcher" else ""), account)
        self.is_closed = False
        self.socket, self._other = socket.socketpair()
        self._done = done
        self._goes_on = goes_on

    def communicate(self) -> bool:
        self._done.append(f"{self.owner.caller.role} {self.owner.address}")
        self._goes_on.wait(20)
        return False

    def close(self) -> None:
        self.is_closed = True
        self.socket.close()
        self._other.close()


class Desk:
    """Few threads, of which some are kept."""

    def __init__(self) -> None:
        self.turns = Turns(threads=6, kept={"admin": 0, "player": 1, "watcher": 3}, alone=2)
        self.done: list[str] = []
        self.goes_on = threading.Event()
        self.turns.start()

    def ask(self, role: Role, account: str) -> Paper:
        conn = Paper(role, account, self.done, goes_on=self.goes_on)
        self.turns.put(cast(Connection, conn))
        return conn

    def waits_until(self, *answered: str) -> None:
        wait_until(lambda: sorted(self.done) == sorted(answered), within_s=10)
        time.sleep(0.05)
        assert sorted(self.done) == sorted(answered), "nobody else is answered"


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.goes_on.set()
    made.turns.stop()


def test_a_connection_that_cannot_be_closed_costs_no_thread(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.goes_on.set()
    close = Paper.close

    def fail(conn: Paper) -> None:
        close(conn)
        raise OSError("Transport endpoint is not connected")

    monkeypatch.setattr(Paper, "close", fail)
    for number in range(12):
        desk.ask("player", f"phone {number}")
    wait_until(lambda: len(desk.done) == 12 and desk.turns.idle == 6, within_s=10)
    assert all(thread.is_alive() for thread in desk.turns._threads)


def test_who_watches_never_takes_the_last_threads(desk: Desk) -> None:
    for number in range(9):
        desk.ask("watcher", f"place {number}")
    desk.waits_until(*(f"watcher place {number}" for number in range(3)))
    desk.ask("player", "phone a")
    desk.ask("player", "phone b")
    desk.ask("player", "phone c")
    three = [f"watcher place {number}" for number in range(3)]
    desk.waits_until(*three, "player phone a", "player phone b")
    desk.ask("admin", "phone d")
    desk.waits_until(*three, "player phone a", "player phone b", "admin phone d")
    desk.goes_on.set()
    wait_until(lambda: len(desk.done) == 13, within_s=10)


def test_nobody_has_more_than_its_share(desk: Desk) -> None:
    for _ in range(5):
        desk.ask("watcher", "crowd")
    crowd = ["watcher crowd"] * 2
    desk.waits_until(*crowd)
    desk.ask("watcher", "somebody else")
    desk.waits_until(*crowd, "watcher somebody else")
    for _ in range(5):
        desk.ask("player", "greedy phone")
    desk.waits_until(*crowd, "watcher somebody else", *["player greedy phone"] * 2)


def test_one_too_many_of_an_account_is_hung_up_on(desk: Desk) -> None:
    for _ in range(2):
        desk.ask("watcher", "crowd")
    desk.waits_until(*["watcher crowd"] * 2)
    waiting = [desk.ask("watcher", "crowd") for _ in range(WAITING)]
    assert not any(conn.is_closed for conn in waiting)
    assert desk.ask("watcher", "crowd").is_closed
    beside = desk.ask("watcher", "somebody else")
    wait_until(lambda: "watcher somebody else" in desk.done, within_s=10)
    assert not beside.is_closed


def test_a_request_that_raises_ends_its_connection_and_no_thread(desk: Desk) -> None:
    desk.goes_on.set()

    class Broken(Paper):
        def communicate(self) -> bool:
            raise ValueError("broken")

    broken = [Broken("watcher", "x", desk.done, goes_on=desk.goes_on) for _ in range(20)]
    for conn in broken:
        desk.turns.put(cast(Connection, conn))
    wait_until(lambda: all(conn.is_closed for conn in broken), within_s=10)
    desk.ask("watcher", "y")
    wait_until(lambda: "watcher y" in desk.done, within_s=10)
    assert desk.turns.idle >= 5


def test_a_stop_leaves_who_does_not_end(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    desk.ask("player", "phone a")
    desk.waits_until("player phone a")
    desk.turns.stop(0.1)  # which comes back although the answer goes on
    assert "1 requests do not end" in caplog.text
    desk.goes_on.set()
    wait_until(lambda: desk.turns.idle == 6, within_s=10)
