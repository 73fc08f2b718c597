"""The shells of a set that people taught: what is unclear is looked at all round, and known again.

A thing that was taken for something else at first is told as a shell here only where people said of such
things that they are shells: it must show no face of a die however it is turned, have the colour of the set's
mouths or backs and the size of the others, lean no more than these, and have no outline that is no shell's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.calibration import USUAL
from vision.candidates import Candidate
from vision.faces import AllRound, Faces, patch
from vision.house_set import HouseSet, ShownThrow
from vision.outline import MARGIN, SIDE, is_shell_like
from vision.pyramid import Pyramid
from vision.reading import Face
from vision.sides import Floats, looks_at, odds

STRANGE = 0.4
"""What was no shell at the first look with this probability is told only where all else speaks for it."""
OVERRULED = 0.69
"""How sure a side is at most where the others overrule the first look: less than what may be told."""
_MADE_SURE = 0.9
"""A side that would be asked about is told by what was taught only with this probability."""
_CLEAR = 0.97
"""A side that is told with more than this needs no further look."""
_DIE = 0.45
"""What shows one face of a die with more than this, however it is turned, is never known again as a shell."""
_NEITHER = 0.25
"""Nor is what shows neither with more than this."""
_LEANS, _LEANS_MORE = 0.35, 0.15
"""What seems to lean with more than this, and by so much more than the flat shells of the set seem to, is
told no surer than before."""
_ODD_SIZE = 1.35
"""Nor what differs from the shells of the throw by more than this factor."""
_ONE_OF_THEM = 0.9
"""What is known again lies there with this probability."""
_APART = 1.0
"""A side is learnt where the odds of a shell lie so far from the nearest that must be of the other side."""
_AGAINST = 2.0
"""A shell that is told so surely to lie the other way teaches nothing: the person or the eye is wrong."""


def recognised(
    picture: Pyramid, shells: Sequence[Candidate], looks: Floats, known: HouseSet, faces: Faces
) -> list[Candidate]:
    """Tell the unclear shells of a throw by what is known of the set.

    Args:
        picture: The frame.
        shells: The things of the throw, from 2 to 20.
        looks: The look of each, shape (shells, 4).
        known: The set.
        faces: Looks all round.
    """
    unclear = [i for i, one in enumerate(shells) if one.strange >= STRANGE or one.faces[6:].max() <= _CLEAR]
    if not unclear or not _is_this_set(shells, looks, known):
        return list(shells)
    seen = dict(zip(unclear, faces.all_round(picture, [shells[i].spot for i in unclear]), strict=True))
    first = np.array([math.log(one.faces[6] / one.faces[7]) for one in shells])
    alone = first.copy()
    for i, one in seen.items():
        alone[i] = known.odds_of(one.odds)
        if shells[i].strange < STRANGE:
            alone[i] = (first[i] + alone[i]) / 2  # where both agree
    now = odds(looks, alone, known.beliefs())
    usual = float(np.median([one.spot.size for one in shells]))
    told = list(shells)
    for i, one in seen.items():
        face = Face.MOUTH if now[i] > 0 else Face.BACK
        if not known.has_colour(looks[i], face) or _leans(one, known, face):
            continue
        thing, is_same = shells[i], now[i] * alone[i] > 0 and now[i] * first[i] > 0
        surest = 1 / (1 + math.exp(-min(abs(now[i]), 2 * abs(alone[i]))))
        if thing.strange >= STRANGE:
            if not is_same or not known.has_strange or not _is_one(picture, thing, one, usual):
                continue
            thing = replace(thing, strange=0.0, there=max(thing.there, _ONE_OF_THEM))
        if thing.faces[6:].max() < USUAL and surest < _MADE_SURE:
            surest = min(surest, OVERRULED)
        told[i] = with_side(thing, surest if is_same else min(surest, OVERRULED), mouth=bool(now[i] > 0))
    return told


def with_side(one: Candidate, surest: float, *, mouth: bool) -> Candidate:
    """Return a shell whose side is told with this probability, as a part of both."""
    sides = (surest, 1 - surest) if mouth else (1 - surest, surest)
    return replace(one, faces=np.array([*one.faces[:6], *(one.faces[6:].sum() * np.array(sides))]))


def _is_this_set(shells: Sequence[Candidate], looks: Floats, known: HouseSet) -> bool:
    """True unless the clear shells of a throw have other colours than the set: a guest has brought others."""
    like = [
        known.has_colour(look, Face.MOUTH if one.faces[6] > one.faces[7] else Face.BACK)
        for one, look in zip(shells, looks, strict=True)
        if one.strange < STRANGE and one.faces[6:].max() > _CLEAR
    ]
    return not like or 2 * sum(like) > len(like)


def _leans(seen: AllRound, known: HouseSet, face: Face) -> bool:
    """True if a thing seems to lean more than the flat shells of the set do."""
    return seen.leans > max(_LEANS, known.leaning(face) + _LEANS_MORE)


def _is_one(picture: Pyramid, thing: Candidate, seen: AllRound, usual: float) -> bool:
    """True if a thing that was taken for something else at first is a shell of this set."""
    if seen.die > _DIE or seen.neither > _NEITHER:
        return False
    if not 1 / _ODD_SIZE < thing.spot.size / usual < _ODD_SIZE:
        return False
    return is_shell_like(patch(picture, thing.spot, pixels=SIDE, margin=MARGIN)) is not False


def lesson(
    picture: Pyramid,
    shells: Sequence[Candidate],
    mouths: int,
    faces: Faces,
    *,
    answered: bool = True,
    number: int = 0,
) -> ShownThrow | None:
    """Return what a throw teaches of its set; None where that is nothing.

    A person tells how many mouths there are, not which: those are learnt of which there is no doubt. Where
    nobody was asked, what was taken for something else at first teaches nothing: the eye would teach itself.

    Args:
        picture: The frame.
        shells: All shells of the throw, told by nothing that was learnt.
        mouths: How many of them lie mouth up.
        faces: Looks all round.
        answered: A person said so; else the eye was sure, and nobody corrected it.
        number: Of its photograph.
    """
    spots = [one.spot for one in shells]
    seen = faces.all_round(picture, spots)
    told = np.array([one.odds for one in seen])
    ranked = np.sort(told)[::-1]
    above = ranked[mouths - 1] if mouths else np.inf
    below = ranked[mouths] if mouths < len(ranked) else -np.inf
    sides = []
    for shell, one, mine in zip(shells, seen, told, strict=True):
        is_mouth = mine >= above
        gap = mine - below if is_mouth else above - mine
        is_sure = gap >= _APART and (mine > -_AGAINST if is_mouth else mine < _AGAINST)
        is_sure &= one.die <= _DIE and (answered or shell.strange < STRANGE)
        sides.append((Face.MOUTH if is_mouth else Face.BACK) if is_sure else Face.UNSURE)
    if all(side is Face.UNSURE for side in sides):
        return None
    looks = looks_at(picture, [(spot.x, spot.y, spot.size) for spot in spots])
    shown = np.column_stack([looks, told, [one.leans for one in seen]])
    strange = sum(
        one.strange >= STRANGE and side is not Face.UNSURE for one, side in zip(shells, sides, strict=True)
    )
    return ShownThrow.of_shells(shown, sides, strange=strange, told=mouths, number=number)
