"""What a person tells of the cameras: the sections ``[camera]`` and ``[board_camera]`` of the config."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.record import one_of

_NARROWEST, _WIDEST = 640, 9152
"""Pixels across; no camera of a Pi gives more."""


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """``[camera]``: the eye."""

    source: str = "auto"
    """``auto``, ``pi``, ``pi:1`` for a Pi's second camera, ``v4l2:0``, ``film``, ``film:PATH``,
    ``folder:PATH``, or ``none`` where people type the throws."""
    rotation: Annotated[int, one_of(0, 180, want="0 or 180, or turn the camera itself")] = 0
    """0, or 180 for a camera that hangs upside down. There are no quarter turns: turn the camera itself."""
    flicker_hz: Annotated[int, one_of(0, 50, 60, want="50, 60, or 0 for daylight alone")] = 50
    """Of the mains, 50 or 60, so that lamps leave no bands in the picture; 0 for daylight alone."""
    width: int = 0
    """Of its pictures, in pixels. 0 asks for the whole field of view: 2304 of a Camera Module 3, of a USB
    camera the widest up to that which keeps the pace. 1280 is easier for a small Pi."""
    lock: bool = True
    """Hold exposure, white balance and focus still once the tray has been set."""

    def faults(self) -> list[str]:
        """Tell what cannot be."""
        if not self.width or _NARROWEST <= self.width <= _WIDEST:
            return []
        return [f"width cannot be {self.width}: give {_NARROWEST} to {_WIDEST}, or 0 for all that it sees"]


@dataclass(frozen=True, slots=True)
class BoardCameraConfig(CameraConfig):
    """``[board_camera]``: a second camera, which sees the board."""

    source: str = ""
    """``pi``, ``pi:1``, ``v4l2:2`` or ``folder:PATH``; ``pretend`` for a board that is not there, on which
    pretend hands play; ``auto`` for that one where the built-in film plays; empty, or ``none``, where
    the tray's camera sees the board, too."""
    lock: bool = True
    """Hold exposure, white balance and focus still as soon as it has found what fits the light."""

    @property
    def is_pretend(self) -> bool:
        """True if it names no camera of its own."""
        return self.source in ("", "none", "auto", "pretend")

    def faults(self) -> list[str]:
        """Tell what cannot be."""
        found = CameraConfig.faults(self)
        if self.source.partition(":")[0] == "film":
            found.append(
                f"source cannot be {self.source!r}: name a camera, such as 'pi:1' or 'v4l2:2', or none"
            )
        return found
