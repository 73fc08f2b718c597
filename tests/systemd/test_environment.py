"""The lock file and the lists of an installed box: locked, pure, whole, without what must come from apt."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

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


def test_the_lists_of_an_installed_box_and_the_lock_never_disagree(lock: dict[str, Any]) -> None:
    play, _checks = lock["parts"](lock["LOCK"].read_text())
    for name in LISTS:
        for line in lines(name):
            package, version, digest = re.fullmatch(r"(\S+)==(\S+) --hash=sha256:(\S+)", line).groups()  # type: ignore[union-attr]
            assert lock["version"](play[package]) == version, f"{name}: run make lock"
            assert f"--hash=sha256:{digest}" in play[package], f"{name}: run make lock"


def test_the_lock_has_versions_that_are_asked_for_and_a_hash_for_each(lock: dict[str, Any]) -> None:
    # Whoever changes pyproject.toml runs `make lock`, or names the package in systemd/debian.txt.
    play, checks = lock["parts"](lock["LOCK"].read_text())
    assert not play.keys() & checks.keys()
    for part, wanted in ((play, lock["asked"]()), (play | checks, asked_for_checks())):
        for requirement in map(Requirement, wanted):
            versions = re.findall(r"(?m)^[\w.-]+==(\S+)", part[lock["plain"](requirement.name)])
            assert versions, f"{requirement}: run make lock"
            assert [one for one in versions if one not in requirement.specifier] == [], requirement
    for name, entry in (play | checks).items():
        for one in re.split(r"(?m)^(?=\w)", entry)[1:]:
            assert re.match(
                rf"{re.escape(name)}==[\w.]+( ; .+)? \\\n( +--hash=sha256:[0-9a-f]{{64}}( \\)?\n)+$", one
            ), one


def test_every_range_ends_before_a_major_that_nobody_has_tried(lock: dict[str, Any]) -> None:
    open_ended = [one for one in lock["asked"]() if not re.search(r">=[\d.]+,<\d+", one)]
    assert open_ended == []


def test_the_lock_names_no_index_and_no_machine(lock: dict[str, Any]) -> None:
    assert re.findall(r"https?:|file:|--index|--find-links", lock["LOCK"].read_text()) == []


def asked_for_checks() -> list[str]:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    return [one for group in groups.values() for one in group if isinstance(one, str)]


def test_pip_never_brings_what_apt_brings(lock: dict[str, Any]) -> None:
    brought = {line.split("==")[0] for line in lines("pure.txt")}
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


@pytest.mark.slow  # fetches 150 MB each
@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_lock_has_a_wheel_for_each_python_and_machine(
    python: str, machine: str, tmp_path: Path, lock: dict[str, Any]
) -> None:
    from packaging.markers import Marker

    # pip asks markers of the Python that runs it, so what does not fit is left out here.
    target = {"python_full_version": f"{python}.0", "python_version": python, "platform_machine": machine}
    kept = []
    for part in lock["parts"](lock["LOCK"].read_text()):
        for entry in part.values():
            for one in re.split(r"(?m)^(?=\w)", entry)[1:]:
                named = re.match(r"(\S+)(?: ; (.+?))? \\\n", one)
                assert named, one
                if named[2] is None or Marker(named[2]).evaluate(target):
                    kept.append(one.replace(f" ; {named[2]}", ""))
    wanted = tmp_path / "wanted.txt"
    wanted.write_text("".join(kept))
    fits = [f"--platform=manylinux{tag}_{machine}" for tag in ("2014", "_2_17", "_2_28", "_2_31", "_2_34")]
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", *fits]
    only = [f"--python-version={python}", "--only-binary=:all:", "--dest", str(tmp_path / "wheels")]
    subprocess.run([*fetch, *only, "-r", str(wanted)], check=True)
    assert len(list((tmp_path / "wheels").iterdir())) == len(kept)


@pytest.mark.slow  # fetches the library
def test_certificates_are_made_by_the_library_of_debian_12_as_well(tmp_path: Path) -> None:
    fetch = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(tmp_path)]
    subprocess.run([*fetch, "cryptography==38.0.4"], check=True)
    tests = [f"tests/device/net/test_{name}.py" for name in ("authority", "https")]
    run = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *tests]
    subprocess.run(run, check=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(tmp_path)})
