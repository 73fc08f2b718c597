"""One picture file into a frame, or why not, in words; and a frame into a picture to send."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from device.errors import CameraError
from device.files import FOLDER, NO_FILE, FileError, bytes_of
from engine.record import read
from vision import Frame, Tray
from vision.pictures import (
    COM,
    MOST_MEMORY,
    SOS,
    BadPictureError,
    CutPictureError,
    Unpacked,
    segments,
    unpack,
)

Size = tuple[int, int]
"""Width and height of a picture in pixels."""

LONGEST = 960
"""Pixels of the longer side of the live pictures that a phone gets."""

MOST_BYTES = 200_000
"""Of a picture that a phone gets."""

MARGIN = 0.04
"""Part of a tray's longer side that is shown around it: the rim itself, and where it stands."""

ALIKE = 0.01
"""Pictures whose proportions differ by less, as a part, are of one shape."""


_ADVICE: Mapping[str, str] = {
    FOLDER: ": read what is in it with --watch",
    NO_FILE: ": give a picture file",
}

_REMARK = b"charkoni tray "
_LONGEST_REMARK = 500
"""Bytes of a remark in a JPEG that says where the tray lies."""


class PictureError(CameraError):
    """A file is no picture that can be read."""


class CutError(PictureError):
    """A picture file is empty or ends in its middle: it may still be being written."""


def load_picture(path: Path) -> Frame:
    """Read a picture file, turned as its EXIF says: shape (height, width, 3), uint8, blue green red.

    Grey pictures, those with transparency and those with 16 bits a colour are brought to that form, and very
    large ones are made smaller; who speaks of pixels asks `load_unpacked` by how much.

    Raises:
        CutError: If the file is empty or not whole.
        PictureError: If it is missing, a folder, a pipe or device, no picture, or too large.
    """
    return load_unpacked(path).frame


def load_unpacked(path: Path) -> Unpacked:
    """Read a picture file as `load_picture` does, and tell how much smaller it was made.

    Raises:
        CutError: If the file is empty or not whole.
        PictureError: If it is missing, a folder, a pipe or device, no picture, or too large.
    """
    try:
        raw = bytes_of(path, most=MOST_MEMORY)
    except FileError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise PictureError(f"{path} does not exist") from error
        raise PictureError(f"{error}{_ADVICE.get(error.why, '')}") from error
    if not raw:
        raise CutError(f"{path} is empty: is no picture that can be read")
    try:
        return unpack(raw)
    except CutPictureError as error:
        raise CutError(f"{path} {error}") from error
    except BadPictureError as error:
        raise PictureError(f"{path} {error}") from error


def packed(frame: Frame, *, quality: int, most_bytes: int | None = None) -> bytes:
    """Make a JPEG of a frame.

    Args:
        frame: Shape (height, width, 3), uint8, blue green red. Not modified.
        quality: 1 to 100.
        most_bytes: The quality is lowered until it is no larger, or the quality 20 is reached.
    """
    while True:
        _, jpeg = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if most_bytes is None or len(jpeg) <= most_bytes or quality <= 20:
            return jpeg.tobytes()
        quality = max(20, quality - 15)


def for_phone(frame: Frame) -> bytes:
    """Make a JPEG that a phone soon has."""
    return packed(frame, quality=80, most_bytes=MOST_BYTES)


class Packed:
    """A JPEG that is made once of what it shows. For any thread."""

    def __init__(self, *, most_bytes: int | None = MOST_BYTES) -> None:
        self._made: tuple[object, bytes] = (self, b"")
        self._most_bytes = most_bytes

    def of(self, key: object, draw: Callable[[], Frame]) -> bytes:
        """Return the JPEG of what a key names, drawn and packed if the last one was of another."""
        made, jpeg = self._made
        if made != key:
            jpeg = packed(draw(), quality=80, most_bytes=self._most_bytes)
            self._made = key, jpeg
        return jpeg


def size_of(frame: Frame) -> Size:
    """Return width and height of a picture."""
    return frame.shape[1], frame.shape[0]


def scaled(frame: Frame, part: float) -> Frame:
    """Return a frame that is so much smaller; the frame itself if it would be larger."""
    if part >= 1:
        return frame
    size = max(1, round(part * frame.shape[1])), max(1, round(part * frame.shape[0]))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)


def smaller(frame: Frame, longest: int) -> Frame:
    """Return a frame, made smaller until no side has more pixels than `longest`."""
    return scaled(frame, longest / max(frame.shape[:2]))


def cut_to(frame: Frame, tray: Tray) -> Frame:
    """Return the part of a frame that shows a tray, with a narrow margin around its rim.

    Args:
        frame: Shape (height, width, 3), uint8, blue green red. Not modified.
        tray: Where things are thrown.

    Returns:
        A view of the frame, at least one pixel wide and high.
    """
    height, width = frame.shape[:2]
    outline = tray.outline(width, height)
    first, last = outline.min(axis=0), outline.max(axis=0)
    margin = MARGIN * float((last - first).max())
    left, top = np.floor(first - margin).astype(int).clip(0, (width - 1, height - 1))
    right, bottom = np.ceil(last + margin).astype(int).clip((left + 1, top + 1), (width, height))
    return frame[top:bottom, left:right]


def telling_tray(raw: bytes, tray: Tray) -> bytes:
    """Return a JPEG with a remark in it that says where the tray lies: `tray_in` reads it."""
    told = _REMARK + json.dumps({"corners": tray.corners, "shape": tray.shape}).encode()
    return raw[:2] + b"\xff\xfe" + struct.pack(">H", len(told) + 2) + told + raw[2:]


def tray_in(raw: bytes) -> Tray | None:
    """Return the tray that a photograph says it shows; None where it says none, or none that can be."""
    try:
        for marker, at in segments(raw):
            told = raw[at + 4 : at + 2 + int.from_bytes(raw[at + 2 : at + 4])]
            if marker == COM and told.startswith(_REMARK) and len(told) < _LONGEST_REMARK:
                return read(Tray, json.loads(told.removeprefix(_REMARK)), unknown={})
            if marker == SOS:
                break
    except (ValueError, RecursionError):
        return None
    return None


def wider(then: Sequence[int], now: Sequence[int]) -> float:
    """Return by how much pictures are wider for their height than others, as a part; (width, height).

    >>> round(wider((4, 3), (16, 9)), 2)
    0.33
    """
    return now[0] * then[1] / (now[1] * then[0]) - 1
