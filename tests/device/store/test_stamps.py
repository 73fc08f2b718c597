"""The clock of matches: it never jumps, and a program that is started again goes on with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from device.store import Journal
from device.store.stamps import FILE_NAME, Stamps
from engine.events import GameStarted, Logged, TurnBegan
from journals_for_tests import SETUP


def test_a_journal_that_is_opened_again_goes_on_whatever_the_clocks_of_the_box_show(
    tmp_path: Path, runtime: Path
) -> None:
    shown = [100.0]

    def opened() -> Journal:
        return Journal(tmp_path, clock=lambda: 5e9, running=lambda: shown[0], runtime=runtime)

    with opened() as journal:
        shown[0] += 2.5
        journal.record([Logged(1, 1, GameStarted(SETUP))])
    for shown[0] in (107.5, 115.0):
        with opened() as journal:
            assert journal.stamps.now_s == shown[0] - 100.0
    shown[0] = 7000.0  # the computer was off, and its clock is set back
    with Journal(tmp_path, clock=lambda: 1.0, running=lambda: shown[0]) as journal:
        assert journal.stamps.now_s == 2.5
        shown[0] += 60.25
        journal.record([Logged(2, 1, TurnBegan(0))])
        newest = journal.events(since=0)[-1]
        assert (newest.time, newest.clock_s) == (1.0, 62.75)
        assert newest.to_json()["clock_s"] == 62.75


class Computer:
    """A computer with its clocks, and boxes that are started on it."""

    def __init__(self, folder: Path) -> None:
        self.runtime = folder / "runtime"
        self.runtime.mkdir()
        self.running = 50.0
        self.boot = "first"
        self.events: list[Logged] = []

    def box(self) -> Stamps:
        stamps = Stamps(lambda: 1e9, lambda: self.running, lambda: self.boot)
        stamps.go_on_from(self.events, runtime=self.runtime, journal=self.runtime.parent / "one")
        return stamps

    def plays(self, stamps: Stamps) -> None:
        self.events += stamps.of([Logged(len(self.events) + 1, 1, GameStarted(SETUP))])


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


def test_a_program_that_is_started_again_gives_no_time_away(computer: Computer) -> None:
    stamps = computer.box()
    computer.running += 10.0
    computer.plays(stamps)
    computer.running += 30.0
    for _ in range(3):  # nothing is recorded meanwhile
        stamps = computer.box()
        assert stamps.now_s == pytest.approx(computer.running - 50.0)
        computer.running += 5.0


def cut_power(computer: Computer) -> None:
    computer.running, computer.boot = 900.0, "second"  # the folder is there, as no power cut leaves it


def lose_the_file(computer: Computer) -> None:
    (computer.runtime / FILE_NAME).unlink()


def move_the_file(computer: Computer) -> None:
    path = computer.runtime / FILE_NAME
    path.write_text(path.read_text().replace(str(computer.runtime.parent / "one"), "/elsewhere"))


def write(text: str) -> Callable[[Computer], object]:
    return lambda computer: (computer.runtime / FILE_NAME).write_bytes(text.encode("latin-1"))


def run_ahead(computer: Computer) -> None:
    path = computer.runtime / FILE_NAME
    path.write_text(re.sub('"now_s": [0-9.]+', '"now_s": 1e300', path.read_text()))


@pytest.mark.parametrize(
    "spoil",
    [
        *(cut_power, lose_the_file, move_the_file, run_ahead),
        *map(write, ("", "[]", "{}", '{"journal": 1}', "\xff", '{"now_s": NaN}')),
    ],
)
def test_without_its_file_the_clock_goes_on_from_the_newest_event(
    computer: Computer, spoil: Callable[[Computer], object]
) -> None:
    stamps = computer.box()
    computer.running += 10.0
    computer.plays(stamps)
    computer.running += 10.0
    spoil(computer)
    assert computer.box().now_s == 10.0


def test_a_folder_that_takes_nothing_keeps_nobody_from_playing(computer: Computer) -> None:
    computer.runtime.rmdir()
    stamps = computer.box()
    computer.running += 1.0
    computer.plays(stamps)
    assert computer.events[0].clock_s == 1.0


def test_a_clock_that_goes_back_gives_no_time_before_the_newest_event(computer: Computer) -> None:
    stamps = computer.box()
    computer.running += 10.0
    computer.plays(stamps)
    computer.running = 5.0
    again = computer.box()
    computer.plays(again)
    assert [one.clock_s for one in computer.events] == [10.0, 10.0]
