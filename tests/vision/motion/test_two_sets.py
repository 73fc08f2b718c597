"""Each player throws dice of one colour into the same tray, and the other pair lies there still."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np

from vision import Expect, Eye, Frame, Reading, Watch, WatchStep
from vision.doubts import MANY_DICE

FILM = Path(__file__).parents[3] / "device" / "film"
FPS = 15

Pair = tuple[str, tuple[tuple[float, float], ...]]
"""The picture in which two dice lie, and where."""

IVORY: Pair = ("ivory-dice-6-5/013.jpg", ((233.3, 212.1), (418.8, 196.2)))
IVORY_AGAIN: Pair = ("ivory-dice-5-2/006.jpg", ((171.0, 96.9), (336.4, 83.6)))
IVORY_DOUBLE: Pair = ("ivory-dice-4-4/006.jpg", ((232.3, 79.0), (355.9, 190.3)))
RED: Pair = ("red-dice-3-1/009.jpg", ((110.8, 85.1), (549.9, 84.1)))


class Tray:
    """A tray into which pairs of dice are laid, as the watch sees it."""

    def __init__(self, eye: Eye) -> None:
        self.watch = Watch(eye, expect=Expect("dice", 2), fps=FPS)
        self.empty = cv2.imread(str(FILM / "empty" / "000.jpg"))
        self.noise = np.random.default_rng(1)
        self.time_s = 0.0
        self.lie()

    def lie(self, *pairs: Pair) -> list[WatchStep]:
        """Let these lie in the tray, and nothing else, for a second; return the steps with a reading."""
        frame = self.empty
        for name, places in pairs:
            frame = _with(frame, cv2.imread(str(FILM / name)), places)
        return [step for step in self._steps([frame] * FPS) if step.reading is not None]

    def _steps(self, frames: Iterable[Frame]) -> Iterator[WatchStep]:
        for frame in frames:
            noisy = frame.astype(np.int16) + self.noise.integers(-2, 3, frame.shape)
            self.time_s += 1 / FPS
            yield self.watch.step(np.clip(noisy, 0, 255).astype(np.uint8), time_s=self.time_s)


def _with(frame: Frame, other: Frame, places: Iterable[tuple[float, float]]) -> Frame:
    """Lay the dice of another picture into one."""
    for x, y in places:
        mask = np.zeros(frame.shape[:2], np.uint8)
        cv2.circle(mask, (int(x), int(y)), 54, 255, -1)
        part = cv2.GaussianBlur(mask, (0, 0), 5)[..., None] / 255.0
        frame = (other * part + frame * (1 - part)).astype(np.uint8)
    return frame


def told(steps: list[WatchStep]) -> list[tuple[tuple[int, ...], bool, bool]]:
    """Return what each reading says: pips, whether it is sure, and whether it is a change."""
    readings = [(step.reading, step.changed) for step in steps]
    return [(one.values, one.certain, changed) for one, changed in readings if isinstance(one, Reading)]


def test_of_two_pairs_of_two_colours_the_one_that_moved_last_is_the_throw(eye: Eye) -> None:
    tray = Tray(eye)
    assert told(tray.lie(IVORY)) == [((6, 5), True, False)]
    assert told(tray.lie(IVORY, RED)) == [((3, 1), True, False)]
    assert told(tray.lie(RED)) == [], "a pair that is taken up is no throw"
    assert told(tray.lie(RED, IVORY_DOUBLE)) == [((4, 4), True, False)]


def test_whichever_pair_is_taken_up_the_other_is_no_throw(eye: Eye) -> None:
    tray = Tray(eye)
    tray.lie(IVORY)
    tray.lie(IVORY, RED)
    assert told(tray.lie(IVORY)) == []


def test_two_pairs_of_one_colour_are_asked_about_until_one_is_taken_away(eye: Eye) -> None:
    tray = Tray(eye)
    tray.lie(IVORY)
    [step] = tray.lie(IVORY, IVORY_AGAIN)
    assert step.reading is not None
    assert MANY_DICE in step.reading.doubts
    assert len(step.reading.surplus) == 2
    assert not step.changed
    assert told(tray.lie(IVORY_AGAIN)) == [((5, 2), True, True)]


def test_a_throw_from_which_something_else_is_taken_away_is_not_thrown_again(eye: Eye) -> None:
    tray = Tray(eye)
    tray.lie(IVORY)
    tray.lie(IVORY, IVORY_AGAIN)
    assert told(tray.lie(IVORY)) == []


def test_two_pairs_that_come_at_once_are_asked_about(eye: Eye) -> None:
    [step] = Tray(eye).lie(IVORY, RED)
    assert step.reading is not None
    assert MANY_DICE in step.reading.doubts
