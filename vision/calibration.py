"""The eye learns to know one set: how sure it is of each die or shell of it, and from when on it may tell.

Nobody retrains a network at the table. What is learnt is one number a kind: the sureness from which a face is
told instead of asked. It rises whenever the eye was wrong; it falls only where people confirmed many
readings, and never under `FLOOR`: no teaching can make the eye guess. Of shells it is known as well what the
mouths and backs of this set look like (`vision.house_set`, learnt by `vision.recognition.lesson`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.house_set import HouseSet
from vision.reading import Face, Frame, Kind, Reading, Seen, VisionError, check_frame

USUAL = 0.8
"""The sureness from which a face is told, for a set that the eye was never taught. On 120 composed scenes
that no training had seen 0.6 % of the faces told so were wrong, 21 November 2026."""
FLOOR = 0.7
"""The lowest that teaching can make of it."""
CEILING = 0.995
"""The highest: above it everything would be asked."""
ENOUGH = 30
"""So many confirmed dice or shells, all of them right, are needed before the number falls."""


class TeachError(VisionError, ValueError):
    """What was kept of a set cannot be."""


@dataclass(frozen=True, slots=True)
class Taught:
    """From which sureness on a face is told, for dice and for shells, and what the shells look like."""

    dice: float = USUAL
    cowries: float = USUAL
    shells: HouseSet = field(default_factory=HouseSet)
    """What the shells of the house look like."""
    eye: str = ""
    """The weights with which that was learnt (`vision.faces.Faces.name`): others see it otherwise."""

    def __post_init__(self) -> None:
        """Keep both within what teaching can make of them, whatever was written down."""
        for kind in ("dice", "cowries"):
            value = getattr(self, kind)
            if not isinstance(value, int | float) or not math.isfinite(value):
                raise TeachError(
                    f"the sureness for {kind} is a number from {FLOOR} to {CEILING}, not {value!r}"
                )
            object.__setattr__(self, kind, min(max(float(value), FLOOR), CEILING))

    def of(self, kind: Kind) -> float:
        """Return the sureness for a kind."""
        return self.dice if kind == "dice" else self.cowries

    def of_eye(self, name: str) -> Taught:
        """Return what weights of this name can use: of a set that was learnt with others nothing."""
        return self if self.eye == name else replace(self, shells=HouseSet(), eye=name)


def learnt(told: Iterable[tuple[float, bool]], *, before: float = USUAL) -> float:
    """Return the sureness from which a face may be told, after readings that people judged.

    Args:
        told: For each die or shell how sure its face was, 0 to 1, and whether it was right.
        before: The number so far.

    >>> learnt([(0.97, False)])
    0.98
    >>> learnt([(0.76, True)] * 40)
    0.75
    """
    judged = list(told)
    wrong = [sure for sure, right in judged if not right]
    if wrong:
        return round(min(CEILING, max(before, max(wrong) + 0.01)), 4)
    if len(judged) < ENOUGH:
        return before
    lowest = min(sure for sure, _ in judged)
    return round(max(FLOOR, min(before, lowest - 0.01)), 4)


@dataclass(slots=True)
class One:
    """One die or shell of a set, as it was seen in several throws."""

    kind: Kind
    colour: npt.NDArray[np.float64]
    """Its colour in L, a, b, the mean of all looks."""
    size: float
    """By the middle of its throw."""
    looks: list[tuple[Face, float, float]] = field(default_factory=list)
    """Face, sureness, lightness, throw by throw."""

    @property
    def sureness(self) -> float:
        """The mean sureness of the eye, 0 to 1."""
        return sum(sure for _, sure, _ in self.looks) / len(self.looks)

    @property
    def worst_face(self) -> Face:
        """The face of which the eye was least sure."""
        return min(self.looks, key=lambda look: look[1])[0]

    @property
    def name(self) -> str:
        """What a person would call it, such as "the brown shell with the dark back"."""
        thing = "die" if self.kind == "dice" else "shell"
        size = "large " if self.size > 1.18 else "small " if self.size < 0.84 else ""
        backs = [light for face, _, light in self.looks if face is Face.BACK]
        mouths = [light for face, _, light in self.looks if face is Face.MOUTH]
        more = ""
        if backs and mouths and np.mean(backs) + 22 < np.mean(mouths):
            more = " with the dark back"
        return f"the {size}{colour_word(self.colour)} {thing}{more}"


class Lesson:
    """Collects throws of one set, and knows its dice or shells again by colour and size."""

    def __init__(self) -> None:
        self._set: list[One] = []
        self._throws = 0
        self._judged: list[tuple[float, bool]] = []

    @property
    def throws(self) -> int:
        """How many throws were taken."""
        return self._throws

    def take(self, frame: Frame, reading: Reading) -> None:
        """Take a throw.

        Args:
            frame: The picture, shape (height, width, 3), uint8, BGR. Not modified.
            reading: What the eye said of it. One that saw nothing is passed over.

        Raises:
            FrameError: If the picture has another shape or dtype.
        """
        check_frame(frame)
        if not reading.seen:
            return
        self._throws += 1
        usual = float(np.median([one.width for one in reading.seen]))
        free = list(self._set)
        looks = [(one, _colour(frame, one), one.width / usual) for one in reading.seen]
        pairs = sorted(
            (_unlike(colour, size, known), i, j)
            for i, (_, colour, size) in enumerate(looks)
            for j, known in enumerate(free)
        )
        mine: dict[int, int] = {}
        for _, i, j in pairs:
            if i not in mine and j not in mine.values():
                mine[i] = j
        for i, (one, colour, size) in enumerate(looks):
            if i in mine:
                known = free[mine[i]]
                count = len(known.looks)
                known.colour = (known.colour * count + colour) / (count + 1)
                known.size = (known.size * count + size) / (count + 1)
            else:
                known = One(reading.kind, colour, size)
                self._set.append(known)
            known.looks.append((one.face, one.confidence, float(colour[0])))

    def judge(self, reading: Reading, right: Sequence[Face] | None = None) -> None:
        """Take a person's word for a throw.

        Args:
            reading: What the eye said.
            right: What lay there in truth; None says that the reading was right.
        """
        left = list(right) if right is not None else [one.face for one in reading.seen]
        for one in sorted(reading.seen, key=lambda one: -one.confidence):
            is_right = one.face in left
            if is_right:
                left.remove(one.face)
            if _face_sureness(one) >= FLOOR or not is_right:
                self._judged.append((_face_sureness(one), is_right))

    def learnt(self, *, before: float = USUAL) -> float:
        """Return the sureness from which this set may be told, after all judged throws."""
        return learnt(self._judged, before=before)

    def report(self) -> list[tuple[str, float]]:
        """Name each die or shell with the mean sureness of the eye, the worst first."""
        ranked = sorted((one for one in self._set), key=lambda one: one.sureness)
        names = [one.name for one in ranked]
        told = []
        for i, one in enumerate(ranked):
            same = names.count(one.name)
            number = names[: i + 1].count(one.name)
            told.append((one.name if same == 1 else f"{one.name} ({number} of {same} alike)", one.sureness))
        return told

    def advice(self) -> list[str]:
        """Tell what would help: which one to take out, or another cloth."""
        ranked = sorted(self._set, key=lambda one: one.sureness)
        if not ranked or ranked[0].sureness >= 0.9:
            return []
        rest = [one.sureness for one in ranked[1:]]
        if rest and min(rest) - ranked[0].sureness > 0.1:
            worst = ranked[0]
            side = "" if worst.kind == "dice" else f"; its {worst.worst_face.value} is the hard side"
            return [f"take {worst.name} out of the set, or play with another{side}"]
        return ["take a plain matt cloth of another colour than the set, and even light"]


def colour_word(lab: npt.NDArray[np.float64]) -> str:
    """Name a colour given in L, a, b, each 0 to 255 as OpenCV has them.

    >>> colour_word(np.array([240.0, 128.0, 128.0]))
    'white'
    """
    light, red, yellow = float(lab[0]), float(lab[1]) - 128, float(lab[2]) - 128
    if math.hypot(red, yellow) < 9:
        return "white" if light > 205 else "black" if light < 55 else "grey"
    hue = math.degrees(math.atan2(yellow, red)) % 360
    if 35 <= hue < 105 and math.hypot(red, yellow) < 45:
        return "ivory" if light > 185 else "brown" if light < 150 else "light brown"
    for end, word in ((20, "pink" if light > 140 else "purple"), (50, "red"), (75, "orange"), (110, "yellow"),
                      (200, "green"), (300, "blue"), (345, "purple")):  # fmt: skip
        if hue < end:
            return word
    return "red"


def _colour(frame: Frame, one: Seen) -> npt.NDArray[np.float64]:
    """Return the middle colour of a thing, pips and slit left out by the median."""
    x, y = one.centre
    half = max(1.0, 0.25 * min(one.width, one.height))
    top, left = max(0, round(y - half)), max(0, round(x - half))
    patch = frame[top : max(top + 1, round(y + half)), left : max(left + 1, round(x + half))]
    if not patch.size:
        return np.array([128.0, 128.0, 128.0])
    return np.asarray(np.median(cv2.cvtColor(patch, cv2.COLOR_BGR2LAB).reshape(-1, 3), axis=0), np.float64)


def _unlike(colour: npt.NDArray[np.float64], size: float, known: One) -> float:
    """Tell how unlike a look and a known one are. Lightness counts half: the two sides of a shell differ."""
    away = (colour - known.colour) * (0.5, 1.0, 1.0)
    return float(np.linalg.norm(away)) + 60 * abs(math.log(size / known.size))


def _face_sureness(one: Seen) -> float:
    """Return the probability of the face if something lies there, as the eye's threshold is compared with."""
    return one.confidence / max(1e-9, one.confidence + sum(p for _, p in one.alternatives))
