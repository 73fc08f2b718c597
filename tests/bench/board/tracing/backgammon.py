"""Boards of backgammon: the painted field, its frame, and positions that games lead to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from tests.bench.board.tracing.meshes import block, plate
from tests.bench.board.tracing.painting import SURFACES, Colour, image
from tests.bench.board.tracing.scene import Board, Paint, Place, Thing
from tests.bench.eye.looks.grain import Grid

_PX = 22
"""Pixels of the field's image for one centimetre."""
START: Mapping[int, int] = {0: 5, 4: -3, 6: -5, 11: 2, 12: -5, 16: 3, 18: 5, 23: -2}
"""The start, places from the top left; positive for a."""
PATH = (*range(11, -1, -1), *range(12, 24))
"""The places in the order in which b goes: from the top right to the left, back along the bottom."""


@dataclass(frozen=True, slots=True)
class Style:
    """What a maker's boards look like."""

    ground: Colour
    dark: Colour
    """Of every other point."""
    light: Colour
    frame: Colour
    surface: str = "felt"
    """Of field and points, a name of `painting.SURFACES`."""
    frame_surface: str = "timber"
    bar_columns: float = 1.0
    bar_height: float = 0.5
    rim: float = 1.4
    """Height of the frame over the field, centimetres."""
    long: float = 5.2
    """Length of a point, in its widths."""
    between: float = 0.0
    """From the tips of the upper points to those of the lower ones, in widths of a point; drawn where 0."""
    point: str = "triangle"
    """`triangle`, `pointed arch`, `blunt`, `outlined` or `inlay`."""
    gloss: float = 0.0
    printed: bool = False
    """Ornaments lie between and upon the points."""


def board(style: Style, unit: float, rng: np.random.Generator) -> Board:
    """Build a board; `unit` is the width of a point in centimetres."""
    wide = (12 + style.bar_columns) * unit
    length = style.long * unit
    between = float(rng.uniform(0.7, 2.2))
    high = 2 * length + unit * (style.between or between)
    half = (wide / 2, high / 2)
    columns = [(n + 0.5 + style.bar_columns * (n > 5)) * unit - half[0] for n in range(12)]
    field = _field(style, half, columns, unit, length, rng)
    cloth = style.surface in ("felt", "cloth")
    skin = Paint(
        image(field),
        rough=0.85 if cloth else 0.5,
        coat=style.gloss,
        coat_rough=float(rng.uniform(0.06, 0.2)),
        relief=0.5 if cloth else 0.2 if style.surface in ("leather", "cork") else 0.0,
        relief_cm=0.05 if cloth else 0.12,
        fuzz=0.3 if style.surface == "felt" else 0.0,
    )
    things = [Thing(plate(half), skin), *_frame(style, half, unit, rng)]
    places = []
    for row, name in ((1, "t"), (-1, "b")):
        for number, x in enumerate(columns):
            rim, inner = row * half[1], row * (half[1] - length)
            low, up = sorted((rim, inner))
            sides = (x - unit / 2, x + unit / 2)
            corners = ((sides[0], up), (sides[1], up), (sides[1], low), (sides[0], low))
            places.append(Place(f"{name}{number}", corners))
    b = style.bar_columns * unit / 2
    if b:
        places.append(Place("bar", ((-b, half[1]), (b, half[1]), (b, -half[1]), (-b, -half[1]))))
    raised = style.bar_height if b else 0.0
    return Board(
        "backgammon", half, tuple(things), tuple(places), unit, style.bar_columns, length, raised, style.rim
    )


def _field(
    style: Style,
    half: tuple[float, float],
    columns: list[float],
    unit: float,
    length: float,
    rng: np.random.Generator,
) -> Grid:
    shape = (int(2 * half[1] * _PX), int(2 * half[0] * _PX))
    paint = SURFACES[style.surface]
    field = paint(rng, style.ground, shape)
    dark, light = paint(rng, style.dark, shape), paint(rng, style.light, shape)
    seam = 0.0 if style.point == "inlay" else rng.uniform(0.5, 1.2)
    for row in (0, 1):
        for number, x in enumerate(columns):
            mask = np.zeros(shape, np.uint8)
            middle = (x + half[0]) * _PX
            w, long = unit * _PX / 2 * 0.96, length * _PX
            up = np.array(_point_of(style.point, w, long))
            spots = np.stack([middle + up[:, 0], shape[0] - up[:, 1] if row else up[:, 1]], 1)
            cv2.fillPoly(mask, [np.asarray(np.rint(spots * 16), np.int32)], 255, cv2.LINE_AA, 4)
            solid = np.asarray(mask / 255, np.float32)
            if seam:
                solid = np.asarray(cv2.GaussianBlur(solid, (0, 0), seam), np.float32)
            part = solid[..., None]
            ink = dark if (number + row) % 2 else light
            field = np.asarray(field * (1 - part) + ink * part, np.float32)
            if style.point in ("outlined", "inlay"):
                tone = tuple(float(c) for c in np.array(style.frame) * 0.55)
                cv2.polylines(
                    field, [np.asarray(np.rint(spots * 16), np.int32)], True, tone, 2, cv2.LINE_AA, 4
                )
            if style.printed:
                _ornament(
                    field,
                    float(middle),
                    0.78 * long if row == 0 else shape[0] - 0.78 * long,
                    unit * _PX * 0.17,
                    style,
                )
    if style.printed:
        for x in (0.25, 0.75):
            _ornament(field, x * shape[1], shape[0] / 2, unit * _PX * 0.9, style)
    if style.bar_columns:
        b = style.bar_columns * unit * _PX / 2
        field[:, int(shape[1] / 2 - b) : int(shape[1] / 2 + b)] *= 0.8
    worn = cv2.GaussianBlur(rng.standard_normal(shape).astype(np.float32), (0, 0), 40)
    return np.asarray(field * (1 + 0.03 * worn / worn.std())[..., None], np.float32)


def _point_of(form: str, half: float, long: float) -> list[tuple[float, float]]:
    if form == "pointed arch":
        rise = np.linspace(0, 1, 14)
        right = [(half * (1 - t**2.2), long * t) for t in rise]
        return [(-x, y) for x, y in right] + right[::-1]
    if form == "blunt":
        return [(-half, 0), (-half * 0.3, long * 0.94), (half * 0.3, long * 0.94), (half, 0)]
    return [(-half, 0), (0, long), (half, 0)]


def _ornament(field: Grid, x: float, y: float, size: float, style: Style) -> None:
    turn = np.linspace(0, 2 * np.pi, 90)
    out = size * (0.72 + 0.28 * np.cos(8 * turn))
    rosette = np.stack([x + out * np.cos(turn), y + out * np.sin(turn)], 1)
    tone = tuple(float(c) for c in style.light if True)
    cv2.fillPoly(field, [np.asarray(np.rint(rosette * 16), np.int32)], tone, cv2.LINE_AA, 4)
    cv2.circle(
        field,
        (int(x), int(y)),
        max(1, int(size * 0.45)),
        tuple(float(c) for c in style.dark),
        -1,
        cv2.LINE_AA,
    )
    cv2.circle(
        field,
        (int(x), int(y)),
        max(1, int(size * 0.2)),
        tuple(float(c) for c in style.frame),
        -1,
        cv2.LINE_AA,
    )


def _frame(style: Style, half: tuple[float, float], unit: float, rng: np.random.Generator) -> list[Thing]:
    wood = SURFACES[style.frame_surface]
    thick = unit * float(rng.uniform(0.35, 0.8))

    def stick(x: float, y: float, at: tuple[float, float], height: float, along: int) -> Thing:
        skin = Paint(
            image(wood(rng, style.frame, (400, 400))),
            rough=0.45,
            coat=0.4,
            coat_rough=0.15,
            relief=0.2 if style.frame_surface == "leather" else 0.0,
        )
        made = block((x, y, (height + 0.8) / 2), along=along, scale=26.0)
        return Thing(made, skin, (at[0], at[1], -0.8))

    sticks = [
        stick(thick / 2, half[1] + thick, (side * (half[0] + thick / 2), 0.0), style.rim, 1)
        for side in (-1, 1)
    ]
    sticks += [
        stick(half[0], thick / 2, (0.0, side * (half[1] + thick / 2)), style.rim, 0) for side in (-1, 1)
    ]
    if style.bar_columns and style.bar_height > 0.05:
        sticks.append(stick(style.bar_columns * unit / 2, half[1], (0.0, 0.0), style.bar_height, 1))
    return sticks


def position(rng: np.random.Generator, *, bar: bool) -> tuple[dict[int, int], dict[str, int]]:
    """Return a position: checkers by place from the top left, positive for a; and those on the bar."""
    kind = rng.choice(["start", "game", "heaps", "race"], p=(0.12, 0.48, 0.25, 0.15))
    points = np.zeros(24, int)
    for place, count in START.items():
        points[place] = count
    hit = {"a": 0, "b": 0}
    way = np.array(PATH)
    order = np.array([int(np.flatnonzero(way == place)[0]) for place in range(24)])
    turns = {"start": 0, "game": 60, "heaps": 90, "race": 150}[str(kind)]
    for ply in range(int(rng.integers(0, turns + 1))):
        sign, name = (1, "a") if ply % 4 < 2 else (-1, "b")
        mine = np.flatnonzero(points * sign > 0)
        if not len(mine):
            break
        gather = kind == "heaps"
        start = int(rng.choice(mine))
        step = int(rng.integers(1, 7)) * -sign
        goal = order[start] + step
        if gather and abs(points[start]) > 3:
            continue
        if not 0 <= goal < 24:
            if kind == "race" and order[mine].min() >= 18 - 18 * (sign > 0) and rng.random() < 0.8:
                points[start] -= sign
            continue
        to = int(way[goal])
        if points[to] * sign < -1:
            continue
        if points[to] == -sign:
            points[to] = 0
            hit["b" if sign > 0 else "a"] += 1
        points[start] -= sign
        points[to] += sign
    for name, sign in (("a", 1), ("b", -1)):
        while hit[name] and (not bar or hit[name] > 2 or rng.random() < 0.6):
            free = np.flatnonzero(points * sign >= 0)
            points[int(rng.choice(free))] += sign
            hit[name] -= 1
    return {place: int(count) for place, count in enumerate(points)}, hit
