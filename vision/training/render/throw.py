"""A throw: rigid bodies fly into the tray, bounce, roll and lie still.

The walls of the tray are taken higher than they look, so that nothing leaves it. Time runs at 60 steps
a second with `SUBSTEPS` steps of physics in each; the film shows every fourth step.
"""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Quaternion, Vector
from render import tray
from shapes.shape import Floats, Shape

STEPS_PER_S = 60
SUBSTEPS = 8
"""Physics runs at 480 Hz."""
HELD = 3
"""Steps during which the hand still leads the bodies."""


@dataclass(frozen=True, slots=True)
class Flight:
    """How a body moved."""

    places: Floats
    """Centre of mass at each step, shape (steps, 3), centimetres."""
    turns: Floats
    """Rotation at each step, shape (steps, 4), unit quaternions w, x, y, z."""

    def speed(self, step: int) -> float:
        """How fast it goes, turning included, in centimetres a second (1 cm from the centre)."""
        move = float(np.linalg.norm(self.places[step] - self.places[step - 1]))
        a, b = Quaternion(self.turns[step]), Quaternion(self.turns[step - 1])
        return (move + a.rotation_difference(b).angle) * STEPS_PER_S

    def rest(self) -> int:
        """First step after which it does not move visibly."""
        last = self.places[-1], Quaternion(self.turns[-1])
        for step in range(len(self.places) - 1, 0, -1):
            away = float(np.linalg.norm(self.places[step] - last[0]))
            turned = last[1].rotation_difference(Quaternion(self.turns[step])).angle
            turned = min(turned, 2 * np.pi - turned)
            if away > 0.02 or turned > 0.03:
                return step + 1
        return 0


def throw(shapes: list[Shape], seed: int, *, steps: int = 150) -> list[Flight]:
    """Throw bodies from the near edge of the picture into the tray.

    Args:
        shapes: What is thrown; only the convex hull counts.
        seed: Decides how it is thrown.
        steps: How long to watch.

    Returns:
        One flight for each shape, in their order.
    """
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = STEPS_PER_S
    scene.frame_start, scene.frame_end = 1, steps
    scene.gravity = (0.0, 0.0, -981.0)
    bpy.ops.rigidbody.world_add()
    world = scene.rigidbody_world
    world.substeps_per_frame = SUBSTEPS
    world.solver_iterations = 30
    world.point_cache.frame_end = steps
    _walls()
    random = np.random.default_rng([seed, 41])
    bodies = [_body(shape, number, len(shapes), random) for number, shape in enumerate(shapes)]
    places = np.empty((len(bodies), steps, 3))
    turns = np.empty((len(bodies), steps, 4))
    for step in range(steps):
        scene.frame_set(step + 1)
        for number, body in enumerate(bodies):
            place, turn, _ = body.matrix_world.decompose()
            if step and np.dot(turn, turns[number, step - 1]) < 0:
                turn = -turn
            places[number, step], turns[number, step] = place, turn
    return [Flight(p, t) for p, t in zip(places, turns, strict=True)]


def _walls() -> None:
    tall, thick = 40.0, 4.0
    wide, deep = tray.HALF_WIDTH, tray.HALF_DEPTH
    boxes = [((0, 0, -thick / 2), (60, 60, thick))]
    boxes += [((sign * (wide + thick / 2), 0, tall / 2), (thick, 60, tall)) for sign in (-1, 1)]
    boxes.append(((0, deep + thick / 2, tall / 2), (60, thick, tall)))
    # The near wall is low: everything is thrown over it.
    boxes.append(((0, -deep - thick / 2, 0.7), (60, thick, 1.4)))
    for centre, size in boxes:
        bpy.ops.mesh.primitive_cube_add(size=1.0, location=centre, scale=size)
        box = bpy.context.object
        bpy.ops.rigidbody.object_add(type="PASSIVE")
        _surface(box, friction=0.75, bounce=0.35)
        box.rigid_body.collision_shape = "BOX"


def _surface(thing: bpy.types.Object, *, friction: float, bounce: float) -> None:
    thing.rigid_body.friction = friction
    thing.rigid_body.restitution = bounce
    thing.rigid_body.use_margin = True
    thing.rigid_body.collision_margin = 0.005


def _body(shape: Shape, number: int, count: int, random: np.random.Generator) -> bpy.types.Object:
    mesh = bpy.data.meshes.new("body")
    mesh.from_pydata(shape.hull_points().tolist(), [], [])
    body = bpy.data.objects.new("body", mesh)
    bpy.context.scene.collection.objects.link(body)
    bpy.context.view_layer.objects.active = body
    body.select_set(True)
    bpy.ops.rigidbody.object_add(type="ACTIVE")
    body.select_set(False)
    body.rigid_body.collision_shape = "CONVEX_HULL"
    body.rigid_body.mass = 0.002
    _surface(body, friction=0.55, bounce=0.4)
    body.rigid_body.linear_damping = 0.05
    body.rigid_body.angular_damping = 0.25
    body.rigid_body.use_deactivation = False
    column, row = number % 3, number // 3
    start = Vector(((column - (min(count, 3) - 1) / 2) * 2.7, -9.6 - 2.6 * row, 5.5 + 1.5 * row))
    start += Vector(random.uniform(-0.3, 0.3, 3))
    speed = Vector((random.uniform(-20, 20), random.uniform(48, 80), random.uniform(-40, 10)))
    spin = Vector(random.normal(size=3)).normalized() * random.uniform(6, 20)
    turn = Quaternion(random.normal(size=4)).normalized()
    body.rotation_mode = "QUATERNION"
    body.rigid_body.kinematic = True
    body.keyframe_insert("rigid_body.kinematic", frame=1)
    for step in range(HELD + 1):
        after = step / STEPS_PER_S
        body.location = start + speed * after
        body.rotation_quaternion = Quaternion(spin.normalized(), spin.length * after) @ turn
        body.keyframe_insert("location", frame=1 + step)
        body.keyframe_insert("rotation_quaternion", frame=1 + step)
    body.rigid_body.kinematic = False
    body.keyframe_insert("rigid_body.kinematic", frame=1 + HELD)
    return body
