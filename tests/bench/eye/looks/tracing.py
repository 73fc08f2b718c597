"""Hands what lies on the table to the path tracer of the boards: meshes, paints, lamps and the camera."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from tests.bench.board.tracing.meshes import bones, plate
from tests.bench.board.tracing.painting import cloud
from tests.bench.board.tracing.rooms import hue, tint
from tests.bench.board.tracing.scene import Image, Lamp, Mesh, Paint, Thing, Triple
from tests.bench.board.tracing.tracer import traced
from tests.bench.board.tracing.view import View, bent
from tests.bench.eye.looks.camera import HEIGHT, WIDTH, Camera
from tests.bench.eye.looks.grain import Grid
from tests.bench.eye.looks.grounds import PX, WIDE, Ground, any_ground
from tests.bench.eye.looks.hand import Hand
from tests.bench.eye.looks.solid import Placed, Solid
from tests.bench.eye.looks.throw import Lying

RAYS = 6
"""Of each pixel; what they leave rough is smoothed."""
_RINGS, _AROUND = 96, 176
"""Corners of a mesh from one end of a solid to the other, and around it."""
_FINER = 3
"""Pixels of a skin for each of them."""
_BORDER = 300
"""Pixels by which a ground is mirrored at its sides: it must fill a picture that is taken aslant."""

Row = tuple[str, tuple[float, float], float, tuple[float, float]]
LIGHTS: Mapping[str, tuple[tuple[Row, ...], float]] = {
    "window": ((("window", (5400, 8000), 2.2, (24, 46)),), 0.3),
    "windows": ((("window", (5400, 8000), 1.5, (24, 46)), ("window", (5400, 8000), 0.9, (24, 46))), 0.3),
    "trees": ((("leaves", (5400, 7500), 2.2, (28, 48)),), 0.32),
    "skylight": ((("skylight", (6500, 7100), 2.4, (66, 84)),), 0.3),
    "bulbs": ((("bulb", (2600, 3400), 1.3, (45, 84)), ("bulb", (2600, 3400), 1.0, (45, 84))), 0.16),
    "ring lamp": ((("ring", (3800, 6500), 2.6, (82, 90)),), 0.3),
    "tubes": ((("tube", (3500, 5500), 1.5, (70, 88)), ("tube", (3500, 5500), 1.2, (58, 74))), 0.24),
    "lantern": ((("lantern", (2800, 3000), 2.4, (58, 80)),), 0.22),
    "desk lamp": ((("desk", (2700, 5000), 2.8, (44, 66)),), 0.12),
    "panels": ((("panel", (4000, 5500), 1.4, (74, 80)), ("panel", (4000, 5500), 1.2, (74, 80))), 0.28),
    "evening": ((("window", (8500, 9500), 0.7, (24, 40)), ("bulb", (2600, 3200), 1.6, (50, 80))), 0.18),
    "torch": ((("torch", (5400, 5800), 2.8, (76, 86)),), 0.14),
}
"""Each lamp's kind, kelvins, light, degrees over the horizon; then how much the room shines by itself."""
_FAR = {"bulb": 135, "ring": 46, "lantern": 140, "desk": 48, "torch": 45, "window": 150, "leaves": 150}
"""Distance of a kind in centimetres; 190 for all others."""
_PARTS: Mapping[str, tuple[str, tuple[float, float], tuple[tuple[float, float], ...]]] = {
    "window": ("pane", (46, 58), ((-25, -31), (25, -31), (-25, 31), (25, 31))),
    "skylight": ("pane", (42, 110), ((-23, 0), (23, 0))),
    "leaves": (
        "pane",
        (17, 15),
        tuple((x * 24 + 7 * (y % 2), y * 21) for x in range(-2, 3) for y in range(-2, 3)),
    ),
    "tube": ("pane", (120, 4.4), ((0, 0),)),
    "panel": ("pane", (60, 60), ((0, 0),)),
    "bulb": ("disc", (11, 11), ((0, 0),)),
    "lantern": ("disc", (48, 48), ((0, 0),)),
    "desk": ("disc", (9, 9), ((0, 0),)),
    "torch": ("disc", (1, 1), ((0, 0),)),
    "ring": (
        "disc",
        (5, 5),
        tuple((12 * math.cos(n * math.pi / 8), 12 * math.sin(n * math.pi / 8)) for n in range(16)),
    ),
}
"""Of what a kind consists: panes or discs, their size, and where they hang beside its middle, centimetres."""


def trace(
    put: Sequence[Lying], light: str, camera: Camera, rng: np.random.Generator, stain: Grid | None
) -> tuple[Grid, Grid, str]:
    """Path-trace what lies on some ground under a light.

    Returns:
        The light at each pixel, linear, shape (HEIGHT, WIDTH, 3); its colour on the table; the ground's name.
    """
    lamps, fill = hung(light, rng, stain)
    name, ground = any_ground(rng)
    view = View(camera.at, camera.right, camera.down, camera.ahead, camera.focal, (WIDTH, HEIGHT))
    things = [_table(ground), *(_thing(one.placed) for one in put)]
    seen = traced(things, lamps, fill, view, rays=RAYS, threads=1, quick=True)
    return bent(seen, view), np.maximum(np.array(hue(lamps, fill), np.float32), 0.15), name


def hung(name: str, rng: np.random.Generator, stain: Grid | None = None) -> tuple[list[Lamp], Triple]:
    """Return the lamps of a light, and the colour and strength with which the room shines."""
    rows, room = LIGHTS[name]
    shade = np.ones(3, np.float32) if stain is None else stain * np.float32(1.6)
    made: list[Lamp] = []
    total = np.zeros(3)
    first = rng.uniform(0, 2 * math.pi)
    for number, (kind, kelvins, strong, (low, high)) in enumerate(rows):
        rise, turn = math.radians(rng.uniform(low, high)), first + 2.2 * number + rng.normal(0, 0.4)
        way = np.array([math.cos(turn) * math.cos(rise), math.sin(turn) * math.cos(rise), math.sin(rise)])
        across = np.array([-math.sin(turn), math.cos(turn), 0.0])
        up = np.cross(way, across)
        form, size, places = _PARTS[kind]
        scale = float(rng.uniform(0.8, 1.25))
        colour = tint(float(rng.uniform(*kelvins))) * shade
        total += colour * strong
        kept = [place for place in places if kind != "leaves" or rng.random() < 0.55] or [places[0]]
        for x, y in kept:
            at = way * _FAR.get(kind, 190) + (across * x + up * y) * scale
            made.append(
                Lamp(
                    "pane" if form == "pane" else "disc",
                    (float(at[0]), float(at[1]), float(at[2])),
                    (size[0] * scale, size[1] * scale),
                    strong * float(rng.uniform(0.9, 1.1)) / len(kept),
                    (float(colour[0]), float(colour[1]), float(colour[2])),
                )
            )
    around = (total / max(1e-3, float(total.mean())) * 0.6 + 0.4 * shade) * room * rng.uniform(0.7, 1.3)
    return made, (float(around[0]), float(around[1]), float(around[2]))


def _table(ground: Ground) -> Thing:
    whole = cv2.copyMakeBorder(ground.colour, *4 * (_BORDER,), cv2.BORDER_REFLECT)
    half = (WIDE / 2 + _BORDER) / PX
    paint = Paint(
        _screen(np.asarray(whole, np.float32)), rough=0.85, coat=ground.gloss, coat_rough=ground.rough,
        relief=0.25 * (ground.gloss == 0), relief_cm=0.08,
    )  # fmt: skip
    return Thing(plate((half, half)), paint)


def _thing(placed: Placed) -> Thing:
    solid = placed.solid
    at = (float(placed.at[0]), float(placed.at[1]), float(placed.at[2]))
    if isinstance(solid, Hand):
        mesh, _ = bones(solid.bones)
        rough = 1 + 0.06 * cloud(np.random.default_rng(1), (128, 128), 12, 12)
        tone = np.asarray(solid.tone * rough[..., None], np.float32)
        return Thing(
            mesh, Paint(_screen(tone), rough=0.5, relief=0.2, relief_cm=0.12), at, placed.turn, "clutter"
        )
    points = surface(solid)
    fine = cv2.resize(points, None, fx=_FINER, fy=_FINER, interpolation=cv2.INTER_LINEAR)
    skin = solid.skin(np.asarray(fine.reshape(-1, 3), np.float32))
    paint = Paint(
        _screen(skin.colour.reshape(fine.shape)),
        rough=float(skin.rough.mean()),
        coat=min(1.0, float(skin.coat.mean())),
        coat_rough=skin.coat_rough,
    )
    return Thing(_mesh(points * np.float32(placed.unit)), paint, at, placed.turn, "piece")


def surface(solid: Solid) -> Grid:
    """Return points of a solid's surface, seen from its middle, shape (rings, around + 1, 3)."""
    fall, swing = np.meshgrid(
        np.linspace(0, np.pi, _RINGS), np.linspace(0, 2 * np.pi, _AROUND + 1), indexing="ij"
    )
    ways = np.stack([np.cos(fall), np.sin(fall) * np.sin(swing), np.sin(fall) * np.cos(swing)], -1)
    ways = np.asarray(ways.reshape(-1, 3) * np.array(solid.half), np.float32)
    low, high = np.zeros(len(ways), np.float32), np.full(len(ways), 1.8, np.float32)
    for _ in range(14):
        middle = (low + high) / 2
        inside = solid.field(np.asarray(ways * middle[:, None], np.float32)) < 0
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    return np.asarray((ways * low[:, None]).reshape(_RINGS, _AROUND + 1, 3), np.float32)


def _mesh(points: Grid) -> Mesh:
    rings, around = points.shape[:2]
    number = np.arange(rings * around).reshape(rings, around)
    corners = (number[:-1, :-1], number[:-1, 1:], number[1:, 1:], number[1:, :-1])
    faces = np.stack(corners, -1).reshape(-1, 4)
    down, across = np.mgrid[0 : 1 : rings * 1j, 0 : 1 : around * 1j]
    uv = np.stack([across.ravel(), 1 - down.ravel()], 1)
    return Mesh(points.reshape(-1, 3), tuple(map(tuple, faces.tolist())), np.asarray(uv, np.float32))


def _screen(colour: Grid) -> Image:
    """Return shares of light as a screen has them."""
    return np.asarray(np.power(np.clip(colour, 0, 1), 1 / 2.2) * 255 + 0.5, np.uint8)
