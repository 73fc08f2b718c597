"""What the eye saw: faces, one die or shell each, and how surely; the words between the eye and the box.

Nothing here knows a game: four mouths are four mouths, whatever they are worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from math import prod
from typing import Literal

import numpy as np
import numpy.typing as npt

Frame = npt.NDArray[np.uint8]
"""A picture: shape (height, width, 3), uint8, channels blue, green, red."""

Kind = Literal["dice", "cowries", "nothing"]
"""What lies there. Dice and cowries together are told by the kind that was expected, with a doubt."""


class VisionError(Exception):
    """Base of every error raised by `vision`."""


class FrameError(VisionError, ValueError):
    """The picture has a shape or a number type that the eye cannot take."""


class ExpectError(VisionError, ValueError):
    """The text does not say what to expect in the tray."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A sentence about what is wrong with a picture, or with one thing in it, and what to do.

    >>> print(Doubt("{seen} shells of {expected}", {"seen": 1, "expected": 4}))
    1 shells of 4
    """

    template: str
    """The English sentence, with the names of its fields in braces."""
    fields: Mapping[str, int] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return self.template.format(**self.fields)


class Face(StrEnum):
    """What is turned up: the pips of a die, or a side of a shell."""

    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    MOUTH = "mouth"
    """The slit side of a shell."""
    BACK = "back"
    """The smooth, domed side of a shell."""
    UNSURE = "unsure"
    """Something lies there; no face can be told, not even as a guess."""

    @property
    def pips(self) -> int | None:
        """The number of pips; None for a shell and for `UNSURE`."""
        return int(self.value) if self.value.isdigit() else None

    @property
    def is_die(self) -> bool:
        """True for the six faces of a die."""
        return self.value.isdigit()

    @property
    def is_shell(self) -> bool:
        """True for the two sides of a shell."""
        return self in (Face.MOUTH, Face.BACK)


DIE_FACES = (Face.ONE, Face.TWO, Face.THREE, Face.FOUR, Face.FIVE, Face.SIX)
"""The faces of a die in the order of their pips."""

SHELL_FACES = (Face.MOUTH, Face.BACK)
"""The sides of a shell."""

BOX = 1.2
"""Side of the box around a thing that was seen, in sizes of it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One die or shell: what, where, how surely."""

    face: Face
    """The likeliest face."""
    confidence: float
    """Probability, 0 to 1, that something lies here and shows this face."""
    x: float
    """Left edge of the box, in pixels of the frame as it was given."""
    y: float
    """Upper edge of the box, in pixels, counted downwards."""
    width: float
    """Width of the box in pixels."""
    height: float
    """Height of the box in pixels."""
    alternatives: tuple[tuple[Face, float], ...] = ()
    """Other faces with their probability, likeliest first. What then is missing to 1 is the probability
    that no die or shell lies here at all."""
    doubt: Doubt | None = None
    """Why this one is not sure; None if nothing is wrong with it."""

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box, x and y, in pixels."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Expect:
    """What is expected in the tray.

    >>> Expect.parse("dice:2")
    Expect(kind='dice', count=2)
    >>> str(Expect.parse("auto"))
    'auto'
    """

    kind: Literal["dice", "cowries", "auto"]
    """`auto` takes whichever of the two is seen."""
    count: int | None = None
    """How many; None does not check the number."""

    @classmethod
    def parse(cls, text: str) -> Expect:
        """Read `dice`, `cowries` or `auto`, with or without `:N`.

        Raises:
            ExpectError: If the text is anything else.
        """
        kind, colon, number = text.partition(":")
        if kind == "auto" and not colon:
            return cls("auto")
        if kind in ("dice", "cowries"):
            if not colon:
                return cls("dice" if kind == "dice" else "cowries")
            if number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= 99 and len(number) < 4:
                return cls("dice" if kind == "dice" else "cowries", int(number))
        raise ExpectError(
            f"expected throw {text!r} is not understood: write dice, cowries or auto; "
            "dice and cowries may be followed by :N, the number from 1 to 99, such as dice:2"
        )

    def __str__(self) -> str:
        return self.kind if self.count is None else f"{self.kind}:{self.count}"


@dataclass(frozen=True, slots=True)
class Answer:
    """One whole answer that a person could give to "what lies there?"."""

    faces: tuple[Face, ...]
    """The faces, dice from high to low, mouths before backs."""
    probability: float
    """How likely it is, 0 to 1."""

    @property
    def values(self) -> tuple[int, ...]:
        """The pips of the dice, from high to low."""
        return tuple(face.pips for face in self.faces if face.pips is not None)

    @property
    def mouths(self) -> int:
        """How many shells show their mouth."""
        return self.faces.count(Face.MOUTH)

    @property
    def shells(self) -> int:
        """How many shells there are."""
        return sum(face.is_shell for face in self.faces)


@dataclass(frozen=True, slots=True)
class Reading:
    """What one picture says about the throw in it."""

    kind: Kind
    """What lies there."""
    seen: tuple[Seen, ...]
    """Each die or shell, in reading order: from the top of the picture to the bottom."""
    certain: bool
    """False when a person should be asked instead. The best guess still stands in `seen`."""
    doubts: tuple[Doubt, ...] = ()
    """Why it is not certain. Empty exactly when `certain` is true."""
    missing: int = 0
    """How many fewer were seen than expected; 0 when the number was not given."""
    surplus: tuple[Seen, ...] = ()
    """What lies there beyond the expected number: the things that are least likely."""

    @property
    def values(self) -> tuple[int, ...]:
        """The pips of the dice, from high to low."""
        return tuple(sorted((one.face.pips for one in self.seen if one.face.pips is not None), reverse=True))

    @property
    def mouths(self) -> int:
        """How many shells show their mouth."""
        return sum(one.face is Face.MOUTH for one in self.seen)

    @property
    def shells(self) -> int:
        """How many shells lie there; a shell of which no side can be told counts too."""
        return len(self.seen) if self.kind == "cowries" else 0

    @property
    def total(self) -> int:
        """How many dice or shells lie there; 0 when the tray is empty."""
        return len(self.seen)

    def alternatives(self, *, limit: int = 5) -> tuple[Answer, ...]:
        """List the likeliest other whole answers, likeliest first.

        Args:
            limit: How many answers at most.

        Returns:
            Answers other than the reading's own. Where fewer lie there than expected, the missing ones
            are filled in with every face.
        """
        if self.kind == "nothing" and not self.missing:
            return ()
        faces = SHELL_FACES if self.kind == "cowries" else DIE_FACES
        choices = [_choices(one, faces) for one in self.seen]
        choices += [[(face, 1 / len(faces)) for face in faces]] * min(self.missing, 2)
        total: dict[tuple[Face, ...], float] = {}
        for picked in product(*_likeliest(choices)):
            answer = _in_order(face for face, _ in picked if face is not None)
            total[answer] = total.get(answer, 0.0) + prod(p for _, p in picked)
        total.pop(_in_order(one.face for one in self.seen), None)
        total.pop((), None)
        ranked = sorted(total.items(), key=lambda item: -item[1])[:limit]
        return tuple(Answer(answer, probability) for answer, probability in ranked)


def check_frame(frame: object) -> None:
    """Refuse a picture that the eye cannot take.

    Raises:
        FrameError: If the shape is not (height, width, 3), a side is under 16 or over 8192 pixels, or the
            type is not uint8.
    """
    if not isinstance(frame, np.ndarray):
        raise FrameError(f"a picture must be a numpy array, not {type(frame).__name__!r}")
    if frame.ndim != 3 or frame.shape[2] != 3:
        raise FrameError(
            f"a picture must have the shape (height, width, 3), blue green red, not {frame.shape}: "
            "convert a grey picture or one with transparency first"
        )
    if frame.dtype != np.uint8:
        raise FrameError(f"a picture must hold whole numbers 0 to 255 (uint8), not {frame.dtype}")
    if min(frame.shape[:2]) < 16 or max(frame.shape[:2]) > 8192:
        raise FrameError(
            f"a picture of {frame.shape[1]} x {frame.shape[0]} pixels cannot be read: "
            "each side must have 16 to 8192 pixels"
        )


_Choice = tuple[Face | None, float]


def _choices(one: Seen, faces: tuple[Face, ...]) -> list[_Choice]:
    """List what this one may be; None stands for "nothing lies here"."""
    if one.face is Face.UNSURE and not one.alternatives:
        return [(face, 1 / len(faces)) for face in faces]
    told: list[_Choice] = [(one.face, one.confidence), *one.alternatives]
    return [*told, (None, max(0.0, 1 - sum(p for _, p in told)))]


def _likeliest(choices: list[list[_Choice]], *, most: int = 4096) -> list[list[_Choice]]:
    """Drop unlikely choices until the product is small enough to go through."""
    kept = [sorted(some, key=lambda choice: -choice[1]) for some in choices]
    while prod(len(some) for some in kept) > most:
        longest = [some for some in kept if len(some) > 1]
        min(longest, key=lambda some: some[-1][1]).pop()
    return kept


def _in_order(faces: object) -> tuple[Face, ...]:
    order = [*reversed(DIE_FACES), *SHELL_FACES, Face.UNSURE]
    return tuple(sorted(faces, key=order.index))  # type: ignore[call-overload]
