"""A cowrie as an implicit solid: a lofted body, a dome, a slit with teeth; many species by their numbers.

The shell reaches about from x = -1 (the spire, mostly the broad end) to x = +1 (where the canal opens). Its
mouth looks towards +z, its dome towards -z.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from tests.bench.eye.looks.grain import Grain, Grid, ramp
from tests.bench.eye.looks.painting import Paint
from tests.bench.eye.looks.solid import Skin


@dataclass(frozen=True, slots=True)
class Form:
    """The shape of one shell, in half lengths."""

    wide: float = 0.66
    """Half width of the body."""
    tip: float = 2.2
    side: float = 2.0
    """Exponents of the outline along and across: 2 is an ellipse, less is pointed."""
    skew: float = -0.12
    """Where along the shell it is widest."""
    knobs: float = 0.0
    """How much wider it is at the knobs of its callus."""
    rim: float = 0.26
    """Height of the callus at the side."""
    dome: float = 0.56
    """Height of the dome."""
    dome_wide: float = 0.86
    """Width of the dome as a part of the whole."""
    dome_long: float = 0.88
    belly: float = 0.26
    """How far the base stands out towards the mouth."""
    slit: float = 0.045
    """Half width of the mouth in the middle."""
    flare: float = 0.4
    """How much wider the mouth is at the canal."""
    bend: float = 0.14
    """How far the mouth bends aside at its ends."""
    lean: float = 0.0
    """How far it runs askew."""
    beside: float = 0.0
    """How far its middle lies from that of the shell."""
    teeth: int = 13
    """Teeth of one lip."""
    bite: float = 0.55
    """How far they close the mouth."""
    ridge: float = 0.016
    """How high they run out upon the lips."""
    ridge_reach: float = 0.16
    """How far they run out."""
    lip: float = 0.08
    """How deep the lips roll in."""
    lip_wide: float = 0.2
    beak: float = 0.0
    """Size of the two lobes at each end."""
    hole: float = 0.0
    """Half length of a hole ground into the back, as for stringing; 0 for none."""
    dents: float = 0.0
    """Depth of what wear has done."""


# fmt: off
MONEY = Form(wide=0.72, tip=1.9, side=1.75, skew=-0.2, knobs=0.09, rim=0.24, dome=0.52, dome_wide=0.7,
             dome_long=0.78, belly=0.3, teeth=11, bite=0.6, ridge=0.03, ridge_reach=0.2, bend=0.1)
RING = Form(wide=0.68, tip=2.3, side=2.1, skew=-0.1, rim=0.27, dome=0.5, dome_wide=0.82, teeth=13, bend=0.12)
EGG = Form(wide=0.7, tip=2.0, side=2.0, skew=-0.16, rim=0.4, dome=0.6, dome_wide=0.96, dome_long=0.97,
           belly=0.4, teeth=19, bite=0.4, ridge=0.012, ridge_reach=0.1, bend=0.2, beak=0.1, slit=0.04)
LONG = Form(wide=0.5, tip=2.6, side=2.2, skew=-0.06, rim=0.34, dome=0.46, dome_wide=0.94, dome_long=0.95,
            belly=0.3, teeth=18, bite=0.4, ridge=0.012, ridge_reach=0.09, bend=0.17,
            beside=0.05, beak=0.13)
HUMPED = Form(wide=0.66, tip=2.3, side=2.2, skew=-0.14, rim=0.2, dome=0.76, dome_wide=0.84, dome_long=0.84,
              belly=0.28, teeth=15, bite=0.5, ridge=0.018, ridge_reach=0.12, bend=0.13, slit=0.05)
RHOMB = Form(wide=0.76, tip=1.5, side=1.55, skew=-0.16, knobs=0.12, rim=0.22, dome=0.5, dome_wide=0.62,
             dome_long=0.72, teeth=10, bite=0.65, ridge=0.036,
             ridge_reach=0.26, bend=0.06, slit=0.05)
RIBBED = Form(wide=0.58, tip=2.1, side=1.9, skew=-0.12, rim=0.32, dome=0.5, dome_wide=0.9, belly=0.3,
              teeth=17, bite=0.45, ridge=0.02, ridge_reach=0.55, bend=0.13, beak=0.12, slit=0.055)
# fmt: on
SPECIES: Mapping[str, Form] = {
    "money": MONEY,
    "ring": RING,
    "egg": EGG,
    "long": LONG,
    "humped": HUMPED,
    "rhomb": RHOMB,
    "ribbed": RIBBED,
}
"""Shapes by name; their numbers were drawn by eye from shells and plates, 23 November 2026."""

_FLOOR = 0.015
"""Where the slit ends inside, in the middle of the shell; the origin stays within."""
_BED = 0.05
"""Where a hole in the back ends."""


@dataclass(frozen=True, slots=True)
class Cowrie:
    """One shell."""

    form: Form
    paint: Paint
    grain: Grain
    half: tuple[float, float, float] = field(init=False)

    def __post_init__(self) -> None:
        form = self.form
        across = form.wide * (1 + form.knobs)
        object.__setattr__(
            self, "half", (1.0 + 0.9 * form.beak, across, max(form.dome, form.rim, form.belly))
        )

    def field(self, points: Grid) -> Grid:
        """Return a number below zero inside the shell, about the distance from its surface."""
        form = self.form
        x, y, z = points[:, 0], points[:, 1], points[:, 2]
        above = z > 0
        body = self._body(x, y, z)
        aside = y - self._course(x)
        far = np.abs(aside)
        gap, tooth = self._gap(x, aside, far)
        roll = np.exp(-np.square(far / form.lip_wide)) * form.lip
        comb = np.exp(-far / form.ridge_reach) * (tooth - 0.5) * form.ridge
        body = body + np.where(above, roll - comb, np.float32(0))
        if form.dents:
            body = body + form.dents * self.grain.fine(points, 0.45, 2)
        slit = np.maximum(gap, self._floor(x) - z)
        body = _carved(body, slit, 0.035)
        if form.hole:
            hole = self._hole(x, y)
            body = np.maximum(body, -(z + 0.66 * form.dome) * 0.8)
            body = _carved(body, np.maximum(hole, z + _BED), 0.03)
        return np.asarray(body, np.float32)

    def skin(self, points: Grid) -> Skin:
        """Return colours and gloss of the surface."""
        form = self.form
        x, y, z = points[:, 0], points[:, 1], points[:, 2]
        aside = y - self._course(x)
        gap, tooth = self._gap(x, aside, np.abs(aside))
        mouth = ramp(gap, 0.05, 0.0) * (z > self._floor(x) - 0.02)
        top = form.belly * np.sqrt(np.clip(1 - np.square(x), 0.02, 1)) - 0.06
        deep = mouth * np.clip((top - z) / 0.15, 0, 1)
        inner = np.zeros_like(z)
        if form.hole:
            hole = self._hole(x, y)
            inner = ramp(hole, 0.02, -0.03) * (z < 0)
        reach = np.stack([x, y / form.wide, z / max(form.dome, 0.3)], 1)
        return self.paint.skin(
            np.asarray(reach, np.float32),
            self.grain,
            deep=np.asarray(deep, np.float32),
            lips=np.asarray(np.exp(-np.abs(aside) / 0.16) * (0.5 - tooth), np.float32),
            inner=np.asarray(inner, np.float32),
        )

    def _body(self, x: Grid, y: Grid, z: Grid) -> Grid:
        form = self.form
        along = np.abs(x - form.skew * (1 - x * x))
        knob = np.exp(-np.square((x + 0.42) / 0.2)) + 0.6 * np.exp(-np.square((x - 0.5) / 0.22))
        wide = form.wide * (1 + form.knobs * knob - 0.03)
        tall = np.where(z > 0, np.float32(form.belly), np.float32(form.rim))
        fullness = np.where(z > 0, np.float32(2.7), np.float32(2.0))
        across = np.square(y / wide) + np.power(np.abs(z) / tall, fullness)
        slab = np.power(np.power(along, form.tip) + np.power(across, form.side / 2), 1 / form.tip) - 1
        height = np.where(z > 0, np.float32(form.belly * 0.7), np.float32(form.dome))
        dome = (
            np.sqrt(
                np.square((x + 0.06) / form.dome_long)
                + np.square(y / (form.dome_wide * wide))
                + np.square(z / height)
            )
            - 1
        )
        scale = 0.55 * form.wide
        body = _joined(slab * scale, dome * scale, 0.07)
        if form.beak:
            lobe = np.abs(y - 0.7 * self._course(x)) - 0.085
            out = np.abs(x) - 0.93
            beak = np.sqrt(np.square(out / 1.2) + np.square(lobe) + np.square((z + 0.02) / 1.1)) - form.beak
            body = _joined(body, beak, 0.09)
        return np.asarray(body, np.float32)

    def _course(self, x: Grid) -> Grid:
        """Return where across the shell the middle of its mouth runs."""
        form = self.form
        return np.asarray(form.beside + form.lean * x + form.bend * (x * x - 0.3), np.float32)

    def _gap(self, x: Grid, aside: Grid, far: Grid) -> tuple[Grid, Grid]:
        """Return the distance from the open mouth, below zero in it, and the teeth, 0 to 1."""
        form = self.form
        sixth = np.square(x * x * x)
        swing = np.pi * form.teeth * (x + 0.05 * x * x) + np.where(aside > 0, np.float32(0), np.float32(2.1))
        tooth = 0.5 + 0.5 * np.cos(swing)
        tooth = tooth * tooth * (3 - 2 * tooth)
        open_ = form.slit * (1 + form.flare * np.clip(x, -0.6, 1) + 1.1 * sixth)
        return np.asarray(
            far - open_ * (1 - form.bite * tooth * (1 - np.minimum(sixth, 1))), np.float32
        ), np.asarray(tooth, np.float32)

    @staticmethod
    def _floor(x: Grid) -> Grid:
        """Return where the slit ends inside: at both ends of the shell it runs out through the rim."""
        return np.asarray(_FLOOR - 0.2 * np.square(x * x * x), np.float32)

    def _hole(self, x: Grid, y: Grid) -> Grid:
        long, wide = self.form.hole, 0.8 * self.form.hole
        return np.asarray(
            (np.sqrt(np.square((x + 0.05) / long) + np.square(y / wide)) - 1) * wide, np.float32
        )


def sister(form: Form, rng: np.random.Generator) -> Form:
    """Return a shell of the same bag: the same form, a little different."""

    def about(value: float, part: float) -> float:
        return float(value * np.exp(rng.normal(0, part)))

    return replace(
        form,
        wide=about(form.wide, 0.035),
        dome=about(form.dome, 0.05),
        knobs=about(form.knobs, 0.3),
        slit=about(form.slit, 0.14),
        bend=about(form.bend, 0.2),
        lean=form.lean + float(rng.normal(0, 0.02)),
        beside=form.beside + float(rng.normal(0, 0.02)),
        teeth=max(7, form.teeth + int(rng.integers(-1, 2))),
        hole=about(form.hole, 0.08),
    )


def _joined(one: Grid, two: Grid, soft: float) -> Grid:
    """Return the union of two fields with a soft fillet."""
    near = np.maximum(soft - np.abs(one - two), 0)
    return np.asarray(np.minimum(one, two) - near * near / (4 * soft), np.float32)


def _carved(body: Grid, cut: Grid, soft: float) -> Grid:
    """Return a body with something cut out of it, its edge rounded."""
    near = np.maximum(soft - np.abs(body + cut), 0)
    return np.asarray(np.maximum(body, -cut) + near * near / (4 * soft), np.float32)
