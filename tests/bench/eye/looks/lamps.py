"""Rooms: lamps, windows and what a glossy thing mirrors of them; in centimetres and linear RGB."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tests.bench.eye.looks.grain import Grain, Grid
from tests.bench.eye.looks.solid import Placed, dot

_KELVINS = (1900, 2700, 4000, 5000, 6500, 9000)
_TINTS = (
    (1.0, 0.23, 0.01),
    (1.0, 0.40, 0.10),
    (1.0, 0.64, 0.37),
    (1.0, 0.78, 0.62),
    (1.0, 0.95, 0.98),
    (0.69, 0.76, 1.0),
)
"""Colours of black bodies as linear sRGB, roughly: from memory, no more than lamps need."""


def tint(kelvin: float) -> Grid:
    """Return the colour of a lamp, shape (3,), its green and red brought to a mean of 1."""
    parts = [np.interp(kelvin, _KELVINS, [one[i] for one in _TINTS]) for i in range(3)]
    colour = np.array(parts, np.float32)
    return np.asarray(colour / (0.25 * colour[0] + 0.65 * colour[1] + 0.1 * colour[2]), np.float32)


@dataclass(frozen=True, slots=True)
class Lamp:
    """One flat thing that shines: a window, a tube, a globe, a ring."""

    middle: Grid
    """Where it hangs, shape (3,)."""
    across: Grid
    """Half its width as an arrow, shape (3,)."""
    up: Grid
    """Half its height as an arrow, at right angles to `across`."""
    light: Grid
    """How bright it is, shape (3,)."""
    form: str = "pane"
    """`pane`, `disc` or `ring`."""
    panes: tuple[int, int] = (1, 1)
    """Into how many panes bars divide it, across and up."""
    bar: float = 0.05
    """Half the width of a bar as a part of half the width of the lamp."""
    leaves: Grain | None = None
    """Trees before it."""
    even: bool = False
    """It shines as much to the side: a globe."""

    @property
    def facing(self) -> Grid:
        """Its direction, at right angles to its plane, shape (3,)."""
        way = np.cross(self.across, self.up)
        return np.asarray(way / np.linalg.norm(way), np.float32)

    def mirrored(self, points: Grid, ways: Grid, blur: float) -> Grid:
        """Return the light that comes from this lamp along rays, shape (n, 3).

        Args:
            points: Where the rays begin, shape (n, 3).
            ways: Their directions, length 1.
            blur: By how much the directions scatter, radians.
        """
        facing = self.facing
        toward = ways @ facing
        safe = np.where(np.abs(toward) < 1e-4, np.float32(1e-4), toward)
        far = ((self.middle - points) @ facing) / safe
        at = points + ways * far[:, None] - self.middle
        width, height = float(np.linalg.norm(self.across)), float(np.linalg.norm(self.up))
        one, two = at @ self.across / width**2, at @ self.up / height**2
        soft = np.abs(far) * (blur + 0.002) / np.maximum(np.abs(toward), 0.25)
        a, b, sa, sb = (np.asarray(part, np.float32) for part in (one, two, soft / width, soft / height))
        if self.form == "pane":
            seen = _within(a, sa) * _within(b, sb)
            for count, place, s in ((self.panes[0], a, sa), (self.panes[1], b, sb)):
                for number in range(1, count):
                    at_bar = np.asarray((place - (2 * number / count - 1)) / self.bar, np.float32)
                    seen *= 1 - _within(at_bar, np.asarray(s / self.bar, np.float32))
        else:
            out, spread = np.asarray(np.hypot(a, b), np.float32), np.asarray(np.sqrt(sa * sb), np.float32)
            seen = _within(out, spread) / (1 + 1.5 * np.square(spread))
            if self.form == "ring":
                seen = np.maximum(
                    seen - _within(out / 0.72, spread / 0.72) / (1 + 1.5 * np.square(spread)), 0
                )
        if self.leaves is not None:
            place = np.asarray(np.stack([a * 3, b * 3, np.zeros_like(a)], 1), np.float32)
            seen *= np.clip(0.5 + 1.6 * self.leaves.fine(place, 0.8, 4), 0.06, 1)
        seen = np.where(far > 0, seen, 0)
        return np.asarray(seen[:, None] * self.light, np.float32)

    def samples(self, rng: np.random.Generator, count: int) -> Grid:
        """Return points on the lamp that stand for it, shape (count, 3)."""
        side = int(np.ceil(np.sqrt(count)))
        spot = (np.stack(np.divmod(np.arange(count), side), 1) + rng.uniform(0, 1, (count, 2))) / side
        if self.form == "pane":
            a, b = 2 * spot[:, 0] - 1, 2 * np.minimum(spot[:, 1], 1) - 1
        else:
            out = np.sqrt(spot[:, 0]) if self.form == "disc" else np.full(count, 0.86)
            turn = 2 * np.pi * (np.arange(count) + spot[:, 1]) / count
            a, b = out * np.cos(turn), out * np.sin(turn)
        return np.asarray(self.middle + a[:, None] * self.across + b[:, None] * self.up, np.float32)

    @property
    def size(self) -> float:
        """Its shining surface in square centimetres."""
        whole = 4 * float(np.linalg.norm(self.across) * np.linalg.norm(self.up))
        part = {"pane": 1.0, "disc": 0.785, "ring": 0.785 * 0.48}[self.form]
        return whole * part * (0.55 if self.leaves is not None else 1.0)


@dataclass(frozen=True, slots=True)
class Room:
    """Everything that shines on a throw."""

    lamps: tuple[Lamp, ...]
    ceiling: Grid
    """Light from above where no lamp is, shape (3,)."""
    walls: Grid
    """The same from the sides."""
    eye: Grid
    """Where the camera hangs: it is mirrored as a dark thing, shape (3,)."""

    def mirrored(self, points: Grid, ways: Grid, blur: float, cloth: Grid) -> Grid:
        """Return what is seen along rays: lamps, ceiling, walls, camera and cloth; shape (n, 3)."""
        rise = np.clip(ways[:, 2], -1, 1)[:, None]
        room = self.walls + (self.ceiling - self.walls) * np.clip(rise * 1.3 - 0.2, 0, 1)
        swing = np.arctan2(ways[:, 1], ways[:, 0])[:, None]
        room = room * (1 + 0.35 * np.sin(2 * swing + 0.7) * (1 - np.abs(rise)))
        to_eye = self.eye - points
        to_eye = to_eye / np.linalg.norm(to_eye, axis=1, keepdims=True)
        away = np.arccos(np.clip((ways * to_eye).sum(1), -1, 1))
        room = room * (1 - 0.7 * np.exp(-np.square(away / (0.1 + blur))))[:, None]
        for lamp in self.lamps:
            room = room + lamp.mirrored(points, ways, blur)
        under = np.clip(0.5 - rise / (0.08 + blur), 0, 1)
        return np.asarray(room * (1 - under) + cloth * under, np.float32)

    def lit(
        self,
        points: Grid,
        normals: Grid,
        spots: Sequence[tuple[Grid, Lamp]],
        others: Sequence[Placed],
        *,
        wrap: float = 0.0,
    ) -> Grid:
        """Return the light that falls on points, shape (n, 3).

        Args:
            points: Shape (n, 3).
            normals: Their normals, or one for all, shape (3,).
            spots: Points of the lamps with the lamp that each stands for.
            others: What casts shadows.
            wrap: How far light creeps around an edge, 0 to 1.
        """
        total = np.zeros(points.shape, np.float32)
        counts = {id(lamp): sum(other is lamp for _, other in spots) for _, lamp in spots}
        for at, lamp in spots:
            ways = np.asarray(at - points, np.float32)
            soft = min(0.5, 0.04 + 0.35 * lamp.size**0.5 / float(np.linalg.norm(lamp.middle)))
            square = dot(ways, ways)
            ways = np.asarray(ways / np.sqrt(square)[:, None], np.float32)
            fall = np.clip((dot(ways, np.broadcast_to(normals, ways.shape)) + wrap) / (1 + wrap), 0, None)
            if not lamp.even:
                fall = fall * np.abs(ways @ lamp.facing)
            fall = fall * (lamp.size / counts[id(lamp)]) / (square * np.pi)
            for other in others:
                fall = fall * (1 - other.shades(points, at, soft))
            total += fall[:, None] * lamp.light
        return total

    def around(self, normals: Grid, cloth: Grid) -> Grid:
        """Return the light from ceiling, walls and cloth on surfaces with these normals, shape (n, 3)."""
        rise = normals[..., 2:3]
        above = self.walls + (self.ceiling - self.walls) * np.clip(rise, 0, 1)
        return np.asarray(above * (0.5 + 0.5 * rise) + cloth * (0.5 - 0.5 * rise), np.float32)


def _within(place: Grid, soft: Grid) -> Grid:
    """Return how much of a blurred spot lies between -1 and 1."""
    s = 0.55 * np.maximum(soft, 1e-3)
    one = np.tanh(np.clip((1 - place) / (2 * s), -20, 20))
    two = np.tanh(np.clip((1 + place) / (2 * s), -20, 20))
    return np.asarray((one + two) / 2, np.float32)


def _hung(
    rng: np.random.Generator,
    *,
    away: float,
    height: float,
    wide: float,
    tall: float,
    light: Grid,
    upright: float,
    form: str = "pane",
    turn: float | None = None,
) -> Lamp:
    """Hang a lamp beside or above the tray; `upright` 1 is a window in a wall, 0 a panel in the ceiling."""
    swing = float(rng.uniform(0, 2 * np.pi)) if turn is None else turn
    out = np.array([np.cos(swing), np.sin(swing), 0.0])
    side = np.array([-out[1], out[0], 0.0])
    up = np.array([0, 0, 1.0]) * upright - out * (1 - upright)
    up /= np.linalg.norm(up)
    middle = out * away + np.array([0, 0, height])
    parts = (middle, side * wide, up * tall)
    one, two, three = (np.asarray(part, np.float32) for part in parts)
    return Lamp(one, two, three, light, form, even=form == "disc")


def _window(rng: np.random.Generator) -> list[Lamp]:
    lamp = _hung(
        rng,
        away=float(rng.uniform(90, 200)),
        height=float(rng.uniform(70, 140)),
        wide=float(rng.uniform(35, 75)),
        tall=float(rng.uniform(45, 70)),
        light=tint(rng.uniform(5400, 8000)) * 5,
        upright=1,
    )
    panes = ((1, 1), (2, 1), (2, 2), (2, 3), (3, 2))[int(rng.integers(5))]
    return [replace(lamp, panes=panes, bar=float(rng.uniform(0.03, 0.09)))]


def _windows(rng: np.random.Generator) -> list[Lamp]:
    first, second = _window(rng)[0], _window(rng)[0]
    return [first, replace(second, light=second.light * 0.6)]


def _trees(rng: np.random.Generator) -> list[Lamp]:
    return [replace(_window(rng)[0], leaves=Grain(rng))]


def _skylight(rng: np.random.Generator) -> list[Lamp]:
    lamp = _hung(
        rng, away=float(rng.uniform(20, 70)), height=190, wide=40, tall=55, light=tint(6800) * 6, upright=0.3
    )
    return [replace(lamp, panes=(2, 1))]


def _bulbs(rng: np.random.Generator) -> list[Lamp]:
    kelvin = rng.uniform(2600, 3400)
    return [
        _hung(
            rng,
            away=float(rng.uniform(15, 110)),
            height=float(rng.uniform(90, 170)),
            wide=(size := float(rng.uniform(3.5, 9))),
            tall=size,
            light=tint(kelvin) * float(rng.uniform(150, 420)),
            upright=0.0,
            form="disc",
        )
        for _ in range(int(rng.integers(1, 5)))
    ]


def _ring(rng: np.random.Generator) -> list[Lamp]:
    size = float(rng.uniform(9, 16))
    return [
        _hung(
            rng,
            away=float(rng.uniform(0, 6)),
            height=float(rng.uniform(36, 58)),
            wide=size,
            tall=size,
            light=tint(rng.uniform(3800, 6500)) * 14,
            upright=0,
            form="ring",
        )
    ]


def _tubes(rng: np.random.Generator) -> list[Lamp]:
    turn = float(rng.uniform(0, 2 * np.pi))
    light = tint(rng.uniform(3500, 5500)) * 40
    return [
        _hung(rng, away=-50 + 65 * one, height=175, wide=60, tall=2.2, light=light, upright=0, turn=turn)
        for one in range(int(rng.integers(1, 4)))
    ]


def _lantern(rng: np.random.Generator) -> list[Lamp]:
    return [
        _hung(
            rng,
            away=float(rng.uniform(20, 80)),
            height=130,
            wide=24,
            tall=24,
            light=tint(2900) * 28,
            upright=0.2,
            form="disc",
        )
    ]


def _desk(rng: np.random.Generator) -> list[Lamp]:
    return [
        _hung(
            rng,
            away=float(rng.uniform(22, 45)),
            height=float(rng.uniform(28, 50)),
            wide=4.5,
            tall=4.5,
            light=tint(rng.uniform(2700, 5000)) * 120,
            upright=0.1,
            form="disc",
        )
    ]


def _panels(rng: np.random.Generator) -> list[Lamp]:
    turn = float(rng.uniform(0, 2 * np.pi))
    light = tint(rng.uniform(4000, 5500)) * 9
    return [
        _hung(rng, away=away, height=190, wide=30, tall=30, light=light, upright=0, turn=turn)
        for away in (-45.0, 40.0)
    ]


def _evening(rng: np.random.Generator) -> list[Lamp]:
    window = _window(rng)[0]
    return [replace(window, light=tint(9000) * 1.6), *_bulbs(rng)[:2]]


def _phone(rng: np.random.Generator) -> list[Lamp]:
    torch = _hung(
        rng,
        away=float(rng.uniform(3, 12)),
        height=44,
        wide=0.5,
        tall=0.5,
        light=tint(5600) * 5200,
        upright=0,
        form="disc",
    )
    return [torch]


ROOMS: Mapping[str, tuple[Callable[[np.random.Generator], list[Lamp]], float]] = {
    "window": (_window, 0.28),
    "windows": (_windows, 0.25),
    "trees": (_trees, 0.3),
    "skylight": (_skylight, 0.25),
    "bulbs": (_bulbs, 0.14),
    "ring lamp": (_ring, 0.25),
    "tubes": (_tubes, 0.2),
    "lantern": (_lantern, 0.2),
    "desk lamp": (_desk, 0.1),
    "panels": (_panels, 0.25),
    "evening": (_evening, 0.16),
    "torch": (_phone, 0.12),
}
"""Lights by name: what hangs there, and how bright the room is beside what falls straight on the tray."""


def room(name: str, rng: np.random.Generator, eye: Grid) -> Room:
    """Furnish a room with the light of this name."""
    hang, fill = ROOMS[name]
    lamps = hang(rng)
    at = np.zeros((1, 3), np.float32)
    up = np.array([0, 0, 1], np.float32)
    bare = Room(tuple(lamps), up * 0, up * 0, eye)
    spots = [(lamp.samples(rng, 4)[one], lamp) for lamp in lamps for one in range(4)]
    straight = bare.lit(at, up, spots, [])[0]
    level = float(straight.mean())
    # All rooms are brought to one brightness on the cloth; the camera's exposure is set apart from it.
    lamps = [replace(lamp, light=np.asarray(lamp.light * (1 - fill) / level, np.float32)) for lamp in lamps]
    shade = straight / level * 0.5 + 0.5 * np.exp(rng.normal(0, 0.08, 3))
    ceiling = np.asarray(shade * fill * rng.uniform(1.0, 1.6), np.float32)
    walls = np.asarray(shade * fill * rng.uniform(0.3, 0.9), np.float32)
    return Room(tuple(lamps), ceiling, walls, eye)
