"""One picture file into a frame, or why not, in words; and a frame into a picture to send."""

from __future__ import annotations

import json
import os
import stat
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from device.errors import CameraError
from vision import Frame, Tray, VisionError

_MOST_PIXELS = 40_000_000
"""A larger picture is refused before it is unpacked: it would need more memory than a small box has."""

_MOST_BYTES = 64 * 1024**2
"""A larger file is refused before it is read; a JPEG of as many pixels has a third of that."""

MARGIN = 0.04
"""Part of a tray's longer side that is shown around it: the rim itself, and where it stands."""

ALIKE = 0.01
"""Pictures whose proportions differ by less, as a part, are of one shape."""


_REMARK = b"charkoni tray "
_LONGEST_REMARK = 500
"""Bytes of a remark in a JPEG that says where the tray lies."""


class PictureError(CameraError):
    """A file is no picture that can be read."""


class CutError(PictureError):
    """A picture file is empty or ends in its middle: it may still be being written."""


def load_picture(path: Path) -> Frame:
    """Read a picture file, turned as its EXIF says: shape (height, width, 3), uint8, blue green red.

    Grey pictures, those with transparency and those with 16 bits a colour are brought to that form.

    Raises:
        CutError: If the file is empty or not whole.
        PictureError: If it is missing, a folder, a pipe or device, no picture, or too large.
    """
    raw = _bytes_of(path)
    if not raw:
        raise CutError(f"{path} is empty: is no picture that can be read")
    if not is_whole(raw):
        raise CutError(f"{path} is cut off in its middle: is no picture that can be read; copy it again")
    width, height = size_of(raw)
    if not width or not height:
        # Of another kind nobody knows beforehand how much memory it needs.
        raise PictureError(f"{path} is no picture that can be read: give a JPEG, PNG, WebP or BMP")
    if width * height > _MOST_PIXELS:
        raise PictureError(f"{path} has {width} x {height} pixels, which is too large: make it smaller")
    try:
        frame = cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        frame = None
    if frame is None:
        raise PictureError(f"{path} is no picture that can be read")
    return np.asarray(frame, np.uint8)


def _bytes_of(path: Path) -> bytes:
    """Read a file that may be anything: a pipe would be waited for, and a device never ends.

    Raises:
        PictureError: If it is no regular file, or too large.
    """
    try:
        # Without O_NONBLOCK, to open a pipe that nobody writes takes for ever.
        opened = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            found = os.fstat(opened)
            if stat.S_ISDIR(found.st_mode):
                raise PictureError(f"{path} is a folder: read what is in it with --watch")
            if not stat.S_ISREG(found.st_mode):
                raise PictureError(f"{path} is a pipe or a device, no file: give a picture file")
            with open(opened, "rb", closefd=False) as file:
                raw = file.read(_MOST_BYTES + 1) if found.st_size <= _MOST_BYTES else b""
        finally:
            os.close(opened)
    except FileNotFoundError as error:
        raise PictureError(f"{path} does not exist") from error
    except OSError as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError(f"{path} cannot be read: {error.strerror}") from error
    if found.st_size > _MOST_BYTES or len(raw) > _MOST_BYTES:
        raise PictureError(
            f"{path} is too large: at most {_MOST_BYTES // 1024**2} MiB are read; make it smaller"
        )
    return raw


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
    for kind, at in _segments(raw):
        told = raw[at + 4 : at + 2 + int(struct.unpack(">H", raw[at + 2 : at + 4])[0])]
        if kind == 0xFE and told.startswith(_REMARK) and len(told) < _LONGEST_REMARK:
            try:
                saved = json.loads(told.removeprefix(_REMARK))
                return Tray.from_dict(saved) if isinstance(saved, dict) else None
            except (ValueError, VisionError, RecursionError):
                return None
    return None


def is_whole(raw: bytes) -> bool:
    r"""True if a JPEG or PNG has its end; of other files that is not known, and true.

    >>> is_whole(b"\xff\xd8\xff\xe0 half a picture")
    False
    """
    if raw.startswith(b"\xff\xd8\xff"):
        return raw.find(b"\xff\xd9", _after_head(raw)) > 0  # phones put more behind the end
    if raw.startswith(b"\x89PNG\r\n\x1a\n"):
        return b"IEND" in raw[-4096:]
    if raw.startswith(b"RIFF") and raw[8:12] == b"WEBP":
        return len(raw) >= 8 + int(struct.unpack("<I", raw[4:8])[0])
    if raw.startswith(b"BM") and len(raw) > 6:
        return len(raw) >= int(struct.unpack("<I", raw[2:6])[0])
    return True


def size_of(raw: bytes) -> tuple[int, int]:
    """Return width and height of a picture without unpacking it; 0 and 0 where they are not known."""
    if raw.startswith(b"\x89PNG") and len(raw) >= 24:
        width, height = struct.unpack(">II", raw[16:24])
        return int(width), int(height)
    if raw.startswith(b"BM") and len(raw) >= 26:
        width, height = struct.unpack("<ii", raw[18:26])
        return abs(int(width)), abs(int(height))
    if raw.startswith(b"RIFF") and raw[8:12] == b"WEBP" and len(raw) >= 30:
        return _size_of_webp(raw)
    for kind, at in _segments(raw):
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", raw[at + 5 : at + 9])
            return int(width), int(height)
    return 0, 0


def _size_of_webp(raw: bytes) -> tuple[int, int]:
    """Read the size from the first part of a WebP. Source: RFC 9649, sections 2.5 to 2.7."""
    if raw[12:16] == b"VP8X":  # with EXIF, colours or see-through parts; 24 bits each, one less than it is
        return int.from_bytes(raw[24:27], "little") + 1, int.from_bytes(raw[27:30], "little") + 1
    if raw[12:16] == b"VP8L":  # without loss: 14 bits each, one less than it is
        bits = int.from_bytes(raw[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack("<HH", raw[26:30])
    return int(width) & 0x3FFF, int(height) & 0x3FFF


def _segments(raw: bytes) -> Iterator[tuple[int, int]]:
    """Yield kind and place of each segment of a JPEG, up to its pixels."""
    at = 2
    while raw.startswith(b"\xff\xd8") and at + 9 < len(raw) and raw[at] == 0xFF:
        if raw[at + 1] == 0xFF:  # padding before a segment
            at += 1
            continue
        kind = raw[at + 1]
        yield kind, at
        if kind == 0xDA:
            return
        at += 2 + max(2, int(struct.unpack(">H", raw[at + 2 : at + 4])[0]))


def _after_head(raw: bytes) -> int:
    """Return the place behind the head of a JPEG, in which a small preview may have an end of its own."""
    return next((at for kind, at in _segments(raw) if kind == 0xDA), len(raw))


def wider(then: Sequence[int], now: Sequence[int]) -> float:
    """Return by how much pictures are wider for their height than others, as a part; (width, height).

    >>> round(wider((4, 3), (16, 9)), 2)
    0.33
    """
    return now[0] * then[1] / (now[1] * then[0]) - 1
