"""What spoils a picture of a board: things on it, other light, a nudged camera, a picture that is torn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
import numpy.typing as npt

from boards.board_camera import BoardCamera
from boards.painted_board import Picture, cell_of

Chance = np.random.Generator
Spoil = Callable[[Picture, BoardCamera, Chance], Picture]

THIRD = (2, 9, 15)
"""Points on which pieces of a third set lie."""


def _places(eye: BoardCamera, chance: Chance) -> tuple[float, float, float]:
    """Return a pixel on the board, and how many pixels a column has."""
    across = eye.project(np.array([[0.0, 0.5], [1.0, 0.5]]))
    column = float(np.linalg.norm(across[1] - across[0])) / 13
    [[x, y]] = eye.project(chance.uniform(0.15, 0.85, (1, 2)))
    return float(x), float(y), column


def _rough(picture: Picture, chance: Chance, by: float) -> npt.NDArray[np.float32]:
    height, width = picture.shape[:2]
    coarse = chance.normal(0, by, (max(1, height // 12), max(1, width // 12))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _laid(
    picture: Picture, outline: npt.NDArray[np.float64], colour: tuple[int, int, int], chance: Chance,
    *, rough: float = 6.0,
) -> Picture:  # fmt: skip
    """Lay something with a grain of its own, and a soft shadow beside it."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [outline.round().astype(np.int32)], 255)
    shade = cv2.GaussianBlur(np.roll(mask, (6, 9), axis=(0, 1)), (0, 0), 5.0)[..., None] / 255.0
    there = mask[..., None] > 0
    thing = np.array(colour, np.float32) + _rough(picture, chance, rough)[..., None]
    laid = np.where(there, thing, picture * (1 - 0.4 * shade))
    return np.asarray(cv2.GaussianBlur(laid.clip(0, 255).astype(np.uint8), (3, 3), 0.6), np.uint8)


def _round(x: float, y: float, across: float, down: float, turn: float = 0.0) -> npt.NDArray[np.float64]:
    angles = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    flat = np.column_stack([across * np.cos(angles), down * np.sin(angles)])
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(flat @ np.array([[cos, sin], [-sin, cos]]) + (x, y), np.float64)


def _box(x: float, y: float, across: float, down: float, turn: float) -> npt.NDArray[np.float64]:
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (across / 2, down / 2)
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(flat @ np.array([[cos, sin], [-sin, cos]]) + (x, y), np.float64)


def sleeve(picture: Picture, eye: BoardCamera, chance: Chance) -> Picture:
    """Half of the board lies under a sleeve that reaches in from a side."""
    width = picture.shape[1]
    x, y, column = _places(eye, chance)
    side = -column if x < width / 2 else width + column
    wide = 3 * column
    outline = np.array([[side, y - wide], [x, y - 0.7 * wide], [x, y + 0.7 * wide], [side, y + wide]])
    colours = ((140, 70, 30), (60, 60, 70), (200, 200, 205), (90, 130, 190))
    return _laid(picture, outline, colours[chance.integers(4)], chance)


def cup(picture: Picture, eye: BoardCamera, chance: Chance) -> Picture:
    """A cup stands on the board: a ring with something dark or light in it."""
    x, y, column = _places(eye, chance)
    size = chance.uniform(1.0, 1.7) * column
    stood = _laid(picture, _round(x, y, size, size), (225, 228, 230), chance, rough=2.0)
    inside = ((30, 50, 80), (230, 232, 235))[chance.integers(2)]
    return _laid(stood, _round(x, y, 0.85 * size, 0.85 * size), inside, chance, rough=2.0)


def phone(picture: Picture, eye: BoardCamera, chance: Chance) -> Picture:
    """A phone lies on the board, its screen lit."""
    x, y, column = _places(eye, chance)
    turn = float(chance.uniform(0, np.pi))
    laid = _laid(picture, _box(x, y, 4.4 * column, 2.3 * column, turn), (25, 25, 28), chance, rough=1.0)
    return _laid(laid, _box(x, y, 4.0 * column, 2.0 * column, turn), (190, 170, 150), chance, rough=9.0)


def cat(picture: Picture, eye: BoardCamera, chance: Chance) -> Picture:
    """A cat lies on the board."""
    x, y, column = _places(eye, chance)
    colour = ((40, 80, 130), (35, 35, 38), (200, 205, 210))[chance.integers(3)]
    turn = float(chance.uniform(0, np.pi))
    return _laid(picture, _round(x, y, 4.5 * column, 2.2 * column, turn), colour, chance, rough=22.0)


def nudged(picture: Picture, eye: BoardCamera, chance: Chance) -> Picture:
    """The camera was nudged: the picture is another one by up to half a column, and a little turned."""
    _, _, column = _places(eye, chance)
    height, width = picture.shape[:2]
    move = cv2.getRotationMatrix2D((width / 2, height / 2), float(chance.uniform(-1.5, 1.5)), 1.0)
    way = chance.uniform(0, 2 * np.pi)
    move[:, 2] += chance.uniform(0.1, 0.5) * column * np.array([np.cos(way), np.sin(way)])
    return np.asarray(cv2.warpAffine(picture, move, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)


def _lit(picture: Picture, gain: object, chance: Chance) -> Picture:
    noise = chance.normal(0, 2, picture.shape)
    return np.asarray((picture * np.asarray(gain, np.float64) + noise).clip(0, 255).astype(np.uint8))


def lamp_off(picture: Picture, eye: BoardCamera, chance: Chance) -> Picture:
    """The lamp is switched off, and little light is left."""
    return _lit(picture, chance.uniform(0.02, 0.35), chance)


def lamp_on(picture: Picture, eye: BoardCamera, chance: Chance) -> Picture:
    """A warm lamp is switched on: all is brighter and redder."""
    return _lit(picture, chance.uniform(1.3, 2.4) * np.array([0.75, 0.95, 1.15]), chance)


def sun(picture: Picture, eye: BoardCamera, chance: Chance) -> Picture:
    """A patch of sun lies on the board, white where it is brightest."""
    x, y, column = _places(eye, chance)
    mask = np.zeros(picture.shape[:2], np.uint8)
    outline = _box(x, y, chance.uniform(2, 6) * column, chance.uniform(2, 9) * column, 0.3)
    cv2.fillPoly(mask, [outline.round().astype(np.int32)], 255)
    soft = cv2.GaussianBlur(mask, (0, 0), 0.2 * column)[..., None] / 255.0
    return _lit(picture, 1 + chance.uniform(0.6, 2.2) * soft * np.array([0.85, 1.0, 1.05]), chance)


def third_set(picture: Picture, eye: BoardCamera, chance: Chance) -> Picture:
    """On the points `THIRD` lie pieces of a colour that nobody has shown."""
    shown = picture.copy()
    red, green, blue = (int(one) for one in chance.integers(20, 235, 3))
    for point in THIRD:
        for number in range(int(chance.integers(1, 4))):
            x, y = cell_of(point, number)
            side = (blue // 2, green // 2, red // 2)
            eye.disc(
                shown, (x / 13, y / 11), radius=0.46, low=0.0, high=0.25, colour=(blue, green, red), side=side
            )
    return shown


def blank(picture: Picture, eye: BoardCamera, chance: Chance) -> Picture:
    """All of the picture has one shade."""
    return np.full_like(picture, chance.integers(0, 256))


def grey(picture: Picture, eye: BoardCamera, chance: Chance) -> Picture:
    """The picture has no colours."""
    return np.repeat(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2)


def torn(picture: Picture, eye: BoardCamera, chance: Chance) -> Picture:
    """From some row on the picture is a repeated line, or grey."""
    shown, row = picture.copy(), int(chance.integers(1, picture.shape[0] - 1))
    shown[row:] = shown[row - 1] if chance.integers(2) else 128
    return shown


def blurred(picture: Picture, eye: BoardCamera, chance: Chance) -> Picture:
    """The camera is out of focus."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), float(chance.uniform(2, 12))), np.uint8)


def second_board(picture: Picture, eye: BoardCamera, chance: Chance) -> Picture:
    """A second board with other pieces lies in a corner of the picture, and over a bit of the first."""
    corners = eye.project(np.array([[-0.05, -0.05], [1.05, -0.05], [1.05, 1.05], [-0.05, 1.05]]))
    left, top = corners.min(axis=0).astype(int).clip(0)
    right, bottom = corners.max(axis=0).astype(int)
    part = float(chance.uniform(0.25, 0.5))
    small = cv2.resize(picture[top:bottom, left:right], None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
    small = cv2.rotate(small, cv2.ROTATE_180)
    shown = picture.copy()
    if chance.integers(2):
        shown[: small.shape[0], : small.shape[1]] = small
    else:
        shown[-small.shape[0] :, -small.shape[1] :] = small
    return shown


_EVERY = (
    *(sleeve, cup, phone, cat, nudged, lamp_off, lamp_on, sun, third_set),
    *(blank, grey, torn, blurred, second_board),
)

SPOILT: Mapping[str, Spoil] = {one.__name__: one for one in _EVERY}
"""By name: spoils a picture of a board, which is left as it is."""
