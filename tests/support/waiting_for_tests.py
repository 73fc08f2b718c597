"""Waiting for what another thread does, in tests."""

from __future__ import annotations

import time
from collections.abc import Callable


def wait_until(true: Callable[[], object], *, within_s: float) -> None:
    """Wait until a claim holds; a test whose claim does not hold in time fails."""
    end = time.monotonic() + within_s
    while not true():
        assert time.monotonic() < end, f"it did not come true within {within_s:g} s"
        time.sleep(0.002)
