"""The eye reads the same with the OpenCV of Debian 12, of Debian 13, and of the package index."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from places import FRAMES, ROOT

pytestmark = pytest.mark.slow  # makes three environments: 300 MB, two minutes

VERSIONS = {
    "4.6": ("opencv-python-headless==4.6.0.66", "numpy==1.26.4"),
    "4.10": ("opencv-python-headless==4.10.0.84", "numpy==1.26.4"),
    "5.0": ("opencv-python-headless>=5.0,<5.1", "numpy>=2,<3"),
}


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What each version reads in all frames."""
    found = {}
    for version, packages in VERSIONS.items():
        venv = tmp_path_factory.mktemp("opencv") / version
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        python = venv / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
        program = ROOT / "tests" / "support" / "machines" / "readings.py"
        done = subprocess.run(
            [python, program, FRAMES],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            cwd=venv,
        )
        found[version] = json.loads(done.stdout)
    return found


def told(readings: dict[str, Any]) -> dict[str, Any]:
    """Leave out how surely and where: the last digits of those differ."""
    return {name: {**one, "numbers": len(one["numbers"])} for name, one in readings.items()}


@pytest.mark.parametrize("version", [version for version in VERSIONS if version != "5.0"])
def test_every_frame_is_read_as_with_the_newest(version: str, read: dict[str, dict[str, Any]]) -> None:
    assert len(read["5.0"]) == len(list(Path(FRAMES).rglob("*.jpg")))
    assert told(read[version]) == told(read["5.0"])
