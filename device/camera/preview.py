"""What the eye shows at this moment, as JPEG: all that it looks at, or the tray without what is around it."""

from __future__ import annotations

from collections.abc import Callable

from device.cameras.pictures import cut_to, packed
from vision import Frame, Reading, Tray, draw

_QUALITY = 80
"""Of the JPEG, 1 to 100."""


class Shown:
    """The latest picture, with what was read in it ringed as long as it lies there. For any thread.

    A picture is packed when somebody asks for it, and once.
    """

    def __init__(self, tray: Callable[[], Tray | None]) -> None:
        """Show nothing yet.

        Args:
            tray: Says where things are thrown; None while the whole picture is the tray.
        """
        self._tray = tray
        self._now: tuple[Frame, Reading | None, Tray | None] | None = None
        self._whole: tuple[object, bytes] = (None, b"")
        self._cut: tuple[object, Tray | None, bytes] = (None, None, b"")

    def show(self, frame: Frame, reading: Reading | None = None, tray: Tray | None = None) -> None:
        """Show a picture from now on; what was read in it is the same until another reading is given.

        Args:
            frame: What is looked at. Not modified.
            reading: What was read in it.
            tray: Where the tray lies in it; None if it is a whole picture, in which it lies where it was set.
        """
        if self._now is None or self._now[0] is not frame or self._now[1] is not reading:
            self._now = (frame, reading, tray)

    def whole(self) -> bytes | None:
        """Return all that is looked at; None before the first."""
        now = self._now
        if now is None:
            return None
        of, jpeg = self._whole
        if of is not now:
            jpeg = packed(_drawn(*now[:2]), quality=_QUALITY)
            self._whole = (now, jpeg)
        return jpeg

    def of_tray(self) -> bytes | None:
        """Return the picture cut to the tray; None before the first, and while no tray is set."""
        now, tray = self._now, self._tray()
        if now is None or tray is None:
            return None
        tray = now[2] or tray
        of, where, jpeg = self._cut
        if of is not now or where != tray:
            jpeg = packed(cut_to(_drawn(*now[:2]), tray), quality=_QUALITY)
            self._cut = (now, tray, jpeg)
        return jpeg


def _drawn(frame: Frame, reading: Reading | None) -> Frame:
    return frame if reading is None else draw(frame, reading)
