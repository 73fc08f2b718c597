"""Draws what a camera sees of solids on a ground under the lamps of a room."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from tests.bench.eye.looks.camera import FINE, HEIGHT, WIDTH, Camera
from tests.bench.eye.looks.grain import Grid
from tests.bench.eye.looks.grounds import PX, WIDE, Ground
from tests.bench.eye.looks.lamps import Lamp, Room
from tests.bench.eye.looks.solid import Placed, corners

_BRIGHTEST = 7.0
"""Light above this is cut, so that the edge of a mirrored lamp is smooth."""
_SPOTS = 7
"""Points that stand for each lamp where it casts shadows."""
_COARSE = 2
"""The light on the ground is told for every so many pixels."""


def drawn(
    solids: Sequence[Placed], ground: Ground, room: Room, camera: Camera, rng: np.random.Generator
) -> Grid:
    """Return the light that comes in at each pixel, shape (HEIGHT, WIDTH, 3), red green blue, linear."""
    spots = [(at, lamp) for lamp in room.lamps for at in lamp.samples(rng, _SPOTS)]
    colour, light, mirrored = _lit_ground(solids, ground, room, camera, spots)
    cloth = np.asarray(colour.reshape(-1, 3).mean(0) * light.reshape(-1, 3).mean(0), np.float32)
    flat = colour * light + mirrored
    picture = np.asarray(
        cv2.resize(flat, (WIDTH * FINE, HEIGHT * FINE), interpolation=cv2.INTER_LINEAR), np.float32
    )
    depth = np.full(picture.shape[:2], np.inf, np.float32)
    for one in solids:
        _draw(
            one, [other for other in solids if other is not one], picture, depth, room, camera, cloth, spots
        )
    picture = np.minimum(picture, _BRIGHTEST)
    return np.asarray(cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.float32)


def _lit_ground(
    solids: Sequence[Placed], ground: Ground, room: Room, camera: Camera, spots: Sequence[tuple[Grid, Lamp]]
) -> tuple[Grid, Grid, Grid]:
    """Return the ground's colour, the light on it and what it mirrors, (HEIGHT, WIDTH, 3) each."""
    y, x = np.indices((HEIGHT, WIDTH), np.float32)
    at = _on_ground(camera, x.ravel(), y.ravel()).reshape(HEIGHT, WIDTH, 3) * PX + WIDE / 2
    place = np.asarray(at[..., :2], np.float32)
    colour = cv2.remap(
        ground.colour, place[..., 0], place[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    y, x = np.indices((HEIGHT // _COARSE, WIDTH // _COARSE), np.float32)
    shape = (*x.shape, 3)
    middle = (_COARSE - 1) / 2
    points = _on_ground(camera, x.ravel() * _COARSE + middle, y.ravel() * _COARSE + middle)
    up = np.array([0, 0, 1], np.float32)
    nearby = np.ones(len(points), np.float32)
    for one in solids:
        inside = one.inward(points + up * (0.3 * one.unit)) / np.array(one.solid.half, np.float32)
        out = np.sqrt((inside * inside).sum(1))
        nearby *= 1 - 0.75 * np.square(np.clip((1.75 - out) / 0.9, 0, 1))
    fill = room.around(np.broadcast_to(up, points.shape).astype(np.float32), up * 0)
    light = room.lit(points, up, spots, solids) + fill * nearby[:, None]
    mirrored = np.zeros(shape, np.float32)
    if ground.gloss:
        ways = points - camera.at
        ways /= np.linalg.norm(ways, axis=1, keepdims=True)
        ways[:, 2] *= -1
        shine = room.mirrored(points, np.asarray(ways, np.float32), 1.4 * ground.rough, up * 0)
        mirrored = (0.05 * ground.gloss * shine * nearby[:, None]).reshape(shape).astype(np.float32)
    size = (WIDTH, HEIGHT)
    whole = cv2.resize(light.reshape(shape).astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    shine = np.asarray(cv2.resize(mirrored, size, interpolation=cv2.INTER_LINEAR), np.float32)
    return np.asarray(colour, np.float32), np.asarray(whole, np.float32), shine


def _on_ground(camera: Camera, x: Grid, y: Grid) -> Grid:
    ways = camera.ways(x, y)
    return np.asarray(camera.at - ways * (camera.at[2] / ways[:, 2])[:, None], np.float32)


def _draw(
    one: Placed,
    others: Sequence[Placed],
    picture: Grid,
    depth: Grid,
    room: Room,
    camera: Camera,
    cloth: Grid,
    spots: Sequence[tuple[Grid, Lamp]],
) -> None:
    """Draw one solid into a fine picture, where it is nearer than what is there."""
    around = camera.seen(one.outward(corners(one.solid)))
    low = np.clip(np.floor(around.min(0)) - 4, 0, [WIDTH, HEIGHT]).astype(int)
    high = np.clip(np.ceil(around.max(0)) + 4, 0, [WIDTH, HEIGHT]).astype(int)
    if (high <= low).any():
        return
    y, x = np.indices(tuple((high - low)[::-1] * FINE), np.float32)
    x, y = (x.ravel() + 0.5) / FINE + low[0] - 0.5, (y.ravel() + 0.5) / FINE + low[1] - 0.5
    ways = camera.ways(np.asarray(x, np.float32), np.asarray(y, np.float32))
    start = np.broadcast_to(camera.at, ways.shape).astype(np.float32)
    far, points, normals = one.met(start, ways)
    hit = np.isfinite(far)
    window = (slice(low[1] * FINE, high[1] * FINE), slice(low[0] * FINE, high[0] * FINE))
    before = depth[window].ravel()
    kept = hit & (far < before)
    if not kept.any():
        return
    front = kept[hit]
    points, normals = points[front], normals[front]
    at, ways = np.asarray(start[kept] + ways[kept] * far[kept][:, None], np.float32), ways[kept]
    shaded = _shaded(one, others, points, normals, at, ways, room, cloth, spots)
    part = picture[window].reshape(-1, 3).copy()
    part[kept] = shaded
    picture[window] = part.reshape(picture[window].shape)
    before = before.copy()
    before[kept] = far[kept]
    depth[window] = before.reshape(depth[window].shape)


def _is_near(one: Placed, other: Placed) -> bool:
    """True if the shadow of one may fall on the other."""
    reach = 3 * max(one.solid.half) * one.unit + 3 * max(other.solid.half) * other.unit
    return float(np.linalg.norm(one.at - other.at)) < reach


def _shaded(
    one: Placed,
    others: Sequence[Placed],
    points: Grid,
    normals: Grid,
    at: Grid,
    ways: Grid,
    room: Room,
    cloth: Grid,
    spots: Sequence[tuple[Grid, Lamp]],
) -> Grid:
    """Return the light that points of a solid send to the camera, shape (n, 3)."""
    skin = one.solid.skin(points)
    others = [other for other in others if _is_near(one, other)]
    tall = max(one.solid.half) * one.unit
    low = np.clip(at[:, 2] / (0.7 * tall), 0, 1)
    open_ = (0.35 + 0.65 * low) * (1 - 0.5 * (1 - low) * np.clip(-normals[:, 2], 0, 1))
    for other in others:
        inside = other.inward(at) / np.array(other.solid.half, np.float32)
        open_ = open_ * (1 - 0.5 * np.square(np.clip((1.8 - np.sqrt((inside**2).sum(1))) / 0.9, 0, 1)))
    light = room.lit(at, normals, spots, others, wrap=0.12)
    light += room.around(normals, cloth) * open_[:, None]
    facing = np.clip(-(ways * normals).sum(1), 0, 1)
    mirror = np.asarray(ways + 2 * facing[:, None] * normals, np.float32)
    fresnel = 0.053 + 0.947 * (1 - facing) ** 5
    under = cloth * 0.7
    gloss = np.zeros_like(light)
    if skin.coat.max() > 0:
        blur = 1.3 * skin.coat_rough
        sharp = 0.86 * room.mirrored(at, mirror, blur, under) + 0.14 * room.mirrored(
            at, mirror, 4 * blur + 0.05, under
        )
        gloss += sharp * (fresnel * skin.coat * skin.hollow)[:, None]
    rough = float(skin.rough.mean())
    dull = room.mirrored(at, mirror, 1.2 * rough**1.6, under)
    gloss += dull * (0.6 * fresnel * (1 - rough) * skin.hollow)[:, None]
    body = skin.colour * light * (skin.hollow * (1 - np.clip(fresnel * skin.coat, 0, 0.9)))[:, None]
    return np.asarray(np.minimum(body + gloss * np.clip(open_ + 0.25, 0, 1)[:, None], _BRIGHTEST), np.float32)
