"""The units: systemd understands every line of them, and little of the machine is left open to the box."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from device.bounded_stop import STOP_S
from device.net.server import ROOM, THREADS
from places import ROOT

FOLDER = ROOT / "systemd"
UNITS = sorted(path.name for path in FOLDER.glob("charkoni*.*") if path.suffix in (".service", ".timer"))

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed: apt install systemd"
)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The folder of the units, as on a machine where the program exists."""
    for name in UNITS:
        text = (FOLDER / name).read_text()
        (tmp_path / name).write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", text))
    return tmp_path


def settings(name: str = "charkoni.service", section: str = "Service") -> configparser.SectionProxy:
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(FOLDER / name)
    return parser[section]


def test_the_box_and_its_copies_have_units() -> None:
    assert UNITS == ["charkoni-backup.service", "charkoni-backup.timer", "charkoni.service"]


@needs_systemd
@pytest.mark.parametrize("name", UNITS)
def test_systemd_has_nothing_to_say_about_the_units(installed: Path, name: str) -> None:
    # The status alone is 0 even where a key is unknown.
    done = subprocess.run(["systemd-analyze", "verify", installed / name], capture_output=True, text=True)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "")


@needs_systemd
def test_an_unknown_key_would_be_found(installed: Path) -> None:
    unit = installed / "charkoni.service"
    unit.write_text(unit.read_text().replace("WatchdogSec=", "WatchedSec="))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert "WatchedSec" in done.stderr


@needs_systemd
@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_little_of_the_machine_is_open_to_the_box(installed: Path, name: str) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", installed / name]
    done = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"Overall exposure level for \S+: (\d+\.\d+)", done.stdout)
    assert found, done.stdout + done.stderr
    assert float(found[1]) <= 2.0


def test_the_box_is_watched_and_started_again() -> None:
    unit = settings()
    assert unit["Type"] == "notify"
    assert unit["NotifyAccess"] == "main"
    assert unit["Restart"] == "on-failure"
    assert "RestartForceExitStatus" not in unit, "an admin who stops it means it: that ends with 0"
    assert 5 <= int(unit["WatchdogSec"]) <= 60


def test_memory_threads_and_files_of_the_box_are_bounded() -> None:
    unit = settings()
    memory = re.fullmatch(r"(\d+)M", unit["MemoryMax"])
    assert memory
    assert 300 <= int(memory[1]) < 512, "above what the bench allows, below the smallest machine"
    servers = 2
    assert servers * THREADS + 60 <= int(unit["TasksMax"]) <= 1000
    assert servers * ROOM + 200 <= int(unit["LimitNOFILE"]) <= 10_000


def test_a_stop_ends_before_systemd_loses_its_patience() -> None:
    assert int(settings()["TimeoutStopSec"]) >= STOP_S + 2


def test_the_program_is_the_installed_one() -> None:
    current = "/opt/charkoni/current"
    assert settings()["ExecStart"] == f"{current}/bin/charkoni play --config /etc/charkoni/charkoni.toml"
    assert settings("charkoni-backup.service")["ExecStart"] == f"{current}/units/backup.sh"


def test_the_box_and_its_copies_have_one_user_and_one_folder() -> None:
    for name in ("charkoni.service", "charkoni-backup.service"):
        unit = settings(name)
        assert (unit["User"], unit["StateDirectory"]) == ("charkoni", "charkoni")


def test_the_games_are_copied_every_day() -> None:
    timer = settings("charkoni-backup.timer", "Timer")
    assert (timer["OnCalendar"], timer["Persistent"]) == ("daily", "yes")


def test_the_pins_library_may_write_where_the_box_works() -> None:
    # lgpio writes a file into the working folder and fails where that is read-only.
    unit = settings()
    assert unit["RuntimeDirectory"] == "charkoni"
    assert unit["WorkingDirectory"] == "/run/charkoni"
    assert unit["Environment"].split() == ["LG_WD=/run/charkoni", "MALLOC_ARENA_MAX=2"]


def test_what_memory_mode_holds_outlives_a_restart() -> None:
    assert settings()["RuntimeDirectoryPreserve"] == "restart"


class Copies:
    """A data folder, and a charkoni that copies it."""

    def __init__(self, folder: Path) -> None:
        self.games = folder / "games"
        self.games.mkdir()
        self.program = folder / "charkoni"
        self.does('cp "$STATE_DIRECTORY/charkoni.sqlite" "$2"')

    def does(self, line: str) -> None:
        self.program.write_text(f'#!/bin/sh\n[ "$1" = backup ] || exit 2\n{line}\n')
        self.program.chmod(0o755)

    def make(self, text: str) -> int:
        (self.games / "charkoni.sqlite").write_text(text)
        told = {"STATE_DIRECTORY": str(self.games), "CHARKONI": str(self.program)}
        return subprocess.run(["sh", FOLDER / "backup.sh"], env=os.environ | told).returncode

    def kept(self) -> dict[str, str]:
        return {path.name: path.read_text() for path in sorted((self.games / "backups").iterdir())}


@pytest.fixture
def copies(tmp_path: Path) -> Copies:
    return Copies(tmp_path)


def test_the_three_newest_copies_of_the_games_are_kept(copies: Copies) -> None:
    for number in range(1, 12):
        assert copies.make(f"games of day {number}") == 0
    assert copies.kept() == {
        "games-000009.sqlite": "games of day 9",
        "games-000010.sqlite": "games of day 10",
        "games-000011.sqlite": "games of day 11",
    }


def test_a_copy_that_fails_takes_no_other_away(copies: Copies) -> None:
    for number in range(3):
        copies.make(f"games of day {number}")
    before = copies.kept()
    copies.does('echo half >"$2"; exit 2')
    assert copies.make("more games") == 2
    assert {name: text for name, text in copies.kept().items() if name.startswith("games-")} == before
    copies.does('cp "$STATE_DIRECTORY/charkoni.sqlite" "$2"')
    assert copies.make("more games") == 0
    assert copies.kept()["games-000004.sqlite"] == "more games"
    assert len(copies.kept()) == 3


def test_a_copy_made_before_an_update_is_not_counted(copies: Copies) -> None:
    (copies.games / "backups").mkdir()
    (copies.games / "backups" / "before-2.sqlite").write_text("older")
    for number in range(5):
        copies.make(f"games of day {number}")
    assert copies.kept()["before-2.sqlite"] == "older"
    assert len(copies.kept()) == 4
