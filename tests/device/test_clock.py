"""A Pi's clock has no battery: it may be years behind, and jump. Nothing is ordered or measured by it."""

from __future__ import annotations

import ast
import socket
import threading
import time
from pathlib import Path

import pytest

from device.store import Journal
from device.store.export import export_lines
from engine.table import Table
from engine.table.commands import CorrectThrow, TakeThrow, Undo
from engine.throw import Cowries
from journals_for_tests import SETUP, play_on, table_of
from places import ROOT
from ports_for_tests import House
from web.language.speech import actions

YEAR_S = 365.25 * 86400

WALL = {
    "device/store/journal.py": "stamps events; the order is their number",
    "web/house/credentials.py": "stored beside a phone, for people, or a token, which ends",
    "web/verbs/phones.py": "says on which day a token ends",
    "web/box/camera_stream.py": "writes beside each picture when it was sent, as mjpg-streamer does",
    "device/store/backups/transfer.py": "stored beside a backup, for people",
    "device/cli/backup.py": "stored beside a backup, for people",
    "web/house/house_rules.py": "stored beside house rules, for people",
    "device/camera/tray.py": "stored beside the light as it was measured, for people",
    "device/net/authority.py": "certificates count by days of the calendar, generously",
    "device/doctor/examination.py": "says whether the certificate still counts",
    "device/doctor/report.py": "says how old a backup is, and how full the disk gets, for people",
    "web/box/status.py": "shown for people beside the clock of their phone",
    "web/history/backup.py": "names the file of a backup by its day",
    "device/doctor/checks.py": "says whether the clock is right",
    "device/readers/webhooks/post.py": "signed with a message, so that an old one is refused",
    "device/readers/webhooks/webhook.py": "compares the clock of who refuses a message with the box's",
}
"""Who may ask what time it is, and what for."""


class Jumping:
    """A wall clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


JUMPS = (-40 * YEAR_S, 10 * YEAR_S, -3600.0, 0.0, -1.0, 60 * YEAR_S)


def test_only_stamps_are_made_of_wall_time() -> None:
    found = set()
    for package in ("device", "web", "engine", "vision"):
        for path in (ROOT / package).rglob("*.py"):
            if "training" in path.parts:
                continue
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    asked = f"{node.value.id}.{node.attr}"
                    if asked in (
                        "time.time",
                        "datetime.now",
                        "datetime.utcnow",
                        "date.today",
                        "time.time_ns",
                    ):
                        found.add(str(path.relative_to(ROOT)))
    assert found == set(WALL)


def test_events_keep_their_order_whatever_the_clock_says(tmp_path: Path) -> None:
    clock = Jumping()
    with Journal(tmp_path, clock=clock) as journal:
        table = table_of(journal)
        for number, jump in enumerate(JUMPS):
            clock.now += jump
            play_on(table, 3, seed=number)
        told = journal.events(since=0)
        assert [one.seq for one in told] == list(range(1, table.model.seq + 1))
        times = [one.time for one in told]
        assert times != sorted(times)  # it did jump
        assert len(list(export_lines(journal))) == len(told)
        assert journal.unfinished() is not None
    with Journal(tmp_path, clock=clock) as again:
        assert again.events(since=0) == told
        assert again.last_seq() == table.model.seq


def test_actions_at_one_moment_stay_two_and_after_a_jump_find_what_they_mean(tmp_path: Path) -> None:
    now = [5.0]
    with Journal(tmp_path, clock=lambda: now[0]) as journal:
        table = Table(record=journal.record)
        table.start(SETUP)
        table.do(TakeThrow(Cowries(1, 4)))
        table.do(CorrectThrow(table.model.actions[-1].seq, Cowries(2, 4)))
        assert len(actions(journal.events(since=0))) == 3
        now[0] -= 40 * YEAR_S
        table.do(CorrectThrow(table.model.actions[-1].seq, Cowries(3, 4)))
        assert table.model.last_throw is not None
        assert table.model.last_throw.action == Cowries(3, 4)
        now[0] += 80 * YEAR_S
        table.do(Undo())
        assert table.model.last_throw is None
    with Journal(tmp_path) as again:
        assert table_of(again).model.last_throw is None


def test_the_ring_deletes_the_oldest_by_number_not_by_date(tmp_path: Path) -> None:
    clock = Jumping()
    picture = bytes(200_000)
    with Journal(tmp_path, clock=clock, photographs_mb=1) as journal:
        table = table_of(journal)
        journal.keep_photograph(picture, picture)
        clock.now -= 40 * YEAR_S
        journal.keep_photograph(picture, picture)
        table.start(SETUP)
        clock.now += 80 * YEAR_S
        journal.keep_photograph(picture, picture)
        assert [row[0] for row in journal.read("SELECT name FROM photograph ORDER BY number")] == [
            "throw-2",
            "throw-3",
        ]


@pytest.fixture
def house(house: House) -> House:
    house.start()
    return house


def test_a_live_stream_and_a_paired_phone_live_through_a_jump(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Jumping()
    monkeypatch.setattr(time, "time", clock)
    house.journal._clock = clock
    phone = house.player()
    csrf = phone.state()["csrf"]
    with house.served() as port, socket.create_connection(("127.0.0.1", port), timeout=20) as stream:
        stream.sendall(b"GET /events?since=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        got = b""
        for jump in JUMPS:
            clock.now += jump
            status, answer = (
                phone.do("throws", csrf=csrf, throw="3/4")
                if phone.state()["turn"]["waits"] == "throw"
                else phone.do("moves", csrf=csrf, move=phone.state()["moves"][0]["move"])
            )
            assert status == 201, answer
            newest = house.journal.last_seq()
            while f"id: {newest}\n".encode() not in got:
                part = stream.recv(65536)
                assert part
                got += part
        numbers = [int(line[4:]) for line in got.decode().splitlines() if line.startswith("id: ")]
        assert numbers == list(range(1, newest + 1))


def test_a_reader_that_waits_is_not_held_by_a_jump(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Jumping()
    monkeypatch.setattr(time, "time", clock)
    with Journal(tmp_path) as journal:
        table = table_of(journal)
        told: list[bool] = []
        reader = threading.Thread(
            target=lambda: told.append(journal.wait(since=table.model.seq, timeout_s=60))
        )
        reader.start()
        clock.now -= 40 * YEAR_S
        play_on(table, 1)
        reader.join(30)
        assert told == [True]
        assert not journal.wait(since=journal.last_seq(), timeout_s=0.01)
