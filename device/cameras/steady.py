"""When a camera holds exposure, white balance and focus still: once the tray is calibrated, or when asked."""

from __future__ import annotations

import math
import queue
from collections.abc import Callable

SETTLE_S = 2.0
"""A camera is left to itself for so long before it is locked, so that it has found what fits the light."""

_ASK_S = 1.0
"""So often the box is asked for the calibration."""


class Steady:
    """Tells the thread that owns a camera when to lock it and when to free it."""

    def __init__(self, calibration: Callable[[], object] = lambda: None) -> None:
        """Begin with a free camera.

        Args:
            calibration: The tray's calibration, None while there is none. When it changes the camera measures
                anew and is locked again.
        """
        self._calibration = calibration
        self._known: object = None
        self._asked_s = -math.inf
        self._lock_s = math.inf
        self._wishes: queue.SimpleQueue[bool] = queue.SimpleQueue()

    def lock(self) -> None:
        """Wish that the camera is locked. For any thread."""
        self._wishes.put(True)

    def unlock(self) -> None:
        """Wish that the camera is free, until `lock` or the next calibration. For any thread."""
        self._wishes.put(False)

    def wish(self, now_s: float) -> bool | None:
        """Tell what is to be done now: lock the camera, free it, or None to leave it. For its owner."""
        if now_s - self._asked_s >= _ASK_S:
            self._asked_s = now_s
            calibration = self._calibration()
            if calibration != self._known:
                self._known = calibration
                self._lock_s = math.inf if calibration is None else now_s + SETTLE_S
                return False
        if not self._wishes.empty():
            self._lock_s = math.inf
            return self._wishes.get()
        if now_s >= self._lock_s:
            self._lock_s = math.inf
            return True
        return None
