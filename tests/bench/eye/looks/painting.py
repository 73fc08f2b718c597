"""What a shell's skin looks like: pattern, colours and finish, by the names that a look is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tests.bench.eye.looks.grain import Grain, Grid, blend, ramp, rgb
from tests.bench.eye.looks.solid import Skin


@dataclass(frozen=True, slots=True)
class Finish:
    """What hand, sea or brush made of the surface."""

    rough: float
    """Roughness of the shell itself."""
    coat: float
    """How much clear gloss lies upon it."""
    coat_rough: float
    """Roughness of that gloss."""
    chalk: float = 0.0
    """How much of it is worn to chalk."""
    paint: float = 0.0
    """How much of it is covered by paint."""


FINISHES: Mapping[str, Finish] = {
    "matt": Finish(rough=0.6, coat=0.0, coat_rough=0.5),
    "satin": Finish(rough=0.4, coat=0.6, coat_rough=0.14),
    "polished": Finish(rough=0.35, coat=1.1, coat_rough=0.03),
    "mirror": Finish(rough=0.3, coat=1.3, coat_rough=0.012),
    "lacquered": Finish(rough=0.3, coat=1.5, coat_rough=0.006),
    "painted": Finish(rough=0.45, coat=0.8, coat_rough=0.07, paint=1.0),
    "worn": Finish(rough=0.65, coat=0.0, coat_rough=0.5, chalk=0.6),
}


@dataclass(frozen=True, slots=True)
class Dress:
    """Colours and pattern of a sort of shell."""

    back: Grid
    side: Grid
    base: Grid
    second: Grid
    """Colour of the pattern."""
    pattern: str = "plain"
    stain: Grid | None = None
    """Colour between the teeth; None for a darker base."""
    tips: Grid | None = None
    """Colour of the two ends."""
    size: float = 0.25
    """How large the pattern's parts are."""


def _dress(back: str, side: str, base: str, second: str, pattern: str, *, stain: str = "", tips: str = "",
           size: float = 0.25) -> Dress:  # fmt: skip
    return Dress(_hex(back), _hex(side), _hex(base), _hex(second), pattern, _hex(stain) if stain else None,
                 _hex(tips) if tips else None, size)  # fmt: skip


def _hex(text: str) -> Grid:
    return rgb(*(int(text[at : at + 2], 16) / 255 for at in (0, 2, 4)))


DRESSES: Mapping[str, Dress] = {
    "olive": _dress("8f8a55", "c9c08c", "e8e0c0", "6d6a45", "banded"),
    "tan": _dress("c79a5b", "ddbd86", "efdfba", "a97d45", "banded", stain="a8743a"),
    "honey": _dress("b9792e", "cf9c58", "e6c58f", "94591b", "clouded", stain="8a5520"),
    "brown": _dress("6b4024", "8a5a35", "c79a6e", "3f2414", "clouded", stain="5a3018"),
    "chestnut": _dress("4c2a17", "2f1c12", "53352a", "b08a5a", "spotted", stain="d8c8a8", size=0.26),
    "ringed": _dress("b9bcc4", "e4e2dc", "efece2", "c98a28", "ringed"),
    "golden ring": _dress("d8cfae", "efe7cf", "f4efdf", "b5651d", "ringed"),
    "dark": _dress("2b2320", "3a302a", "7d6a58", "120e0c", "mottled", stain="30221a"),
    "spotted": _dress("d9cdb6", "cbb592", "eee6d6", "3b2415", "spotted", size=0.3),
    "snake": _dress("4a2f1d", "cfc4ae", "e9dfcb", "e9e1cc", "spotted", tips="e9dfcb", size=0.16),
    "white": _dress("eeeae0", "f3f0e8", "f5f3ec", "dcd5c4", "clouded"),
    "ivory": _dress("e3d3a8", "eadfbd", "f0e8cf", "cdb680", "clouded", stain="b08d55"),
    "blotched": _dress("a9bda0", "c8cfae", "eeece0", "6f4312", "blotched", tips="b8672a"),
    "rosy": _dress("d9b7a6", "e6cfc2", "f0e4dc", "bf7f4f", "mottled", tips="e9d8c8", size=0.3),
    "lilac": _dress("b9b2cf", "cfcadd", "ecebf4", "b98a62", "mottled", size=0.3),
    "lined": _dress("c8ab7a", "b59462", "e4d3ae", "5f3d1e", "lined", stain="6b4421"),
    "red paint": _dress("a31f1c", "a31f1c", "a31f1c", "8a1512", "clouded"),
    "blue paint": _dress("1f4f9a", "1f4f9a", "1f4f9a", "183d7c", "clouded"),
    "gold paint": _dress("b98a2f", "b98a2f", "b98a2f", "9a6f20", "clouded"),
    "black paint": _dress("1c1b1d", "1c1b1d", "1c1b1d", "0e0d0e", "clouded"),
    "green paint": _dress("2c6b3d", "2c6b3d", "2c6b3d", "1f5230", "clouded"),
}
"""Colours by name, drawn by eye, 23 November 2026."""


@dataclass(frozen=True, slots=True)
class Paint:
    """The skin of one shell."""

    dress: Dress
    finish: Finish
    shift: Grid
    """Moves the pattern about, so that sisters differ, shape (3,)."""
    tone: Grid
    """This shell's own shade, a factor on each colour, shape (3,)."""

    def skin(self, points: Grid, grain: Grain, *, deep: Grid, lips: Grid, inner: Grid) -> Skin:
        """Return the skin at points.

        Args:
            points: In the shell's space, each axis by its half size, shape (n, 3).
            grain: The shell's own noise.
            deep: How deep in the slit each lies, 0 to 1.
            lips: Between teeth above 0, on teeth below, fading away from the slit.
            inner: 1 in the hole of the back.
        """
        dress, finish = self.dress, self.finish
        height = -points[:, 2]
        wander = points + self.shift
        ragged = 0.09 * grain.at(wander, 0.3)
        back = ramp(height + ragged, 0.12, 0.62)
        base = ramp(-points[:, 2] + 0.4 * ragged, 0.1, -0.22)
        colour = np.broadcast_to(dress.side, points.shape).astype(np.float32)
        colour = blend(colour, dress.back, back)
        colour = blend(colour, dress.base, base)
        ink = self._pattern(points, wander, grain) * (1 - base)
        colour = blend(colour, dress.second, np.clip(ink, 0, 1))
        if dress.tips is not None:
            colour = blend(colour, dress.tips, ramp(np.abs(points[:, 0]), 0.82, 0.93) * (1 - 0.4 * base))
        stain = dress.stain if dress.stain is not None else dress.base * np.float32(0.7)
        colour = blend(colour, stain, np.clip(1.4 * lips, 0, 1) * base)
        colour *= (1 + 0.06 * grain.fine(wander, 0.16))[:, None] * self.tone
        rough = np.full(len(points), finish.rough, np.float32)
        coat = np.full(len(points), finish.coat, np.float32)
        if finish.chalk:
            worn = ramp(grain.fine(wander, 0.35), 0.25 - finish.chalk, 0.55 - 0.6 * finish.chalk)
            worn *= np.float32(0.75)
            colour = blend(colour, 0.4 * colour + 0.6 * rgb(0.86, 0.83, 0.76), worn)
        if finish.paint:
            bare = ramp(grain.fine(wander, 0.12), 0.78, 0.9) * ramp(np.abs(points[:, 2]), 0.3, 0.8)
            colour = blend(colour, rgb(0.9, 0.85, 0.74), bare)
            coat *= 1 - 0.8 * bare
        colour = blend(colour, 0.5 * colour + rgb(0.34, 0.27, 0.22) * 0.5, inner)
        colour = blend(colour, 0.35 * colour, deep)
        coat *= (1 - 0.85 * inner) * (1 - 0.9 * deep)
        return Skin(np.clip(colour, 0.004, 0.92), rough, coat, finish.coat_rough)

    def _pattern(self, points: Grid, wander: Grid, grain: Grain) -> Grid:
        """Return how strongly the second colour shows, shape (n,)."""
        x, y, height = points[:, 0], points[:, 1], -points[:, 2]
        size, name = self.dress.size, self.dress.pattern
        upon = ramp(height, 0.05, 0.4)
        if name == "ringed":
            out = np.sqrt(np.square((x + 0.06) / 0.74) + np.square(y / 0.66)) + 0.03 * grain.at(wander, 0.25)
            return np.asarray(np.exp(-np.square((out - 0.86) / 0.07)) * upon, np.float32)
        if name == "banded":
            turn = 7.5 * x + 1.1 + 0.5 * grain.at(wander, 0.5)
            wave = np.asarray(0.5 + 0.5 * np.cos(turn), np.float32)
            return np.asarray(
                0.75 * ramp(wave, 0.72, 0.95) * upon + 0.25 * upon * grain.at(wander, 0.5), np.float32
            )
        if name == "spotted":
            return np.asarray(
                ramp(grain.spots(wander, size), 0.5, 0.4) * ramp(height, -0.15, 0.1), np.float32
            )
        if name == "mottled":
            return np.asarray(0.8 * ramp(grain.fine(wander, size), 0.15, 0.5) * upon, np.float32)
        if name == "blotched":
            spot = np.sqrt(np.square((x + 0.08) / 0.34) + np.square(y / 0.42)) + 0.3 * grain.fine(
                wander, 0.22
            )
            return np.asarray(ramp(spot, 1.0, 0.9) * ramp(height, 0.3, 0.5), np.float32)
        if name == "lined":
            lines = 0.5 + 0.5 * np.cos(34 * y + 9 * grain.at(wander, 0.45))
            return np.asarray(0.8 * ramp(lines, 0.55, 0.85) * upon, np.float32)
        if name == "clouded":
            return np.asarray(0.6 * ramp(grain.fine(wander, 0.5), -0.2, 0.9), np.float32)
        return np.zeros(len(points), np.float32)


def painted(dress: Dress, finish: Finish, rng: np.random.Generator) -> Paint:
    """Return the paint of one shell of a bag: its sisters', shifted and of its own shade."""
    shade = np.exp(rng.normal(0, 0.09)) * np.exp(rng.normal(0, 0.025, 3))
    return Paint(dress, finish, rng.uniform(0, 30, 3).astype(np.float32), shade.astype(np.float32))
