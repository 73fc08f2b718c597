"""Mirrors lamps and windows in single shells and dice, anew each time that one is taken.

A sprite that has `bare` (how its surface is turned and how it shines, `render/parts.py`) gets what a
polished thing shows: sharp images of windows with bars, of bulbs, ring lights, strips and rows of spots, most
so bright that the camera clips them, and a pale rim. How much each image covers is drawn beforehand.
"""

from __future__ import annotations

import cv2
import numpy as np
from shapes.shape import kelvin

LOW, HIGH = 0.003, 0.04
"""Share of the thing that the image of one lamp covers."""
MOST = 0.12
"""So much of it all images together may cover where they are clipped; what covers more is made faint."""
KINDS = ("window", "bulb", "ring", "strip", "spots", "screen")
OFTEN = (0.4, 0.2, 0.1, 0.12, 0.1, 0.08)


def normals(bare: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return normals (high, wide, 3), x right, y up, z near, and gloss of a bare picture (B, G, R, alpha)."""
    whole = np.float32(np.iinfo(bare.dtype).max)
    flat = bare[..., 2:0:-1] * (2 / whole) - 1
    deep = np.sqrt(np.clip(1 - (flat**2).sum(-1), 0.0025, 1))
    return np.dstack([flat, deep]), bare[..., 0] / whole


def mirrored(rng: np.random.Generator, sprite: dict) -> dict:
    """Return a sprite in which one to four lamps are mirrored; one that has no bare picture as it is.

    Its picture is float32 then, colours times cover, and where lamps are mirrored brighter than 1: they are
    clipped by the camera that takes the scene, in little light too.
    """
    if "bare" not in sprite:
        return sprite
    filled = np.nonzero(sprite["picture"][..., 3])
    box = tuple(slice(int(along.min()), int(along.max()) + 1) for along in filled)
    normal, gloss = normals(sprite["bare"][box])
    picture = sprite["picture"][box].astype(np.float32)
    seen = (picture[..., 3] > 200) & (gloss > 0.2)
    if seen.sum() < 60:
        return sprite
    high, wide = gloss.shape
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    near = rng.uniform(0.02, 0.14)  # the camera sees the near things a little from aside
    aside = np.dstack([(x - wide / 2) / wide, (high / 2 - y) / high, np.zeros_like(x)]) * -near
    aside[..., 2] = np.sqrt(1 - (aside**2).sum(-1))
    facing = (normal * aside).sum(-1, keepdims=True)
    ways = 2 * facing * normal - aside
    shine = np.zeros((high, wide, 3), np.float32)
    base = rng.uniform(2200, 8000)
    polish = rng.choice([rng.uniform(0.85, 1.0), rng.uniform(0.3, 1.0)])
    is_die = sprite["label"] < 6 or sprite.get("die", False)
    bent = seen & _bent(normal) if is_die else seen
    if bent.sum() < 20:
        return sprite
    rows, columns = np.nonzero(bent)
    for _ in range(rng.integers(1, 5)):
        pick = rng.integers(len(rows))
        if not is_die and rng.random() < 0.35:  # where the pip of a one would be
            several = rng.integers(len(rows), size=6)
            pick = several[np.argmin(np.hypot(rows[several] - high / 2, columns[several] - wide / 2))]
        at = ways[rows[pick], columns[pick]]
        if at[2] < -0.2:
            continue
        share = LOW * (HIGH / LOW) ** rng.uniform()
        cover, sharp = _image(rng, ways, at, seen, share)
        strength = 0.8 * 8 ** rng.uniform() if rng.random() < 0.8 else rng.uniform(0.12, 0.8)
        if (
            is_die and (cover[seen & ~bent] > 0.5).any()
        ):  # flat faces are not that flat: no sharp spot stands there
            cover, strength = cv2.GaussianBlur(cover, (0, 0), 3), min(strength, rng.uniform(0.05, 0.3))
        elif (cover[seen] > 0.5).mean() > MOST:
            strength = min(strength, rng.uniform(0.05, 0.3))
        tint = kelvin(base if rng.random() < 0.6 else rng.uniform(2200, 8000))[::-1] ** rng.uniform(0.1, 0.5)
        shine += (strength * sharp * cover)[..., None] * tint.astype(np.float32)
        if rng.random() < 0.5:  # a haze around it
            soft = cv2.GaussianBlur(cover, (0, 0), rng.uniform(2, 9))
            shine += (rng.uniform(0.02, 0.4) * min(strength, 1.5) * soft)[..., None] * tint.astype(np.float32)
    if is_die and rng.random() < 0.35:  # a bright ceiling in the flat face, with a soft end somewhere
        flat = (seen & ~bent).astype(np.float32)
        turn, move = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3)
        slope = np.clip(
            ((x / wide - 0.5) * np.cos(turn) + (y / high - 0.5) * np.sin(turn) + move) * 6 + 0.5, 0, 1
        )
        shine += (rng.uniform(0.05, 0.45) * flat * slope)[..., None]
    grazing = (1 - np.clip(facing[..., 0], 0, 1)) ** rng.uniform(2.5, 5)
    pale = rng.uniform(0.3, 1.0, 1) * kelvin(base)[::-1] ** 0.2 * rng.choice([0.0, rng.uniform(0.1, 0.8)])
    shine += grazing[..., None] * pale.astype(np.float32)
    picture /= 255
    picture[..., :3] = (picture[..., :3] + polish * gloss[..., None] * shine) * picture[..., 3:]
    whole = np.zeros(sprite["picture"].shape, np.float32)
    whole[box] = picture
    return sprite | {"picture": whole}


def _bent(normal: np.ndarray) -> np.ndarray:
    """Tell where a surface bends, shape (high, wide): edges of dice, bowls of pips."""
    steps = [np.abs(normal - np.roll(normal, 2, axis)).max(-1) for axis in (0, 1)]
    return np.maximum(*steps) > 0.06


def _image(
    rng: np.random.Generator, ways: np.ndarray, at: np.ndarray, seen: np.ndarray, share: float
) -> tuple[np.ndarray, float]:
    """Image of one lamp in direction `at`: cover from 0 to 1, and how bright its kind is."""
    first = np.cross(at, [0.0, 0.0, 1.0] if abs(at[2]) < 0.9 else [0.0, 1.0, 0.0])
    first /= np.linalg.norm(first)
    second = np.cross(at, first)
    turn = rng.uniform(0, 2 * np.pi)
    first, second = np.cos(turn) * first + np.sin(turn) * second, np.cos(turn) * second - np.sin(turn) * first
    ahead = np.maximum(ways @ at.astype(np.float32), 0.05)
    u, v = ways @ first.astype(np.float32) / ahead, ways @ second.astype(np.float32) / ahead
    kind = str(rng.choice(KINDS, p=OFTEN))
    if kind in ("window", "screen"):
        v = v * rng.uniform(0.5, 1.0) + rng.uniform(-0.25, 0.25) * u  # few hang straight
        away = np.maximum(np.abs(u), np.abs(v))
    elif kind in ("strip", "spots"):
        away = np.maximum(np.abs(u), np.abs(v) * rng.uniform(5, 16))
    else:
        away = np.hypot(u, v * rng.uniform(0.8, 1.0))
    reach = max(1e-3, float(np.quantile(away[seen], min(1.0, share / (0.45 if kind == "ring" else 1)))))
    soft = rng.uniform(0.03, 0.12) if rng.random() < 0.75 else rng.uniform(0.12, 0.45)
    cover = np.clip((1 - away / reach) / soft + 0.5, 0, 1)
    if kind == "ring":
        cover *= np.clip((away / reach - rng.uniform(0.5, 0.8)) / soft + 0.5, 0, 1)
    elif kind == "window":
        bar = rng.uniform(0.04, 0.14)
        for where, count in ((u, rng.integers(1, 4)), (v, rng.integers(1, 4))):
            for place in np.linspace(-1, 1, int(count) + 1)[1:-1]:
                cover *= 1 - np.clip((bar - np.abs(where / reach - place)) / (0.5 * soft) + 0.5, 0, 1)
    elif kind == "spots":
        cover *= np.clip((np.cos(u / reach * np.pi * rng.integers(2, 6)) - 0.2) / 0.4 + 0.5, 0, 1)
    elif kind == "screen":
        return cover.astype(np.float32), 0.45
    return cover.astype(np.float32), 1.0
