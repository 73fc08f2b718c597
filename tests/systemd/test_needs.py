"""What setting up checks before it makes anything."""

from __future__ import annotations

import importlib.util
import runpy
import subprocess
import sys
from typing import Any

import pytest

from places import ROOT

NEEDS = ROOT / "systemd" / "needs.py"


def test_a_machine_that_has_everything_is_told_nothing() -> None:
    done = subprocess.run([sys.executable, NEEDS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_what_is_missing_is_named_with_its_apt_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = importlib.util.find_spec

    def without_venv(name: str, package: str | None = None) -> Any:
        return None if name in ("venv", "ensurepip") else find(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", without_venv)
    assert runpy.run_path(str(NEEDS))["main"]() == 1
    assert "sudo apt install python3-venv\n" in capsys.readouterr().out


def test_an_old_python_is_told_which_one_is_needed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main = runpy.run_path(str(NEEDS))["main"]
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert main() == 1
    said = capsys.readouterr().out
    assert "Python 3.11 or newer" in said
    assert "3.9.2" in said


@pytest.mark.parametrize(
    ("version", "machine"), [((3, 14, 0), "x86_64"), ((3, 11, 2), "armv7l"), ((3, 13, 1), "riscv64")]
)
def test_a_lock_file_that_does_not_fit_is_said_with_what_would_help(
    version: tuple[int, int, int],
    machine: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    unfit = runpy.run_path(str(NEEDS))["unfit"]
    assert unfit() == 0
    monkeypatch.setattr(sys, "version_info", version)
    monkeypatch.setattr("platform.machine", lambda: machine)
    assert unfit() == 1
    said = capsys.readouterr().out
    assert "Python 3.11 to 3.13" in said
    assert machine in said
    assert "make play NEWEST=1" in said
    assert "make play PYTHON=python3.13" in said
