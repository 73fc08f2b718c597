"""Pieces of board games as turned shapes: checkers with rims and crowns, pawns, beehives, cones, shells."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from shapes.shape import Floats, Shape

CHECKERS = ("flat", "rimmed", "crowned", "ringed", "cushion", "coin")
STANDING = ("beehive", "cone", "pawn", "bell", "peg", "bead")
LOW = ("pebble", "shell", "button")
FORMS = (*CHECKERS, *STANDING, *LOW)


@dataclass(frozen=True, slots=True)
class Turned:
    """A drawn piece: its foot is 1 wide, it stands on 0."""

    form: str
    tall: float
    """In widths of its foot."""
    shape: Shape


def drawn(form: str, random: np.random.Generator) -> Turned:
    """Draw a piece of a form: heights, rims and waists differ each time."""
    if form in CHECKERS:
        tall = float(random.uniform(0.08, 0.13) if form == "coin" else random.uniform(0.14, 0.33))
        line = _checker(form, tall, random)
    elif form in STANDING:
        tall = float(random.uniform(0.7, 1.75) if form != "bead" else random.uniform(0.6, 0.9))
        line = _standing(form, tall, random)
    else:
        tall = float(random.uniform(0.3, 0.75) if form != "button" else random.uniform(0.2, 0.4))
        line = _low(form, tall, random)
    shape = _turn(line, sides=56)
    if form in ("pebble", "shell"):
        shape = _knead(form, shape, tall, random)
    return Turned(form, tall, shape)


def _checker(form: str, tall: float, random: np.random.Generator) -> list[tuple[float, float]]:
    bevel = float(random.uniform(0.01, min(0.09, 0.4 * tall)))
    if form == "cushion":
        angle = np.linspace(-np.pi / 2, np.pi / 2, 15)
        corner = float(random.uniform(0.2, 0.5)) * tall
        return [
            (0.0, 0.0),
            *(
                (0.5 - corner + corner * float(np.cos(a)), tall / 2 + tall / 2 * float(np.sin(a)))
                for a in angle
            ),
            (0.0, tall * float(random.uniform(0.95, 1.1))),
        ]
    turn = np.linspace(0, np.pi / 2, 4)
    foot = [(0.5 - bevel * (1 - float(np.sin(t))), bevel * (1 - float(np.cos(t)))) for t in turn]
    edge = [(0.5 - bevel * (1 - float(np.cos(t))), tall - bevel * (1 - float(np.sin(t)))) for t in turn]
    base = [(0.0, 0.0), *foot, *edge]
    deep = tall * float(random.uniform(0.08, 0.35))
    if form == "rimmed":
        inner = float(random.uniform(0.3, 0.42))
        return [
            *base,
            (inner, tall),
            (inner - 0.02, tall - deep),
            (0.0, tall - deep * float(random.uniform(0.9, 1.4))),
        ]
    if form == "crowned":
        a, b = float(random.uniform(0.36, 0.42)), float(random.uniform(0.16, 0.28))
        return [*base, (a, tall), (a - 0.02, tall - deep), (b, tall - deep), (b - 0.03, tall), (0.0, tall)]
    if form == "ringed":
        line = base
        for radius in sorted(random.uniform(0.1, 0.4, int(random.integers(1, 4))), reverse=True):
            line = [
                *line,
                (float(radius) + 0.02, tall),
                (float(radius), tall - 0.5 * deep),
                (float(radius) - 0.02, tall),
            ]
        return [*line, (0.0, tall)]
    return [*base, (0.0, tall)]


def _standing(form: str, tall: float, random: np.random.Generator) -> list[tuple[float, float]]:
    t = np.linspace(0, 1, 26)
    if form == "beehive":
        rings = int(random.integers(3, 7))
        body = 0.5 * np.sqrt(1 - (0.97 * t) ** float(random.uniform(1.6, 3.2)))
        radius = body * (1 - float(random.uniform(0.04, 0.13)) * np.abs(np.sin(np.pi * rings * t)))
    elif form == "cone":
        radius = 0.5 * (1 - t * float(random.uniform(0.7, 0.92))) ** float(random.uniform(0.7, 1.2))
    elif form == "pawn":
        waist, head = float(random.uniform(0.14, 0.24)), float(random.uniform(0.22, 0.36))
        place = float(random.uniform(0.72, 0.8))
        radius = waist + (0.5 - waist) * np.exp(-((t / 0.28) ** 2))
        ball = np.sqrt(np.clip(head**2 - ((t - place) * tall) ** 2, 0, None))
        radius = np.where((t - place) * tall > 0, ball, np.maximum(radius, ball))
    elif form == "bell":
        radius = 0.5 - float(random.uniform(0.15, 0.28)) * t ** float(random.uniform(0.4, 1.2))
        radius = np.where(t > 0.85, radius * np.sqrt(np.clip(1 - ((t - 0.85) / 0.16) ** 2, 0, 1)), radius)
    elif form == "peg":
        radius = np.where(t < 0.14, 0.5, float(random.uniform(0.24, 0.4)))
        radius = radius + 0.07 * np.exp(-(((t - float(random.uniform(0.5, 0.8))) / 0.07) ** 2))
        radius = np.where(t > 0.94, radius * 0.8, radius)
    else:
        radius = 0.5 * np.sqrt(np.clip(1 - ((t - 0.4) / 0.62) ** 2, 0.02, 1))
    line = [(0.0, 0.0), *((float(r), float(z * tall)) for r, z in zip(radius, t, strict=True))]
    return [*line, (0.0, tall)]


def _low(form: str, tall: float, random: np.random.Generator) -> list[tuple[float, float]]:
    if form == "button":
        rim = float(random.uniform(0.34, 0.42))
        return [(0.0, 0.0), (0.44, 0.0), (0.5, 0.3 * tall), (0.5, 0.7 * tall), (0.44, tall), (rim, tall),
                (rim - 0.06, 0.6 * tall), (0.0, 0.6 * tall)]  # fmt: skip
    low = np.linspace(-np.pi / 2, np.pi / 2, 20)
    flat = float(random.uniform(0.6, 1.0))
    return [(0.5 * float(np.cos(a)) ** flat, tall / 2 * (1 + float(np.sin(a)))) for a in low]


def _turn(line: list[tuple[float, float]], *, sides: int) -> Shape:
    """Turn a line about the upright; no edge of it has its corners twice."""
    angle = np.arange(sides) * 2 * np.pi / sides
    rings = [(max(1e-4, r), z) for r, z in line]
    points = np.array([(r * np.cos(a), r * np.sin(a), z) for r, z in rings for a in angle])
    faces: list[tuple[int, ...]] = []
    for ring in range(len(rings) - 1):
        for side in range(sides):
            near, next_ = ring * sides + side, ring * sides + (side + 1) % sides
            faces.append((near, next_, next_ + sides, near + sides))
    white = np.tile([0.8, 0.8, 0.8, 1.0], (len(points), 1))
    return Shape(points, faces, white)


def _knead(form: str, shape: Shape, tall: float, random: np.random.Generator) -> Shape:
    points: Floats = shape.points.copy()
    angle = np.arctan2(points[:, 1], points[:, 0])
    for times in (2, 3, 5):
        strong = float(random.normal()) * 0.16 / times
        points[:, :2] *= (1 + strong * np.sin(times * angle + random.uniform(0, 6)))[:, None]
    if form == "shell":
        points[:, 0] *= float(random.uniform(0.66, 0.8))
        if random.uniform() < 0.5:
            teeth = 1 + 0.35 * np.sin(points[:, 1] * float(random.uniform(35, 60)))
            carved = np.exp(-((points[:, 0] / 0.045) ** 2)) * (np.abs(points[:, 1]) < 0.42)
            points[:, 2] -= 0.35 * tall * carved * teeth * (points[:, 2] > 0.55 * tall)
    return Shape(points, shape.faces, shape.colours)
