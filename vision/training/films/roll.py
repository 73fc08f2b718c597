"""Rigid bodies over a tray: what is thrown falls, bounces, rolls, rocks, spins and comes to rest.

The physics is MuJoCo's (Apache-2.0). Units are centimetres, grams and seconds; z is up, and the felt lies at
z = 0. A body that nobody sees is parked far above the tray until it is let go again.
"""

from __future__ import annotations

import mujoco
import numpy as np
from shapes.shape import Floats, Shape

TICKS_PER_FRAME = 8
"""Poses are taken 120 times a second; the film shows every eighth and blurs a few."""
FRAMES_PER_S = 15
_STEP_S = 1 / 1920
_SUBSTEPS = round(1 / (_STEP_S * FRAMES_PER_S * TICKS_PER_FRAME))
_PARKED_CM = 300.0
_ASLEEP_TICKS = 36
"""A body that has hardly moved for so long lies still until it is hit: contacts that give way a little would
let it creep on for ever."""
_ASLEEP_SPEED = 0.12
"""Centimetres or radians a second."""
_WOKEN_SPEED = 1.5


class World:
    """Bodies and a tray; time goes on tick by tick."""

    def __init__(
        self,
        shapes: list[Shape],
        lift_cm: list[float],
        *,
        half_width: float,
        half_depth: float,
        rim: float,
        rolls: float,
    ) -> None:
        """Set up the tray with everything parked.

        Args:
            shapes: What can be thrown; only the convex hull counts.
            lift_cm: For each how far its centre of mass lies over the shape's origin, along its own z.
            half_width: From the middle of the tray to its rim along x, in centimetres.
            half_depth: The same along y.
            rim: Height of the rim.
            rolls: Friction against rolling, in centimetres: the less, the longer a shell rocks.
        """
        self.count = len(shapes)
        self._model = _model(shapes, lift_cm, half_width, half_depth, rim, rolls)
        self._data = mujoco.MjData(self._model)
        self.parked = [True] * self.count
        self._slow_ticks = [0] * self.count
        self._home()

    def release(self, number: int, place: Floats, turn: Floats, *, speed: Floats, spin: Floats) -> None:
        """Let a body go: where (cm), how turned (quaternion), how fast (cm/s), how spinning (rad/s)."""
        self.parked[number] = False
        self._slow_ticks[number] = 0
        self._data.qpos[7 * number : 7 * number + 3] = place
        self._data.qpos[7 * number + 3 : 7 * number + 7] = turn
        self._data.qvel[6 * number : 6 * number + 3] = speed
        world_to_body = np.zeros(3)
        mujoco.mju_rotVecQuat(world_to_body, spin, np.array([turn[0], *(-turn[1:])]))
        self._data.qvel[6 * number + 3 : 6 * number + 6] = world_to_body

    def park(self, number: int) -> None:
        """Take a body away."""
        self.parked[number] = True
        self._home()

    def kick(self, number: int, speed: Floats, spin: Floats) -> None:
        """Push a body: the speed in cm/s and the spin in rad/s are added."""
        self._slow_ticks[number] = 0
        self._data.qvel[6 * number : 6 * number + 3] += speed
        self._data.qvel[6 * number + 3 : 6 * number + 6] += spin

    def tick(self) -> Floats:
        """Go on for a 120th of a second; give the poses, shape (bodies, 7): place and quaternion."""
        for _ in range(_SUBSTEPS):
            self._home()
            mujoco.mj_step(self._model, self._data)
            self._sleep()
        for number in range(self.count):
            speed = float(np.abs(self._data.qvel[6 * number : 6 * number + 6]).max())
            self._slow_ticks[number] = self._slow_ticks[number] + 1 if speed < _ASLEEP_SPEED else 0
        return self._data.qpos.reshape(-1, 7).copy()

    def _sleep(self) -> None:
        for number, ticks in enumerate(self._slow_ticks):
            speed = self._data.qvel[6 * number : 6 * number + 6]
            if ticks > _ASLEEP_TICKS:
                if float(np.abs(speed).max()) > _WOKEN_SPEED:
                    self._slow_ticks[number] = 0
                else:
                    speed[:] = 0

    def _home(self) -> None:
        for number, parked in enumerate(self.parked):
            if parked:
                self._data.qpos[7 * number : 7 * number + 3] = (0, 0, _PARKED_CM + 10 * number)
                self._data.qvel[6 * number : 6 * number + 6] = 0


def _model(
    shapes: list[Shape], lift_cm: list[float], half_width: float, half_depth: float, rim: float, rolls: float
) -> mujoco.MjModel:
    thick = 1.2
    walls = "".join(
        f'<geom type="box" pos="{x} {y} {rim / 2 - 2}" size="{wide} {deep} {rim / 2 + 2}"/>'
        for x, y, wide, deep in (
            (half_width + thick, 0, thick, half_depth + 2 * thick),
            (-half_width - thick, 0, thick, half_depth + 2 * thick),
            (0, half_depth + thick, half_width, thick),
            (0, -half_depth - thick, half_width, thick),
        )
    )
    meshes = "".join(
        f'<mesh name="m{i}" inertia="convex" vertex="{_numbers(shape.hull_points(360))}"/>'
        for i, shape in enumerate(shapes)
    )
    bodies = "".join(
        f'<body name="b{i}" pos="0 0 {_PARKED_CM + 10 * i}"><freejoint/>{_inertia(shape, lift)}'
        f'<geom type="mesh" mesh="m{i}" contype="1" conaffinity="1"/></body>'
        for i, (shape, lift) in enumerate(zip(shapes, lift_cm, strict=True))
    )
    # Springy, and stiff enough that nothing sinks into the felt. Little friction against turning on the
    # spot and against rolling: what rocks or spins does so for a while.
    surface = f'solref="0.003 0.28" solimp="0.9 0.97 0.01" condim="6" friction="0.45 0.006 {rolls}"'
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><compiler inertiafromgeom="false" boundmass="0" boundinertia="0"/>'
        f'<option timestep="{_STEP_S}" gravity="0 0 -981" integrator="implicitfast" cone="elliptic"/>'
        f"<default><geom {surface}/></default><asset>{meshes}</asset>"
        f'<worldbody><geom type="plane" size="200 200 1"/>{walls}{bodies}</worldbody></mujoco>'
    )


def _numbers(points: Floats) -> str:
    return " ".join(f"{value:.5f}" for value in np.asarray(points).ravel())


def _inertia(shape: Shape, lift: float) -> str:
    """Mass and inertia of a box of the shape's size, a little heavier outside than inside."""
    size = np.ptp(shape.points, axis=0)
    mass = 0.45 * float(np.prod(size))
    x, y, z = size**2
    inertia = mass / 12 * np.array([y + z, x + z, x + y]) * 0.9
    return f'<inertial pos="0 0 {lift}" mass="{mass}" diaginertia="{_numbers(inertia)}"/>'
