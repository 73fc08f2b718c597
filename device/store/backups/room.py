"""Room on the disk, looked at before much is written: a full disk keeps nobody's moves."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from pathlib import Path

from engine.errors import RecordError

SPARE = 64_000_000
"""Bytes that stay free for the journal, whatever is carried to and fro."""


def must_have_room(folder: Path, needed: int) -> None:
    """Look whether a disk takes so much and stays usable.

    Args:
        folder: On the disk.
        needed: Bytes.

    Raises:
        RecordError: If it does not, or cannot be asked.
    """
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise RecordError("the disk of the box cannot be read: look at its card") from error
    if free < needed + SPARE:
        raise RecordError(
            "the disk of the box has no room for this: {needed} MB are needed and {free} MB are free; "
            "make room on it, then try again",
            needed=-(-(needed + SPARE) // 1_000_000),
            free=free // 1_000_000,
        )


class Forgetting:
    """Does something when nobody has asked for a while."""

    def __init__(self, forget: Callable[[], None], *, after_s: float) -> None:
        self._forget = forget
        self._after_s = after_s
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()

    def asked(self) -> None:
        """Wait anew."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = threading.Timer(self._after_s, self._forget)
            self._timer.daemon = True  # no box waits for it to stop
            self._timer.start()
