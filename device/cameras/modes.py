"""Which mode of a camera is asked for: its whole field of view, at the box's pace, no larger than needed.

A mode that is cut out of the sensor shows less of the table, whatever its size: of the Camera Module 3 a
picture of 4 to 3 has three quarters of the width, and its fastest mode two thirds.
"""

from __future__ import annotations

import fcntl
import logging
import os
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

WIDEST = 2304
"""Width in pixels, wider than which no pictures are asked for unless the config says so: half that of the
Camera Module 3, which is its whole field of view."""

_ENOUGH = 1280
"""Narrower modes do not suffice."""

_WHOLE = 0.99
"""Part of the sensor's width and height that is all of it."""

_NEARLY = 0.9
"""So much of the wished rate is as good: 14.4 pictures a second are 15."""

_ENUM_SIZES, _ENUM_INTERVALS = 0xC02C564A, 0xC034564B
"""VIDIOC_ENUM_FRAMESIZES and VIDIOC_ENUM_FRAMEINTERVALS. Source: linux/videodev2.h, ``_IOWR('V', 74, …)``
of 44 bytes and ``_IOWR('V', 75, …)`` of 52."""

_MJPG = int.from_bytes(b"MJPG", "little")
_DISCRETE = 1
_MOST = 100
"""No driver lists more sizes or rates than this; one that never ends is broken."""


@dataclass(frozen=True, slots=True)
class Mode:
    """A size in which a camera gives pictures."""

    width: int
    """In pixels."""
    height: int
    fps: float
    """Pictures a second, at most."""


def of_sensor(listed: Sequence[Mapping[str, Any]], *, width: int = 0, fps: float) -> Mode | None:
    """Choose a sensor's smallest mode that has its whole field of view, suffices and keeps the pace.

    Args:
        listed: What picamera2 calls `sensor_modes`.
        width: Pixels that pictures should have across; 0 takes what is enough.
        fps: Pictures a second.

    Returns:
        The largest where none suffices; None where the list tells no field of view.
    """
    modes: list[tuple[Mode, tuple[int, int]]] = []
    for one in listed:
        try:
            (wide, high), (_x, _y, across, down) = one["size"], one["crop_limits"]
            modes.append((Mode(int(wide), int(high), float(one["fps"])), (int(across), int(down))))
        except (KeyError, TypeError, ValueError):
            continue  # a camera without a raw mode lists its formats alone
    if not modes:
        return None
    across, down = (max(crop[side] for _, crop in modes) for side in (0, 1))
    whole = [mode for mode, crop in modes if crop[0] >= _WHOLE * across and crop[1] >= _WHOLE * down]
    large = [mode for mode in whole if mode.width >= (width or _ENOUGH)]
    fast = [mode for mode in large if mode.fps >= _NEARLY * fps]
    if fast or large:
        return min(fast or large, key=lambda mode: mode.width * mode.height)
    return max(whole or [mode for mode, _ in modes], key=lambda mode: mode.width * mode.height)


def widest(modes: Sequence[Mode], *, width: int = 0, fps: float) -> Mode | None:
    """Choose the widest mode that keeps the pace, of equal ones the highest.

    Args:
        modes: Those that a camera has.
        width: Pixels that pictures may have across; 0 is `WIDEST`.
        fps: Pictures a second.

    Returns:
        The narrowest where all are wider; None where there is none.
    """
    fast = [mode for mode in modes if mode.fps >= _NEARLY * fps] or list(modes)
    fitting = [mode for mode in fast if mode.width <= (width or WIDEST)]
    if fitting:
        return max(fitting, key=lambda mode: (mode.width, mode.height))
    return min(fast, key=lambda mode: mode.width * mode.height, default=None)


def usb_modes(device: Path) -> list[Mode]:
    """List the sizes in which a video device gives JPEG; empty where it says none."""
    try:
        opened = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return []
    try:
        sizes = _listed(opened, _ENUM_SIZES, (_MJPG,), 44)
        found = []
        for kind, first, second, *_ in sizes:
            width, height = (first, second) if kind == _DISCRETE else _largest(first, second, *_)
            found.append(Mode(width, height, _fastest(opened, width, height)))
        return found
    finally:
        os.close(opened)


def _largest(
    _least_width: int, width: int, _step: int, _least_height: int, height: int, *_: int
) -> tuple[int, int]:
    """Return the largest of sizes that are told by their smallest, largest and steps."""
    return width, height


def _fastest(opened: int, width: int, height: int) -> float:
    """Return how many pictures a second come at most; 0 where nobody says."""
    # What is told in steps begins with the shortest interval, which stands where a single one does.
    told = _listed(opened, _ENUM_INTERVALS, (_MJPG, width, height), 52)
    return max((below / above for _kind, above, below, *_ in told if above), default=0.0)


def _listed(opened: int, request: int, asked: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    """Return what a driver lists: for each its kind, then the numbers of it."""
    found: list[tuple[int, ...]] = []
    for number in range(_MOST):
        told = bytearray(struct.pack(f"={1 + len(asked)}I", number, *asked).ljust(size, b"\0"))
        try:
            fcntl.ioctl(opened, request, told)
        except OSError:
            break
        found.append(struct.unpack(f"={size // 4}I", told)[1 + len(asked) :])
        if found[-1][0] != _DISCRETE:
            break
    return found
