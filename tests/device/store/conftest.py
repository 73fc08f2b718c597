"""What tests of the journal begin with: a small disk, and a folder that outlives the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journals_for_tests import small_disk


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk", kilobytes=2048) as folder:
        yield folder


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    """A folder that outlives the program, as systemd gives it."""
    folder = tmp_path / "runtime"
    folder.mkdir()
    return folder
