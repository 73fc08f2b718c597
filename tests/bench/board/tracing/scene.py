"""A still as numbers: surfaces with paint, and lamps; centimetres, the board's surface lies at height 0."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from tests.bench.eye.looks.grain import Grid

Image = npt.NDArray[np.uint8]
"""Colours as a screen has them, shape (height, width, 3), red green blue."""
Triple = tuple[float, float, float]
UPRIGHT = np.eye(3, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Paint:
    """How a surface looks."""

    image: Image
    """Its colours; the lower left corner has u = v = 0."""
    rough: float = 0.5
    metal: float = 0.0
    coat: float = 0.0
    """How much clear lacquer lies on it, 0 to 1."""
    coat_rough: float = 0.1
    relief: float = 0.0
    """How strong its small bumps are."""
    relief_cm: float = 0.1
    """Distance of those bumps."""
    fuzz: float = 0.0
    """Sheen of cloth."""
    differ: float = 0.0
    """By how much things of one paint differ in brightness."""
    through: float = 0.0
    """How much light goes through it."""


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """A surface: several things may share one."""

    points: Grid
    """Corners, shape (n, 3)."""
    faces: tuple[tuple[int, ...], ...]
    uv: Grid
    """Where each corner lies on the image, shape (n, 2), 0 to 1."""
    smooth: bool = True
    fused: bool = False
    """Its parts are to be melted together, as a hand's."""


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """A mesh where it stands."""

    mesh: Mesh
    paint: Paint
    at: Triple = (0.0, 0.0, 0.0)
    turn: Grid = field(default_factory=lambda: UPRIGHT)
    """From its own directions to the table's, shape (3, 3)."""
    role: Literal["board", "piece", "clutter"] = "board"
    place: str = ""
    """The place that a piece stands on."""
    owner: str = ""
    """Whose it is: a, b, c or d."""
    lying: bool = False
    face: int = 0
    """Which of its two faces is up."""
    hull: tuple[Grid, ...] = ()
    """Parts that together hide what is behind, points of their own; the whole mesh where there are none."""

    def world(self, points: Grid) -> Grid:
        """Return points of the thing's own on the table, shape (n, 3)."""
        return np.asarray(points @ self.turn.T + np.array(self.at, np.float32), np.float32)


@dataclass(frozen=True, slots=True)
class Lamp:
    """A rectangle or a disc that shines, or the sun."""

    kind: Literal["pane", "disc", "sun"]
    at: Triple
    """Where it hangs; it shines towards the middle of the board."""
    size: tuple[float, float]
    """Width and height in centimetres; of the sun its width in radians first."""
    light: float
    """What it throws on a square of the board that faces it: pi lights white paper fully."""
    colour: Triple = (1.0, 1.0, 1.0)
    hole: tuple[float, float] = (0.0, 0.0)
    """Of the sun: width and height of the window that it comes through; 0 for none."""
    aim: tuple[float, float] = (0.0, 0.0)
    """Where on the board the sun's patch lies."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the board with its truth still to be told."""

    name: str
    outline: tuple[tuple[float, float], ...]
    """Its corners on the table, centimetres."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board without pieces."""

    layout: str
    half: tuple[float, float]
    """Half the width and height of the playing field, centimetres."""
    things: tuple[Thing, ...]
    places: tuple[Place, ...]
    unit: float
    """Width of a point, or of a square, in centimetres."""
    bar_columns: float = 0.0
    length: float = 0.0
    """Of a point, in centimetres."""
    bar_height: float = 0.0
    rim: float = 0.0
    """How high its rim stands over the field."""

    def place(self, name: str) -> Place:
        """Return the place of that name."""
        return next(place for place in self.places if place.name == name)
