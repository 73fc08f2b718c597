"""The shells of a throw whose number is known: what lies there is one of them, or something foreign."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.candidates import THERE, Candidate, completed, shell
from vision.faces import CLASSES, Faces
from vision.find import Spot
from vision.pyramid import Pyramid
from vision.reading import SHELL_FACES
from vision.sides import UNKNOWN, Beliefs, looks_at, odds

_SIDES = [CLASSES.index(face) for face in SHELL_FACES]
"""The columns of the faces' network for mouth and back."""
_SHELL = 0.9
"""What is told to be a shell with less than this is looked at without its lamps."""
_ODD_SIZE = 1.4
"""What differs from the shells of the throw by more than this factor is looked at in their size."""
_AGAIN = 0.8
"""That look counts where it shows a shell as surely as this part of the first one."""
STRANGE = 0.5
"""What was no shell at the first look with this probability is never told: a person is asked."""
_OVERRULED = 0.69
"""How sure a side is at most where the others overrule the first look: less than what may be told."""


def of_throw(
    found: Sequence[Candidate], count: int
) -> tuple[list[Candidate], list[Candidate], list[Candidate]]:
    """Sort candidates into the shells of a throw and what is foreign.

    A thing like a die is one of the shells as long as these are too few, the likeliest first.

    Args:
        found: All candidates, made by `vision.candidates.shell`.
        count: How many shells were thrown.

    Returns:
        Those that are there, those that may be, and those that are something else.
    """
    found = completed(list(found), count)
    likely = sorted((one for one in found if one.there >= THERE), key=lambda one: -one.there)
    own = [one for one in likely if one.strange < STRANGE]
    strange = [one for one in likely if one.strange >= STRANGE]
    room = max(0, count - len(own))
    maybe = [one for one in found if one.there < THERE]
    return own + strange[:room], maybe, strange[room:]


def candidates(picture: Pyramid, spots: Sequence[Spot], faces: Faces) -> list[Candidate]:
    """Return what each spot may be where shells are thrown and nothing else.

    What is far smaller or larger than the shells of the throw may be a part of one, such as the lamp in it:
    it is looked at again in their size. What is not told to be a shell is looked at without the lamps in it.

    Args:
        picture: The frame.
        spots: Where to look.
        faces: Looks.
    """
    told, closer = faces.tell(picture, spots)
    near = told.astype(np.float64)
    shell_like = near[:, _SIDES].sum(axis=1)
    sizes = [spot.size for spot, like in zip(closer, shell_like, strict=True) if like > _SHELL]
    if sizes:
        usual = float(np.median(sizes))
        odd = [i for i, spot in enumerate(closer) if not 1 / _ODD_SIZE < spot.size / usual < _ODD_SIZE]
        again, nearer = faces.tell(picture, [replace(closer[i], size=usual) for i in odd])
        for i, one, spot in zip(odd, again.astype(np.float64), nearer, strict=True):
            if one[_SIDES].sum() > _AGAIN * shell_like[i]:
                near[i], closer[i] = one, spot
    unclear = np.flatnonzero(near[:, _SIDES].sum(axis=1) < _SHELL).tolist()
    matt = dict(zip(unclear, faces.without_lamps(picture, [closer[i] for i in unclear]), strict=True))
    return [shell(spot, near[i], matt.get(i)) for i, spot in enumerate(closer)]


def together(picture: Pyramid, shells: Sequence[Candidate], believed: Beliefs = UNKNOWN) -> list[Candidate]:
    """Tell the sides of the shells of one throw from all of them.

    The others may make a shell surer of its side or less sure. Where they overrule the first look, and where
    that took it for something else, it stays a matter to ask about.

    Args:
        picture: The frame.
        shells: Its shells.
        believed: What is known of the set.
    """
    if len(shells) < 2:
        return list(shells)
    looks = looks_at(picture, [(one.spot.x, one.spot.y, one.spot.size) for one in shells])
    first = np.array([math.log(one.faces[6] / one.faces[7]) for one in shells])
    now = odds(looks, first, believed)
    return [_told(one, was, is_) for one, was, is_ in zip(shells, first.tolist(), now.tolist(), strict=True)]


def _told(one: Candidate, was: float, now: float) -> Candidate:
    """Return a shell with its side told anew, from the logarithms of its odds for "mouth"."""
    mouth = 1 / (1 + math.exp(-now))
    surest = max(mouth, 1 - mouth)
    if (was > 0) != (now > 0):
        surest = min(surest, _OVERRULED)
    elif one.strange >= STRANGE:
        surest = min(surest, 1 / (1 + math.exp(-abs(was))))
    sides = (surest, 1 - surest) if now > 0 else (1 - surest, surest)
    faces = np.array([*one.faces[:6], *(one.faces[6:].sum() * np.array(sides))])
    return replace(one, faces=faces)
