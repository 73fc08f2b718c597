"""What else is on and beside boards: dice, cups, a cube, a clock, a phone, a hand in its sleeve."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from tests.bench.board.tracing.meshes import block, bones, plate, turned_on_lathe
from tests.bench.board.tracing.painting import SURFACES, Colour, image, level
from tests.bench.board.tracing.scene import Board, Paint, Thing
from tests.bench.board.tracing.standing import spun
from tests.bench.eye.looks.hand import hand as skeleton

_SKINS: tuple[Colour, ...] = ((0.93, 0.76, 0.66), (0.8, 0.6, 0.46), (0.56, 0.38, 0.27), (0.34, 0.22, 0.16))
_SPOTS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "abcghi"}
"""Where the pips of each value are, letters counted along three rows of three."""


def _anywhere(board: Board, rng: np.random.Generator, share: float = 0.85) -> tuple[float, float]:
    return float(rng.uniform(-share, share) * board.half[0]), float(
        rng.uniform(-share, share) * board.half[1]
    )


def _beside(board: Board, rng: np.random.Generator, reach: float) -> tuple[float, float]:
    x, y = board.half
    if rng.random() < 0.5:
        return float(rng.choice([-1, 1]) * (x + reach)), float(rng.uniform(-y, y))
    return float(rng.uniform(-x, x)), float(rng.choice([-1, 1]) * (y + reach))


def dice(board: Board, rng: np.random.Generator) -> list[Thing]:
    """Two dice of one colour on the field, between the points or upon them."""
    body: Colour = tuple(
        float(c)
        for c in rng.choice([(0.9, 0.88, 0.8), (0.7, 0.1, 0.1), (0.1, 0.12, 0.3), (0.12, 0.12, 0.12)])
    )  # type: ignore[assignment]
    ink = 0.06 if sum(body) > 1.5 else 0.92
    side = float(rng.uniform(0.6, 0.85))
    made = []
    for _ in range(2):
        x, y = _anywhere(board, rng, 0.8)
        if rng.random() < 0.7 and board.layout == "backgammon":
            y = float(rng.uniform(-0.1, 0.1) * board.half[1])
        face = level(body, (96, 96))
        for letter in _SPOTS[int(rng.integers(1, 7))]:
            b, a = (part - 1 for part in divmod(ord(letter) - ord("a"), 3))
            yy, xx = np.mgrid[0:96, 0:96]
            face[np.hypot(xx - 48 - a * 25, yy - 48 - b * 25) < 9.5] = ink
        yaw = spun(float(rng.uniform(0, 6.3)))
        plain = Paint(image(level(body, (8, 8))), rough=0.4, coat=0.8, coat_rough=0.05)
        made.append(Thing(block((side, side, side), bevel=0.16), plain, (x, y, 0.0), yaw, "clutter"))
        made.append(
            Thing(
                plate((side * 0.84, side * 0.84), 2 * side + 0.004),
                Paint(image(face), rough=0.35),
                (x, y, 0.0),
                yaw,
                "clutter",
            )
        )
    return made


def cup(board: Board, rng: np.random.Generator, *, on: bool) -> list[Thing]:
    """A leather cup, beside the board or on it, upright or upside down."""
    r, h = float(rng.uniform(3.2, 4.2)), float(rng.uniform(8, 10.5))
    line = [
        (0.001, 0.0),
        (0.86 * r, 0.0),
        (0.9 * r, 0.2),
        (r, h),
        (0.92 * r, h),
        (0.8 * r, 0.6),
        (0.001, 0.6),
    ]
    tone: Colour = tuple(
        float(c)
        for c in rng.uniform(0.08, 0.5) * np.array([1.0, rng.uniform(0.5, 0.9), rng.uniform(0.3, 0.8)])
    )  # type: ignore[assignment]
    skin = Paint(image(SURFACES["leather"](rng, tone, (200, 400))), rough=0.5, relief=0.3, relief_cm=0.15)
    x, y = _anywhere(board, rng) if on else _beside(board, rng, r + 4)
    if rng.random() < 0.5:
        return [Thing(turned_on_lathe(line), skin, (x, y, -0.8 * (not on)), role="clutter")]
    flip = np.diag([1.0, -1.0, -1.0]).astype(np.float32)
    return [Thing(turned_on_lathe(line), skin, (x, y, h - 0.8 * (not on)), flip, "clutter")]


def cube(board: Board, rng: np.random.Generator) -> list[Thing]:
    """A doubling cube: on the bar, in the middle or beside the board."""
    s = float(rng.uniform(1.1, 1.5))
    x, y = (
        (0.0, float(rng.choice([-0.9, 0.0, 0.9]) * board.half[1]))
        if rng.random() < 0.6
        else _beside(board, rng, 3.0)
    )
    paint = Paint(image(level((0.92, 0.91, 0.88), (8, 8))), rough=0.4, coat=0.6)
    face = level((0.92, 0.91, 0.88), (96, 96))
    face[30:66, 24:44] = face[30:66, 54:74] = 0.08
    face[42:54, 44:54] = 0.08
    yaw = spun(float(rng.choice([0, 1, 2, 3]) * math.pi / 2 + rng.normal(0, 0.15)))
    top = Thing(
        plate((s * 0.8, s * 0.8), 2 * s + 0.004), Paint(image(face)), (x, y, board.bar_height), yaw, "clutter"
    )
    return [Thing(block((s, s, s), bevel=0.25), paint, (x, y, board.bar_height), yaw, "clutter"), top]


def clock(board: Board, rng: np.random.Generator) -> list[Thing]:
    """A clock with two displays beside the board, leaning over its rim at times."""
    x, y = _beside(board, rng, float(rng.uniform(2.5, 7)))
    dark = Paint(image(level((0.1, 0.1, 0.12), (8, 8))), rough=0.4, coat=0.3)
    yaw = spun(float(rng.choice([0, math.pi / 2]) + rng.normal(0, 0.2)))
    made = [Thing(block((8, 3.2, 2.6), bevel=0.5), dark, (x, y, -0.8), yaw, "clutter")]
    face = level((0.62, 0.68, 0.58), (120, 260))
    for number in range(4):
        left = 20 + number * 58
        face[25:95, left : left + 12] = face[25:37, left : left + 40] = 0.12
    made.append(
        Thing(
            plate((6.6, 2.2), 4.41),
            Paint(image(face), rough=0.2, coat=1.0, coat_rough=0.02),
            (x, y, 0.0),
            yaw,
            "clutter",
        )
    )
    return made


def phone(board: Board, rng: np.random.Generator) -> list[Thing]:
    """A phone that somebody laid on the board."""
    x, y = _anywhere(board, rng)
    glass = Paint(image(level((0.03, 0.03, 0.035), (8, 8))), rough=0.1, coat=1.0, coat_rough=0.01)
    return [
        Thing(
            block((3.6, 7.4, 0.4), bevel=0.3), glass, (x, y, 1.0), spun(float(rng.uniform(0, 6.3))), "clutter"
        )
    ]


def hand(board: Board, rng: np.random.Generator) -> list[Thing]:
    """A hand that reaches in from a side, in its sleeve or not."""
    tone = _SKINS[int(rng.integers(len(_SKINS)))]
    own = skeleton(np.array(tone, np.float32), rng).bones
    mesh, hulls = bones(own)
    speckled = level(tone, (128, 128)) * (1 + 0.05 * rng.standard_normal((128, 128, 1)).astype(np.float32))
    goal = _anywhere(board, rng, 0.7)
    swing = float(rng.choice([90, 90, -90, 0, 180]) + rng.normal(0, 25))
    yaw = spun(math.radians(swing))
    at = np.array([*goal, 0.0]) - yaw @ np.array([9.0, 0.0, 0.0]) + [0, 0, float(rng.uniform(3.0, 5.5))]
    where = (float(at[0]), float(at[1]), float(at[2]))
    skin = Paint(image(np.asarray(speckled, np.float32)), rough=0.45, relief=0.2, relief_cm=0.12)
    made = [Thing(mesh, skin, where, yaw, "clutter", hull=hulls)]
    if rng.random() < 0.7:
        wool: Colour = tuple(float(c) for c in rng.uniform(0.05, 0.8, 3))  # type: ignore[assignment]
        start = float(rng.uniform(-9, -6))
        arm, sleeve = bones(
            [((start, 0, 0.5), (-38, 0, 2.0), 3.9), ((start, 0.0, 0.4), (start + 0.8, 0, 0.4), 3.7)]
        )
        weave = Paint(
            image(SURFACES["cloth"](rng, wool, (300, 300))), rough=0.95, relief=0.5, relief_cm=0.2, fuzz=0.4
        )
        made.append(Thing(arm, weave, where, yaw, "clutter", hull=sleeve))
    return made


CLUTTER: Mapping[str, tuple[float, Callable[[Board, np.random.Generator], list[Thing]]]] = {
    "dice": (0.5, dice),
    "cube": (0.3, cube),
    "cup beside": (0.3, lambda board, rng: cup(board, rng, on=False)),
    "cup on it": (0.06, lambda board, rng: cup(board, rng, on=True)),
    "clock": (0.25, clock),
    "phone": (0.04, phone),
    "hand": (0.14, hand),
}
"""How often each is there."""


def strewn(board: Board, rng: np.random.Generator) -> tuple[list[Thing], list[str]]:
    """Return what else is there, and its names."""
    things: list[Thing] = []
    names = []
    for name, (often, make) in CLUTTER.items():
        if name == "cube" and board.layout != "backgammon":
            continue
        if rng.random() < often * (1.0 if board.layout == "backgammon" or name == "hand" else 0.5):
            things += make(board, rng)
            names.append(name)
    return things, names
