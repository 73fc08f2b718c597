"""The eye, whose networks are loaded once."""

from __future__ import annotations

import pytest

from vision import Eye


@pytest.fixture(scope="session")
def eye() -> Eye:
    return Eye()
