"""The project's own pictures of throws, and what lies in each."""

from __future__ import annotations

import tomllib
from typing import Any

import cv2
import numpy as np

from places import FRAMES
from vision import Expect, Frame, Reading

TRUTH: dict[str, dict[str, Any]] = tomllib.loads((FRAMES / "truth.toml").read_text())
DICE = [name for name, truth in TRUTH.items() if "values" in truth]
SHELLS = [name for name, truth in TRUTH.items() if "mouths" in truth and "hard" not in truth]


def picture(name: str) -> Frame:
    return np.asarray(cv2.imread(str(FRAMES / name), cv2.IMREAD_COLOR), np.uint8)


def expected(name: str) -> Expect:
    """Return what the box tells the eye of such a throw: its kind and number."""
    truth = TRUTH[name]
    return Expect("cowries", truth["shells"]) if "shells" in truth else Expect("dice", len(truth["values"]))


def is_right(name: str, reading: Reading) -> bool:
    truth = TRUTH[name]
    return (reading.values, reading.mouths) == (tuple(truth.get("values", ())), truth.get("mouths", 0))


def felt(colour: tuple[int, int, int] = (70, 95, 40)) -> Frame:
    """Plain cloth with a little noise."""
    noise = np.random.default_rng(5).normal(0, 5, (480, 640, 1))
    return np.asarray((np.full((480, 640, 3), colour) + noise).clip(0, 255), np.uint8)


def opened(jpeg: bytes | None) -> Frame:
    """Unpack a picture that the box has packed."""
    assert jpeg is not None
    frame = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert frame is not None
    return np.asarray(frame, np.uint8)
