"""A film of one board in the making: its clock, its light, the hands over it, and what disturbs it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from device.pretend.gestures import Gesture, Pose, gesture
from device.pretend.hand import Hand, Reach
from device.pretend.laying import Laid, sides
from device.pretend.light import LIGHTS, Light, lit, passing
from device.pretend.parts import Parts
from device.pretend.picture import Painter
from engine.board import Side
from engine.game import Rules
from engine.reachable import Appearance
from vision import Frame

PACE_S = 1 / 6
"""Between two pictures, as of the box's second camera."""
_SHADOW = 0.4
"""How much light somebody takes away who walks past."""
_SHAKES_PX = 6.0
_POINTS_S = 0.45
"""So long a finger stays over each square that it counts."""
_OVER = 2.0
"""Height of a pointing finger, centimetres."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is the same all through a film."""

    parts: Parts
    light: str
    crooked: float
    """How carelessly pieces are put down, 1 as people do."""
    has_empty: bool
    """The eye has been shown the empty board."""

    @property
    def name(self) -> str:
        """Which look, from where, in which light."""
        return f"{self.parts.name}, {self.light}"


class Film:
    """Pictures of one board; time goes on with every picture."""

    def __init__(self, setting: Setting, rules: Rules, appearance: Appearance, *, seed: int) -> None:  # type: ignore[type-arg]
        """Lay the pieces out.

        Args:
            setting: Look and light.
            rules: What is played.
            appearance: What stands on the board.
            seed: Of all that is by chance.
        """
        self.setting = setting
        self.now = 100.0
        self.moved_s = self.now
        """When something moved last."""
        self._rules = rules
        self._rng = random.Random(seed)
        self._painter = Painter(setting.parts)
        self._laid = Laid(setting.parts, rules.layout, self._rng, crooked=setting.crooked)
        self._laid.lay(appearance)
        self._sides = sides(rules.layout)
        self._on = appearance
        self._still: Frame | None = None
        self._hand = Hand()
        self._over: Pose | None = None
        self._shadow_s: float | None = None
        self._shakes_s = 0.0
        self._number = 0

    @property
    def appearance(self) -> Appearance:
        """What stands on the board."""
        return self._on

    def picture(self) -> Frame:
        """Take the next picture."""
        self.now += PACE_S
        self._number += 1
        parts = self.setting.parts
        if self._still is None:
            self._still = self._painter.drawn(self._laid.pieces())
        picture = self._still
        if self._over is not None:
            if self._over.carried is not None:
                picture = self._painter.drawn([self._over.carried], picture)
            picture = self._hand.drawn(picture, parts.eye, self._over.reach)
        light: Light = LIGHTS[self.setting.light]
        if self._shadow_s is not None:
            light = replace(light, shadow=_SHADOW, at=passing(self.now - self._shadow_s))
        if self.now < self._shakes_s:
            self.moved_s = self.now
            picture = self._shaken(picture)
        return lit(picture, light, self._number)

    def shadow(self, *, is_there: bool) -> None:
        """Let somebody walk past the lamp, or be gone."""
        self._shadow_s = self.now if is_there else None

    def bump(self) -> None:
        """Let the table shake for a moment; the board lies where it was."""
        self._shakes_s = self.now + 0.7

    def slide(self) -> None:
        """Let the pieces of one place slide a little: a sleeve has touched them."""
        place = self._rng.choice(self._on)[0]
        if not place.startswith(("off", "bar")):
            self._laid.slide(place, 0.16)
            self._still = None

    def moves(self, appearance: Appearance, *, seat: int) -> Iterator[None]:
        """Let a hand move pieces until the board looks so; comes back for each picture to be taken."""
        if appearance == self._on:
            return
        made = gesture(
            self._on,
            appearance,
            laid=self._laid,
            parts=self.setting.parts,
            rules=self._rules,
            seat=seat,
            side=self._side(seat),
            now_s=self.now,
        )
        yield from self._play(made)

    def points(self, squares: Sequence[str], *, seat: int) -> Iterator[None]:
        """Let a finger count along squares; nothing is moved."""
        for square in squares:
            x, y, z = self._laid.at(square, seat)
            self._over = Pose(Reach((x, y, max(0.0, z) + _OVER), self._side(seat)), None)
            end = self.now + _POINTS_S
            while self.now < end:
                self.moved_s = self.now + PACE_S
                yield
        self._over = None

    def hovers(self, *, seat: int) -> None:
        """Let a hand rest over the middle of the board; `leaves` takes it away."""
        u = self.setting.parts.unit
        at = (self._rng.uniform(-3, 3) * u, self._rng.uniform(-3, 3) * u, _OVER)
        self._over = Pose(Reach(at, self._side(seat)), None)
        self.moved_s = self.now + PACE_S

    def leaves(self) -> None:
        """Take the hand away."""
        self._over, self.moved_s = None, self.now

    def _play(self, made: Gesture) -> Iterator[None]:
        while True:
            shown, pose = made.at(self.now + PACE_S)
            if shown != self._on:
                self._on, self._still = shown, None
                self._laid.show(shown)
            self._over = pose
            if pose is None:
                self.moved_s = self.now
                return
            self.moved_s = self.now + PACE_S
            yield

    def _side(self, seat: int) -> Side:
        return self._sides.get(seat, "bottom")

    def _shaken(self, picture: Frame) -> Frame:
        x, y = (self._rng.uniform(-_SHAKES_PX, _SHAKES_PX) for _ in range(2))
        matrix = np.array([[1, 0, x], [0, 1, y]], np.float64)
        size = picture.shape[1], picture.shape[0]
        return np.asarray(cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
