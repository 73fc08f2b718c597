"""How often the eye did something, and how long all of it took."""

from __future__ import annotations


class Timing:
    """Counts in one thread; any other may read."""

    def __init__(self) -> None:
        self._now = (0, 0.0)

    @property
    def count_and_s(self) -> tuple[int, float]:
        """How often, and how many seconds together."""
        return self._now

    def add(self, seconds: float) -> None:
        """Count once more."""
        count, total = self._now
        self._now = (count + 1, total + seconds)
