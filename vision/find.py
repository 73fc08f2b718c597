"""Where dice and shells lie in the picture: a rough place and size for each, faces are told later."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Frame


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a die or a shell seems to lie."""

    x: float
    """Centre, in pixels of the frame."""
    y: float
    """Centre, in pixels of the frame, counted downwards."""
    size: float
    """About the side of a square around it, in pixels."""
    score: float
    """How much it looks like a die or shell, 0 to 1."""


class Finder:
    """Finds things that stand out from the ground."""

    def find(self, frame: Frame) -> list[Spot]:
        """List the spots of a frame, likeliest first.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.
        """
        scale = 320 / max(frame.shape[:2])
        small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        lab = cv2.cvtColor(cv2.GaussianBlur(small, (5, 5), 0), cv2.COLOR_BGR2LAB).astype(np.float32)
        ground = np.median(lab.reshape(-1, 3), axis=0)
        away = np.linalg.norm(lab - ground, axis=2).clip(0, 255).astype(np.uint8)
        if away.max() < 25:
            return []
        _, mask = cv2.threshold(away, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        spots = []
        for contour in contours:
            left, top, width, height = cv2.boundingRect(contour)
            if min(width, height) > 6 and max(width, height) < 120:
                middle = ((left + width / 2) / scale, (top + height / 2) / scale)
                spots.append(Spot(*middle, max(width, height) / scale, 0.9))
        return spots
