"""The lists of packages: locked, pure, whole, and without what must come from apt."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from places import ROOT

FOLDER = ROOT / "systemd"
LISTS = ("pure.txt", "build.txt", "pins.txt")


@pytest.fixture(scope="module")
def lock() -> dict[str, Any]:
    return runpy.run_path(str(FOLDER / "lock.py"))


def lines(name: str) -> list[str]:
    return [line for line in (FOLDER / name).read_text().splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("name", LISTS)
def test_every_package_has_one_version_and_one_hash(name: str) -> None:
    assert lines(name)
    for line in lines(name):
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+ --hash=sha256:[0-9a-f]{64}", line), line


def test_the_installed_box_gets_all_that_it_needs_and_nothing_else(lock: dict[str, Any]) -> None:
    # Whoever adds a package to pyproject.toml runs systemd/lock.py, or names it in systemd/debian.txt.
    for name, wanted in lock["wanted"]().items():
        assert set(lock["locked"](name)) == wanted, f"{name}: run python systemd/lock.py"


def test_locked_versions_are_those_that_the_box_asks_for(lock: dict[str, Any]) -> None:
    requirements = pytest.importorskip("packaging.requirements")
    have = lock["locked"]("pure.txt") | lock["locked"]("pins.txt")
    asked = [requirements.Requirement(line) for line in lock["asked"]()]
    checked = [one.name for one in asked if lock["plain"](one.name) in have]
    assert checked
    for one in asked:
        version = have.get(lock["plain"](one.name))
        assert version is None or version in one.specifier, f"{one} is locked at {version}"


def test_pip_never_brings_what_apt_brings(lock: dict[str, Any]) -> None:
    brought = set(lock["locked"]("pure.txt"))
    assert not brought & set(lock["from_debian"]())
    for name in LISTS:
        assert not [line for line in lines(name) if re.match(r"numpy|opencv", line)]


def test_camera_opencv_numpy_and_pins_come_from_apt(lock: dict[str, Any]) -> None:
    brought = set(lock["from_debian"]().values())
    assert brought >= {
        "python3-gpiozero",
        "python3-lgpio",
        "python3-numpy",
        "python3-opencv",
        "python3-picamera2",
    }


@pytest.mark.slow  # fetches every wheel: a quarter of a minute
def test_every_locked_wheel_exists_and_is_pure_python(tmp_path: Path) -> None:
    named = [part for name in LISTS for part in ("-r", str(FOLDER / name))]
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
    subprocess.run([*fetch, "--only-binary=:all:", "--dest", str(tmp_path), *named], check=True)
    wheels = sorted(path.name for path in tmp_path.iterdir())
    assert len(wheels) == sum(len(lines(name)) for name in LISTS)
    assert [name for name in wheels if not name.endswith("-none-any.whl")] == []
