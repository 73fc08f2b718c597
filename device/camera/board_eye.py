"""The camera that sees the board: a thread of its own where it is a second one, and its frames on demand.

What becomes of it is nobody's trouble but the board's: the tray's loop, which feeds the watchdog, neither
waits for it nor knows of it.
"""

from __future__ import annotations

import functools
import logging
import threading
import time
from collections.abc import Callable

from device.camera.frames import Frames
from device.cameras.camera import BROKEN, REST_FPS, Camera, Dropouts
from device.closing import Closing
from device.errors import CameraError
from device.worker import lasting_thread
from web.ports import EyeState

log = logging.getLogger(__name__)

BOARD_FPS = 6.0
"""Pictures a second of a camera that sees the board alone: nothing on it moves faster than hands do."""

RETRY_S = 3.0
"""A lost camera is asked for again after this."""

_END_S = 0.5
"""A camera that hangs in its driver is not waited for any longer than this when the box stops."""


class BoardEye(Closing):
    """Looks through a second camera, which sees the board. Its thread is the camera's only owner."""

    def __init__(self, camera: Camera, *, tray: Camera) -> None:
        """Name the camera; `start` opens it, if it is not the tray's own."""
        self.frames = Frames()
        """The camera's frames."""
        self.camera = camera
        """What it looks through."""
        self._tray = tray
        self._dropouts = Dropouts()
        self._state = EyeState("starting", camera.title)
        self._stop = threading.Event()
        self._thread = lasting_thread(self._run, name="board eye", pause=self._stop.wait)

    def state(self) -> EyeState:
        """Tell whether it sees: ``starting``, ``seeing``, ``away`` or ``off``. For any thread."""
        return self._state

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """Look no longer. May be called twice."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(_END_S)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._look()
            except CameraError as error:
                self._lost(error)
            # The edge of a thread: whatever a driver does, the board's camera is asked for again.
            except Exception:
                log.exception("the board’s camera broke down")
                self._lost(CameraError(BROKEN, name=self.camera.title))
            finally:
                self.camera.close()
            self._stop.wait(None if self._state.state == "off" else RETRY_S)

    def _look(self) -> None:
        """Take frames until there are no more.

        Raises:
            CameraError: If there is no such camera, or it went away.
        """
        if self.camera.source and self.camera.source == self._tray.source:
            raise CameraError(
                "this camera sees the tray already: name another one in section [board_camera] of the config"
            )
        self._dropouts.begin()
        for shot in self.camera.shots():
            now_s = time.monotonic()
            try:
                self.frames.take(shot, None if shot.full is None else functools.cache(shot.full))
            # The edge of a frame: whatever it is, the next one is taken.
            except Exception as error:
                if self._dropouts.is_loss(error, now_s):
                    raise
            else:
                self._dropouts.good(time.monotonic())
                self._state = EyeState("seeing", self.camera.title, self.camera.note)
            self.frames.are_few = not self.frames.in_haste
            self.camera.set_pace(REST_FPS if self.frames.are_few else BOARD_FPS)
            if self._stop.is_set():
                return
        self._state = EyeState("off", self.camera.title)

    def _lost(self, error: CameraError) -> None:
        if self._state.state != "away":
            log.warning("the board’s camera: %s", error)
        self._state = EyeState("away", self.camera.title, error.message)


class SharedHold:
    """Lets several eyes hold the lamps still: they change again when the last one lets go."""

    def __init__(self, hold: Callable[[bool], None]) -> None:
        self._hold = hold
        self._one = threading.Lock()
        self._holding: set[object] = set()

    def of_one(self) -> Callable[[bool], None]:
        """Return what one more eye calls to hold the lamps and to let them go."""
        me = object()

        def hold(held: bool) -> None:
            with self._one:
                (self._holding.add if held else self._holding.discard)(me)
                self._hold(bool(self._holding))

        return hold
