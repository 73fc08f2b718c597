"""Draws single cowries as lit height fields: backs with their patterns, mouths with slit and teeth.

    python -m compose.shells --count 2400 --seed 2
    python -m compose.shells --count 1200 --seed 3 --rolled

writes `out/sprites/shells.pickle` in the form of `compose.dice`; with `--rolled`, mouths whose slit
lies .2 to .8 of the way to the rim, in `rolled.pickle`.
"""

from __future__ import annotations

import argparse
import pickle

import cv2
import numpy as np
from compose.dice import OUT

PIXELS = 150
MOUTH, BACK = 6, 7


def noise(rng: np.random.Generator, grain: float, *, stretch: float = 1.0) -> np.ndarray:
    """Smooth noise, mean 0 and deviation about 1, lumps of `grain` pixels."""
    h = max(2, round(PIXELS / grain))
    w = max(2, round(PIXELS / (grain * stretch)))
    small = rng.normal(0, 1, (h + 2, w + 2)).astype(np.float32)
    return cv2.resize(small, (PIXELS, PIXELS), interpolation=cv2.INTER_CUBIC)


def draw_shell(rng: np.random.Generator, label: int, *, rolled: bool = False) -> dict:
    half = 0.88
    grid = ((np.arange(PIXELS) + 0.5) / PIXELS * 2 - 1) / half
    u, v = np.meshgrid(grid, grid)  # u along the shell, v across
    u, v = u.astype(np.float32), v.astype(np.float32)
    broad = rng.uniform(0.44, 0.8)
    skew = rng.uniform(-0.28, 0.28)
    power = rng.uniform(1.8, 2.6)
    across = 1 / rng.uniform(1.7, 2.3)
    sides = []
    humped = rng.random() < 0.5  # the money cowry has corners
    for _ in range(2):
        side = broad * np.clip(1 - np.abs(u) ** power, 0, None) ** across * (1 + skew * u)
        side = side * rng.uniform(0.92, 1.08)
        if humped:
            for _ in range(rng.integers(1, 4)):
                at, wide = rng.uniform(-0.85, 0.85), rng.uniform(0.1, 0.25)
                side = side * (1 + rng.uniform(0.03, 0.17) * np.exp(-(((u - at) / wide) ** 2)))
        sides.append(side)
    bend = rng.normal(0, 0.04)
    v = v - bend * (1 - u**2)
    width = np.where(v > 0, sides[0], sides[1])
    beak = rng.uniform(0.05, 0.16)  # the ends stick out a little
    for end in (-1, 1):
        if rng.random() < 0.6:
            bump = beak * np.exp(-(((u - end * rng.uniform(0.9, 0.98)) / 0.06) ** 4))
            bump = np.where(bump > 0.3 * beak, bump, 0)
            width = np.maximum(width, bump)
    edge = np.maximum(width, 1e-3)
    s = v / edge
    soft = 2.2 / PIXELS / half
    alpha = np.clip((width - np.abs(v)) / soft + 0.5, 0, 1)
    alpha *= width > 0.01
    dome = np.sqrt(np.clip(1 - s**2, 0, 1)) * np.sqrt(np.clip(1 - np.abs(u) ** 2.4, 0, 1))

    base = np.array(
        rng.choice(
            np.array(
                [
                    [0.82, 0.9, 0.93],
                    [0.6, 0.78, 0.88],
                    [0.75, 0.8, 0.82],
                    [0.85, 0.8, 0.86],
                    [0.5, 0.62, 0.72],
                ]
            )
        )
    )
    base = np.clip(base * rng.uniform(0.8, 1.1) + rng.normal(0, 0.035, 3), 0.05, 1)
    colour = np.broadcast_to(base, (PIXELS, PIXELS, 3)).astype(np.float32).copy()
    colour *= 1 + 0.04 * noise(rng, 30)[..., None] + 0.02 * noise(rng, 5)[..., None]
    rim_tint = np.clip(base * rng.uniform(0.75, 1.1, 3), 0, 1)
    rim = np.clip((np.abs(s) - rng.uniform(0.65, 0.9)) / 0.15, 0, 1)[..., None]
    colour = colour * (1 - 0.6 * rim) + rim_tint * 0.6 * rim
    if label == BACK:
        height, colour, gloss = back(rng, u, s, dome, broad, colour)
    else:
        aside = rng.choice([-1, 1]) * rng.uniform(0.2, 0.8) * width if rolled else None
        height, colour, gloss = mouth(rng, u, v, dome, broad, colour, aside)
    if rng.random() < 0.3:  # dirt and wear
        colour *= 1 - 0.12 * np.clip(noise(rng, 8), 0, 2)[..., None]
    if rng.random() < 0.25:
        spots = (noise(rng, rng.uniform(3, 8)) > 1.5)[..., None] * (np.abs(s) > 0.55)[..., None]
        colour = np.where(spots, colour * np.array([0.4, 0.55, 0.7]), colour)
    rgb, normal = light(rng, height, colour, gloss)
    bare = np.dstack(
        [np.full_like(alpha, 0.9), 0.5 - 0.5 * normal[..., 1], 0.5 + 0.5 * normal[..., 0], alpha]
    )
    if label == MOUTH:
        bare[..., 0] *= np.clip(colour.mean(-1) / colour.mean() * 2 - 0.8, 0, 1)  # the slit does not shine
    picture = np.concatenate([rgb.clip(0, 1), alpha[..., None]], -1)
    picture = (picture * 255).astype(np.uint8)
    bare = (bare * 255).astype(np.uint8)
    if rng.random() < 0.5:
        picture, bare = picture[::-1].copy(), bare[::-1].copy()
        bare[..., 1] = 255 - bare[..., 1]
    points = np.argwhere(picture[..., 3] > 127)[:, ::-1].astype(np.float32)
    centre, lengths, _ = cv2.minAreaRect(points)
    return {
        "picture": picture,
        "label": label,
        "centre": np.float32(centre),
        "size": float(np.sqrt(lengths[0] * lengths[1])),
        "tilt": 0.0,
        "bare": bare,
    }


def back(rng, u, s, dome, broad, colour):
    height = dome * broad * rng.uniform(0.7, 1.1)
    if rng.random() < 0.4:  # a shoulder between dome and rim
        height = height * (0.7 + 0.3 * np.clip((0.8 - np.abs(s)) / 0.15, 0, 1))
    kind = rng.choice(["plain", "ring", "spots", "blotch", "bands", "brown", "mottled", "callus", "callus"])
    dark = np.array(
        [[0.08, 0.25, 0.5], [0.1, 0.35, 0.65], [0.05, 0.1, 0.2], [0.15, 0.5, 0.85], [0.45, 0.5, 0.5]]
    )[rng.integers(0, 5)]
    amount = rng.uniform(0.3, 0.95)

    def tint(where: np.ndarray) -> None:
        nonlocal colour
        w = np.clip(where, 0, 1)[..., None] * amount
        colour = colour * (1 - w) + dark * w

    wobble = 0.06 * noise(rng, 18)
    if kind == "ring":
        radius = np.sqrt((u / rng.uniform(0.6, 0.75)) ** 2 + (s / rng.uniform(0.55, 0.75)) ** 2) + wobble
        tint(1 - np.abs(radius - 1) / rng.uniform(0.06, 0.14))
        middle = np.array([0.75, 0.7, 0.65]) * rng.uniform(0.6, 1.1)
        w = 0.6 * np.clip((1 - radius) / 0.1, 0, 1)[..., None]
        colour = colour * (1 - w) + middle * w
    elif kind == "callus":  # a thick rim around a dome of another colour
        reach = rng.uniform(0.5, 0.8, 2)
        radius = np.sqrt((u / reach[0]) ** 2 + (s / reach[1]) ** 2) + wobble
        soft = rng.uniform(0.04, 0.12)
        inner = np.clip((1 - radius) / soft, 0, 1)
        groove = np.exp(-(((radius - 1) / rng.uniform(0.04, 0.1)) ** 2))
        height = (
            height * (1 - 0.25 * rng.uniform(0.2, 1) * groove)
            + rng.uniform(-0.05, 0.1) * broad * inner * dome
        )
        middle = colour.mean((0, 1)) * rng.uniform(0.65, 1.05) * rng.uniform(0.9, 1.1, 3)
        colour = colour * (1 - inner[..., None]) + middle * inner[..., None]
        colour *= 1 - (rng.uniform(0, 0.45) * groove)[..., None]
    elif kind == "spots":
        tint((noise(rng, rng.uniform(4, 12)) > rng.uniform(0.4, 1.2)).astype(np.float32) * (np.abs(s) < 0.85))
    elif kind == "blotch":
        radius = np.sqrt((u / rng.uniform(0.3, 0.5)) ** 2 + (s / rng.uniform(0.3, 0.6)) ** 2) + 3 * wobble
        tint((1 - radius) / 0.05 * (noise(rng, 10) > -1.3))
    elif kind == "bands":
        tint(np.cos(u * rng.uniform(6, 14) + rng.uniform(0, 6) + wobble * 4) * 0.7)
    elif kind == "brown":
        tint(np.clip((0.85 - np.abs(s)) / 0.2, 0, 1) * (0.8 + 0.2 * noise(rng, 10)))
    elif kind == "mottled":
        tint(0.5 + 0.5 * noise(rng, rng.uniform(5, 16), stretch=rng.uniform(1, 4)))
    if rng.random() < 0.2:  # the line where the mantle met
        line = np.exp(-(((s - rng.uniform(-0.3, 0.3) - 0.05 * noise(rng, 30)) / 0.04) ** 2))[..., None] * 0.3
        colour = colour * (1 - line) + line * 0.9
    if rng.random() < 0.16:  # cut open, as on strings and old money
        radius = np.sqrt(
            ((u - rng.normal(0, 0.1)) / rng.uniform(0.3, 0.55)) ** 2 + (s / rng.uniform(0.4, 0.65)) ** 2
        )
        hole = np.clip((1 - radius + wobble * 2) / 0.06, 0, 1)[..., None]
        inner = np.array([0.12, 0.16, 0.2]) * rng.uniform(0.3, 2.5) * (1 + 0.3 * noise(rng, 20)[..., None])
        colour = colour * (1 - hole) + inner * hole
        height = height * (1 - 0.6 * hole[..., 0])
    return height, colour, rng.uniform(0.2, 1.0)


def mouth(rng, u, v, dome, broad, colour, aside=None):
    height = dome ** rng.uniform(0.6, 1.2) * broad * rng.uniform(0.35, 0.8)
    shift = rng.uniform(-0.25, 0.25) * broad
    curve = rng.normal(0, 0.08)
    snake = rng.normal(0, 0.05)
    middle = shift + curve * (u**2 - 0.4) + snake * np.sin(u * 3.1)
    if aside is not None:
        middle = aside + 0.5 * (middle - shift)
    thick = rng.uniform(0.03, 0.12) * (1 + rng.uniform(-0.5, 0.5) * u)
    if rng.random() < 0.2:
        thick = thick * rng.uniform(0.5, 0.8)
    ends = np.clip((rng.uniform(0.86, 0.99) - np.abs(u)) / 0.12, 0, 1)
    flare = 1 + rng.uniform(0, 0.5) * np.exp(-(((np.abs(u) - 0.85) / 0.12) ** 2))
    off = v - middle
    count = rng.uniform(9, 26)
    length = rng.uniform(0.04, 0.3) * broad
    deep = rng.uniform(0.2, 1.0)
    phase = rng.uniform(0, 6, 2)
    wave = np.where(
        off > 0,
        np.cos(np.pi * count * u + phase[0]),
        np.cos(np.pi * count * rng.uniform(0.85, 1.15) * u + phase[1]),
    )
    wave = np.sign(wave) * np.abs(wave) ** rng.uniform(0.5, 1.2)
    bite = rng.uniform(0.1, 0.7)
    lip = thick * ends * flare * (1 + bite * wave) * (1.0 if rng.random() < 0.7 else rng.uniform(1, 1.8))
    gap = np.abs(off) - lip
    soft = 2.5 / PIXELS
    slit = np.clip(-gap / soft + 0.5, 0, 1) * (ends > 0.02)
    fade = np.exp(-np.clip(gap, 0, None) / length) * ends
    groove = fade * deep * (0.5 - 0.5 * wave)
    height = height - 0.03 * groove * broad
    height = (
        height
        - rng.uniform(0.03, 0.2) * np.exp(-np.clip(gap, 0, None) / rng.uniform(0.03, 0.1)) * broad * ends
    )
    stain = np.array([0.35, 0.55, 0.75]) if rng.random() < 0.5 else np.array([0.6, 0.65, 0.7])
    w = (groove * rng.uniform(0.0, 0.75))[..., None]
    colour = colour * (1 - w) + colour * stain * w
    dark = float(rng.choice([rng.uniform(0.02, 0.15), rng.uniform(0.1, 0.45)]))
    inner = np.clip(colour.mean((0, 1)) * rng.uniform(0.7, 1.2, 3), 0, 1) * dark
    inner = inner * (
        1 + rng.uniform(0, 1.5) * np.clip(off / np.maximum(lip, 1e-3) * rng.choice([-1, 1]), 0, 1)[..., None]
    )
    colour = colour * (1 - slit[..., None]) + inner * slit[..., None]
    height = np.where(slit > 0.5, cv2.GaussianBlur(height.astype(np.float32), (0, 0), 2), height)
    return height, colour, rng.uniform(0.1, 0.8)


def light(rng, height, colour, gloss):
    height = cv2.GaussianBlur(height.astype(np.float32), (0, 0), 0.8) * PIXELS / 2
    gx = np.clip(cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3) / 8, -3, 3)
    gy = np.clip(cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3) / 8, -3, 3)
    normal = np.stack([-gx, -gy, np.ones_like(gx)], -1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    high = rng.uniform(0.35, 1.5)
    compass = rng.uniform(0, 2 * np.pi)
    lamp = np.array([np.cos(high) * np.cos(compass), np.cos(high) * np.sin(compass), np.sin(high)])
    key = rng.uniform(0.2, 0.8)
    lit = key * np.clip(normal @ lamp, 0, 1) / max(0.5, lamp[2]) + (1 - key) * (0.5 + 0.5 * normal[..., 2])
    shine = np.zeros_like(gx)
    for _ in range(rng.integers(1, 4)):
        glance = rng.normal(0, 0.6, 3)
        glance[2] = 1
        glance /= np.linalg.norm(glance)
        shine += np.clip(normal @ glance, 0, 1) ** rng.uniform(20, 400) * rng.uniform(0.1, 0.9)
    return colour * lit[..., None] * rng.uniform(0.9, 1.15) + gloss * shine[..., None], normal


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2400)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--rolled", action="store_true", help="mouths only, rolled about the long axis")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(asked.seed)
    OUT.mkdir(parents=True, exist_ok=True)
    sprites = [
        draw_shell(rng, MOUTH if i % 2 or asked.rolled else BACK, rolled=asked.rolled)
        for i in range(asked.count)
    ]
    with (OUT / ("rolled.pickle" if asked.rolled else "shells.pickle")).open("wb") as file:
        pickle.dump(sprites, file, protocol=5)


if __name__ == "__main__":
    main()
