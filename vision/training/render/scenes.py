"""The throws of the built-in film: what is thrown, what shall lie there, which seed does it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from render import throw, tray
from shapes.cowrie import cowrie, random_look
from shapes.die import DieLook, die, facing
from shapes.shape import Floats, Shape, rotation

COWRIES = "cowries"
DICE = "dice"
EDGE_CM = 0.35
"""Nothing may lie nearer to the rim than this."""
GAP_CM = 0.45
"""Nothing may lie nearer to its neighbour than this, where a scene says nothing else."""
LONGEST_ROLL = 76
"""Steps of physics after which all must lie still: about 18 frames of film."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One throw of the film."""

    name: str
    kind: str
    wanted: tuple[int, ...]
    """Mouths up, or the pips in falling order."""
    seed: int
    """Found by `film.py --search`: the first throw that lies as wanted."""
    shells: int = 0
    waits: bool = True
    """Whether the film waits before it until the table wants a throw."""
    hand: bool = False
    gap_cm: float = GAP_CM
    """Nothing may lie nearer to its neighbour than this: less for throws that are rare."""


@dataclass(frozen=True, slots=True)
class Lying:
    """How one shell or die came to rest."""

    face: str
    """mouth, back, or the pips on top."""
    slope: float
    """1 if it lies flat, less if it leans."""


IVORY = (DieLook(seed=1), DieLook(seed=4, body=(0.93, 0.89, 0.80), size_cm=1.52))
RED = (
    DieLook(seed=2, body=(0.62, 0.05, 0.06), pip=(0.93, 0.92, 0.88), gloss=0.85, ball=1.42),
    DieLook(seed=3, body=(0.60, 0.05, 0.06), pip=(0.93, 0.92, 0.88), gloss=0.85, ball=1.42),
)


def looks(scene: Scene) -> list[DieLook]:
    """The dice of a scene: ivory when the film begins, red later."""
    return list(RED if "red" in scene.name else IVORY)


@cache
def _rough_shell(number: int) -> Shape:
    """Coarse shell whose dome is cut by a plane, a little aslant.

    A real shell lies on its dome almost level, since its base is heavy and its back is worn. Here the
    flat place does it; the picture shows the dome, sunk by a millimetre into the felt.
    """
    shell = cowrie(random_look(number + 3), around=72, base_rings=8, back_rings=10)
    random = np.random.default_rng([number, 53])
    points = shell.points.copy()
    low, high = points[:, 2].min(), points[:, 2].max()
    lean = random.uniform(-0.12, 0.12, 2)
    plane = low + 0.84 * (high - low) + points[:, :2] @ lean
    cut = points[:, 2] > plane
    points[cut, :2] *= 1.25
    points[:, 2] = np.minimum(points[:, 2], plane)
    return Shape(points, shell.faces, shell.colours)


@cache
def _rough_die(look: DieLook) -> Shape:
    return die(look, across=8)


def bodies(scene: Scene) -> list[Shape]:
    """Coarse shapes for the physics."""
    if scene.kind == COWRIES:
        return [_rough_shell(number) for number in range(scene.shells)]
    return [_rough_die(look) for look in looks(scene)]


def models(scene: Scene) -> list[Shape]:
    """Fine shapes for the picture, with the same origins."""
    if scene.kind == COWRIES:
        return [cowrie(random_look(number + 3)) for number in range(scene.shells)]
    return [die(look) for look in looks(scene)]


def lying(scene: Scene, number: int, turn: Floats) -> Lying:
    """Name the face that looks up."""
    up = rotation(turn)[2]
    if scene.kind == COWRIES:
        return Lying("back" if up[2] > 0 else "mouth", abs(float(up[2])))
    heights = {value: float(up @ way) for value, way in facing(looks(scene)[number]).items()}
    best = max(heights, key=lambda value: heights[value])
    return Lying(str(best), heights[best])


def result(scene: Scene, flights: list[throw.Flight]) -> tuple[int, ...]:
    """Count the mouths, or list the pips in falling order."""
    faces = [lying(scene, n, flight.turns[-1]).face for n, flight in enumerate(flights)]
    if scene.kind == COWRIES:
        return (faces.count("mouth"),)
    return tuple(sorted(map(int, faces), reverse=True))


def is_clear(scene: Scene, flights: list[throw.Flight]) -> bool:
    """True if everything lies flat, still, apart, and away from the rim."""
    flattest = 0.94 if scene.kind == COWRIES else 0.995
    ends = []
    for number, (flight, shape) in enumerate(zip(flights, bodies(scene), strict=True)):
        if flight.rest() > LONGEST_ROLL or lying(scene, number, flight.turns[-1]).slope < flattest:
            return False
        points = shape.points @ rotation(flight.turns[-1]).T + flight.places[-1]
        reach = np.abs(points[:, :2]).max(axis=0)
        if reach[0] > tray.HALF_WIDTH - EDGE_CM or reach[1] > tray.HALF_DEPTH - EDGE_CM:
            return False
        if points[:, 2].min() > 0.05:
            return False
        ends.append(points[:, :2])
    for first in range(len(ends)):
        for second in range(first):
            apart = np.linalg.norm(ends[first][:, None] - ends[second][None], axis=2)
            if apart.min() < scene.gap_cm:
                return False
    return True


def search(scene: Scene, *, first: int = 0, tries: int = 4000) -> int:
    """Find the first seed whose throw is clear and lies as wanted.

    Raises:
        LookupError: If no seed does it within `tries`.
    """
    for seed in range(first, first + tries):
        flights = throw.throw(bodies(scene), seed)
        if result(scene, flights) == scene.wanted and is_clear(scene, flights):
            return seed
    raise LookupError(
        f"no clear throw of {scene.wanted} for {scene.name!r} in {tries} tries: loosen the limits"
    )


SCENES = (
    Scene("four-shells-2", COWRIES, (2,), seed=64, shells=4),
    Scene("ivory-dice-6-5", DICE, (6, 5), seed=107, hand=True),
    Scene("four-shells-4", COWRIES, (4,), seed=31, shells=4, hand=True),
    Scene("four-shells-3", COWRIES, (3,), seed=30, shells=4, waits=False),
    Scene("red-dice-3-1", DICE, (3, 1), seed=3),
    Scene("six-shells-3", COWRIES, (3,), seed=74, shells=6),
    Scene("four-shells-1", COWRIES, (1,), seed=84, shells=4),
    Scene("ivory-dice-4-4", DICE, (4, 4), seed=58),
    Scene("ivory-dice-5-2", DICE, (5, 2), seed=12),
    Scene("six-shells-2", COWRIES, (2,), seed=138, shells=6),
    Scene("six-shells-5", COWRIES, (5,), seed=64, shells=6),
    Scene("six-shells-6", COWRIES, (6,), seed=101, shells=6, gap_cm=0.25),
)
