"""The unit: systemd understands every line of it, and little of the machine is left open to it."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[1] / "systemd" / "charkoni.service"

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed: apt install systemd"
)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The unit as on a machine where the program exists."""
    path = tmp_path / UNIT.name
    path.write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", UNIT.read_text()))
    return path


def settings() -> configparser.SectionProxy:
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(UNIT)
    return parser["Service"]


@needs_systemd
def test_systemd_has_nothing_to_say_about_the_unit(installed: Path) -> None:
    # The status alone is 0 even where a key is unknown.
    done = subprocess.run(["systemd-analyze", "verify", installed], capture_output=True, text=True)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "")


@needs_systemd
def test_an_unknown_key_would_be_found(installed: Path) -> None:
    installed.write_text(installed.read_text().replace("WatchdogSec=", "WatchedSec="))
    done = subprocess.run(["systemd-analyze", "verify", installed], capture_output=True, text=True)
    assert "WatchedSec" in done.stderr


@needs_systemd
def test_little_of_the_machine_is_open_to_the_box(installed: Path) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", installed]
    done = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"Overall exposure level for \S+: (\d+\.\d+)", done.stdout)
    assert found, done.stdout + done.stderr
    assert float(found[1]) <= 2.0


def test_the_box_is_watched_and_started_again() -> None:
    unit = settings()
    assert unit["Type"] == "notify"
    assert unit["NotifyAccess"] == "main"
    assert unit["Restart"] == "on-failure"
    assert 5 <= int(unit["WatchdogSec"]) <= 60


def test_the_program_is_the_installed_one() -> None:
    assert settings()["ExecStart"] == "/opt/charkoni/venv/bin/charkoni play"


def test_the_pins_library_may_write_where_the_box_works() -> None:
    # lgpio writes a file into the working folder and fails where that is read-only.
    unit = settings()
    assert unit["RuntimeDirectory"] == "charkoni"
    assert unit["WorkingDirectory"] == "/run/charkoni"
    assert unit["Environment"] == "LG_WD=/run/charkoni"
