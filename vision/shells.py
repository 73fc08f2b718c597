"""The shells of a throw whose number is known: what lies there is one of them, or something foreign."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.candidates import THERE, Candidate, completed, shell
from vision.faces import CLASSES, Faces, patch
from vision.find import Spot
from vision.house_set import HouseSet
from vision.outline import MARGIN, SIDE, is_shell_like
from vision.pyramid import Pyramid
from vision.reading import SHELL_FACES
from vision.recognition import OVERRULED, STRANGE, recognised, with_side
from vision.sides import SPREAD, Floats, looks_at, odds

_SIDES = [CLASSES.index(face) for face in SHELL_FACES]
"""The columns of the faces' network for mouth and back."""
_SHELL = 0.9
"""What is told to be a shell with less than this is looked at without its lamps."""
_MORE = 1
"""So many more than lack are looked at again."""
_ODD_SIZE = 1.4
"""What differs from the shells of the throw by more than this factor is looked at in their size."""
_AGAIN = 0.8
"""That look counts where it shows a shell as surely as this part of the first one."""
_MATT = 0.8
"""All else is: it is a shell from this probability on with its lamps painted out,"""
_LIKE = 2.0
"""and its colour is that of the others of its side, each part within so many deviations, and its outline is
a shell's. Of 200 scenes with a die in a shell's place none was told so."""
_ONE_OF_THEM = 0.9
"""It then lies there with this probability."""
HARDLY = 0.02
"""Probability from which something may be one of the shells that lack: somebody is asked, and begins with the
likeliest."""
_MOST = 20
"""More things than this are no throw."""
_CLEAR = 0.9
"""A shell speaks for others where its side is told with this probability."""
_ALONE = 0.97
"""Where every shell is told with more than this by itself, the others could not change a thing."""


def of_throw(
    picture: Pyramid,
    found: Sequence[Candidate],
    count: int | None,
    known: HouseSet | None = None,
    faces: Faces | None = None,
) -> tuple[list[Candidate], list[Candidate], list[Candidate]]:
    """Sort candidates into the shells of a throw and what is foreign, and tell the sides of all of them.

    A thing like a die is one of the shells as long as these are too few, the likeliest first.

    Args:
        picture: The frame.
        found: All candidates, made by `vision.candidates.shell`.
        count: How many shells were thrown; None where nobody said.
        known: What is remembered of the set.
        faces: Looks again in a set that is known; None does not.

    Returns:
        Those that are there, those that may be, and those that are something else.
    """
    found = completed(list(found), count) if count is not None else list(found)
    likely = sorted((one for one in found if one.there >= THERE), key=lambda one: -one.there)
    own = [one for one in likely if one.strange < STRANGE]
    strange = [one for one in likely if one.strange >= STRANGE]
    room = len(strange) if count is None else max(0, count - len(own))
    taken, others = own + strange[:room], strange[room:]
    spare = sorted((one for one in found if one.there < THERE), key=lambda one: -one.there)
    maybe = [one for one in spare if one.there > HARDLY and taken][: max(0, (count or 0) - len(taken))]
    told = together(picture, [*taken, *maybe], known, faces)
    there = [one for one in told if one.there >= THERE]
    return there, [one for one in told if one.there < THERE] + spare[len(maybe) :], others


def candidates(
    picture: Pyramid, spots: Sequence[Spot], faces: Faces, count: int | None = None
) -> list[Candidate]:
    """Return what each spot may be where shells are thrown and nothing else.

    As long as shells lack, what is far smaller or larger than the others may be a part of one, such as the
    lamp in it: it is looked at again in their size. And what is not told to be a shell is looked at without
    the lamps in it.

    Args:
        picture: The frame.
        spots: Where to look.
        faces: Looks.
        count: How many shells were thrown; None where nobody said.
    """
    told, closer = faces.tell(picture, spots, count=count)
    near = told.astype(np.float64)
    shell_like = near[:, _SIDES].sum(axis=1)
    clear = shell_like > _SHELL
    lack = len(spots) if count is None else count - int(np.count_nonzero(clear))
    sizes = [spot.size for spot, is_clear in zip(closer, clear, strict=True) if is_clear]
    if lack > 0 and sizes:
        usual = float(np.median(sizes))
        odd = [i for i, spot in enumerate(closer) if not 1 / _ODD_SIZE < spot.size / usual < _ODD_SIZE]
        odd = odd[: lack + _MORE]  # the likeliest come first
        again, nearer = faces.tell(picture, [replace(closer[i], size=usual) for i in odd])
        for i, one, spot in zip(odd, again.astype(np.float64), nearer, strict=True):
            if one[_SIDES].sum() > _AGAIN * shell_like[i]:
                near[i], closer[i] = one, spot
    unclear = np.flatnonzero(near[:, _SIDES].sum(axis=1) < _SHELL).tolist()
    unclear = unclear[: lack + _MORE] if lack > 0 else []
    matt = dict(zip(unclear, faces.without_lamps(picture, [closer[i] for i in unclear]), strict=True))
    return [shell(spot, near[i], matt.get(i)) for i, spot in enumerate(closer)]


def together(
    picture: Pyramid, shells: Sequence[Candidate], known: HouseSet | None = None, faces: Faces | None = None
) -> list[Candidate]:
    """Tell the sides of the shells of one throw from all of them, and from what is known of the set.

    The others may make a shell less sure of its side. Where they overrule the first look it stays a matter to
    ask about; and so it does where that took it for something else, unless its outline, its look without
    lamps and its colour all say that it is one of these shells. Of a set that people taught
    `vision.recognition` tells more.

    Args:
        picture: The frame.
        shells: Its shells.
        known: What is remembered of the set; None for a set that nobody taught.
        faces: Looks again in a set that is known; None does not.
    """
    if not 2 <= len(shells) <= _MOST:
        return list(shells)
    if all(one.strange < STRANGE and one.faces[6:].max() > _ALONE for one in shells):
        return list(shells)
    looks = looks_at(picture, [(one.spot.x, one.spot.y, one.spot.size) for one in shells])
    first = [math.log(one.faces[6] / one.faces[7]) for one in shells]
    now = odds(looks, np.array(first)).tolist()
    told = [_told(one, was, is_) for one, was, is_ in zip(shells, first, now, strict=True)]
    colours = _colours(told, looks)
    told = [
        replace(one, strange=0.0, there=max(one.there, _ONE_OF_THEM))
        if one.strange >= STRANGE and was * is_ > 0 and _is_one(picture, one, look, colours)
        else one
        for one, was, is_, look in zip(told, first, now, looks, strict=True)
    ]
    if known is None or faces is None or not known.is_known:
        return told
    return recognised(picture, told, looks, known, faces)


def _colours(shells: Sequence[Candidate], looks: Floats) -> tuple[Floats | None, ...]:
    """Return the mean looks of the clear mouths and backs; None where a throw has none."""
    means: list[Floats | None] = []
    for side in (6, 7):
        clear = [
            look
            for one, look in zip(shells, looks, strict=True)
            if one.strange < STRANGE and one.faces[side] >= _CLEAR
        ]
        means.append(np.mean(clear, axis=0) if clear else None)
    return tuple(means)


def _is_one(picture: Pyramid, one: Candidate, look: Floats, colours: Sequence[Floats | None]) -> bool:
    """True if a thing that looked like none at first is one of the shells, as far as anything can tell."""
    like = colours[0 if one.faces[6] > one.faces[7] else 1]
    if like is None or (np.abs(look - like) / SPREAD)[:3].max() > _LIKE or one.matt < _MATT:
        return False
    return bool(is_shell_like(patch(picture, one.spot, pixels=SIDE, margin=MARGIN)))


def _told(one: Candidate, was: float, now: float) -> Candidate:
    """Return a shell with its side told anew, from the logarithms of its odds for "mouth"; never surer.

    On drawn sets that nobody taught one throw of 415 was wrong where it became surer.
    """
    surest = 1 / (1 + math.exp(-min(abs(now), abs(was))))
    if (was > 0) != (now > 0):
        surest = min(surest, OVERRULED)
    return with_side(one, surest, mouth=now > 0)
