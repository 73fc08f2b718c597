"""The box as a Pi's 64-bit processor computes it, on Debian 12 and 13: installed as on a Pi, then tested.

QEMU runs the Pi's programs here, so nothing is told of their speed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

from machines import debian_root, emulated
from machines.debian_root import System, base, bring_wheels, checkout, output
from machines.readings import readings
from places import FRAMES, ROOT

pytestmark = [
    pytest.mark.slow,  # Python runs some fifteen times slower; the first time Debian is brought as well
    pytest.mark.skipif(bool(emulated.missing()), reason=emulated.missing() or "all is there"),
]

RELEASES = {"bookworm": "3.11", "trixie": "3.13"}
"""Debian 12 and 13, with the Python of each."""

NOT_IN_DEBIAN = ("python3-picamera2", "python3-lgpio")
"""Raspberry Pi's own archive has them; `install.sh` goes on without."""

NO_SYSTEMD = "#!/bin/sh\nexit 0\n"
"""In place of systemctl: nothing is booted here. `test_nspawn.py` has real systemd."""

TREE, TOOLS, PYTHON = "/mnt/tree", "/mnt/tools", "/opt/charkoni/current/bin/python"
INSTALLED = "opt/charkoni/1/lib/python{}/site-packages"
PACKAGES = ("engine", "vision", "device", "web")
TESTED = {"engine": ("tests/engine",), "journal": ("tests/device/store",), "eye": ("tests/vision",)}
SURE, PLACE_PX = 0.02, 1.0
"""So far apart may probabilities and places be: two processors, two versions of OpenCV. On 24 November 2026
Debian 12 (OpenCV 4.6) and pip's OpenCV 5.0 were 0.0083 and 0.35 pixels apart on tests/frames."""


@dataclass
class Pi:
    """An installed box on one release."""

    system: System
    release: str
    said: str
    """What the script printed while it installed."""

    def python(self, *command: str) -> str:
        paths = os.pathsep.join((TREE, f"{TREE}/tests/support"))
        return self.system.run(PYTHON, *command, environment={"PYTHONPATH": paths})


def wanted() -> tuple[str, ...]:
    """List what apt brings to a box, from the box's own list."""
    lines = (ROOT / "systemd" / "debian.txt").read_text().splitlines()
    named = [line.split()[1] for line in lines if line and not line.startswith("#")]
    return ("python3-venv", *(name for name in named if name not in NOT_IN_DEBIAN))


def bring_tools(to: Path, python: str) -> None:
    """Put pytest and hypothesis of this environment's versions there, as the Pi's processor wants them."""
    names = [f"{name}=={version(name)}" for name in ("pytest", "hypothesis")]
    fits = ["--only-binary=:all:", "--platform", "manylinux2014_aarch64", "--python-version", python]
    pip = [sys.executable, "-m", "pip", "install", "-q", "--target", to, "--implementation", "cp"]
    subprocess.run([*pip, *fits, *names], check=True, capture_output=True)


def lay_tree(at: Path, python: str) -> None:
    """Put the tests there, beside what is installed instead of the packages' own folders."""
    checkout(at, tests=True)
    for package in PACKAGES:
        shutil.rmtree(at / package)
        (at / package).symlink_to(f"/{INSTALLED.format(python)}/{package}")


@pytest.fixture(scope="module", params=RELEASES)
def pi(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pi]:
    release, python = str(request.param), RELEASES[str(request.param)]
    name = f"{release}-arm64"
    with emulated.arm64() as why:
        if why := why or debian_root.unreachable(name, release):
            pytest.skip(why)
        folder = tmp_path_factory.mktemp(name)
        system = System(folder, base(name, release, wanted(), arch="arm64"))
        there = system.changes / "mnt"
        bring_wheels(system.changes)
        bring_tools(system.changes / TOOLS[1:], python)
        lay_tree(system.changes / TREE[1:], python)
        checkout(there / "box")
        build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
        output(*build, "--wheel-dir", there, ROOT)
        (system.changes / "etc" / "apt").mkdir()
        (system.changes / "etc" / "apt" / "sources.list").write_text("")  # apt brings nothing more
        put = system.changes / "usr" / "local" / "bin" / "systemctl"
        put.parent.mkdir(parents=True)
        put.write_text(NO_SYSTEMD)
        put.chmod(0o755)
        (wheel,) = there.glob("charkoni-*.whl")
        begin = time.monotonic()
        said = system.run("bash", "/mnt/box/systemd/install.sh", "install", f"/mnt/{wheel.name}")
        (system.changes / INSTALLED.format(python) / "tools.pth").write_text(TOOLS)
        print(f"{release}: installed in {time.monotonic() - begin:.0f} s\n{said}")
        yield Pi(system, release, said)


def test_the_box_is_installed_from_its_lists_and_the_doctor_can_look(pi: Pi) -> None:
    for absent in NOT_IN_DEBIAN:
        assert f"apt: {absent} is not in this machine's archives" in pi.said
    assert "installed: version 1" in pi.said
    told = "import platform, cv2, numpy, paho.mqtt.client as mqtt"
    told += (
        "; print(platform.machine(), platform.python_version(), cv2.__file__, numpy.__file__, mqtt.__file__)"
    )
    machine, python, opencv, numbers, mqtt = pi.system.run(PYTHON, "-c", told).split()
    assert machine == "aarch64"
    assert python.startswith(RELEASES[pi.release])
    assert all(path.startswith("/usr/lib/python3/dist-packages/") for path in (opencv, numbers))
    assert mqtt.startswith("/opt/charkoni/")


def test_every_picture_is_read_as_on_this_machine(pi: Pi) -> None:
    there = json.loads(pi.python("-m", "machines.readings", f"{TREE}/tests/frames").splitlines()[-1])
    here = json.loads(json.dumps(readings(FRAMES)))
    assert there.keys() == here.keys()
    apart = {"sure": 0.0, "place": 0.0}
    for name, one in here.items():
        other = there[name]
        assert {**one, "numbers": 0} == {**other, "numbers": 0}, name
        for ours, theirs in zip(one["numbers"], other["numbers"], strict=True):
            off = np.abs(np.subtract(ours, theirs))
            apart["place"] = max(apart["place"], float(off[1:5].max()))
            apart["sure"] = max(apart["sure"], float(np.delete(off, np.s_[1:5]).max()))
    print(f"{pi.release}: {len(here)} pictures read alike; at most {apart} apart (probability, pixels)")
    assert apart["sure"] < SURE
    assert apart["place"] < PLACE_PX


@pytest.mark.parametrize("part", TESTED)
def test_what_the_quick_tests_say_holds_there_too(pi: Pi, part: str) -> None:
    wanted = [f"{TREE}/{path}" for path in TESTED[part]]
    quick = ["-q", "-p", "no:cacheprovider", "-m", "not slow and not pi and not browser"]
    begin = time.monotonic()
    said = pi.python("-m", "pytest", "--rootdir", TREE, "-c", f"{TREE}/pyproject.toml", *quick, *wanted)
    last = said.strip().splitlines()[-1]
    print(f"{pi.release}: {part}: {last} ({time.monotonic() - begin:.0f} s)")
    assert int(re.findall(r"(\d+) passed", last)[0]) > 50
    assert "failed" not in last
