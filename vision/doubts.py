"""Why a reading is not sure, in words of the table: what is wrong with the picture or with one thing in it.

Each sentence says what to do. Detectors that are seldom wrong make a reading doubtful by themselves
(`of_picture`, `is_stacked`, `is_short`); the others only say why one is doubtful already (`of_thing`), so
that no good picture is asked about because of them. Thresholds were chosen on the pictures of
`make bench ARGS=eye`, 21 November 2026. From which sureness on a set may tell instead of asking stands in
`vision.calibration`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.blur import around, is_smeared, is_vague, sharpness
from vision.brightness import brightest, level
from vision.pyramid import Pyramid
from vision.reading import Doubt, Frame
from vision.tray import Tray

TOO_DARK = Doubt("too dark to read: give more light")
SHOWS_NOTHING = Doubt("the picture shows nothing: look whether the camera is covered")
BLURRED = Doubt("the picture is not sharp: let the camera focus, or clean its lens")
HAND = Doubt("a hand is in the picture: take it away")
TRAY_GONE = Doubt("the tray is not where it was: put it back, or set its corners anew")
GLARE = Doubt("a part of the tray is pure white: turn the lamp away or take a matt cloth")
TOO_MANY = Doubt("too many things lie there: leave only the throw")

FEW_DICE = (
    Doubt("1 die seen, {expected} expected: throw again, put the other back, or type the throw"),
    Doubt("{seen} dice seen, {expected} expected: throw again, put the others back, or type the throw"),
)
"""Fewer dice than were thrown, one and any other number; the numbers are their fields."""

FEW_SHELLS = (
    Doubt("1 shell seen, {expected} expected: throw again, put the others back, or type the throw"),
    Doubt("{seen} shells seen, {expected} expected: throw again, put the others back, or type the throw"),
)
"""The same of shells."""

MANY_DICE = Doubt("more dice lie there than are thrown: take the others away, or type the throw")
MANY_SHELLS = Doubt("more shells lie there than are thrown: take the others away, or type the throw")

OF_NUMBER = frozenset(doubt.template for doubt in (*FEW_DICE, *FEW_SHELLS, MANY_DICE, MANY_SHELLS))
"""Templates of the doubts that another throw settles, or the right number of things."""

OF_DIE = {
    "leans": Doubt("one die leans: lay it flat"),
    "stacked": Doubt("one die lies on another: put it beside"),
    "rim": Doubt("one die touches the rim: push it to the middle"),
    "touches": Doubt("one die leans on another: push them apart"),
    "glare": Doubt("the lamp dazzles on one die: turn the lamp or move the die"),
    "untold": Doubt("one die cannot be told: look at it"),
    "size": Doubt("one die is of another size: is it of this throw?"),
    "none": Doubt("one may be no die: take it out if it is none"),
    "others": Doubt("shells lie among the dice: take them out"),
    "more": Doubt("something may be one more die: look at it"),
    "alone": Doubt("something may be a die: look at it"),
}
"""What may be wrong with a die, or with dice."""

OF_SHELL = {
    "leans": Doubt("one shell leans: lay it flat"),
    "stacked": Doubt("one shell lies on another: put it beside"),
    "rim": Doubt("one shell touches the rim: push it to the middle"),
    "touches": Doubt("one shell leans on another: push them apart"),
    "glare": Doubt("the lamp dazzles on one shell: turn the lamp or move the shell"),
    "untold": Doubt("one shell cannot be told: look at it"),
    "size": Doubt("one shell is of another size: is it of this throw?"),
    "none": Doubt("one may be no shell: take it out if it is none"),
    "others": Doubt("dice lie among the shells: take them out"),
    "more": Doubt("something may be one more shell: look at it"),
    "alone": Doubt("something may be a shell: look at it"),
}
"""The same of a shell, or of shells."""

_DARK = 25.0
"""Where the brightest twentieth of the picture is darker than this, 0 to 255, it is too dark."""
_SOFT = 0.21
"""Steepest edge of a thing, as a part of its contrast for a pixel of 1/48 of its patch, under which it is
not sharp."""
_CLEAR = 0.95
"""Probability of a face from which it may be told out of focus too. Of 141 photographs and composed scenes,
blurred by 1.5 to 5 pixels, none was told wrong although certain, whether softness was asked about or not."""
_KNOWN = 0.87
"""Where all of a reading is right with this probability, neither blur along a line nor too much light took
anything from it."""
_SMALL_PX = (96, 72)
"""Size of the small copy in which hands are looked for."""
_SKIN_LOW, _SKIN_HIGH = (30, 137, 85), (245, 178, 124)
"""Skin of any tone in Y, Cr, Cb. Source: Chai and Ngan, Face segmentation using skin-color map, IEEE Trans.
CSVT 9(4), 1999, gives 133-173 and 77-127; narrowed against wood and warm lamps on composed scenes."""
_CREAM = np.array([0.72, 0.86, 1.0])
"""Colour of the brighter half of shells in daylight, blue, green, red."""
_CAST = 0.3, 0.8
"""The weakest colour of a coloured lamp has this part of the strongest: with less, the shells are painted."""
_SKIN_PART = 0.045, 0.45
"""The smallest and the largest part of the picture that a hand covers."""
_APART = 1.06
"""Things nearer than this to the rim or to each other, in their own sizes, touch."""
_BESIDE = 0.95
"""What touches another may lean on it: it is told from this probability of its face on."""
_SHORT = 0.8
"""What is smaller than this part of the usual size of the throw, and"""
_REACH = 1.3
"""nearer to another than this many of their mean sizes, is on edge or leans on that one. Of 10 leaning throws
of the looks (50 with even numbers) that the networks told certainly 7 are asked about so, one more because
of `_BESIDE`, and of 180 throws that lay flat none. Chosen on these, 23 November 2026."""
_SHORTER, _TOUCHES, _HINT = 0.95, 1.1, 1e-3
"""So is what is smaller than this part, lies nearer than this, and leans with this probability (as a thing of
the table: the network gave it one in twenty). Of the four leaning throws with even numbers that were certain
still three are asked about so, of 183 that lay flat one. Chosen on these."""
_DAZZLED = 0.10
"""Part of a thing that is pure white where the lamp dazzles."""
_BURNT = 0.45
"""Where half of the shells are pure white in more than this part, their slits are gone. Of 93 throws of drawn
looks (`dev`) that were certain and right none is so; made 1.6 times brighter, 31 of 152, and the three that
were wrong."""


@dataclass(frozen=True, slots=True)
class Thing:
    """What the doubts need to know of a die or shell."""

    x: float
    """Centre, in pixels of the frame."""
    y: float
    """Centre, in pixels of the frame, counted downwards."""
    size: float
    """A die's edge, a shell's root of length times width, in pixels."""
    die: bool
    """A die, not a shell."""
    sure: float
    """Probability of its likeliest face, 0 to 1, if something lies there."""
    leaning: float = 0.0
    """Probability that it leans or stands on edge, where the network tells that."""
    there: float = 1.0
    """Probability that something lies there at all."""


def of_picture(picture: Pyramid, things: Sequence[Thing], *, tray: Tray | None = None) -> list[Doubt]:
    """List what is wrong with the whole picture.

    Args:
        picture: The frame.
        things: What was seen in it; may be empty.
        tray: Where things are thrown; None is the whole picture.
    """
    doubts = []
    if is_dark(picture.frame):
        doubts.append(TOO_DARK)
    elif is_blurred(picture, things):
        doubts.append(BLURRED)
    if whole(things) < _KNOWN and is_burnt(picture.frame, things):
        doubts.append(GLARE)
    if tray is not None and not tray.is_in_view(picture.at_least(160, 120)):
        doubts.append(TRAY_GONE)
    if has_hand(picture, things, tray=tray):
        doubts.append(HAND)
    return doubts


def of_number(seen: int, expected: int, *, dice: bool) -> Doubt:
    """Return the doubt about a throw in which more or fewer things are seen than were thrown."""
    if seen > expected:
        return MANY_DICE if dice else MANY_SHELLS
    one, others = FEW_DICE if dice else FEW_SHELLS
    return (
        replace(others, fields={"seen": seen, "expected": expected})
        if seen != 1
        else replace(one, fields={"expected": expected})
    )


def of_thing(frame: Frame, one: Thing, others: Sequence[Thing], *, tray: Tray | None = None) -> Doubt:
    """Tell what is probably wrong with a thing that is not surely told.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        one: What is not sure.
        others: The other things of the throw.
        tray: Where things are thrown; None is the whole picture.
    """
    doubts = OF_DIE if one.die else OF_SHELL
    for key, wrong in (
        ("stacked", is_stacked(one, others)),
        ("glare", is_dazzled(frame, one, others)),
        ("rim", at_rim(frame, one, tray)),
        ("leans", one.leaning > 0.3),
        ("touches", is_short(one, others) or any(nearness(one, other) < _APART for other in others)),
    ):
        if wrong:
            return doubts[key]
    return doubts["untold"]


def is_dark(frame: Frame) -> bool:
    """True if even the bright parts of a picture are dark."""
    some = frame[:: max(1, frame.shape[0] // 96), :: max(1, frame.shape[1] // 96)]
    return brightest(some, 95) < _DARK


def is_blurred(picture: Pyramid, things: Sequence[Thing]) -> bool:
    """True if a picture is out of focus, or blurred along a line, and blur may have changed what was told."""
    if not things:
        return is_vague(picture)
    if not is_clear(things) and not is_sharp(picture.frame, things):
        return True
    return whole(things) < _KNOWN and is_smeared(picture.frame, [(one.x, one.y, one.size) for one in things])


def is_sharp(frame: Frame, things: Sequence[Thing]) -> bool:
    """True if the edges of at least one thing are sharp enough to tell pips and slits."""
    return not things or any(sharpness(frame, one.x, one.y, one.size) >= _SOFT for one in things)


def whole(things: Sequence[Thing]) -> float:
    """Return the probability that all things are there and show their likeliest faces, 0 to 1."""
    return math.prod(one.there * one.sure for one in things)


def is_clear(things: Sequence[Thing]) -> bool:
    """True if every face is told so surely that blur took nothing from it."""
    return all(one.sure >= _CLEAR for one in things)


def has_hand(picture: Pyramid, things: Sequence[Thing] = (), *, tray: Tray | None = None) -> bool:
    """True if something large of the colour of skin reaches in from the edge, unlike the ground.

    Wood and warm cloth have the colour of skin too: what spans the picture, or is of the colour of what lies
    opposite, is ground. A hand that moves is the business of `vision.motion.watch`, which sees it with any
    glove.

    In coloured light skin has another colour: there it is looked for again as if the shells were cream.
    """
    small = picture.sized(*_SMALL_PX)
    height, width = picture.shape
    across = _SMALL_PX[0] / width, _SMALL_PX[1] / height
    places = [(one.x * across[0], one.y * across[1], one.size * across[0]) for one in things]
    inside = tray.mask(*_SMALL_PX) > 0 if tray is not None else np.ones(small.shape[:2], bool)
    shells = [place for place, one in zip(places, things, strict=True) if not one.die]
    if _shows_hand(small, places, inside):
        return True
    cast = _of_shells(small, shells)
    return cast is not None and _shows_hand(_without(small, cast), places, inside)


def _of_shells(small: Frame, shells: Sequence[tuple[float, float, float]]) -> npt.NDArray[np.float64] | None:
    """Return blue, green, red of the light, if shells are cream; None where it has none, or they another."""
    there = np.zeros(small.shape[:2], np.uint8)
    for across, down, size in shells:
        cv2.circle(there, (round(across), round(down)), max(1, round(0.3 * size)), 1, -1)
    some = small[(there > 0) & (small.max(axis=2) < 252)].astype(np.float64)
    if not len(some):
        return None
    bright = some.sum(axis=1)
    colour = np.asarray(some[bright >= np.median(bright)].mean(axis=0) / _CREAM)
    return colour if _CAST[0] < colour.min() / colour.max() < _CAST[1] else None


def _without(small: Frame, cast: npt.NDArray[np.float64]) -> Frame:
    return np.asarray((small * (cast.mean() / cast)).clip(0, 255), np.uint8)


def _shows_hand(
    small: Frame, places: Sequence[tuple[float, float, float]], inside: npt.NDArray[np.bool_]
) -> bool:
    light = cv2.cvtColor(small, cv2.COLOR_BGR2YCrCb)
    skin = cv2.inRange(light, np.array(_SKIN_LOW), np.array(_SKIN_HIGH))
    skin = cv2.morphologyEx(skin, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    _, *hues = (np.asarray(one, np.uint8) for one in cv2.split(light))
    usual = [level(one, 50) for one in hues]
    if all(low <= hue <= high for low, hue, high in zip(_SKIN_LOW[1:], usual, _SKIN_HIGH[1:], strict=True)):
        return False  # the ground or the light has the colour of skin
    for across, down, size in places:
        cv2.circle(skin, (round(across), round(down)), max(1, round(0.7 * size)), 0, -1)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(skin)
    return any(_is_hand(light, labels == i, stats[i], inside) for i in range(1, count))


def _is_hand(
    light: npt.NDArray[np.generic],
    part: npt.NDArray[np.bool_],
    box: npt.NDArray[np.generic],
    inside: npt.NDArray[np.bool_],
) -> bool:
    width, height = _SMALL_PX
    wide, tall, area = (int(value) for value in box[2:])
    if not _SKIN_PART[0] * part.size < area < _SKIN_PART[1] * part.size or not (part & inside).any():
        return False
    edges = [part[:, 0], part[:, -1], part[0], part[-1]]
    touched = [float(edge.mean()) for edge in edges]
    if max(touched) < 0.06 or max(touched) > 0.7:
        return False  # lies free on the table, or is the table
    if (touched[0] > 0.02 and touched[1] > 0.02) or (touched[2] > 0.02 and touched[3] > 0.02):
        return False  # spans the picture
    from_side = touched[0] + touched[1] > touched[2] + touched[3]
    deep = wide / width if from_side else tall / height
    if deep < 0.22:
        return False
    # Skin is smooth, and unlike what lies around it.
    around = cv2.dilate(part.astype(np.uint8), np.ones((9, 9), np.uint8)).astype(bool) & ~part
    core = cv2.erode(part.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
    if not around.any() or core.sum() < 30:
        return False
    colours = light.astype(np.float32)
    unlike = np.abs(np.median(colours[core], axis=0) - np.median(colours[around], axis=0))
    rough = float(np.median(np.abs(cv2.Laplacian(colours[..., 0], cv2.CV_32F))[core]))
    return float(unlike[1] + unlike[2]) > 8 and rough < 14


def nearness(one: Thing, other: Thing) -> float:
    """Return the distance of two things in sizes of the larger: dice side by side are 1 apart."""
    return math.dist((one.x, one.y), (other.x, other.y)) / max(one.size, other.size)


def is_stacked(one: Thing, others: Sequence[Thing]) -> bool:
    """True if a thing lies so near to another that one must be on top."""
    return any(nearness(one, other) < (0.8 if one.die else 0.55) for other in others)


def least_sure(one: Thing, others: Sequence[Thing]) -> float:
    """Return from which probability of its face a thing is told for what lies beside it."""
    return _BESIDE if any(nearness(one, other) < _APART for other in others) else 0.0


def is_short(one: Thing, others: Sequence[Thing]) -> bool:
    """True if a shell beside another looks smaller than the shells of the throw do that lie flat.

    One that is only a little smaller must touch the other, and look a little as if it leaned.
    """
    if one.die or len(others) < 2:
        return False
    part = one.size / float(np.median([other.size for other in others]))
    if part >= _SHORT and (part >= _SHORTER or one.leaning < _HINT):
        return False
    reach = _REACH if part < _SHORT else _TOUCHES
    return any(
        math.dist((one.x, one.y), (other.x, other.y)) < reach * (one.size + other.size) / 2
        for other in others
    )


def at_rim(frame: Frame, one: Thing, tray: Tray | None) -> bool:
    """True if a thing touches the rim of the tray, or the edge of the picture where no tray is known."""
    height, width = frame.shape[:2]
    if tray is None:
        gap = min(one.x, one.y, width - one.x, height - one.y)
        return bool(gap < 0.45 * one.size)
    return tray.gap(one.x, one.y, width=width, height=height) < 0.5 * _APART * one.size


def is_dazzled(frame: Frame, one: Thing, others: Sequence[Thing]) -> bool:
    """True if a lamp mirrors in a thing: a part of it is pure white, and far less so in the others."""
    mine = dazzle(frame, one)
    rest = sorted(dazzle(frame, other) for other in others)
    return mine > _DAZZLED and (not rest or bool(mine > 3 * rest[len(rest) // 2]))


def is_burnt(frame: Frame, things: Sequence[Thing]) -> bool:
    """True if too much light has made shells white: where a pale slit is gone, a mouth looks like a back."""
    shells = [dazzle(frame, one) for one in things if not one.die]
    return bool(shells) and sorted(shells)[(len(shells) - 1) // 2] > _BURNT


def dazzle(frame: Frame, one: Thing) -> float:
    """Return the part of a thing in which all colours are at their end, around its middle."""
    patch = around(frame, one.x, one.y, 0.9 * one.size)
    if not patch.size:
        return 0.0
    white = cv2.inRange(patch, (250, 250, 250, 0), (255, 255, 255, 0))
    return cv2.countNonZero(white) / white.size
