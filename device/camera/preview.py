"""What the eye shows at this moment, as JPEG: all that it looks at, or the tray without what is around it."""

from __future__ import annotations

from dataclasses import dataclass

from device.camera.trays import TrayPlace
from device.cameras.pictures import Packed, cut_to
from vision import Frame, Reading, Tray, draw


@dataclass(frozen=True, eq=False, slots=True)
class _Now:
    frame: Frame
    reading: Reading | None
    tray: Tray | None

    def drawn(self) -> Frame:
        return self.frame if self.reading is None else draw(self.frame, self.reading)


class Preview:
    """The latest picture, with what was read in it ringed as long as it lies there. For any thread.

    A picture is packed when somebody asks for it, and once.
    """

    last_read: tuple[Frame, Reading] | None = None
    """What was read last as a throw, and the picture it was read in."""

    def __init__(self, place: TrayPlace | None) -> None:
        self._place = place
        self._now: _Now | None = None
        self._whole, self._cut = Packed(most_bytes=None), Packed(most_bytes=None)

    def show(self, frame: Frame, reading: Reading | None = None, tray: Tray | None = None) -> None:
        """Show a picture from now on; what was read in it is the same until another reading is given.

        Args:
            frame: What is looked at. Not modified.
            reading: What was read in it.
            tray: Where the tray lies in it; None if it is a whole picture, in which it lies where it was set.
        """
        if self._now is None or self._now.frame is not frame or self._now.reading is not reading:
            self._now = _Now(frame, reading, tray)

    def whole(self) -> bytes | None:
        """Return all that is looked at; None before the first."""
        now = self._now
        return None if now is None else self._whole.of(now, now.drawn)

    def of_tray(self) -> bytes | None:
        """Return the picture cut to the tray; None before the first, and while no tray is set."""
        now, tray = self._now, None if self._place is None else self._place.tray()
        if now is None or tray is None:
            return None
        lies = now.tray or tray
        return self._cut.of((now, lies), lambda: cut_to(now.drawn(), lies))
