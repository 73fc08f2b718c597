"""A computer for the doctor to look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.doctor.patient import Machine
from devices.findings import Answering


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A computer that tells nothing yet, and has no programs."""
    root = tmp_path / "machine"
    root.mkdir()
    return Answering(root)
