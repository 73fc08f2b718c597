"""Draws single dice by marching rays to a rounded cube: body, pips, edges, light and slant vary.

    python -m compose.dice --count 3000 --seed 1

writes `out/sprites/dice1.pickle`. Each sprite is a picture with transparency, the pips that lie on top, the
middle of the top face and the length of its edge in pixels.
"""

from __future__ import annotations

import argparse
import pickle
from pathlib import Path

import cv2
import numpy as np

OUT = Path(__file__).resolve().parents[1] / "out" / "sprites"
PIXELS = 136
NONE, UNSURE = 8, 9
"""Classes after six faces, mouth and back: neither die nor shell; one that leans or lies on edge."""

BODIES = {  # blue, green, red, 0 to 1, with how often
    "white": ((0.92, 0.93, 0.93), 8),
    "ivory": ((0.70, 0.85, 0.92), 6),
    "red": ((0.12, 0.10, 0.75), 3),
    "dark red": ((0.08, 0.05, 0.40), 1),
    "black": ((0.05, 0.05, 0.05), 3),
    "blue": ((0.65, 0.25, 0.08), 3),
    "green": ((0.20, 0.50, 0.08), 3),
    "yellow": ((0.10, 0.75, 0.90), 2),
    "purple": ((0.50, 0.12, 0.40), 2),
    "orange": ((0.08, 0.42, 0.92), 1),
    "pink": ((0.65, 0.45, 0.92), 1),
    "wood": ((0.35, 0.55, 0.75), 3),
    "dark wood": ((0.14, 0.24, 0.40), 1),
    "grey": ((0.55, 0.55, 0.55), 1),
}
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}


def distance(p: np.ndarray, edge: float, ball: float) -> np.ndarray:
    """Distance of points (n, 3) to a cube of half side 1 with rounded edges, cut by a ball."""
    q = np.abs(p) - (1 - edge)
    outside = np.sqrt((np.maximum(q, 0) ** 2).sum(-1))
    d = outside + np.minimum(q.max(-1), 0) - edge
    return np.maximum(d, np.sqrt((p * p).sum(-1)) - ball)


def turn(yaw: float) -> np.ndarray:
    c, s = np.cos(yaw), np.sin(yaw)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def slanted(tilt: float, azimuth: float) -> np.ndarray:
    """Camera axes (right, down, forward) as rows; azimuth 0 looks from below the picture upwards."""
    forward = np.array([np.sin(tilt) * np.sin(azimuth), np.sin(tilt) * np.cos(azimuth), -np.cos(tilt)])
    up = np.array([0, 1.0, 0])
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    return np.stack([right, down, forward])


def draw_die(rng: np.random.Generator, value: int | None = None) -> dict:
    top = int(value or rng.integers(1, 7))
    north = int(rng.choice([v for v in range(1, 7) if v not in (top, 7 - top)]))
    side = [v for v in range(1, 7) if v not in (top, 7 - top, north, 7 - north)]
    east = int(rng.choice(side))
    faces = {
        (2, 1): top,
        (2, -1): 7 - top,
        (1, 1): north,
        (1, -1): 7 - north,
        (0, 1): east,
        (0, -1): 7 - east,
    }
    edge = float(rng.choice([rng.uniform(0.04, 0.15), rng.uniform(0.15, 0.4)]))
    ball = float(rng.uniform(1.22, 1.5)) if rng.random() < 0.55 else 9.0

    # The camera: mostly from above; seen from the side the near faces lie below in the picture.
    tilt = float(np.abs(rng.normal(0, 0.22)) if rng.random() < 0.6 else rng.uniform(0.1, 0.78))
    tilt = min(tilt, 0.85)
    azimuth = float(rng.uniform(-np.pi, np.pi))
    if tilt > 0.35 and rng.random() < 0.8:
        azimuth = float(rng.normal(0, 0.45))
    axes = slanted(tilt, azimuth)
    far = float(rng.choice([rng.uniform(9, 20), rng.uniform(20, 80)]))
    eye = -axes[2] * far
    view = 1.95
    grid = (np.arange(PIXELS) + 0.5) / PIXELS * 2 * view - view
    gx, gy = np.meshgrid(grid, grid)
    rays = (axes[2] * far)[None, None] + gx[..., None] * axes[0] + gy[..., None] * axes[1]
    rays /= np.linalg.norm(rays, axis=-1, keepdims=True)
    spin = turn(float(rng.uniform(0, 2 * np.pi)))
    lean = np.eye(3)
    if rng.random() < 0.08:  # not quite flat: on the seam of a cloth
        a = rng.normal(0, 0.06, 2)
        lean = np.array([[1, 0, a[0]], [0, 1, a[1]], [-a[0], -a[1], 1]])
    world = lean @ spin  # die to world
    ray_d = (rays.reshape(-1, 3) @ world).astype(np.float32)
    origin = np.broadcast_to((eye @ world).astype(np.float32), ray_d.shape)
    t = np.full(len(ray_d), far - 2.2, np.float32)
    live = np.arange(len(ray_d))
    gap = np.full(len(ray_d), 9.0, np.float32)
    for _ in range(26):
        d = distance(origin[live] + ray_d[live] * t[live, None], edge, ball)
        gap[live] = np.minimum(gap[live], np.abs(d))
        t[live] += d
        live = live[(np.abs(d) > 0.004) & (t[live] < far + 2.5)]
        if not len(live):
            break
    hit = (gap < 0.03) & (t < far + 2.4)
    cover = np.clip(1 - (gap - 0.006) / 0.03, 0, 1)
    p = origin + ray_d * t[:, None]
    eps = np.float32(0.02)
    around = []
    for axis in range(3):
        step = np.zeros(3, np.float32)
        step[axis] = eps
        around.append(distance(p + step, edge, ball) - distance(p - step, edge, ball))
    normal = np.stack(around, -1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True) + 1e-9

    body = paint(rng, p)
    albedo, normal = put_pips(rng, p, normal, faces, ball, *body)
    rgb = shade(rng, p @ world.T, normal @ world.T, rays.reshape(-1, 3), albedo)
    alpha = np.where(hit, cover, 0)
    if rng.random() < 0.08:  # translucent
        alpha *= rng.uniform(0.72, 0.9)
    picture = np.concatenate([rgb.clip(0, 1), alpha[:, None]], 1).reshape(PIXELS, PIXELS, 4)
    seen = normal @ world.T @ axes.T  # right, down, away
    bare = np.stack([np.full(len(alpha), 0.9), 0.5 - 0.5 * seen[:, 1], 0.5 + 0.5 * seen[:, 0], alpha], 1)
    crown = world @ np.array([0, 0, 1.0]) - eye
    depth = crown @ axes[2]
    middle = np.array([crown @ axes[0], crown @ axes[1]]) / depth * far
    middle = (middle + view) / (2 * view) * PIXELS
    return {
        "picture": (picture * 255).astype(np.uint8),
        "label": top - 1,
        "centre": middle.astype(np.float32),
        "size": float(2 * far / depth / (2 * view) * PIXELS * np.sqrt((1 + np.cos(tilt)) / 2)),
        "tilt": tilt,
        "bare": (bare.clip(0, 1) * 255).astype(np.uint8).reshape(PIXELS, PIXELS, 4),
    }


def paint(rng: np.random.Generator, p: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, bool]:
    """Colour of body and pips: (n, 3), (3,), (3,) for the single pip, and whether the dice are Asian."""
    names = list(BODIES)
    often = np.array([BODIES[name][1] for name in names], float)
    name = str(rng.choice(names, p=often / often.sum()))
    colour = np.clip(np.array(BODIES[name][0]) * rng.uniform(0.85, 1.1) + rng.normal(0, 0.03, 3), 0.02, 1)
    body = np.broadcast_to(colour, p.shape).copy()
    if "wood" in name:
        waves = np.sin(p @ rng.normal(0, 1, 3) * rng.uniform(8, 25) + np.sin(p @ rng.normal(0, 3, 3)) * 2)
        body *= 1 + 0.14 * waves[:, None]
    elif rng.random() < 0.15:  # marbled
        waves = np.sin(
            p @ rng.normal(0, 2, 3)
            + 2 * np.sin(p @ rng.normal(0, 3, 3) + 2 * np.sin(p @ rng.normal(0, 4, 3)))
        )
        body *= 1 + rng.uniform(0.08, 0.3) * waves[:, None]
    light = colour.mean()
    if light > 0.5:
        pip = np.array([0.03, 0.03, 0.03]) if rng.random() < 0.8 else rng.uniform(0.02, 0.45, 3)
    elif light > 0.3:
        pip = np.full(3, 0.95) if rng.random() < 0.6 else np.full(3, 0.03)
    else:
        pip = np.full(3, 0.95) if rng.random() < 0.85 else np.array([0.2, 0.75, 0.85])
    if np.abs(pip.mean() - light) < 0.2:
        pip = np.full(3, 0.04 if light > 0.45 else 0.95)
    asian = light > 0.6 and rng.random() < 0.12
    single = np.array([0.1, 0.08, 0.75]) if asian else pip
    return body, pip, single, asian


def put_pips(rng, p, normal, faces, ball, body, pip, single, asian):
    face = np.abs(p).argmax(-1)
    sign = np.sign(np.take_along_axis(p, face[:, None], 1)[:, 0])
    spread = rng.uniform(0.42, 0.6)
    radius = rng.uniform(0.12, 0.25)
    radius = min(radius, spread * 0.48)
    deep = rng.uniform(0.0, 1.4)
    lone = radius * (rng.uniform(1.3, 2.0) if asian else rng.choice([1.0, 1.0, 1.0, 1.35]))
    ring = rng.random() < 0.05
    albedo = body.copy()
    new_normal = normal.copy()
    soft = 2 * 1.95 / PIXELS
    most = min(0.7, (np.sqrt(ball**2 - 1) - 0.6 * radius) / 1.414)
    # makers set the pips of each face as they like: a narrow six, a close four
    wide = {v: spread * rng.uniform(0.85, 1.1) * np.ones(2) for v in range(1, 7)}
    wide[4] *= rng.uniform(0.62, 1.0)
    wide[6] *= (rng.uniform(0.5, 1.0), rng.uniform(0.95, 1.12))
    wide[5] *= rng.uniform(0.85, 1.0)
    wide = {v: np.minimum(np.maximum(pair, radius * 1.25), most) for v, pair in wide.items()}
    tall = {v: rng.random() < 0.5 for v in range(1, 7)}
    for (axis, way), value in faces.items():
        on = (face == axis) & (sign == way)
        if not on.any():
            continue
        others = [a for a in range(3) if a != axis]
        uv = p[on][:, others]
        if tall[value]:
            uv = np.stack([uv[:, 1], -uv[:, 0]], 1)
        for u, v in PIPS[value]:
            r = lone if value == 1 else radius
            off = uv - np.array([u, v]) * wide[value]
            d = np.sqrt((off**2).sum(-1))
            inside = np.clip((r - d) / soft + 0.5, 0, 1)
            if ring:
                inside *= np.clip((d - 0.45 * r) / soft + 0.5, 0, 1)
            tint = single if value == 1 or (asian and value == 4) else pip
            albedo[on] = albedo[on] * (1 - inside[:, None]) + tint * inside[:, None]
            bowl = np.zeros((on.sum(), 3))
            away = np.stack([-off[:, 1], off[:, 0]], 1) if tall[value] else off
            bowl[:, others] = -away / r * deep * (inside[:, None] > 0.3)
            new_normal[on] += bowl
    new_normal /= np.linalg.norm(new_normal, axis=-1, keepdims=True) + 1e-9
    return albedo, new_normal


def shade(rng, p, normal, rays, albedo):
    height = rng.uniform(0.35, 1.5)
    compass = rng.uniform(0, 2 * np.pi)
    lamp = np.array([np.cos(height) * np.cos(compass), np.cos(height) * np.sin(compass), np.sin(height)])
    key = rng.uniform(0.25, 0.9)
    fill = 1 - key * rng.uniform(0.75, 1.0)
    lit = np.clip(normal @ lamp, 0, 1)
    sky = 0.55 + 0.45 * normal[:, 2]
    near_ground = np.clip((p[:, 2] + 1) / 1.4, 0.25, 1)
    light = key * lit / max(0.45, lamp[2]) + fill * sky * near_ground
    half = lamp - rays
    half /= np.linalg.norm(half, axis=-1, keepdims=True)
    gloss = np.clip((normal * half).sum(-1), 0, 1) ** rng.uniform(15, 120) * rng.uniform(0, 0.7)
    second = rng.normal(0, 1, 3)
    second[2] = abs(second[2]) + 0.6
    second = second / np.linalg.norm(second) - rays
    second /= np.linalg.norm(second, axis=-1, keepdims=True)
    gloss = gloss + np.clip((normal * second).sum(-1), 0, 1) ** 60 * rng.uniform(0, 0.4)
    return albedo * light[:, None] * rng.uniform(0.9, 1.15) + gloss[:, None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(asked.seed)
    OUT.mkdir(parents=True, exist_ok=True)
    sprites = [draw_die(rng, i % 6 + 1) for i in range(asked.count)]
    with (OUT / f"dice{asked.seed}.pickle").open("wb") as file:
        pickle.dump(sprites, file, protocol=5)


if __name__ == "__main__":
    main()
