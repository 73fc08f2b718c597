"""A hand that reaches over a painted board from its lower edge, with its shadow; and other light on it."""

from __future__ import annotations

import cv2
import numpy as np

from boards.board_camera import BoardCamera
from boards.painted_board import Picture

SKIN = (120, 150, 205)
SLEEVE = (60, 45, 40)


def reaching(picture: Picture, eye: BoardCamera, x: float, y: float, *, sway: float = 0.0) -> Picture:
    """Return the picture with a hand whose fingers are at x, y, in pieces from the field's upper left.

    Args:
        picture: The board without it.
        eye: The camera.
        x: Where its fingers are.
        y: The same, downwards.
        sway: How far the arm is moved to the right at the elbow.
    """
    deep = eye.height + 6.0

    def pixels(*points: tuple[float, float]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        return eye.project(np.array(points) / (eye.width, eye.height), 1.0)

    palm = y + 2.4
    arm = pixels((x - 0.8, palm), (x + 0.9, palm), (x + 1.6 + sway, deep), (x - 1.4 + sway, deep))
    hand = pixels(
        (x - 0.25, y), (x + 0.25, y - 0.1), (x + 0.9, y + 0.8), (x + 1.0, palm + 0.3), (x - 0.9, palm + 0.3),
        (x - 0.8, y + 0.9),
    )  # fmt: skip
    mask = np.zeros(picture.shape[:2], np.uint8)
    for outline in (arm, hand):
        cv2.fillPoly(mask, [outline.round().astype(np.int32)], 255)
    shade = cv2.GaussianBlur(np.roll(mask, (8, 14), axis=(0, 1)), (0, 0), 8.0)[..., None] / 255.0
    shown = picture * (1 - 0.45 * shade)
    skin = np.random.default_rng(3).normal(0, 5, (*picture.shape[:2], 1))
    for outline, colour in ((arm, SLEEVE), (hand, SKIN)):
        only = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillPoly(only, [outline.round().astype(np.int32)], 255)
        shown = np.where(only[..., None] > 0, np.array(colour) + skin, shown)
    return np.asarray(cv2.GaussianBlur(shown.clip(0, 255).astype(np.uint8), (3, 3), 0.6), np.uint8)


def lit(picture: Picture, *, gain: float = 1.0, slope: float = 0.0, warm: float = 0.0) -> Picture:
    """Return the picture in other light: brighter, brighter to the right, redder."""
    across = np.linspace(-1, 1, picture.shape[1])[None, :, None]
    factor = gain * (1 + slope * across) * (1 + warm * np.array([-1.0, 0.0, 1.0]))
    return np.asarray((picture * factor).clip(0, 255).astype(np.uint8))


def shaded(picture: Picture, *, at: float, soft_px: float = 25.0, dark: float = 0.35) -> Picture:
    """Return the picture with a soft shadow over everything left of a part of its width."""
    x = np.arange(picture.shape[1])[None, :, None]
    part = 1 / (1 + np.exp((x - at * picture.shape[1]) / soft_px))
    return np.asarray((picture * (1 - dark * part)).clip(0, 255).astype(np.uint8))


def grainy(picture: Picture, chance: np.random.Generator, *, by: float = 2.5) -> Picture:
    """Return the picture with the camera's grain of one moment."""
    grain = chance.standard_normal(picture.shape, np.float32) * by
    return np.asarray((picture + grain).clip(0, 255).astype(np.uint8))
