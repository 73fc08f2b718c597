"""A reader without a network: round edges of the right size, in the colours that were tapped.

It is the first that stands behind `Reader`, and the second witness of later ones. Every place where a piece
may lie on a point, a bar or a tray is asked how round and how much of each colour it looks; a place's numbers
are weighed by all of them together. Squares without a rim are asked once for each piece that they may hold.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.board.circles import HUE, LIGHT, Edges, Map, colours_of, likeness, over_disc
from vision.board.errors import BoardError
from vision.board.learnt import FACES, Colour, Learnt
from vision.board.occupancy import Occupancy, PlaceSeen, Standing, covered, outside, unknown_pieces
from vision.board.placing.cut import Cutter
from vision.board.placing.plan import Place
from vision.board.placing.pose import Pose
from vision.reading import Doubt, Frame

SIDE = 24
"""Pixels of a piece's place on the straightened board."""
_MARGIN = 1.0
_RADII = np.arange(0.36, 0.521, 0.02)
"""Radii of pieces that are tried when a set is learnt, in widths of a place."""
_AS_ROUND = 0.97
"""Rings that are nearly as clear as the clearest: the piece's own lies in their middle."""
_MOST_SURE = 0.98
"""No place is told with more: the weights below were fitted on painted boards, and nobody has counted yet how
often they are right on real ones."""
DARK, FLAT = 22.0, 3.0
"""Mean brightness and deviation, 0 to 255, under which a picture of a board shows nothing."""
_KNOWN = 0.3
"""A colour belongs to the board if it is seen on so many of its points; those of the points are on half."""
_FACE = 0.3
"""A colour that covers less of a piece is a print, or glare."""
_DEVIATIONS = np.array([LIGHT, HUE, HUE])
_ROUND = 0.7
"""From this ring on a spot is hardly nothing: it may be a piece with a face that nobody tapped."""
LOST = 0.6
"""Where two owners look alike no place with pieces is told with more."""
APART = 1.6
"""Colours of two owners that differ by less, in deviations, are told apart by nobody."""

WEIGHTS = np.array([-7.2, 6.2, 6.0, -2.2])
"""Of one, likeness of the disc, likeness and ring together, and likeness to the other owners: how much more a
spot looks like a piece than like none (logarithm). Set near to a fit on 60 painted boards of random colours,
slants and blurs, 5453 spots, which gives -6.0, 5.1, 4.9, -0.2 (23 November 2026)."""

HIDDEN = Doubt("the board cannot be seen: light it, and take away what lies over it")
BESIDE = Doubt("a tap lies beside the board: tap pieces that lie on it")
ALIKE = Doubt("the colours of two players look alike here: tap two pieces of each, in other places")


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a piece may lie, in pixels of the straightened board."""

    x: float
    y: float
    scores: tuple[float, ...]
    """By owner: how much likelier it is one of theirs than none (logarithm)."""
    ring: float
    """How much of a ring is seen around it, 0 to 1."""

    @property
    def chances(self) -> npt.NDArray[np.float64]:
        """Return the probability of none, then of each owner."""
        # What is round but of no known colour may be any owner's: nobody says that nothing lies there.
        some = min(0.0, 20 * (self.ring - _ROUND) - 6)
        scores = np.logaddexp(self.scores, some)
        weights = np.exp(np.array([0.0, *scores]) - max(0.0, *scores))
        return np.asarray(weights / weights.sum(), np.float64)


class ClassicalReader:
    """Reads boards by circles and colours; a `Reader`."""

    def learn(
        self,
        frame: Frame,
        pose: Pose,
        taps: Sequence[Sequence[tuple[float, float]]],
        before: Learnt | None = None,
    ) -> Learnt:
        """Learn colours and sizes; see `Reader.learn`."""
        tall = max(place.tall for place in pose.plan.places)
        lab = colours_of(Cutter(frame, pose, side_px=SIDE).board(tall=tall, margin=_MARGIN))
        tapped: list[list[tuple[float, float]]] = []
        for owner, pixels in enumerate(taps):
            here = [_pixel(pose, tap, tall) for tap in pixels[:FACES]]
            if any(not (2 <= x < lab.shape[1] - 2 and 2 <= y < lab.shape[0] - 2) for x, y in here):
                raise BoardError(BESIDE)
            if not here and (before is None or owner >= len(before.colours)):
                raise BoardError(unknown_pieces(owner))
            tapped.append(here)
        spots = [spot for here in tapped for spot in here]
        near = [[_Near.of(lab, x, y) for x, y in here] for here in tapped]
        radius = _radius([one for some in near for one in some]) if spots or before is None else before.radius
        colours = tuple(
            _colours(some, radius * SIDE) if some or before is None else before.colours[owner]
            for owner, some in enumerate(near)
        )
        return Learnt(colours, radius)

    def read(self, frame: Frame, pose: Pose, learnt: Learnt) -> Occupancy:
        """Tell what stands on each place; see `Reader.read`."""
        plan = pose.plan
        tall = max(place.tall for place in plan.places)
        board = Cutter(frame, pose, side_px=SIDE).board(tall=tall, margin=_MARGIN)
        lab = colours_of(board)
        field = lab[SIDE:-SIDE, SIDE:-SIDE, 0]
        if float(field.mean()) < DARK or float(field.std()) < FLAT:
            hidden = tuple(PlaceSeen(place.name, (), 1.0) for place in plan.places)
            return Occupancy(hidden, (HIDDEN,))
        look = _Look(lab, learnt)
        is_alike = len(learnt.colours) > 1 and unlike(learnt) < APART
        seen, circles, out = [], {}, 0
        there = in_view(pose)
        for place in plan.places:
            if place.name not in there:
                out += 1
                seen.append(PlaceSeen(place.name, (), 1.0))
                continue
            spots = list(
                look.along(place, pose) if place.has_rim or place.length > 2 else look.on(place, pose)
            )
            likely = _of_row(spots, len(learnt.colours))
            if is_alike:
                likely = [(one, LOST * p + (1 - LOST) / len(likely)) for one, p in likely]
            hidden_part = look.covered(place, pose)
            most = sum(likely[0][0])
            told = PlaceSeen(
                place.name,
                tuple((standing, p * (1 - hidden_part)) for standing, p in likely),
                hidden_part,
                or_more=place.has_rim and most > 0 and most == len(spots),
            )
            seen.append(told)
            standing = told.standing
            if standing is not None and any(standing):
                circles[place.name] = tuple(
                    (*look.unit(spot, pose), int(np.argmax(spot.scores))) for spot in spots[: sum(standing)]
                )
        doubts = [outside(out)] if out else []
        if (under := sum(place.is_hidden for place in seen) - out) > 0:
            doubts.append(covered(under))
        if is_alike:
            doubts.append(ALIKE)
        return Occupancy(tuple(seen), tuple(doubts), circles)


class _Look:
    """One straightened board with all that is asked of it."""

    def __init__(self, lab: Map, learnt: Learnt) -> None:
        self._learnt = learnt
        self.radius = learnt.radius * SIDE
        self._lab = lab
        self._own = [likeness(lab, colours) for colours in learnt.colours]
        discs = [over_disc(one, 0.75 * self.radius) for one in self._own]
        self.ring = ring = Edges(lab).rings(self.radius)
        self.scores = []
        for owner, disc in enumerate(discs):
            others = [other for n, other in enumerate(discs) if n != owner]
            other = np.max(others, axis=0) if others else np.zeros_like(disc)
            parts = (np.ones_like(disc), disc, disc * ring, other)
            self.scores.append(np.tensordot(WEIGHTS, np.stack(parts), axes=1))
        self._best = np.max(self.scores, axis=0)
        self._strange: Map | None = None

    def along(self, place: Place, pose: Pose) -> Iterator[_Spot]:
        """Yield where pieces may lie one behind the other, from the rim on, or from the middle of a bar."""
        start, way, across = _row(place, pose)
        step, room = 2 * self.radius, place.length * SIDE + (1.0 if place.has_rim else 0.0) * SIDE
        at = self.radius
        low, high = at - 0.12 * SIDE, at + 0.35 * SIDE
        while at + 0.8 * self.radius < room:
            spot, found = self._best_at(start, way, across, low, high)
            yield spot
            at = found if max(spot.scores) > -1 else at
            low, high = at + step - 0.12 * SIDE, at + step + 0.3 * SIDE
            at += step

    def on(self, place: Place, pose: Pose) -> Iterator[_Spot]:
        """Yield where pieces may stand on a square, the likeliest first, none upon another."""
        mask = _mask(place, pose, self._best.shape)
        left = np.where(mask, self._best, -np.inf).astype(np.float32)
        for _ in range(4):
            y, x = np.unravel_index(int(left.argmax()), left.shape)
            if not np.isfinite(left[y, x]):
                return
            yield _Spot(
                float(x), float(y), tuple(float(one[y, x]) for one in self.scores), float(self.ring[y, x])
            )
            cv2.circle(left, (int(x), int(y)), round(1.7 * self.radius), -math.inf, -1)

    def _best_at(
        self, start: npt.NDArray[np.float64], way: npt.NDArray[np.float64], across: npt.NDArray[np.float64],
        low: float, high: float,
    ) -> tuple[_Spot, float]:  # fmt: skip
        """Return the best spot between two distances from the rim, and its distance."""
        along = np.arange(low, high + 1)
        aside = np.arange(-0.14 * SIDE, 0.14 * SIDE + 1)
        places = start + along[:, None, None] * way + aside[None, :, None] * across
        height, width = self._best.shape
        columns = places[..., 0].round().astype(int).clip(0, width - 1)
        rows = places[..., 1].round().astype(int).clip(0, height - 1)
        n, m = np.unravel_index(int(self._best[rows, columns].argmax()), rows.shape)
        y, x = rows[n, m], columns[n, m]
        return _Spot(
            float(x), float(y), tuple(float(one[y, x]) for one in self.scores), float(self.ring[y, x])
        ), float(along[n])

    def unit(self, spot: _Spot, pose: Pose) -> tuple[float, float]:
        """Return unit coordinates of a spot."""
        x = ((spot.x + 0.5) / SIDE - _MARGIN) / pose.plan.width
        y = ((spot.y + 0.5) / SIDE - _MARGIN) / pose.plan.height
        return x, y

    def covered(self, place: Place, pose: Pose) -> float:
        """Return the probability that something that belongs to no board lies over most of a point.

        Other places than points and trays have colours of their own, by which nothing foreign can be known:
        0.
        """
        if not place.has_rim:
            return 0.0
        if self._strange is None:
            self._strange = self._strangeness(pose)
        mask = _mask(place, pose, self._best.shape)
        part = float(self._strange[mask].mean()) if mask.any() else 1.0
        return float(1 / (1 + math.exp(-(part - 0.45) / 0.05)))

    def _strangeness(self, pose: Pose) -> Map:
        """Return 1 where a pixel's colour is no piece's and is found on few points of this board, else 0."""
        bins = (self._lab / (24, 12, 12)).astype(np.int32)
        code = bins[..., 0] * 484 + bins[..., 1] * 22 + bins[..., 2]
        points = [place for place in pose.plan.places if place.has_rim]
        often = np.zeros(6000, np.int32)
        for place in points:
            mask = _mask(place, pose, code.shape)
            counts = np.bincount(code[mask], minlength=6000)
            often += counts > 0.02 * max(1, int(mask.sum()))
        known = np.zeros(6000, bool)
        for near in (
            light + red + yellow for light in (-484, 0, 484) for red in (-22, 0, 22) for yellow in (-1, 0, 1)
        ):
            known[np.clip(np.flatnonzero(often >= _KNOWN * len(points)) + near, 0, 5999)] = True
        own = np.max(self._own, axis=0) > 0.1
        return np.asarray(~known[code] & ~own, np.float32)


def _mask(place: Place, pose: Pose, shape: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    """Return which pixels of the straightened board a place covers."""
    drawn = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(drawn, _pixels(place.points, pose).round().astype(np.int32), 1)
    return np.asarray(drawn > 0, np.bool_)


def in_view(pose: Pose) -> frozenset[str]:
    """Return the names of the places that lie inside the picture, with all that stands on them."""
    places = pose.plan.places
    outlines = np.concatenate([place.points for place in places])
    tall = np.concatenate([np.full(len(place.outline), place.tall) for place in places])
    inside = np.ones(len(outlines), bool)
    for points in (pose.seen(outlines), pose.seen(outlines, tall)):
        inside &= ((points >= -1) & (points <= pose.size)).all(axis=1)
    each = np.split(inside, np.cumsum([len(place.outline) for place in places])[:-1])
    return frozenset(place.name for place, one in zip(places, each, strict=True) if one.all())


def _of_row(spots: Sequence[_Spot], owners: int) -> list[tuple[Standing, float]]:
    """Weigh every number of pieces of each owner by all spots; the likeliest first."""
    none = tuple([0] * owners)
    if not spots:
        return [(none, _MOST_SURE)]
    chances = np.log(np.clip([spot.chances for spot in spots], 1e-4, 1.0))
    weighed: dict[Standing, float] = {none: float(chances[:, 0].sum())}
    for owner in range(owners):
        for count in range(1, len(spots) + 1):
            standing = tuple(count if n == owner else 0 for n in range(owners))
            weighed[standing] = float(chances[:count, 1 + owner].sum() + chances[count:, 0].sum())
    most = max(weighed.values())
    parts = {standing: math.exp(value - most) for standing, value in weighed.items()}
    total = sum(parts.values())
    ranked = sorted(((one, part / total) for one, part in parts.items()), key=lambda item: -item[1])
    spread = (1 - _MOST_SURE) / len(ranked)
    return [(one, _MOST_SURE * part + spread) for one, part in ranked]


def _row(
    place: Place, pose: Pose
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return where a row of pieces begins, its way and the way across, in straightened pixels."""
    points = _pixels(place.points, pose)
    if not place.has_rim and place.middle[1] < 0.5:
        points = np.roll(points, -2, axis=0)  # a bar's pieces are laid from the middle of the board outwards
    start, far = points[:2].mean(axis=0), points[2:4].mean(axis=0)
    way = (far - start) / max(1e-9, float(np.linalg.norm(far - start)))
    return start, way, np.array([-way[1], way[0]])


def _pixels(points: npt.NDArray[np.float64], pose: Pose) -> npt.NDArray[np.float64]:
    """Return straightened pixels of unit coordinates."""
    return np.asarray((pose.plan.in_pieces(points) + _MARGIN) * SIDE - 0.5, np.float64)


def _pixel(pose: Pose, tap: tuple[float, float], tall: float) -> tuple[float, float]:
    x, y = _pixels(pose.lies(np.array([tap], np.float64), tall), pose)[0]
    return float(x), float(y)


@dataclass(frozen=True, slots=True)
class _Near:
    """What is seen around a tap."""

    lab: Map
    edges: Edges
    x: float
    """Where the tap lies in it, in pixels."""
    y: float

    @classmethod
    def of(cls, lab: Map, x: float, y: float) -> _Near:
        """Cut out what is around a pixel."""
        left, top = max(0, round(x) - SIDE), max(0, round(y) - SIDE)
        here = np.ascontiguousarray(lab[top : round(y) + SIDE + 1, left : round(x) + SIDE + 1])
        return cls(here, Edges(here, clear=80.0, wide=False), x - left, y - top)

    def clearest(self, radius_px: float) -> tuple[float, int, int]:
        """Return how clear the clearest ring near the tap is, and the row and column of its middle."""
        reach = 0.4 * SIDE
        left, top = max(0, round(self.x - reach)), max(0, round(self.y - reach))
        ring = self.edges.rings(radius_px)[top : round(self.y + reach) + 1, left : round(self.x + reach) + 1]
        row, column = np.unravel_index(int(ring.argmax()), ring.shape)
        return float(ring[row, column]), top + int(row), left + int(column)


def _colours(near: Sequence[_Near], radius_px: float) -> tuple[Colour, ...]:
    """Return the usual colours of the tapped pieces: a print or a rim may have one of its own."""
    found: list[tuple[float, Colour]] = []
    for one in near:
        _, row, column = one.clearest(radius_px)
        down, across = np.ogrid[: one.lab.shape[0], : one.lab.shape[1]]
        pixels = one.lab[(across - column) ** 2 + (down - row) ** 2 <= (0.8 * radius_px) ** 2]
        rule = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 0.5)
        cv2.setRNGSeed(1)
        _, labels, means = cv2.kmeans(pixels, 2, np.empty(0, np.int32), rule, 2, cv2.KMEANS_PP_CENTERS)
        parts = np.bincount(np.ravel(labels), minlength=2) / len(pixels)
        if float(np.linalg.norm((means[0] - means[1]) / _DEVIATIONS)) < 1.0:
            means, parts = pixels.mean(axis=0)[None], np.ones(1)
        for mean, part in zip(means, parts, strict=True):
            light, red, yellow = (float(value) for value in mean)
            if part > _FACE:
                found.append((float(part), (light, red, yellow)))
    found.sort(key=lambda one: -one[0])
    return tuple(colour for _, colour in found[:FACES])


def _radius(near: Sequence[_Near]) -> float:
    """Return the radius of the rings that are seen around taps, in widths of a place."""
    rounds = [float(np.mean([one.clearest(radius * SIDE)[0] for one in near] or [0.0])) for radius in _RADII]
    if max(rounds) < 0.04:
        return 0.45
    alike = [radius for radius, part in zip(_RADII, rounds, strict=True) if part >= _AS_ROUND * max(rounds)]
    return float(np.mean(alike))


def unlike(learnt: Learnt) -> float:
    """Return how far the two nearest colours of different owners lie apart, in deviations."""
    pairs = [
        float(np.linalg.norm((np.array(one) - np.array(other)) / _DEVIATIONS))
        for n, owner in enumerate(learnt.colours)
        for later in learnt.colours[n + 1 :]
        for one in owner
        for other in later
    ]
    return min(pairs)
