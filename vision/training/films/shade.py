"""Draws surfaces as a camera over the table sees them: shape, light, gloss and shadow, polygon by polygon."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
from shapes.shape import Floats, Shape, rotation

WIDTH, HEIGHT = 640, 480
Picture = npt.NDArray[np.float32]
"""Shape (height, width, 3): linear light, B, G, R, 0 to about 1."""
_FINE = 2
"""Bodies are drawn so many times larger, then made small: soft edges."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera that looks down at the middle of the tray."""

    height_cm: float = 46.0
    slant_deg: float = 6.0
    span_cm: float = 21.0
    """So many centimetres of the table are as wide as the picture."""

    def project(self, points: Floats) -> Floats:
        """Return pixels and distance of points, shape (n, 3)."""
        slant = np.radians(self.slant_deg)
        c, s = np.cos(slant), np.sin(slant)
        away = self.height_cm - (c * points[:, 2] - s * points[:, 1])
        up = c * points[:, 1] + s * points[:, 2]
        scale = WIDTH * self.height_cm / self.span_cm / away
        return np.column_stack([WIDTH / 2 + points[:, 0] * scale, HEIGHT / 2 - up * scale, away])


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp and the light of the room."""

    to_lamp: tuple[float, float, float] = (-0.45, 0.4, 0.8)
    lamp: float = 0.95
    room: float = 0.45
    softness: float = 0.16
    """How far a shadow's edge spreads for each centimetre of height."""
    warmth: float = 0.0
    """0 is white; towards 1 the lamp is as warm as a candle."""

    def colour(self) -> Floats:
        """Colour of the lamp: B, G, R."""
        return np.array([1 - 0.55 * self.warmth, 1 - 0.2 * self.warmth, 1.0])

    @property
    def way(self) -> Floats:
        """The direction to the lamp, length 1."""
        way = np.array(self.to_lamp)
        return way / np.linalg.norm(way)


class Model:
    """A shape ready to be drawn."""

    def __init__(self, shape: Shape) -> None:
        self.points = shape.points
        quads = np.array(shape.faces)
        self._quads = quads
        a, b, c, d = (shape.points[quads[:, i]] for i in range(4))
        normal = np.cross(c - a, d - b)
        length = np.linalg.norm(normal, axis=1)
        kept = length > 1e-9
        self._quads = quads[kept]
        normal = normal[kept] / length[kept, None]
        middle = shape.points[self._quads].mean(axis=1)
        if (np.einsum("ij,ij->i", normal, middle) < 0).mean() > 0.5:
            normal = -normal
        self._normals = normal
        colours = shape.colours[self._quads].mean(axis=1)
        self._colours, self._gloss = colours[:, 2::-1], colours[:, 3]
        self.hull = shape.hull_points(160)

    def at(self, pose: Floats, points: Floats) -> Floats:
        """Bring points of the shape to where the body is."""
        return points @ rotation(pose[3:]).T + pose[:3]

    def outline(self, pose: Floats, lens: Lens) -> Floats:
        """Pixels of its rough outline, shape (n, 2)."""
        return lens.project(self.at(pose, self.hull))[:, :2]

    def draw(self, pose: Floats, lens: Lens, light: Light) -> tuple[npt.NDArray[np.float32], int, int] | None:
        """Draw it: linear premultiplied B, G, R and cover, and where its upper left corner lies.

        None where it is outside the picture.
        """
        seen = lens.project(self.at(pose, self.points))
        low = np.floor(seen[:, :2].min(axis=0)).astype(int) - 1
        high = np.ceil(seen[:, :2].max(axis=0)).astype(int) + 2
        if (high <= 0).any() or low[0] >= WIDTH or low[1] >= HEIGHT or (high - low).max() > 900:
            return None
        corners = (seen[:, :2] - low)[self._quads] * _FINE - 0.5
        area = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
        turn = rotation(pose[3:])
        normals = self._normals @ turn.T
        slant = np.radians(lens.slant_deg)
        eye = np.array([0.0, -np.sin(slant), np.cos(slant)])
        facing = np.flatnonzero((normals @ eye > -0.05) & (np.abs(area) > 1e-4))
        order = facing[np.argsort(-seen[self._quads[facing], 2].mean(axis=1))]
        n = normals[order]
        lit = light.lamp * np.clip(n @ light.way, 0, 1)
        half = (light.way + eye) / np.linalg.norm(light.way + eye)
        shine = np.clip(n @ half, 0, 1) ** 60 * self._gloss[order] * 0.5 * light.lamp
        sky = light.room * (0.55 + 0.45 * n[:, 2]) + 0.06 * self._gloss[order] * (1 - n @ eye) ** 3
        colour = self._colours[order] * (lit[:, None] * light.colour() + sky[:, None])
        colour = colour + shine[:, None] * light.colour()
        width, height = (high - low) * _FINE
        drawn = np.zeros((height, width, 4), np.float32)
        fixed = np.round(corners[order] * 16).astype(np.int32)
        values = np.column_stack([colour, np.ones(len(order))]).tolist()
        for quad, value in zip(fixed, values, strict=True):
            cv2.fillConvexPoly(drawn, quad, value, shift=4)
        small = cv2.resize(drawn, None, fx=1 / _FINE, fy=1 / _FINE, interpolation=cv2.INTER_AREA)
        return small, int(low[0]), int(low[1])


def lay(scene: Picture, piece: npt.NDArray[np.float32], left: int, top: int) -> None:
    """Lay a premultiplied piece over the scene, in place."""
    height, width = piece.shape[:2]
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(WIDTH, left + width), min(HEIGHT, top + height)
    if x1 <= x0 or y1 <= y0:
        return
    part = piece[y0 - top : y1 - top, x0 - left : x1 - left]
    under = scene[y0:y1, x0:x1]
    under *= 1 - part[..., 3:]
    under += part[..., :3]


def shade(cover: Picture, points: Floats, lens: Lens, light: Light) -> None:
    """Darken `cover` (1 is full light) by the shadow of a cloud of points, in place."""
    ground = points[:, :2] - points[:, 2:] * light.way[:2] / light.way[2]
    height = float(np.clip(points[:, 2].mean(), 0, None))
    share = light.lamp / (light.lamp + light.room)
    _shadow(cover, ground, lens, spread=light.softness * height + 0.05, depth=0.75 * share)
    near = float(np.exp(-max(0.0, float(points[:, 2].min())) / 0.8))
    if near > 0.05:  # no light from the room gets under it
        _shadow(cover, points[:, :2], lens, spread=0.22, depth=0.5 * near)


def _shadow(cover: Picture, ground: Floats, lens: Lens, *, spread: float, depth: float) -> None:
    flat = np.column_stack([ground, np.zeros(len(ground))])
    pixels = lens.project(flat)[:, :2]
    blur = spread * WIDTH / lens.span_cm
    margin = int(3 * blur) + 3
    low = np.floor(pixels.min(axis=0)).astype(int) - margin
    high = np.ceil(pixels.max(axis=0)).astype(int) + margin
    x0, y0 = np.maximum(low, 0)
    x1, y1 = np.minimum(high, (WIDTH, HEIGHT))
    if x1 <= x0 or y1 <= y0:
        return
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.float32)
    hull = cv2.convexHull(((pixels - low) * 16).astype(np.int32))
    cv2.fillConvexPoly(mask, hull, 1.0, shift=4)
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.6, blur))
    cover[y0:y1, x0:x1] *= 1 - depth * mask[y0 - low[1] : y1 - low[1], x0 - low[0] : x1 - low[0], None]


_STEPS = 2**13
_BRIGHT = 4.0
_light = np.arange(_STEPS) * (_BRIGHT / _STEPS)
_light = _light / (1 + 0.12 * _light)  # bright places bend off
_GAMMA = (255 * np.clip(_light, 0, 1) ** (1 / 2.2) + 0.5).astype(np.uint8)


def developed(scene: Picture) -> npt.NDArray[np.uint8]:
    """Return linear light as a picture of 8 bits a channel, as a camera writes it."""
    steps = np.clip(scene * np.float32(_STEPS / _BRIGHT), 0, _STEPS - 1).astype(np.uint16)
    return _GAMMA[steps]
