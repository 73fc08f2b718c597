"""One object before the camera: what it is, and how it lies."""

from __future__ import annotations

from dataclasses import dataclass

from mathutils import Quaternion
from shapes.shape import Floats, Shape


@dataclass(frozen=True, slots=True)
class Part:
    """One object, ready to be put before the camera."""

    kind: str
    face: str
    """The face on top; `edge` and `lean` for a shell and a die of which nobody can tell it."""
    look: str
    shape: Shape
    turn: Quaternion
    top: Floats
    """Middle of the upper face, from the origin of the shape before it is turned, shape (3,)."""
