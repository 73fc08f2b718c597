"""Printed markers laid around a board before a camera."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from boards.board_camera import BoardCamera


def marker(number: int, side: int = 120) -> npt.NDArray[np.uint8]:
    """Return a marker's picture, grey, with OpenCV's calls of old or new."""
    if hasattr(cv2.aruco, "generateImageMarker"):
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, side), np.uint8)
    dictionary = cv2.aruco.Dictionary_get(cv2.aruco.DICT_4X4_50)
    return np.asarray(cv2.aruco.drawMarker(dictionary, number, side), np.uint8)


def lay(
    eye: BoardCamera,
    picture: npt.NDArray[np.uint8],
    number: int,
    *,
    side: float = 0.8,
    turned: int = 0,
    at: tuple[float, float] | None = None,
) -> None:
    """Lay a marker outside the field, a corner of it at the field's; or at a place, in pieces."""
    wide, high = eye.width, eye.height
    x, y = at or ((0.0, wide, wide, 0.0)[number], (0.0, 0.0, high, high)[number])
    left, top = (x - side, y - side)
    if at is None:
        left, top = (left, x, x, left)[number], (top, top, y, y)[number]
    margin = 0.15 * side
    outer = side + margin
    paper = np.array([[-margin, -margin], [outer, -margin], [outer, outer], [-margin, outer]])
    paper += np.array([left, top])
    scale = np.array([wide, high])
    eye.fill(picture, eye.project(paper / scale), (245, 245, 245))
    ends = np.array([[left, top], [left + side, top], [left + side, top + side], [left, top + side]])
    laid = np.roll(eye.project(ends / scale), -turned, axis=0)
    flat = np.array([[-0.5, -0.5], [119.5, -0.5], [119.5, 119.5], [-0.5, 119.5]])
    # Four times as large and back, so that the edges are as smooth as a camera's.
    change = cv2.getPerspectiveTransform(flat.astype(np.float32), (4 * laid + 1.5).astype(np.float32))
    (left_px, top_px), (right_px, bottom_px) = (
        laid.min(axis=0).astype(int) - 2,
        laid.max(axis=0).astype(int) + 3,
    )
    move = np.array([[1, 0, -4 * left_px], [0, 1, -4 * top_px], [0, 0, 1.0]])
    size = (4 * (right_px - left_px), 4 * (bottom_px - top_px))
    small = (right_px - left_px, bottom_px - top_px)
    drawn = cv2.resize(
        cv2.warpPerspective(marker(number), move @ change, size), small, interpolation=cv2.INTER_AREA
    )
    mask = cv2.warpPerspective(np.full((120, 120), 255, np.uint8), move @ change, size)
    mask = cv2.resize(mask, small, interpolation=cv2.INTER_AREA)[..., None] / 255.0
    here = picture[top_px:bottom_px, left_px:right_px]
    here[:] = (here * (1 - mask) + drawn[..., None] * mask).round().astype(np.uint8)
