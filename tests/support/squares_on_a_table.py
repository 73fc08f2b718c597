"""A film of a cloth with dice and a hand on it, and the watch that looks at it."""

from __future__ import annotations

import cv2
import numpy as np

from vision import Doubt, Expect, Face, Frame, Reading, Seen, Tray, Watch, WatchStep
from vision.doubts import BLURRED

FPS = 15
ONCE = [((2, 1), False)]
"""What is told of one throw of a two and a one."""
Place = tuple[int, int]


class Squares:
    """Reads white squares as dice: a narrow dark bar makes a two of a one."""

    def __init__(self) -> None:
        self.times = 0
        self.blurred = 0
        """So many readings, from the first on, say that the picture is not sharp."""

    def read(self, frame: Frame, *, expect: Expect, tray: Tray | None = None, **_: object) -> Reading:
        self.times += 1
        white = (frame.min(axis=2) > 200).astype(np.uint8)
        white = cv2.morphologyEx(white, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(white)
        seen = []
        for left, top, width, height, area in stats[1:count].tolist():
            if area > 200:
                inner = frame[top + 4 : top + height - 4, left + 4 : left + width - 4]
                face = Face.TWO if (inner < 100).sum() > 60 else Face.ONE
                seen.append(Seen(face, 0.99, left, top, width, height))
        certain = expect.count in (None, len(seen)) and bool(seen)
        doubts = () if certain else (Doubt("asked"),)
        if self.times <= self.blurred:
            certain, doubts = False, (BLURRED,)
        return Reading("dice" if seen else "nothing", tuple(seen), certain, doubts)


class Table:
    """A camera's film of a cloth with dice and a hand on it, and the watch that looks at it."""

    def __init__(
        self, *, expect: str = "dice:2", tray: Tray | None = None, ignore_present: bool = False
    ) -> None:
        rng = np.random.default_rng(4)
        self.noise = [rng.normal(0, 2.5, (240, 320, 3)).round().astype(np.int16) for _ in range(5)]
        self.dice: dict[Place, Face] = {}
        self.hand: Place | None = None
        self.light = 1.0
        self.bands = 0.0
        self.lines = False
        self.bump = (0.0, 0.0)
        self.eye = Squares()
        self.watch = Watch(
            self.eye, expect=Expect.parse(expect), tray=tray, fps=FPS, ignore_present=ignore_present
        )
        self.time_s = 0.0
        self.steps: list[WatchStep] = []

    def frame(self) -> Frame:
        picture = np.full((240, 320, 3), (60, 90, 70), np.uint8)
        if self.lines:
            picture[::24], picture[:, ::24] = 20, 20
        for (x, y), face in self.dice.items():
            cv2.rectangle(picture, (x - 12, y - 12), (x + 12, y + 12), (230, 235, 240), -1)
            if face is Face.TWO:
                cv2.rectangle(picture, (x - 6, y - 2), (x + 6, y + 2), (20, 20, 20), -1)
        if self.hand is not None:
            x, y = self.hand
            cv2.line(picture, (x, y), (x + 260, y + 200), (120, 150, 200), 70)
        rows = np.sin(2 * np.pi * (2.3 * np.arange(240) / 240 + 5.5 * self.time_s))
        picture = (picture * (self.light + self.bands * rows)[:, None, None]).clip(0, 255).astype(np.uint8)
        move = np.array([[1, 0, self.bump[0]], [0, 1, self.bump[1]]], np.float32)
        lit = cv2.warpAffine(picture, move, (320, 240), borderMode=cv2.BORDER_REPLICATE).astype(np.int16)
        self.noise = self.noise[1:] + self.noise[:1]
        return (lit + self.noise[0]).clip(0, 255).astype(np.uint8)

    def run(self, frames: int = 1) -> list[WatchStep]:
        new = []
        for _ in range(frames):
            new.append(self.watch.step(self.frame(), time_s=self.time_s))
            self.time_s += 1 / FPS
        self.steps += new
        return new

    def roll(self, **to: Place) -> list[WatchStep]:
        """Let two dice roll to their places, half a second long."""
        new = []
        for part in np.linspace(0.2, 1, 8):
            self.dice = {
                (round(20 + part * (x - 20)), round(20 * i + 20 + part * (y - 20 - 20 * i))): face
                for i, ((x, y), face) in enumerate(zip(to.values(), (Face.ONE, Face.TWO), strict=False))
            }
            new += self.run()
        return new

    def reach_in(self) -> None:
        for x in range(330, 150, -30):
            self.hand = (x, 130)
            self.run()

    def reach_out(self) -> None:
        for x in range(150, 420, 30):
            self.hand = (x, 130)
            self.run()
        self.hand = None
        self.run(8)

    def told(self) -> list[tuple[tuple[int, ...], bool]]:
        return [(step.reading.values, step.changed) for step in self.steps if step.reading is not None]


def with_an_empty_tray(*, expect: str = "dice:2", tray: Tray | None = None) -> Table:
    """A table whose tray the watch has looked at for a second, and found empty."""
    table = Table(expect=expect, tray=tray)
    table.run(15)
    return table


def after_a_throw() -> Table:
    """A table on which a two and a one were thrown and have been read."""
    table = with_an_empty_tray()
    table.roll(a=(100, 80), b=(220, 150))
    table.run(10)
    return table
