"""Lays throws out: where each shell or die lies, how it is turned, and the truth of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.bench.eye.looks.camera import HEIGHT, WIDTH, Camera
from tests.bench.eye.looks.grain import Grid
from tests.bench.eye.looks.hand import Hand
from tests.bench.eye.looks.solid import Placed, Solid, rind, turned


@dataclass(frozen=True, slots=True)
class Lying:
    """One thing on the table."""

    placed: Placed
    shows: str
    """`mouth`, `back`, `leans`, or the pips of a die."""
    roll: float = 0.0
    """How far it is rolled about its length out of its flat position, degrees."""
    how: str = ""
    """How it leans: on its `edge`, `propped` against another, or lying `upon` it."""
    skin: Grid | None = None
    """Points of its surface on the table, shape (n, 3)."""


class NoRoomError(Exception):
    """There is no place left on the table."""


def laid(solid: Solid, unit: float, *, turn: Grid, shows: str, roll: float = 0.0, how: str = "") -> Lying:
    """Lay a solid on the cloth at the origin, turned so."""
    points = rind(solid) @ turn.T * unit
    at = np.array([0, 0, -points[:, 2].min()], np.float32)
    return Lying(Placed(solid, turn, at, unit), shows, roll, how, np.asarray(points + at, np.float32))


def moved(one: Lying, by: Grid) -> Lying:
    """Return the same thing at another place."""
    placed = one.placed
    at = np.asarray(placed.at + by, np.float32)
    skin = None if one.skin is None else np.asarray(one.skin + by, np.float32)
    return Lying(Placed(placed.solid, placed.turn, at, placed.unit), one.shows, one.roll, one.how, skin)


def spread(
    things: Sequence[Lying], camera: Camera, rng: np.random.Generator, *, gap: float = 0.06
) -> list[Lying]:
    """Strew things over the picture, none upon another.

    Args:
        things: What lies there, at the origin.
        camera: Looks on.
        rng: Of the places.
        gap: Smallest distance between two, in centimetres.

    Raises:
        NoRoomError: If they do not fit.
    """
    put: list[Lying] = []
    middle = np.array([WIDTH, HEIGHT]) / 2 + rng.uniform(-30, 30, 2)
    near = rng.uniform(0.55, 1.0)
    for one in things:
        for _ in range(400):
            spot = middle + near * rng.uniform(-0.5, 0.5, 2) * [WIDTH, HEIGHT]
            way = camera.ways(np.array([spot[0]], np.float32), np.array([spot[1]], np.float32))[0]
            by = camera.at - way * (camera.at[2] / way[2])
            there = moved(one, np.asarray(by * [1, 1, 0], np.float32))
            if _in_picture(there, camera) and all(_apart(there, other) > gap for other in put):
                put.append(there)
                break
        else:
            raise NoRoomError("the things do not fit into the picture")
    return put


def against(one: Lying, other: Lying, *, toward: float, over: bool) -> Lying:
    """Push a thing against another, or lay it upon it.

    Args:
        one: What is moved.
        other: What lies there.
        toward: From which side it comes, degrees.
        over: It comes down from above instead of along the cloth.
    """
    swing = np.radians(toward)
    side = np.array([np.cos(swing), np.sin(swing), 0], np.float32)
    assert not isinstance(other.placed.solid, Hand)
    reach = 1.6 * max(other.placed.solid.half) * other.placed.unit
    base = np.asarray(other.placed.at * [1, 1, 0], np.float32)
    best = moved(one, np.asarray(base + side * 3 * reach, np.float32))
    for step in np.linspace(2.0, 0.0, 60):
        if over:
            by = base + side * 0.45 * reach + np.array([0, 0, step * reach])
        else:
            by = base + side * step * 1.6 * reach
        there = moved(one, np.asarray(by, np.float32))
        if _meet(there, other):
            break
        best = there
    return best


def _meet(one: Lying, other: Lying) -> bool:
    assert one.skin is not None
    assert other.skin is not None
    return _reaches(one.placed, other.skin) or _reaches(other.placed, one.skin)


def _reaches(placed: Placed, skin: Grid) -> bool:
    """True if a point of another's skin lies inside a solid."""
    assert not isinstance(placed.solid, Hand)
    return bool((placed.solid.field(placed.inward(skin)) < 0).any())


def _apart(one: Lying, other: Lying) -> float:
    """Return the smallest distance of two things as seen from above, in centimetres."""
    assert one.skin is not None
    assert other.skin is not None
    way = one.skin[::6, None, :2] - other.skin[None, ::6, :2]
    centre = float(np.linalg.norm((one.placed.at - other.placed.at)[:2]))
    if centre < 0.6 * (one.placed.unit + other.placed.unit):
        return 0.0
    return float(np.sqrt((way**2).sum(2).min()))


def _in_picture(one: Lying, camera: Camera, margin: float = 10.0) -> bool:
    assert one.skin is not None
    seen = camera.seen(one.skin)
    return bool((seen > margin).all() and (seen < np.array([WIDTH, HEIGHT]) - margin).all())


def shell_turn(side: str, roll: float, rng: np.random.Generator) -> Grid:
    """Return how a shell is turned that shows this side, rolled about its length by some degrees."""
    flat = 0.0 if side == "mouth" else 180.0
    return turned(flat + roll, float(rng.normal(0, 4)), float(rng.uniform(0, 360)))


def truth(one: Lying, camera: Camera) -> dict[str, object]:
    """Return what lies there, as numbers and words for a file."""
    assert one.skin is not None
    seen = camera.seen(one.skin)
    low, high = seen.min(0), seen.max(0)
    spanned = seen[:, None] - seen[None]
    long = float(np.sqrt((spanned[::5, ::5] ** 2).sum(2).max()))
    middle = (low + high) / 2
    return {
        **({"how": one.how} if one.how else {}),
        "shows": one.shows,
        "x": round(float(middle[0]), 1),
        "y": round(float(middle[1]), 1),
        "long": round(long, 1),
        "roll": round(abs(one.roll), 1),
    }
