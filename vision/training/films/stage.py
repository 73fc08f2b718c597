"""A stage for films: hands and bodies act, and what a watch has to tell of it is written down."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from films.palm import REACH_CM, Hand
from films.roll import TICKS_PER_FRAME, World
from shapes.shape import Floats

EXPOSURE_TICKS = 3
"""A frame is exposed for so many 120ths of a second."""
SIDES = {"near": 0.0, "right": np.pi / 2, "far": np.pi, "left": -np.pi / 2}
"""From where a hand comes, and so where it points."""


@dataclass(slots=True)
class Shot:
    """What one frame shows."""

    poses: list[Floats]
    """Poses of all bodies at the ticks of the exposure."""
    parked: list[bool]
    hand: Hand | None


@dataclass(frozen=True, slots=True)
class Mark:
    """What a watch has to tell of the frames before."""

    kind: str
    """throw, change or nothing."""
    frame: int


@dataclass(slots=True)
class Stage:
    """One film as it is played."""

    world: World
    rng: np.random.Generator
    half_width: float
    half_depth: float
    shots: list[Shot] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    effects: list[dict[str, float | str]] = field(default_factory=list)
    """What happens to camera and light: written into the film's truth."""

    @property
    def now(self) -> int:
        """Number of the next frame."""
        return len(self.shots)

    def frame(self, hand: Hand | None = None) -> None:
        """Let one frame pass."""
        poses = [self.world.tick() for _ in range(TICKS_PER_FRAME)]
        self.shots.append(Shot(poses[:EXPOSURE_TICKS], list(self.world.parked), hand))

    def pause(self, frames: int) -> None:
        """Let time pass; nobody does anything."""
        for _ in range(frames):
            self.frame()

    def settle(self, *, least: int = 14, most: int = 150) -> None:
        """Let time pass until nothing has moved for `least` frames."""
        still = 0
        for _ in range(most):
            self.frame()
            # Over three frames: what creeps by little from one to the next is seen to move as well.
            moved = np.abs(self.shots[-1].poses[0] - self.shots[max(0, self.now - 4)].poses[0])
            moved[self.shots[-1].parked] = 0
            still = still + 1 if self.now > 1 and moved.max() < 0.006 else 0
            if still >= least:
                return
        raise RuntimeError("what was thrown does not come to rest: choose another seed")

    def effect(self, kind: str, frames: int, **values: float) -> None:
        """Let something happen to camera or light for so many frames from now on."""
        self.effects.append({"kind": kind, "from": self.now, "until": self.now + frames, **values})

    def tell(self, kind: str) -> None:
        """Write down what a watch has to have told by now."""
        self.marks.append(Mark(kind, self.now))

    def rest(self, kind: str, *, then: int = 14) -> None:
        """Wait until all lies still, and write down what has to be told of it."""
        self.settle(least=then)
        self.tell(kind)

    def reach(
        self,
        side: str,
        x: float,
        y: float,
        frames: int,
        *,
        grip: float = 0.5,
        z: float = 4.0,
        turn: float = 0.0,
    ) -> Hand:
        """Bring a hand in, its fingers' tips to x, y."""
        goal = self.over(side, x, y, grip, z, turn)
        for share in np.linspace(0, 1, frames + 1)[1:]:
            self.frame(self._away(goal, 22 * (1 - share) ** 1.3))
        return goal

    def leave(self, hand: Hand, frames: int, *, grip: float | None = None) -> None:
        """Take the hand out again."""
        for share in np.linspace(0, 1, frames + 1)[1:]:
            at = self._away(hand, 26 * share**1.3)
            if share < 1:
                self.frame(Hand(at.x, at.y, at.angle, hand.grip if grip is None else grip, hand.z))
        self.frame()

    def over(self, side: str, x: float, y: float, grip: float, z: float, turn: float) -> Hand:
        """Return the hand whose fingers' tips are over x, y."""
        angle = SIDES[side] + turn
        tip = REACH_CM * (0.75 - 0.35 * grip)
        return Hand(x + tip * np.sin(angle), y - tip * np.cos(angle), angle, grip, z)

    def _away(self, hand: Hand, far: float) -> Hand:
        return Hand(
            hand.x + far * np.sin(hand.angle),
            hand.y - far * np.cos(hand.angle),
            hand.angle,
            hand.grip,
            hand.z,
        )

    def throw(
        self,
        numbers: list[int],
        *,
        side: str = "near",
        hand: bool = True,
        speed: float = 45.0,
        high: float = 4.5,
        spin: float = 12.0,
        aside: float = 0.0,
    ) -> None:
        """Throw bodies into the tray from one side, with a hand in the picture or from beyond it."""
        angle = SIDES[side]
        ahead = np.array([-np.sin(angle), np.cos(angle)])
        across = np.array([ahead[1], -ahead[0]])
        reach = self.half_depth if side in ("near", "far") else self.half_width
        start = ahead * -(reach - 1.5 if hand else reach + 2.5) + across * aside
        held = self.reach(side, *start, 6, grip=0.9) if hand else None
        if held is not None:
            self.frame(held)
        for place, number in enumerate(numbers):
            column, row = place % 3, place // 3
            off = (column - (min(len(numbers), 3) - 1) / 2) * 2.6
            at = start + across * off - ahead * 1.2 * row
            way = ahead * speed * self.rng.uniform(0.75, 1.1) + across * self.rng.uniform(-0.25, 0.25) * speed
            turn = self.rng.normal(size=4)
            self.world.release(
                number,
                np.array([*at, high + (0.0 if hand else 2.5) + 2.4 * row]),
                turn / np.linalg.norm(turn),
                speed=np.array([*way, self.rng.uniform(-30, 5) if hand else self.rng.uniform(5, 30)]),
                spin=self.rng.normal(size=3) * spin / 1.7,
            )
        if held is not None:
            self.frame(Hand(held.x, held.y, held.angle, 0.3, held.z))
            self.leave(Hand(held.x, held.y, held.angle, 0.1, held.z), 6)

    def drop(
        self, number: int, x: float, y: float, *, high: float = 3.0, face_up: Floats | None = None
    ) -> None:
        """Let one body fall."""
        turn = self.rng.normal(size=4) if face_up is None else face_up
        self.world.release(
            number,
            np.array([x, y, high]),
            turn / np.linalg.norm(turn),
            speed=np.array([*self.rng.uniform(-12, 12, 2), 0.0]),
            spin=self.rng.normal(size=3) * (4.0 if face_up is None else 0.5),
        )

    def place(self, number: int) -> tuple[float, float]:
        """Where a body lies."""
        x, y = self.shots[-1].poses[0][number, :2]
        return float(x), float(y)

    def clear(self, numbers: list[int], *, side: str = "near", frames: int = 6, between: int = 3) -> None:
        """Pick bodies up, one after the other, and take them out."""
        left = sorted(numbers, key=lambda number: self.place(number)[0])
        hand: Hand | None = None
        for number in left:
            goal = self.over(side, *self.place(number), 0.6, 2.5, 0.0)
            if hand is None:
                hand = self.reach(side, *self.place(number), frames, grip=0.6, z=2.5)
            else:
                for share in np.linspace(0, 1, between + 1)[1:]:
                    self.frame(hand.towards(goal, share))
                hand = goal
            self.frame(hand)
            self.world.park(number)
        if hand is not None:
            self.leave(hand, frames, grip=1.0)

    def nudge(self, number: int, *, side: str = "near", speed: float = 38.0) -> None:
        """Push one body with a finger."""
        x, y = self.place(number)
        angle = SIDES[side]
        ahead = np.array([-np.sin(angle), np.cos(angle)])
        hand = self.reach(side, x - 0.9 * ahead[0], y - 0.9 * ahead[1], 7, grip=0.35, z=1.5)
        self.world.kick(
            number,
            np.array([*(ahead * speed), 12.0]),
            np.array([0.0, 0.0, self.rng.uniform(-8, 8)]),
        )
        self.frame(hand)
        self.leave(hand, 7)

    def sleeve(self, *, side: str = "right", frames: int = 14, deep: float = 0.0, aside: float = 0.0) -> None:
        """Let an arm pass over the tray and go back, touching nothing."""
        angle = SIDES[side]
        across = np.array([np.cos(angle), np.sin(angle)]) * aside
        for share in np.linspace(0, 1, frames + 1)[1:]:
            far = 24 * abs(1 - 2 * share) ** 1.2 - deep
            at = Hand(*across, angle, 0.3, 8.0)
            moved = self._away(at, far)
            self.frame(Hand(moved.x, moved.y, angle, 0.3, 8.0))
        self.frame()

    def lean(self, side: str, frames: int, *, inside: float, tremble: float = 0.03) -> None:
        """Rest a hand at the rim, its tips `inside` centimetres beyond it; it trembles a little."""
        angle = SIDES[side]
        reach = self.half_depth if side in ("near", "far") else self.half_width
        ahead = np.array([-np.sin(angle), np.cos(angle)])
        hand = self.reach(side, *(-ahead * (reach - inside)), 6, grip=0.2, z=2.0)
        for _ in range(frames):
            x, y = self.rng.normal(0, tremble, 2)
            self.frame(Hand(hand.x + x, hand.y + y, hand.angle, hand.grip, hand.z))
        self.leave(hand, 6)
