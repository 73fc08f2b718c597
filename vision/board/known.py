"""Pieces found where it is known on which squares they stand: a set can be learnt without a tap.

Several pieces stand anywhere on a square, and one seldom in its middle. What is seen on the squares of one
owner, and on no empty square and none of another owner, are that owner's pieces: colours are compared, and
where there is a picture of the empty board only what has changed since is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.board.empty import EmptyBoard, lit_alike
from vision.board.learnt import FACES
from vision.board.placing.cut import WAIST, Cut, Cutter
from vision.board.placing.plan import Place
from vision.board.placing.pose import Pose
from vision.board.taps import DEVIATIONS
from vision.reading import Frame

_Labels = npt.NDArray[np.int32]
_Mask = npt.NDArray[np.uint8]

_SIDE = 32
"""Pixels that a square is wide in what is looked at."""
_MARGIN = 0.08
"""What is seen around it, in squares: pieces lean outwards, and stand on lines."""
_COLOURS = 14
"""So many colours are told apart on the whole board."""
_PIXELS = 12_000
"""So many pixels are enough to find them."""
_OFTEN = 3.0
"""A colour is an owner's if it is so many times as frequent there as on any other squares."""
_LEAST = 0.012
"""Smallest part of the owner's squares, for each piece on one, that such colours cover."""
_THICK = 0.07
"""Radius of the smallest spot that is taken for a piece, in squares."""
_CHANGED = 0.2
"""What differs from the empty board by more, as a logarithm of brightness, has changed."""
_DARK = 12.0
"""Added to brightness where it is compared: what is nearly black has no proportion."""
_DEVIATIONS = DEVIATIONS.astype(np.float32)


@dataclass(frozen=True, slots=True)
class Spots:
    """Where pieces are."""

    taps: tuple[tuple[tuple[float, float], ...], ...]
    """By owner: pixels of the frame that lie on pieces, at most `FACES`; none where none is found."""
    radius: float | None
    """Of a piece, in squares, by how much of the picture they cover; None where that cannot be."""


def spots_of(
    frame: Frame,
    pose: Pose,
    standing: Mapping[str, Sequence[int]],
    owners: int,
    *,
    empty: EmptyBoard | None = None,
) -> Spots:
    """Find pieces on squares where it is known which stand there.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        pose: Where the board lies in it.
        standing: By name of the place: pieces by owner. Places that are not named are empty. Those of several
            owners, those with a rim and those out of view are not looked at.
        owners: How many there are.
        empty: The board without pieces, if somebody has shown it.
    """
    there = pose.in_view()
    places = [one for one in pose.plan.places if one.name in there and not one.has_rim and one.length <= 2]
    owned = [_owner(standing.get(place.name, ())) for place in places]
    known = [n for n, owner in enumerate(owned) if owner is not None]
    if not known:
        return Spots(((),) * owners, None)
    cutter = Cutter(frame, pose, side_px=_SIDE)
    cuts = [cutter.place(places[n], tall=WAIST * places[n].tall, margin=_MARGIN) for n in known]
    labels = _colours([cut.picture for cut in cuts])
    changed = _changed(cuts, empty, pose)
    seats = [int(owned[n] or 0) for n in known]
    shown = list(zip(labels, changed, seats, strict=True))
    shares = np.stack(
        [_share([(label, mask) for label, mask, seat in shown if seat == who]) for who in range(-1, owners)]
    )
    taps, areas, counts = [], 0.0, 0
    for owner in range(owners):
        others = np.delete(shares, owner + 1, axis=0).max(axis=0)
        is_own = shares[owner + 1] > _OFTEN * others + 0.002
        found: list[tuple[float, tuple[float, float]]] = []
        covered, pieces = 0.0, 0
        for cut, (label, mask, seat) in zip(cuts, shown, strict=True):
            if seat != owner:
                continue
            count = sum(standing[cut.place.name])
            mask = is_own[label].astype(np.uint8) & mask
            mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
            covered, pieces = covered + float(mask.sum()) / cut.side_px**2, pieces + count
            found += _spots(cut, mask, count, pose)
        if pieces and covered >= _LEAST * pieces:
            areas, counts = areas + covered, counts + pieces
            taps.append(tuple(at for _, at in sorted(found, reverse=True)[:FACES]))
        else:
            taps.append(())
    radius = float(np.sqrt(areas / counts / np.pi)) if counts else 0.0
    return Spots(tuple(taps), radius if 0.2 <= radius <= 0.6 else None)


def _owner(counts: Sequence[int]) -> int | None:
    """Return whose pieces stand on a place, -1 for nobody's; None for those of several."""
    there = [owner for owner, count in enumerate(counts) if count]
    return None if len(there) > 1 else there[0] if there else -1


def _colours(pictures: Sequence[Frame]) -> list[_Labels]:
    """Return for each pixel of some pictures which of a few colours it has, each of its picture's shape."""
    labs = [np.asarray(cv2.cvtColor(cv2.GaussianBlur(one, (3, 3), 0), cv2.COLOR_BGR2LAB), np.float32)
            / _DEVIATIONS for one in pictures]  # fmt: skip
    pixels = np.concatenate([lab.reshape(-1, 3) for lab in labs])
    some = np.ascontiguousarray(pixels[:: max(1, len(pixels) // _PIXELS)])
    rule = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.1)
    cv2.setRNGSeed(1)
    _, _, means = cv2.kmeans(
        some, min(_COLOURS, len(some)), np.empty(0, np.int32), rule, 2, cv2.KMEANS_PP_CENTERS
    )
    return [np.asarray(((lab[:, :, None] - means) ** 2).sum(axis=3).argmin(axis=2), np.int32) for lab in labs]


def _share(shown: Sequence[tuple[_Labels, _Mask]]) -> npt.NDArray[np.float64]:
    """Return which part of some pictures each colour covers where they have changed, shape (`_COLOURS`,)."""
    if not shown:
        return np.zeros(_COLOURS)
    changed = np.concatenate([label[mask > 0] for label, mask in shown])
    pixels = sum(label.size for label, _ in shown)
    return np.asarray(np.bincount(changed, minlength=_COLOURS) / pixels, np.float64)


def _changed(cuts: Sequence[Cut], empty: EmptyBoard | None, pose: Pose) -> list[_Mask]:
    """Mark what has changed since the board was empty; everything where nobody has shown it so."""
    everything = [np.ones(cut.picture.shape[:2], np.uint8) for cut in cuts]
    if empty is None or len({cut.picture.shape for cut in cuts}) > 1:
        return everything
    cutter = Cutter(empty.frame, empty.pose, side_px=_SIDE)
    bare = np.stack([_bare(cutter, cut, pose) for cut in cuts])
    now = np.stack([cut.picture for cut in cuts])
    lit = lit_alike(bare, now)
    if lit is None:
        return everything
    apart = np.abs(np.log(now.astype(np.float32) + _DARK) - np.log(lit.astype(np.float32) + _DARK))
    return [np.asarray(one, np.uint8) for one in apart.max(axis=3) > _CHANGED]


def _bare(cutter: Cutter, cut: Cut, pose: Pose) -> Frame:
    """Return the ground that the camera sees behind a place."""
    high, wide = cut.picture.shape[:2]
    place: Place = cut.place
    return cutter.stretched(
        place,
        size=(wide, high),
        across=place.width + 2 * cut.margin,
        along=place.length + 2 * cut.margin,
        behind=pose,
    )


def _spots(cut: Cut, mask: _Mask, count: int, pose: Pose) -> list[tuple[float, tuple[float, float]]]:
    """Return the thickest spots of a mask, so many as pieces: how thick, and which pixel of the frame."""
    found: list[tuple[float, tuple[float, float]]] = []
    bordered = cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0,))
    deep = cv2.distanceTransform(bordered, cv2.DIST_L2, 3)[1:-1, 1:-1].copy()
    for _ in range(count):
        _, thick, _, (x, y) = cv2.minMaxLoc(deep)
        if thick < _THICK * cut.side_px:
            break
        at = pose.seen(cut.unit(np.array([[x, y]], np.float64)), cut.tall)[0]
        found.append((thick / cut.side_px, (float(at[0]), float(at[1]))))
        cv2.circle(deep, (x, y), round(1.5 * thick), 0.0, -1)
    return found
