"""The clock of matches: it never jumps, and a program that is started again goes on with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.store import Journal
from device.store.stamps import FILE_NAME, Stamps
from engine.events import GameStarted, Logged
from journals_for_tests import SETUP


def test_a_journal_that_is_opened_again_goes_on_with_the_clock_of_its_runtime_folder(tmp_path: Path) -> None:
    (tmp_path / "runtime").mkdir()
    shown = [100.0]
    for step in range(3):
        with Journal(tmp_path, running=lambda: shown[0], runtime=tmp_path / "runtime") as journal:
            assert journal.stamps.now_s == 7.5 * step
            if not step:
                journal.record([Logged(1, 1, GameStarted(SETUP))])
        shown[0] += 7.5


class Computer:
    """A computer with its clocks, and boxes that are started on it."""

    def __init__(self, folder: Path) -> None:
        self.runtime = folder / "runtime"
        self.runtime.mkdir()
        self.running = 50.0
        self.boot = "first"
        self.events: list[Logged] = []

    def box(self, journal: str = "one") -> Stamps:
        stamps = Stamps(lambda: 1e9, lambda: self.running, lambda: self.boot)
        stamps.go_on_from(self.events, runtime=self.runtime, journal=self.runtime.parent / journal)
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


def test_after_a_power_cut_the_clock_goes_on_from_the_newest_event(computer: Computer) -> None:
    stamps = computer.box()
    computer.running += 10.0
    computer.plays(stamps)
    computer.running, computer.boot = 900.0, "second"  # the folder is there, as no power cut leaves it
    assert computer.box().now_s == 10.0


def test_without_its_folder_or_of_another_journal_the_clock_goes_on_from_the_newest_event(
    computer: Computer,
) -> None:
    stamps = computer.box()
    computer.running += 10.0
    computer.plays(stamps)
    computer.running += 10.0
    assert computer.box("other").now_s == 10.0
    (computer.runtime / FILE_NAME).unlink()
    assert computer.box().now_s == 10.0


@pytest.mark.parametrize("kept", ["", "[]", "{}", '{"journal": 1}', "\xff", '{"now_s": NaN}'])
def test_a_file_that_cannot_be_read_is_left(computer: Computer, kept: str) -> None:
    computer.plays(computer.box())
    (computer.runtime / FILE_NAME).write_bytes(kept.encode("latin-1"))
    assert computer.box().now_s == 0.0


def test_a_file_whose_times_cannot_be_moves_no_clock(computer: Computer) -> None:
    computer.box()
    path = computer.runtime / FILE_NAME
    path.write_text(path.read_text().replace('"now_s": 0.0', '"now_s": 1e300'))
    assert computer.box().now_s == 0.0


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
