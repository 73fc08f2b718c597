"""What light in the room, things that are in the way, and a camera make of a small picture of a board."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from compose.harm import harm


@dataclass
class Taking:
    """How one board is lit and photographed; each of its patches differs a little from it."""

    level: float
    """Brightness that a middling ground gets, linear."""
    cast: np.ndarray
    """Colour that is left of the light, B, G, R."""
    px: float
    """Pixels of the camera for a point or square."""
    soft: float
    """Blur in those pixels."""
    noise: float
    """Of 255, at half brightness."""
    quality: int
    glare: float
    """How much white lies over all, from a lamp in lacquer or glass."""
    is_harsh: bool
    is_even: bool = False
    """No place is brighter than another."""


def taking(rng: np.random.Generator, light: np.ndarray) -> Taking:
    """Draw how a board is photographed: well, or dim, soft and badly packed."""
    dim = rng.random() < 0.3
    left = rng.uniform(0.0, 0.7)
    return Taking(
        level=float(
            np.exp(rng.uniform(np.log(0.05), np.log(0.16)))
            if dim
            else np.exp(rng.uniform(np.log(0.1), np.log(0.4)))
        ),
        cast=(light ** np.float32(left) * rng.uniform(0.85, 1.15, 3)).astype(np.float32),
        px=float(rng.uniform(19, 40) if dim else rng.uniform(20, 75)),
        soft=float(rng.uniform(0.5, 1.6) if dim else rng.uniform(0.15, 1.1)),
        noise=float(rng.uniform(4, 15) if dim else rng.uniform(0.5, 5)),
        quality=int(rng.integers(32, 75) if dim else rng.integers(60, 97)),
        glare=float(rng.choice([0.0, rng.uniform(0.0, 0.12)])),
        is_harsh=bool(rng.random() < 0.15),
    )


def falling(rng: np.random.Generator, high: int, wide: int) -> np.ndarray:
    """Return how light falls on a patch, shape (high, wide, 1): with a slope, a sun patch, a shadow."""
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32) / max(high, wide)
    turn = rng.uniform(0, 2 * np.pi)
    light = 1 + rng.uniform(0, 0.35) * ((x - 0.3) * np.cos(turn) + (y - 0.5) * np.sin(turn))
    if rng.random() < 0.14:
        turn = rng.uniform(0, 2 * np.pi)
        away = (x - wide / max(high, wide) * rng.uniform(0, 1)) * np.cos(turn) + (
            y - rng.uniform(0, 1)
        ) * np.sin(turn)
        inside = np.clip(away / rng.uniform(0.005, 0.06) + 0.5, 0, 1)
        if rng.random() < 0.5:
            inside *= np.clip((rng.uniform(0.15, 0.6) - away) / 0.02, 0, 1)
        light = light * (1 + rng.uniform(0.5, 2.5) * inside)
    if rng.random() < 0.12:  # somebody's shadow
        turn = rng.uniform(0, 2 * np.pi)
        away = (x - 0.2) * np.cos(turn) + (y - rng.uniform(0, 1)) * np.sin(turn)
        light = light * (1 - rng.uniform(0.1, 0.6) * np.clip(away / rng.uniform(0.03, 0.3) + 0.5, 0, 1))
    return light[..., None].astype(np.float32)


def taken(
    rng: np.random.Generator, scene: np.ndarray, how: Taking, *, px: float, size: tuple[int, int]
) -> np.ndarray:
    """Return a patch as it is cut from a photograph: uint8, B, G, R.

    Args:
        rng: Of noise and small errors.
        scene: Light, linear, 1 is white paper in the middle of the scale; `px` pixels are a point or square.
        how: How it is photographed.
        px: Pixels of the scene for a point or square.
        size: Width and height of the patch.
    """
    lit = scene * (how.level / 0.18) * how.cast
    lit = lit + how.glare * how.level * 2
    lit = np.where(lit < 0.7, lit, 0.7 + 0.3 * np.tanh((lit - 0.7) / 0.4)).astype(np.float32)
    part = how.px / px
    small = (max(8, round(scene.shape[1] * part)), max(8, round(scene.shape[0] * part)))
    way = cv2.INTER_AREA if part < 1 else cv2.INTER_LINEAR
    lit = cv2.resize(lit, small, interpolation=way)
    lit = cv2.GaussianBlur(lit, (0, 0), max(0.15, how.soft * float(rng.uniform(0.9, 1.1))))
    grain = rng.standard_normal(lit.shape).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), 0.6) * 1.6
    seen = np.clip(lit, 0, 1) ** (1 / 2.2)
    seen = seen + grain * (how.noise / 255) * np.sqrt(np.clip(1.2 - 0.8 * seen, 0.3, 1.2))
    if how.is_harsh and rng.random() < 0.6:
        seen = harm(rng, np.clip(seen, 0, 1).astype(np.float32))
    bytes_ = np.asarray(np.clip(seen * 255 + 0.5, 0, 255), np.uint8)
    done, packed = cv2.imencode(".jpg", bytes_, [cv2.IMWRITE_JPEG_QUALITY, how.quality])
    assert done
    back = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return cv2.resize(
        back, size, interpolation=cv2.INTER_AREA if back.shape[1] > size[0] else cv2.INTER_LINEAR
    )


def in_the_way(rng: np.random.Generator, high: int, wide: int, px: float) -> tuple[np.ndarray, np.ndarray]:
    """Draw a hand, a sleeve, a cup, dice or a cube over a patch.

    Returns:
        Its colours, linear, shape (high, wide, 3), and how much it covers, shape (high, wide), 0 to 1.
    """
    kind = str(
        rng.choice(
            ["fingers", "sleeve", "cup", "dice", "cube", "card"], p=(0.28, 0.22, 0.12, 0.25, 0.08, 0.05)
        )
    )
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32) / px
    tone = rng.uniform(0.02, 0.7, 3).astype(np.float32)
    if kind in ("dice", "cube"):
        return _dice(rng, x, y, high / px, wide / px, 0.28 if kind == "dice" else rng.uniform(0.4, 0.6))
    if kind == "fingers":
        skin = np.array(
            [[0.45, 0.55, 0.8], [0.25, 0.36, 0.6], [0.12, 0.2, 0.36], [0.06, 0.1, 0.18]], np.float32
        )
        tone = skin[int(rng.integers(4))] * np.float32(rng.uniform(0.8, 1.2))
    rise = np.full((high, wide), -1.0, np.float32)
    turn = rng.uniform(0, 2 * np.pi)
    goal = np.array([rng.uniform(0, wide / px), rng.uniform(0, high / px)])
    count = int(rng.integers(1, 5)) if kind == "fingers" else 1
    for nth in range(count):
        radius = {
            "fingers": rng.uniform(0.24, 0.4),
            "sleeve": rng.uniform(0.9, 2.2),
            "cup": rng.uniform(0.9, 1.5),
        }.get(kind, 1.2)
        way = turn + (nth - count / 2) * rng.uniform(0.1, 0.3)
        along = np.array([np.cos(way), np.sin(way)])
        tip = goal + along * rng.uniform(-0.4, 0.4) + np.array([-along[1], along[0]]) * nth * radius * 1.9
        out = np.stack([x - tip[0], y - tip[1]], -1)
        part = np.clip(out @ along.astype(np.float32), 0, 0 if kind == "cup" else 9)
        away = np.linalg.norm(out - part[..., None] * along.astype(np.float32), axis=-1) / radius
        rise = np.maximum(rise, np.where(away < 1, np.sqrt(np.clip(1 - away**2, 0, 1)) * radius, -1))
    if kind == "card":
        turned = np.abs((x - goal[0]) * np.cos(turn) + (y - goal[1]) * np.sin(turn))
        rise = np.where(turned < rng.uniform(0.6, 1.6), 0.2, -1.0).astype(np.float32)
    cover = cv2.GaussianBlur((rise > 0).astype(np.float32), (0, 0), 0.8)
    if kind == "card":
        shade = np.ones_like(rise)
    else:
        bend = np.gradient(cv2.GaussianBlur(np.maximum(rise, 0), (0, 0), 1.5) * px)
        light = rng.uniform(0, 2 * np.pi)
        shade = np.clip(0.75 + 0.4 * (bend[0] * np.sin(light) + bend[1] * np.cos(light)), 0.2, 1.5)
    if kind == "sleeve":
        shade = shade * (1 + 0.15 * np.sin(6.28 * (x * np.cos(turn) + y * np.sin(turn)) * rng.uniform(2, 9)))
    return (tone * shade[..., None]).astype(np.float32), cover


def _dice(
    rng: np.random.Generator, x: np.ndarray, y: np.ndarray, high: float, wide: float, half: float
) -> tuple[np.ndarray, np.ndarray]:
    body = rng.choice([0.75, 0.04, 0.3]) * rng.uniform(0.6, 1.2, 3).astype(np.float32)
    ink = np.float32(0.02 if body.mean() > 0.2 else 0.8)
    colours = np.broadcast_to(body, (*x.shape, 3)).astype(np.float32).copy()
    cover = np.zeros_like(x)
    for _ in range(int(rng.integers(1, 3))):
        turn, size = rng.uniform(0, np.pi / 2), half * rng.uniform(0.7, 1.1)
        at = rng.uniform(-0.1, wide + 0.1), rng.uniform(0, high)
        a = (x - at[0]) * np.cos(turn) + (y - at[1]) * np.sin(turn)
        b = (y - at[1]) * np.cos(turn) - (x - at[0]) * np.sin(turn)
        out = np.maximum(np.abs(a), np.abs(b))
        inside = np.clip((size - out) / 0.02 + 0.5, 0, 1)
        cover = np.maximum(cover, inside)
        colours[out < size] *= np.float32(rng.uniform(0.8, 1.2))
        spots = rng.permutation(9)[: int(rng.integers(1, 7))]
        for spot in spots:
            p, q = (spot % 3 - 1) * 0.5 * size, (spot // 3 - 1) * 0.5 * size
            colours[np.hypot(a - p, b - q) < 0.19 * size] = ink
    return colours, cover
