"""A closed hand in a sleeve, seen from above: it comes over the near rim, shakes, and swings back."""

from __future__ import annotations

import bpy
import numpy as np
from mathutils import Vector
from render import studio
from shapes.shape import Floats, Shape, linear, waves

SWING = (
    (0.6, -6.4),
    (1.2, -3.4),
    (0.5, -2.0),
    (1.3, -2.6),
    (0.4, -1.9),
    (0.7, -3.6),
    (0.9, -5.4),
    (1.0, -10.2),
)
"""Where the knuckles are, x and y in centimetres, from frame to frame of film."""
FRAMES_BEFORE_ROLL = 7
"""How many frames of the swing come before the first frame of the roll."""
HEIGHT = 5.0
"""Height of the hand over the felt, centimetres."""

_FINGERS = ((-2.7, 0.55, 0.80), (-0.95, 0.95, 0.86), (0.85, 0.85, 0.84), (2.5, 0.25, 0.74))
"""Knuckle x, knuckle y, thickness: fore finger to little finger of a left-to-right row."""


def _ball(meta: bpy.types.MetaBall, centre: tuple[float, float, float], radius: float) -> None:
    element = meta.elements.new()
    element.co = centre
    element.radius = radius * 1.55
    element.stiffness = 2.0


def _rod(meta: bpy.types.MetaBall, start: Vector, end: Vector, first: float, last: float) -> None:
    steps = max(2, int((end - start).length / 0.35))
    for step in range(steps + 1):
        share = step / steps
        at = start.lerp(end, share)
        _ball(meta, (at.x, at.y, at.z), first + (last - first) * share)


def _surface() -> tuple[Floats, list[tuple[int, ...]]]:
    meta = bpy.data.metaballs.new("fist")
    meta.resolution = 0.22
    meta.threshold = 0.6
    thing = bpy.data.objects.new("fist", meta)
    bpy.context.scene.collection.objects.link(thing)
    for x, y, thick in _FINGERS:
        knuckle = Vector((x, y, 0.6))
        bend = Vector((x * 0.92, y + 1.9, -0.35))
        tip = Vector((x * 0.85, y + 0.9, -1.6))
        _rod(meta, Vector((x * 0.7, -2.4, 0.7)), knuckle, thick * 1.05, thick * 1.02)
        _rod(meta, knuckle, bend, thick, thick * 0.9)
        _rod(meta, bend, tip, thick * 0.9, thick * 0.75)
    _rod(meta, Vector((-2.3, -3.6, 0.0)), Vector((-3.9, -1.2, -0.4)), 1.1, 0.85)
    _rod(meta, Vector((-3.9, -1.2, -0.4)), Vector((-2.6, 1.4, -0.9)), 0.85, 0.66)
    _rod(meta, Vector((0.0, -3.0, 0.3)), Vector((0.1, -5.4, 0.2)), 2.4, 1.9)
    _rod(meta, Vector((0.1, -5.4, 0.2)), Vector((0.2, -9.0, 0.2)), 1.9, 2.0)
    bpy.context.view_layer.update()
    mesh = thing.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    points = np.array([tuple(v.co) for v in mesh.vertices])
    faces = [tuple(p.vertices) for p in mesh.polygons]
    bpy.data.objects.remove(thing)
    bpy.data.metaballs.remove(meta)
    return points, faces


def _skin(points: Floats) -> Floats:
    random = np.random.default_rng(5)
    tone = np.tile(linear((0.62, 0.42, 0.30)), (len(points), 1))
    tone = tone * (1.0 + 0.07 * waves(points, random, frequency=1.6)[:, None])
    for x, y, _ in _FINGERS:
        near = np.exp(-(((points[:, 0] - x) ** 2 + (points[:, 1] - y) ** 2) / 0.5))
        tone = tone * (1.0 - 0.10 * near[:, None] * np.array([0.3, 1.0, 1.0]))
    return np.column_stack([np.clip(tone, 0, 1), np.full(len(points), 0.25)])


def _sleeve() -> Shape:
    random = np.random.default_rng(9)
    around, along = 72, 60
    angle = np.arange(around) * 2 * np.pi / around
    y = np.linspace(-5.6, -22.0, along)
    radius = 2.75 + 0.05 * (-5.6 - y)
    radius[:3] += [-0.25, 0.05, 0.12]
    ring = np.stack([np.cos(angle) * 1.12, np.sin(angle) * 0.9], axis=1)
    points = np.concatenate(
        [
            np.column_stack([ring[:, 0] * r, np.full(around, v), ring[:, 1] * r])
            for v, r in zip(y, radius, strict=True)
        ]
    )
    fold = 0.10 * waves(points * [0.5, 1.3, 0.5], random, frequency=1.7)
    points[:, [0, 2]] *= (1.0 + fold / 2.75)[:, None]
    faces = [
        (
            r * around + i,
            r * around + (i + 1) % around,
            (r + 1) * around + (i + 1) % around,
            (r + 1) * around + i,
        )
        for r in range(along - 1)
        for i in range(around)
    ]
    return Shape(points + np.array([0.1, 0.0, 0.2]), faces, np.ones((len(points), 4)))


def build() -> tuple[list[bpy.types.Object], Floats]:
    """Make hand and sleeve; the origin lies at the knuckles.

    Returns:
        The objects, and the corners of both, shape (n, 3).
    """
    points, faces = _surface()
    fist = studio.add(
        Shape(points, faces, _skin(points)), "hand", studio.painted("skin", coat=0.1, roughness=0.5)
    )
    fist.modifiers.new("smooth", "SMOOTH").iterations = 4
    sleeve = _sleeve()
    wool = studio.cloth("wool", (0.13, 0.15, 0.24), (0.24, 0.27, 0.38), grain=5.0, weave=True)
    arm = studio.add(sleeve, "sleeve", wool)
    return [fist, arm], np.concatenate([points, sleeve.points])
