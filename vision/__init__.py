"""The eye of the box: a frame in, a reading out. It knows dice and shells, but no game and no camera."""

from vision.eye import Eye
from vision.motion.watch import State, Watch, WatchStep
from vision.overlay import draw
from vision.reading import (
    Answer,
    Doubt,
    Expect,
    ExpectError,
    Face,
    Frame,
    FrameError,
    Reading,
    Seen,
    VisionError,
    check_frame,
)
from vision.tray import Tray, TrayError

__all__ = [
    "Answer",
    "Doubt",
    "Expect",
    "ExpectError",
    "Eye",
    "Face",
    "Frame",
    "FrameError",
    "Reading",
    "Seen",
    "State",
    "Tray",
    "TrayError",
    "VisionError",
    "Watch",
    "WatchStep",
    "check_frame",
    "draw",
]
