"""Waiting for what another thread does, in tests."""

from __future__ import annotations

import time
from collections.abc import Callable


def wait_until(true: Callable[[], object], *, within_s: float, every_s: float = 0.002) -> float:
    """Wait until a claim holds, else the test fails; give the seconds that took."""
    begin = time.monotonic()
    while not true():
        assert time.monotonic() < begin + within_s, f"it did not come true within {within_s:g} s"
        time.sleep(every_s)
    return time.monotonic() - begin
