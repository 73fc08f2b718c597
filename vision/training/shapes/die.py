"""A die made of numbers: a rounded cube with hollow, painted pips."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from shapes.shape import Colour, Floats, Shape, linear, mix, smoothstep, waves

PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Where the pips of a face stand, in steps from its middle."""


@dataclass(frozen=True, slots=True)
class DieLook:
    """What makes one die differ from another."""

    size_cm: float = 1.5
    edge: float = 0.16
    """Radius of the edges, in half sizes."""
    ball: float = 1.50
    """The corners are cut by a sphere of this radius, in half sizes; above 1.73 they are not cut."""
    body: Colour = (0.92, 0.88, 0.78)
    pip: Colour = (0.06, 0.06, 0.07)
    ace: Colour | None = None
    """Colour of the single pip of the 1, where it differs."""
    ace_radius: float = 0.17
    pip_radius: float = 0.17
    pip_depth: float = 0.10
    spread: float = 0.50
    """Distance between neighbouring pips, in half sizes."""
    narrow: tuple[float, float] = (1.0, 1.0)
    """What the two columns of the 6 and the corners of the 4 keep of the spread; makers differ."""
    left_handed: bool = False
    material: str = "plastic"
    """plastic, wood, clear or swirl."""
    swirl: Colour = (0.9, 0.9, 0.9)
    """The other colour of a swirled one."""
    gloss: float = 0.7
    seed: int = 0


def facing(look: DieLook) -> dict[int, Floats]:
    """Return for each face value the direction in which that face looks, shape (3,)."""
    three = -1.0 if look.left_handed else 1.0
    return {
        1: np.array([0.0, 0.0, 1.0]),
        6: np.array([0.0, 0.0, -1.0]),
        2: np.array([0.0, -1.0, 0.0]),
        5: np.array([0.0, 1.0, 0.0]),
        3: np.array([three, 0.0, 0.0]),
        4: np.array([-three, 0.0, 0.0]),
    }


def die(look: DieLook, *, across: int = 76) -> Shape:
    """Build the die with 1 on top (+z); opposite faces sum to 7.

    Args:
        look: What this one is like.
        across: Squares along one edge of a face.
    """
    random = np.random.default_rng([look.seed, 31])
    line = np.linspace(-1, 1, across + 1)
    u, v = (a.ravel() for a in np.meshgrid(line, line, indexing="ij"))
    points, colours, faces = [], [], []
    for value, normal in facing(look).items():
        first = np.roll(normal, 1) * (1 if normal.sum() > 0 else -1)
        second = np.cross(normal, first)
        if random.uniform() < 0.5:
            first, second = second, -first
        cube = normal + u[:, None] * first + v[:, None] * second
        core = np.clip(cube, -(1 - look.edge), 1 - look.edge)
        out = cube - core
        out /= np.linalg.norm(out, axis=1, keepdims=True)
        place = core + look.edge * out
        length = np.linalg.norm(place, axis=1, keepdims=True)
        place *= np.minimum(1.0, look.ball / length)
        depth, paint = _pips(u, v, value, look)
        place -= depth[:, None] * normal
        points.append(place)
        colours.append(_paint(place, paint, value, look, random))
        offset = len(faces) and (len(points) - 1) * len(u)
        grid = np.arange(len(u)).reshape(across + 1, across + 1) + offset
        square = np.stack([grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]], axis=-1)
        faces.extend(tuple(map(int, corner)) for corner in square.reshape(-1, 4))
    return Shape(np.concatenate(points) * look.size_cm / 2, faces, np.concatenate(colours))


def _pips(u: Floats, v: Floats, value: int, look: DieLook) -> tuple[Floats, Floats]:
    depth = np.zeros(len(u))
    paint = np.zeros(len(u))
    radius = look.ace_radius if value == 1 else look.pip_radius
    wide = {6: (look.narrow[0], 1.0), 4: (look.narrow[1], look.narrow[1])}.get(value, (1.0, 1.0))
    for column, row in PIPS[value]:
        away = np.hypot(u - column * wide[0] * look.spread, v - row * wide[1] * look.spread) / radius
        depth = np.maximum(depth, look.pip_depth * np.clip(1 - away**2, 0, 1))
        paint = np.maximum(paint, smoothstep(1.06, 0.92, away))
    return depth, paint


def _paint(place: Floats, paint: Floats, value: int, look: DieLook, random: np.random.Generator) -> Floats:
    body = np.tile(linear(look.body), (len(place), 1))
    if look.material == "wood":
        grain = np.sin(place @ [2.0, 9.0, 1.5] * 2.2 + 2.5 * waves(place, random, frequency=2.0))
        body = body * (1.0 + 0.16 * grain[:, None])
    elif look.material == "swirl":
        own = np.random.default_rng([look.seed, 37])  # the same on all faces, so that veins go round edges
        bent = place + 0.35 * waves(place, own, frequency=2.0)[:, None]
        veins = waves(bent, own, frequency=float(own.uniform(2, 7)), count=7)
        body = mix(body, np.tile(linear(look.swirl), (len(place), 1)), smoothstep(-0.1, 0.5, veins))
    pip = linear(look.ace if value == 1 and look.ace is not None else look.pip)
    colour = body * (1 - paint[:, None]) + pip * paint[:, None]
    gloss = look.gloss * (1 - 0.6 * paint)
    return np.column_stack([np.clip(colour, 0, 1), gloss])
