"""Steadiness: the same pictures turned, in other light, blurred, packed badly and noisy, and what that costs.

Each way of spoiling a picture is one row: by how many points fewer are read exactly, and how many are wrong
although the eye is certain. Motion blur is in pixels of the picture as it is.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np

from tests.bench.score import NAME, Result, Sample, share
from vision.pictures import unpack
from vision.reading import Frame

Spoil = Callable[[Frame, np.random.Generator], Frame]
Read = Callable[[Iterable[Sample]], Iterable[Result]]

_WARM = (1.0, 0.68, 0.34)
"""What a camera that keeps the white of daylight makes of a lamp of 2,700 K: factors on red, green and blue
of the picture, (255, 169, 87) by (255, 249, 253), the usual colours of both in sRGB."""


def turned(frame: Frame, _: np.random.Generator, *, quarters: int) -> Frame:
    """Return a picture turned by quarters of a turn, against the clock."""
    return np.ascontiguousarray(np.rot90(frame, quarters))


def warm(frame: Frame, _: np.random.Generator) -> Frame:
    """Return a picture as under a lamp of 2,700 K, its white left as in daylight."""
    return np.asarray(frame * np.array(_WARM[::-1]), np.uint8)


def brighter(frame: Frame, _: np.random.Generator, *, by: float) -> Frame:
    """Return a picture with each number times `by`, cut at 255."""
    return np.asarray(np.minimum(frame * by, 255), np.uint8)


def moved(frame: Frame, rng: np.random.Generator, *, px: int) -> Frame:
    """Return a picture blurred along a line of that many pixels, in any direction."""
    line = np.zeros((px, px), np.float32)
    angle = rng.uniform(0, np.pi)
    way = (px - 1) / 2 * np.array([np.cos(angle), np.sin(angle)])
    ends = [tuple(round(16 * ((px - 1) / 2 + side * one)) for one in way) for side in (-1, 1)]
    cv2.line(line, ends[0], ends[1], 1.0, 1, cv2.LINE_8, 4)
    return np.asarray(cv2.filter2D(frame, -1, line / line.sum()), np.uint8)


def packed(frame: Frame, _: np.random.Generator, *, quality: int) -> Frame:
    """Return a picture after a JPEG of that quality."""
    done, data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError(f"no JPEG of quality {quality} can be made of a picture of {frame.shape}")
    return unpack(data.tobytes()).frame


def noisy(frame: Frame, rng: np.random.Generator, *, deviation: float) -> Frame:
    """Return a picture with noise of that deviation, of 255, on each pixel and colour."""
    spoilt = frame + rng.normal(0, deviation, frame.shape)
    return np.asarray(np.clip(spoilt, 0, 255), np.uint8)


SPOILS: Mapping[str, Spoil] = {
    "turned by 90": partial(turned, quarters=1),
    "turned by 180": partial(turned, quarters=2),
    "turned by 270": partial(turned, quarters=3),
    "2,700 K": warm,
    "brightness x 0.4": partial(brighter, by=0.4),
    "brightness x 1.6": partial(brighter, by=1.6),
    "motion blur 9 px": partial(moved, px=9),
    "motion blur 13 px": partial(moved, px=13),
    "motion blur 17 px": partial(moved, px=17),
    "JPEG quality 15": partial(packed, quality=15),
    "noise of 20": partial(noisy, deviation=20.0),
}
"""The ways by name."""


def spoilt(sample: Sample, name: str) -> Sample:
    """Return a sample whose picture was spoilt in the way of that name; the same each time."""
    rng = np.random.default_rng(zlib.crc32(f"{sample.group}/{sample.name}/{name}".encode()))
    return replace(sample, frame=SPOILS[name](sample.frame, rng), places=())


@dataclass(frozen=True, slots=True)
class Change:
    """What one way of spoiling cost on one set; the pictures themselves are not kept."""

    name: str
    seen: int
    before: int
    """How many were read exactly as they are."""
    exact: int
    """How many are read exactly when they are spoilt."""
    lies: int
    """How many are wrong although certain then."""
    asked: int

    @property
    def points(self) -> float:
        """By how many points of a hundred the share of exact readings rose; below zero where it fell."""
        return 100 * (self.exact - self.before) / max(1, self.seen)

    def __str__(self) -> str:
        exact, lies, asked = (share(part, self.seen) for part in (self.exact, self.lies, self.asked))
        return f"{self.name:{NAME}} {exact} {self.points:+6.1f}  {lies}  {asked}"


HEAD = (
    f"{'':{NAME}}     exact      %  95 %         points wrong, certain %  95 %           asked      %  95 %"
)


def changes(samples: Callable[[], Iterable[Sample]], read: Read) -> tuple[Change, list[Change]]:
    """Spoil the pictures of a set in every way.

    Args:
        samples: Lists the pictures anew each time, so that no more than one need be kept.
        read: Reads them.

    Returns:
        The set as it is, then the ways, worst first: most wrong although certain, then most points lost.
    """
    seen, exact, lies, asked = _counted(read(samples()))
    plain = Change("as they are", seen, exact, exact, lies, asked)
    made = []
    for way in SPOILS:
        _, after, wrong, doubtful = _counted(read(spoilt(one, way) for one in samples()))
        made.append(Change(way, seen, exact, after, wrong, doubtful))
    made.sort(key=lambda one: (-one.lies, one.points))
    return plain, made


def _counted(results: Iterable[Result]) -> tuple[int, int, int, int]:
    """Count all, exact, wrong although certain, and asked."""
    told = [(one.right, one.lie, not one.reading.certain) for one in results]
    return len(told), *(sum(one[part] for one in told) for part in range(3))  # type: ignore[return-value]
