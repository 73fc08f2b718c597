"""The one door for packed pictures: each is looked at before it is unpacked, as it may come from anywhere.

A few hundred bytes can ask for gigabytes of memory or for minutes: by the size that they claim, by hundreds
of scans, by texts beside the picture, by a stream that goes on behind its last row. So head and parts are
read here first, as the decoders read them, and what would cost too much is refused or unpacked smaller.
Nothing else in the program calls OpenCV's decoders.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.reading import Frame, VisionError

MOST_MEMORY = 80_000_000
"""Bytes that unpacking may take, the packed picture counted; with the program itself below 150 MB."""

_MOST_PIXELS = 40_000_000
"""A larger picture is refused, however small it could be made: its bits alone take a small box seconds."""

_MOST_SCANS = 100
"""Of a progressive JPEG; ten are usual."""

_MOST_SCANNED = 400_000_000
"""Pixels of a JPEG times its scans: ten scans of the largest."""

_MOST_PARTS = 20_000
"""Segments of a JPEG or chunks of a PNG; a PNG of 80 MB is usually written in half as many."""

_FLAGS: Mapping[int, tuple[int, ...]] = {
    cv2.IMREAD_COLOR: (
        cv2.IMREAD_COLOR,
        cv2.IMREAD_REDUCED_COLOR_2,
        cv2.IMREAD_REDUCED_COLOR_4,
        cv2.IMREAD_REDUCED_COLOR_8,
    ),
    cv2.IMREAD_GRAYSCALE: (cv2.IMREAD_GRAYSCALE,),
    cv2.IMREAD_UNCHANGED: (cv2.IMREAD_UNCHANGED,),
}
"""How a picture is wanted → how OpenCV is asked for it: whole, and for a half, a quarter and an eighth."""

_PIXEL_BYTES: Mapping[int, int] = {cv2.IMREAD_COLOR: 3, cv2.IMREAD_GRAYSCALE: 1, cv2.IMREAD_UNCHANGED: 8}

_MARKER = re.compile(rb"\xff([^\x00\x01\xd0-\xd7\xff])")
"""What ends a stretch of a JPEG: no stuffed zero, no padding, and none of the markers that have no length."""

_JPEG, _PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
COM, SOS, _EOI = 0xFE, 0xDA, 0xD9
"""Markers of a JPEG: a remark, the beginning of its pixels, its end."""
_NO_FRAMES = (0xC4, 0xC8, 0xCC)
"""Markers among those of frames that are none: tables, and one without a meaning."""

_PNG_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PNG_CHUNKS = frozenset({b"IHDR", b"PLTE", b"tRNS", b"eXIf", b"IDAT", b"IEND"})
"""What a decoder is given of a PNG: texts, profiles and further frames would be unpacked, and thrown away."""


class BadPictureError(VisionError, ValueError):
    """These bytes are no picture that can be unpacked; the text goes on after the picture's name."""


class CutPictureError(BadPictureError):
    """The end of the picture is missing."""

    def __init__(self) -> None:
        super().__init__("is cut off in its middle: is no picture that can be read; copy it again")


@dataclass(frozen=True, slots=True)
class Head:
    """What a packed picture says of itself."""

    kind: str
    """``jpeg``, ``png``, ``webp`` or ``bmp``."""
    width: int
    height: int
    scans: int = 1
    held: int = 0
    """Bytes that its decoder holds beside the rows."""

    def memory(self, times: int, pixel_bytes: int) -> int:
        """Return how many bytes unpacking takes for a picture that is so many times smaller each way."""
        whole = self.width * self.height * pixel_bytes
        small = -(-self.width // times) * -(-self.height // times) * pixel_bytes
        # A JPEG is made smaller as it is read, others afterwards; OpenCV copies what it has once.
        work = small if self.kind == "jpeg" else whole + (small if times > 1 else 0)
        return max(self.held + work, 2 * small)


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A picture that was unpacked."""

    frame: Frame
    """Shape (height, width, 3), uint8, blue green red."""
    times: int = 1
    """So many times as wide and high is the picture; 1 where it was small enough."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture, in its own pixels."""
        return self.frame.shape[1] * self.times, self.frame.shape[0] * self.times

    def in_frame(self, pixels: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        """Return pixels of the picture, x and y, as those of the frame."""
        if self.times == 1:
            return list(pixels)
        return [((x + 0.5) / self.times - 0.5, (y + 0.5) / self.times - 0.5) for x, y in pixels]


def unpack(raw: bytes, *, how: int = cv2.IMREAD_COLOR) -> Unpacked:
    """Unpack a picture, turned as its EXIF says, and smaller where it would take too much memory whole.

    Args:
        raw: JPEG, PNG, WebP or BMP, from anywhere.
        how: ``IMREAD_COLOR``; or, of the project's own pictures, ``IMREAD_GRAYSCALE`` for shape
            (height, width), or ``IMREAD_UNCHANGED`` for the channels that there are.

    Raises:
        CutPictureError: If it is not whole.
        BadPictureError: If it is none of these, too large, or damaged.
    """
    head = look_at(raw)
    plain = _plain_png(raw, head) if head.kind == "png" else raw
    packed = len(raw) + (len(plain) if plain is not raw else 0)
    fitting = (
        (2**number, flag)
        for number, flag in enumerate(_FLAGS[how])
        if packed + head.memory(2**number, _PIXEL_BYTES[how]) <= MOST_MEMORY
    )
    times, flag = next(fitting, (0, 0))
    if not times:
        raise _too_large(head)
    try:
        frame = cv2.imdecode(np.frombuffer(plain, np.uint8), flag)
    except cv2.error:
        frame = None
    if frame is None:
        raise BadPictureError("is no picture that can be read")
    return Unpacked(np.asarray(frame, np.uint8), times)


def frame_of(raw: bytes | None) -> Frame | None:
    """Return a picture, shape (height, width, 3), uint8, BGR; None where there is none that can be read."""
    try:
        return unpack(raw).frame if raw else None
    except BadPictureError:
        return None


def frame_at(path: Path) -> Frame | None:
    """Return one of the project's own pictures from its file; None where there is none."""
    return frame_of(path.read_bytes()) if path.is_file() else None


def is_photograph(raw: bytes) -> bool:
    """True if bytes are a whole JPEG that this box would unpack; they are not unpacked."""
    try:
        head = look_at(raw)
    except BadPictureError:
        return False
    return head.kind == "jpeg" and len(raw) + head.memory(8, _PIXEL_BYTES[cv2.IMREAD_COLOR]) <= MOST_MEMORY


def look_at(raw: bytes) -> Head:
    """Read what a packed picture says of itself, without unpacking it.

    Raises:
        CutPictureError: If it is not whole.
        BadPictureError: If it is of no kind that is known, or too large of its kind.
    """
    if raw.startswith(_JPEG):
        head = _of_jpeg(raw)
    elif raw.startswith(_PNG):
        head = _of_png(raw)
    elif raw.startswith(b"RIFF") and raw[8:12] == b"WEBP":
        head = _of_webp(raw)
    elif raw.startswith(b"BM"):
        head = _of_bmp(raw)
    else:
        raise _no_picture()
    if not head.width or not head.height:
        raise _no_picture()
    if head.width * head.height > _MOST_PIXELS:
        raise _too_large(head)
    if head.scans > _MOST_SCANS or head.scans * head.width * head.height > _MOST_SCANNED:
        raise BadPictureError(f"is too large: it is made of {head.scans} scans; save it as a plain JPEG")
    return head


def segments(raw: bytes) -> Iterator[tuple[int, int]]:
    """Yield marker and place of each segment of a JPEG, to its end, as its decoder comes by them.

    Raises:
        BadPictureError: If there are too many.
    """
    at = 2
    for _ in range(_MOST_PARTS):
        found = _MARKER.search(raw, at)
        if found is None:
            return
        marker, at = found[1][0], found.start()
        yield marker, at
        if marker == _EOI:
            return
        at += 2 + max(2, int.from_bytes(raw[at + 2 : at + 4]))
    raise BadPictureError("is made of too many parts: is no picture that can be read")


def _of_jpeg(raw: bytes) -> Head:
    frame = scans = fewest = 0
    marker = at = 0
    for marker, at in segments(raw):
        if marker == SOS:
            scans += 1
            fewest = min(fewest or 4, raw[at + 4]) if at + 4 < len(raw) else fewest
        elif 0xC0 <= marker <= 0xCF and marker not in _NO_FRAMES and not frame:
            frame = at
    if marker != _EOI:
        raise CutPictureError
    if not frame or frame + 10 > len(raw):
        raise _no_picture()
    height, width, components = struct.unpack(">HHB", raw[frame + 5 : frame + 10])
    held = 0
    if raw[frame + 1] in (0xC2, 0xC6, 0xCA, 0xCE) or scans > 1 or fewest < components:
        # All coefficients are held until the last scan, two bytes each.
        sides = raw[frame + 11 : frame + 10 + 3 * components : 3]
        areas = [(side >> 4 or 1) * (side & 15 or 1) for side in sides]
        held = 2 * width * height * sum(areas) // max(areas, default=1)
    return Head("jpeg", width, height, scans, held)


def _of_png(raw: bytes) -> Head:
    if raw[8:16] != b"\0\0\0\x0dIHDR" or len(raw) < 29:
        raise CutPictureError if len(raw) < 29 else _no_picture()
    width, height = struct.unpack(">II", raw[16:24])
    return Head("png", width, height)


def _plain_png(raw: bytes, head: Head) -> bytes:
    """Return a PNG of the parts alone that make the picture.

    Raises:
        CutPictureError: If it has no end.
        BadPictureError: If it is made of too many parts, or holds more than its rows.
    """
    bits = raw[24] * _PNG_CHANNELS.get(raw[25], 4)
    left = 2 * head.height * (head.width * bits // 8 + 2) + 4096  # passes of an interlaced one have more rows
    rows, view, kept, at = zlib.decompressobj(), memoryview(raw), [memoryview(raw)[:8]], 8
    for _ in range(_MOST_PARTS):
        length, name = int.from_bytes(raw[at : at + 4]), raw[at + 4 : at + 8]
        end = at + 12 + length
        if end > len(raw):
            raise CutPictureError
        if name in _PNG_CHUNKS:
            kept.append(view[at:end])
        if name == b"IDAT":
            left -= _inflated(rows, view[at + 8 : end - 4], most=left)
            if left < 0:
                raise BadPictureError("holds more than its own rows: is no picture that can be read")
        if name == b"IEND":
            return raw if sum(map(len, kept)) == len(raw) else b"".join(kept)
        at = end
    raise BadPictureError("is made of too many parts: is no picture that can be read")


def _inflated(rows: zlib._Decompress, packed: bytes | memoryview, *, most: int) -> int:
    """Return how many bytes a part inflates to; a little more than `most` where it would be more.

    Raises:
        BadPictureError: If it is damaged.
    """
    count = 0
    try:
        while packed and count <= most and not rows.eof:
            count += len(rows.decompress(packed, 2**20))
            packed = rows.unconsumed_tail
    except zlib.error as error:
        raise BadPictureError("is damaged: is no picture that can be read") from error
    return count


def _of_webp(raw: bytes) -> Head:
    """Read the first part of a WebP. Source: RFC 9649, sections 2.5 to 2.7."""
    if len(raw) < 30 or len(raw) < 8 + int.from_bytes(raw[4:8], "little"):
        raise CutPictureError
    if raw[12:16] == b"VP8X" and not raw[20] & 2:  # with EXIF, colours or see-through parts, but not moving
        width, height = (int.from_bytes(raw[at : at + 3], "little") + 1 for at in (24, 27))
    elif raw[12:16] == b"VP8L":  # without loss: 14 bits each, one less than it is
        bits = int.from_bytes(raw[21:25], "little")
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif raw[12:16] == b"VP8 ":
        width, height = (side & 0x3FFF for side in struct.unpack("<HH", raw[26:30]))
    else:
        raise _no_picture()
    return Head("webp", width, height, held=4 * width * height if raw[12:16] != b"VP8 " else 0)


def _of_bmp(raw: bytes) -> Head:
    if len(raw) < 26 or len(raw) < int.from_bytes(raw[2:6], "little"):
        raise CutPictureError
    form = "<HH" if raw[14:18] == b"\x0c\0\0\0" else "<ii"
    width, height = struct.unpack(form, raw[18 : 18 + struct.calcsize(form)])
    return Head("bmp", abs(width), abs(height))


def _no_picture() -> BadPictureError:
    # Of another kind nobody knows beforehand how much memory it needs.
    return BadPictureError("is no picture that can be read: give a JPEG, PNG, WebP or BMP")


def _too_large(head: Head) -> BadPictureError:
    return BadPictureError(
        f"has {head.width} x {head.height} pixels, which is too large: make it smaller, or save it as a "
        "plain JPEG"
    )
