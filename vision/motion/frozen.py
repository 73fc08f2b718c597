"""A camera that gives the same picture again and again has stopped, even if nobody throws."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.reading import Doubt, Frame

FROZEN = Doubt("the camera shows the same picture again and again: unplug it and plug it in again")


class Frozen:
    """Tells whether frames are the same to the last bit for long: a living sensor always has noise."""

    def __init__(self, *, after_s: float = 60.0) -> None:
        """Begin to look.

        Args:
            after_s: For so many seconds the picture must be the same.
        """
        self._after_s = after_s
        self._last: npt.NDArray[np.uint8] | None = None
        self._since_s = 0.0

    def step(self, frame: Frame, *, time_s: float) -> bool:
        """Take the next frame; say whether the camera is frozen.

        A picture all black or white is not told: a covered or dazzled sensor may well give the same.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.
            time_s: When it was taken, in seconds on any clock that only goes forward.
        """
        # Copied, as cameras write the next frame into the same memory.
        some = np.ascontiguousarray(frame[::8, ::8])
        if self._last is None or not np.array_equal(some, self._last):
            self._last, self._since_s = some, time_s
            return False
        return time_s - self._since_s >= self._after_s and 2 < float(some.mean()) < 253
