"""What a camera is: a stream of shots that may be asked for again after it broke."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from engine.messages import Message
from engine.throw import ThrowKind
from vision import Frame

log = logging.getLogger(__name__)

FPS = 15.0
"""Frames a second that the box looks at."""

BROKEN = "the camera {name} stopped giving pictures: unplug it and plug it in again"
"""What people are told if a driver fails in a way that nobody knows."""

REST_FPS = 3.0
"""Frames a second of a camera before which nothing has moved for a while."""

REST_AFTER_S = 5.0
"""A camera is slowed down after nothing has moved for so long, in seconds."""

AWAY_S = 2.0
"""A camera without a good frame for so long is away; until then bad frames are skipped."""

_LOGGED_S = 60.0
"""A skipped frame is logged at most this often, in seconds."""

Held = Literal["exposure", "white balance", "focus"]
"""What a camera can hold still."""

Pause = Callable[[float], bool]
"""Waits so many seconds; true at once when the box stops. `threading.Event.wait` is one."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame and when it was taken."""

    frame: Frame
    """Shape (height, width, 3), uint8, blue green red. Not to be modified."""
    time_s: float
    """Seconds on a clock that only goes forward."""
    full: Callable[[], Frame] | None = None
    """Gives the same moment in full resolution, in memory of its own, until the next shot is asked for; None
    if `frame` is all. Not to be modified."""


class Dropouts:
    """Skips the bad frames of one camera and recognises its loss."""

    def __init__(self) -> None:
        self._since_s: float | None = None
        self._logged_s = -math.inf

    def begin(self) -> None:
        """Wait for the first frame: the camera was opened."""
        self._since_s = None

    def good(self, now_s: float) -> None:
        """Wait for the next frame: a good one came, and the work on it has ended."""
        self._since_s = now_s

    def is_loss(self, error: Exception, now_s: float) -> bool:
        """Skip a bad frame; true if none was good for `AWAY_S`.

        Args:
            error: Why the frame is bad, for the log.
            now_s: When it came, in seconds on a clock that only goes forward.
        """
        if self._since_s is None:
            self._since_s = now_s
        if now_s - self._logged_s >= _LOGGED_S:
            self._logged_s = now_s
            log.warning("a picture of the camera is skipped: %s", error, exc_info=error)
        return now_s - self._since_s >= AWAY_S


class Camera(Protocol):
    """Something that gives frames. `close` may be called twice.

    What is written out here holds for a camera that is not there: nothing to hold still, nothing to let go.
    """

    @property
    def title(self) -> Message:
        """Which camera."""

    @property
    def note(self) -> Message | None:
        """What a person should know about it now; None when all is well."""
        return None

    @property
    def ended(self) -> Message | None:
        """What a person should know once it has no more pictures; None where there never were any."""
        return Message("the camera has no more pictures to show: type the throws")

    @property
    def source(self) -> str:
        """Which thing it looks through, so that no two open the same; empty where many may."""
        return ""

    @property
    def lens(self) -> str:
        """Which lens it has, by its name in `vision.board.LENSES`; empty where nobody knows, or not yet."""
        return ""

    @property
    def throws(self) -> Sequence[ThrowKind] | None:
        """What it has to show, throw by throw; None where people throw before it, or nobody knows.

        Empty for a box without a camera.
        """
        return None

    def shots(self) -> Iterator[Shot]:
        """Open the camera and give frames, at most `FPS` a second, until it has no more.

        Bad frames are skipped. May be asked again after an error: the camera is then opened anew.

        Raises:
            CameraError: If it is missing, busy, was unplugged, or gave no good frame for `AWAY_S`.
        """

    def set_pace(self, fps: float) -> None:  # noqa: ARG002 - what gives no frames has no pace
        """Give about `fps` frames a second from now on, or as many as it can. For the owner's thread."""
        return

    @property
    def held(self) -> frozenset[Held] | None:
        """What is held still; empty while the camera looks after it, None where it has nothing such."""
        return None

    def lock(self) -> None:
        """Hold exposure, white balance and focus as they are, where the camera has such. For any thread."""
        return

    def unlock(self) -> None:
        """Let the camera look after them again. For any thread."""
        return

    def close(self) -> None:
        """Let the camera go."""
        return
