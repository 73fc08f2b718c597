"""A hand in its sleeve without anything beneath it: what it hides and the shadow that it throws."""

from __future__ import annotations

import math

import numpy as np

from tests.bench.board.tracing.meshes import bones, plate, turned_on_lathe
from tests.bench.board.tracing.painting import SURFACES, Colour, image, level
from tests.bench.board.tracing.scene import Lamp, Mesh, Paint, Thing, Triple
from tests.bench.board.tracing.standing import spun
from tests.bench.board.tracing.tracer import traced
from tests.bench.board.tracing.view import View
from tests.bench.eye.looks.grain import Grid

SIZE = (480, 900)
"""Width and height of the picture."""
PX_PER_CM = 13.0
"""At the height of the table."""
_HIGH = 75.0
_TIP = (0.0, 26.0)
"""Where its finger tips are, centimetres from the middle of the picture."""
_UP = 4.2
"""Height of the hand over the board."""


def bones_of_a_hand() -> list[tuple[tuple[float, float, float], tuple[float, float, float], float]]:
    """List the bones of a hand that holds something small between thumb and fingers; it reaches towards +x.

    Its finger tips meet at (8.6, -0.6, -3.2).
    """
    made = [
        ((-16.0, 0.0, 0.7), (-6.0, 0.0, 0.6), 2.7),
        ((-4.0, -1.5, 0.4), (2.6, -2.0, 0.5), 1.5),
        ((-4.0, 0.0, 0.5), (3.0, 0.1, 0.7), 1.6),
        ((-4.0, 1.4, 0.4), (2.4, 1.9, 0.5), 1.4),
    ]
    tips = ((8.9, -0.9), (8.8, 0.3), (7.2, 1.9), (5.8, 3.0))
    for number, (y, reach) in enumerate(((-2.3, 1.0), (-0.5, 1.05), (1.3, 0.95), (2.8, 0.8))):
        knuckle = (3.0 - 0.3 * abs(number - 1.2), y, 0.7)
        tip = (tips[number][0], tips[number][1], -2.9 + 0.25 * number)
        middle = (knuckle[0] + 3.4 * reach, (y * 1.2 + tip[1]) / 2, 0.9)
        last = ((middle[0] * 0.4 + tip[0] * 0.6) + 0.3, (middle[1] * 0.4 + tip[1] * 0.6), -1.0)
        made += [(knuckle, middle, 0.88), (middle, last, 0.78), (last, tip, 0.64)]
    made += [
        ((-3.0, -2.2, 0.0), (1.6, -4.6, -0.9), 1.15),
        ((1.6, -4.6, -0.9), (5.2, -3.6, -2.0), 0.9),
        ((5.2, -3.6, -2.0), (8.3, -1.7, -3.0), 0.72),
    ]
    return made


def hand(
    lamps: tuple[Lamp, ...], fill: Triple, *, skin: Colour, wool: Colour, rays: int, threads: int
) -> tuple[Grid, tuple[float, float]]:
    """Trace a hand that reaches upwards in the picture, its arm beyond the lower edge.

    Returns:
        Its light times what it hides, and that, shape (900, 480, 4), linear; and where its finger tips meet.
    """
    rng = np.random.default_rng(7)
    yaw = spun(math.pi / 2)
    mesh, hulls = bones(bones_of_a_hand())
    speckled = level(skin, (128, 128)) * (1 + 0.04 * rng.standard_normal((128, 128, 1)).astype(np.float32))
    flesh = Paint(image(np.asarray(speckled, np.float32)), rough=0.45, relief=0.2, relief_cm=0.12)
    at = np.array([*_TIP, _UP]) - yaw @ np.array([8.6, -0.6, 0.0])
    where = (float(at[0]), float(at[1]), float(at[2]))
    line = [
        (0.001, -8.6),
        (3.3, -8.4),
        (3.7, -8.7),
        (3.72, -10.0),
        (3.6, -16.0),
        (3.9, -30.0),
        (4.3, -50.0),
        (4.6, -76.0),
        (0.001, -76.2),
    ]
    lathe = turned_on_lathe([(r, -z) for r, z in line], around=48)
    fold = 1 + 0.02 * np.sin(
        lathe.points[:, 2] * 1.1 + 2 * np.arctan2(lathe.points[:, 1], lathe.points[:, 0])
    )
    points = np.stack(
        [-lathe.points[:, 2], lathe.points[:, 0] * fold, lathe.points[:, 1] * fold * 0.85 + 0.9], 1
    )
    arm = Mesh(np.asarray(points, np.float32), lathe.faces, lathe.uv)
    weave = Paint(
        image(SURFACES["cloth"](rng, wool, (300, 300))), rough=0.95, relief=0.5, relief_cm=0.2, fuzz=0.4
    )
    ground = Thing(plate((120.0, 120.0)), Paint(image(level((0.5, 0.5, 0.5), (8, 8)))))
    things = (
        ground,
        Thing(mesh, flesh, where, yaw, "clutter", hull=hulls),
        Thing(arm, weave, where, yaw, "clutter"),
    )
    view = View(
        at=np.array([0, 0, _HIGH], np.float32),
        right=np.array([1, 0, 0], np.float32),
        down=np.array([0, -1, 0], np.float32),
        ahead=np.array([0, 0, -1], np.float32),
        focal=PX_PER_CM * _HIGH,
        size=SIZE,
    )
    light = traced(things, lamps, fill, view, rays=rays, threads=threads, alone=True)
    wide, high = SIZE
    top, left = ((side - own) // 2 for side, own in zip(light.shape[:2], (high, wide), strict=True))
    tip = view.seen(np.array([[*_TIP, _UP - 3.0]], np.float32))[0]
    return light[top : top + high, left : left + wide], (float(tip[0]), float(tip[1]))
