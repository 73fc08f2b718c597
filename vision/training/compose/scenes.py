"""Composes scenes from grounds, clutter and single dice or shells, and spoils them as cameras do.

    python -m compose.scenes --count 3000 --seed 10

writes `out/scenes/SEED.npz`: small pictures, and where in them something lies: index of the picture, x, y,
size, class. Everything follows from the seed.
"""

from __future__ import annotations

import argparse
import pickle
from pathlib import Path

import cv2
import numpy as np
from compose.dice import OUT as SPRITES
from compose.gloss import mirrored
from compose.ground import HEIGHT, WIDTH, clutter, colour, ground, lumps
from compose.harm import harm
from compose.rendered_pairs import UNKNOWN

OUT = Path(__file__).resolve().parents[1] / "out" / "scenes"


def load(names: list[str]) -> list[dict]:
    sprites = []
    for name in names:
        for path in sorted(SPRITES.glob(f"{name}.pickle")):
            with path.open("rb") as file:
                sprites += pickle.load(file)
    return sprites


def place(scene, cover_all, sprite, x, y, size, angle, mirror, smear, dim, overlap):
    """Put one sprite with its shadow; None if it would cover another or reach out of the picture."""
    tall, broad = cover_all.shape
    picture, centre = sprite["picture"], sprite["centre"]
    scale = size / sprite["size"]
    while scale < 0.55 and min(picture.shape[:2]) > 24:
        picture = cv2.resize(premultiply(picture), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        picture = unmultiply(picture)
        centre, scale = centre / 2, scale * 2
    c, s = scale * np.cos(angle), scale * np.sin(angle)
    turn = np.array([[c, -s], [s, c]])
    if mirror:
        turn = turn @ np.diag([-1.0, 1.0])
    height, width = picture.shape[:2]
    corners = (np.array([[0, 0], [width, 0], [width, height], [0, height]]) - centre) @ turn.T
    low = np.floor(corners.min(0) + np.array([x, y])).astype(int)
    high = np.ceil(corners.max(0) + np.array([x, y])).astype(int)
    move = np.hstack([turn, (np.array([x, y]) - low - turn @ centre)[:, None]])
    w, h = high - low
    flat = premultiply(picture)
    warped = cv2.warpAffine(flat, move, (int(w), int(h)), flags=cv2.INTER_LINEAR)
    a = warped[..., 3]
    solid = np.argwhere(a > 0.5)
    if not len(solid):
        return None
    (top, left), (bottom, right) = solid.min(0), solid.max(0)
    box = (left + low[0], top + low[1], right + low[0], bottom + low[1])
    if box[0] < 1 or box[1] < 1 or box[2] >= broad - 1 or box[3] >= tall - 1:
        return None
    x0, y0, x1, y1 = max(0, low[0]), max(0, low[1]), min(broad, high[0]), min(tall, high[1])
    warped = warped[y0 - low[1] : y1 - low[1], x0 - low[0] : x1 - low[0]]
    a = warped[..., 3]
    taken = cover_all[y0:y1, x0:x1]
    if (taken * (a > 0.5)).sum() > overlap * (a > 0.5).sum():
        return None
    # the shadow: the outline drawn out away from the lamp
    reach = int(np.abs(smear).max() * size) + 8
    sx0, sy0, sx1, sy1 = (
        max(0, x0 - reach),
        max(0, y0 - reach),
        min(broad, x1 + reach),
        min(tall, y1 + reach),
    )
    shadow = np.zeros((sy1 - sy0, sx1 - sx0), np.float32)
    steps = max(2, int(np.abs(smear).max() * 6) + 1)
    for part in np.linspace(0, 1, steps):
        dx, dy = (smear * size * part).round().astype(int)
        ty, tx = y0 - sy0 + dy, x0 - sx0 + dx
        oy, ox = max(0, -ty), max(0, -tx)
        ey, ex = min(a.shape[0], shadow.shape[0] - ty), min(a.shape[1], shadow.shape[1] - tx)
        if ey > oy and ex > ox:
            region = shadow[ty + oy : ty + ey, tx + ox : tx + ex]
            np.maximum(region, a[oy:ey, ox:ex], out=region)
    shadow = cv2.GaussianBlur(shadow, (0, 0), max(0.7, size * dim[1]))
    region = scene[sy0:sy1, sx0:sx1]
    kept = 1 - dim[0] * shadow * (1 - cover_all[sy0:sy1, sx0:sx1] * 0.7)
    region *= kept[..., None]
    region = scene[y0:y1, x0:x1]
    region *= 1 - a[..., None]
    region += warped[..., :3]
    np.maximum(taken, (a > 0.5).astype(np.float32), out=taken)
    return box


def premultiply(picture: np.ndarray) -> np.ndarray:
    if picture.dtype != np.uint8:
        return picture
    flat = picture.astype(np.float32) / 255
    flat[..., :3] *= flat[..., 3:]
    return flat


def unmultiply(flat: np.ndarray) -> np.ndarray:
    return flat  # kept premultiplied once it is float


def spoil(rng: np.random.Generator, scene: np.ndarray, *, harsh: float = 0.0) -> np.ndarray:
    """Light, lens, sensor and JPEG; `harsh` is how often something is amiss with one of them."""
    high, wide = scene.shape[:2]
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    x, y = x / wide - 0.5, y / high - 0.5
    turn = rng.uniform(0, 2 * np.pi)
    light = 1 + rng.uniform(0, 0.9) * (x * np.cos(turn) + y * np.sin(turn))
    if rng.random() < 0.4:
        light = light * (
            1 - rng.uniform(0.2, 1.2) * ((x - rng.normal(0, 0.2)) ** 2 + (y - rng.normal(0, 0.2)) ** 2)
        )
    if rng.random() < 0.3:  # the shadow of something outside
        points = np.array([rng.uniform(-0.2, 1.2, 2) * (wide, high) for _ in range(rng.integers(3, 6))])
        mask = np.zeros((high, wide), np.uint8)
        cv2.fillPoly(mask, [cv2.convexHull(points.astype(np.int32))], 255)
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(1.5, 30)).astype(np.float32) / 255
        light = light * (1 - rng.uniform(0.2, 0.75) * mask)
    scene = scene * np.clip(light, 0.05, 3)[..., None]
    if rng.random() < 0.2:  # a lamp mirrored in the ground
        at = rng.uniform(-0.5, 0.5, 2)
        glare = np.exp(-(((x - at[0]) ** 2 + (y - at[1]) ** 2) / rng.uniform(0.003, 0.05)))
        scene = scene + (rng.uniform(0.1, 0.8) * glare)[..., None]
    cast = np.exp(rng.normal(0, 0.08, 3))
    if rng.random() < 0.3:
        cast = cast * np.array([rng.uniform(0.5, 0.9), rng.uniform(0.75, 0.95), 1.0])  # warm lamp
    elif rng.random() < 0.15:
        cast = cast * np.exp(rng.normal(0, 0.25, 3))
    scene = scene * cast.astype(np.float32)
    exposure = float(np.exp(rng.normal(0.12, 0.3)))
    if rng.random() < 0.12:
        exposure *= rng.uniform(0.1, 0.6)
    scene = np.clip(scene * exposure, 0, 1) ** rng.uniform(0.75, 1.25)
    if rng.random() < 0.6:
        scene = cv2.GaussianBlur(scene, (0, 0), rng.uniform(0.4, 2.0))
    noise = rng.uniform(0, 0.025) if rng.random() < 0.85 else rng.uniform(0.02, 0.07)
    worst = 35
    if harsh and rng.random() < harsh:
        scene, worst = harm(rng, scene), 8
    scene = scene + noise * lumps(rng, float(rng.uniform(1, 2.2)), shape=(high, wide))[..., None]
    picture = (scene * 255).clip(0, 255).astype(np.uint8)
    _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(worst, 96))])
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)


class Pools:
    """Single dice and shells to choose from, drawn here and rendered ones; or those kept for measuring.

    `looks` is how often one is taken that `render/looks.py` made, `shine` how often lamps are mirrored in it.
    """

    def __init__(self, *, held: bool = False, looks: float = 0.0, shine: float = 0.0) -> None:
        self.held, self.looks, self.shine, self.pools = held, looks, shine, {}
        parts, tables = ("held", "held_looks") if held else ("parts", "looks")
        for source, names in (
            ("drawn", ("dice*", "shells")),
            ("parts", (f"{parts}_dice", f"{parts}_shells")),
            ("looks", (f"{tables}_dice", f"{tables}_shells")),
        ):
            dice, shells = load([names[0]]), load([names[1]])
            self.pools[source, "shells"] = shells
            self.pools[source, "flat"] = [d for d in dice if d["tilt"] < 0.4]
            self.pools[source, "slanted"] = [d for d in dice if d["tilt"] > 0.2]
        if looks:
            self.pools["drawn", "shells"] += load(["rolled"])
        self.pairs = load(["held_pairs" if held else "pairs"])
        unsure = load([f"{parts}_unsure"] + ([f"{tables}_unsure"] if looks else []))
        self.unsure = {True: [u for u in unsure if u["die"]], False: [u for u in unsure if not u["die"]]}

    def pick(self, rng, kind, *, unsure=0.0):
        """One of a kind, more often rendered than drawn; now and then one that leans or lies on edge."""
        shine = bool(self.shine) and rng.random() < self.shine
        odd = self.unsure[kind != "shells"]
        if odd and rng.random() < unsure:
            sprite = odd[rng.integers(len(odd))]
            return mirrored(rng, sprite) if shine else sprite
        if self.looks and rng.random() < self.looks:
            pool, changed = self.pools["looks", kind], 0.35
        else:
            parts = self.pools["parts", kind]
            often = 0.5 if kind == "shells" else 0.7
            rendered = self.held or rng.random() < min(often, len(parts) / 200)
            pool, changed = parts if rendered else self.pools["drawn", kind], 0.6
        sprite = pool[rng.integers(len(pool))]
        if kind == "shells" and rng.random() < changed:
            return another(rng, sprite, shine=shine)
        return mirrored(rng, sprite) if shine else sprite

    def pair(self, rng, kind):
        """Two things that touch, seen from one of them: a sprite with its place, size and class."""
        some = [one for one in self.pairs if one["die"] == (kind != "shells")] or self.pairs
        sprite = some[rng.integers(len(some))]
        shown = [one for one in sprite["members"] if one["label"] < UNKNOWN]
        if not shown:
            return self.pair(rng, kind)
        sprite = sprite | shown[rng.integers(len(shown))]
        return mirrored(rng, sprite) if self.shine and rng.random() < self.shine else sprite


def members(sprite, x, y, size, angle):
    """Where each thing of a sprite lies that was placed at x, y: x, y, size and class."""
    if "members" not in sprite:
        return [(x, y, size, sprite["label"])]
    scale = size / sprite["size"]
    c, s = scale * np.cos(angle), scale * np.sin(angle)
    found = []
    for one in sprite["members"]:
        right, down = one["centre"] - sprite["centre"]
        at = x + c * right - s * down, y + s * right + c * down
        if one["there"]:
            found.append((float(at[0]), float(at[1]), float(scale * one["size"]), one["label"]))
    return found


def another(rng, sprite, *, shine=False):
    """Make a shell slimmer, draw its ends out, and stain its back or wear its pattern away.

    So kinds of cowrie come in that nobody has modelled: slender ones, plain ones, those with beaked ends.
    """
    picture = sprite["picture"].astype(np.float32)
    tall, broad = picture.shape[:2]
    y, x = np.mgrid[0:tall, 0:broad].astype(np.float32)
    x, y = x - sprite["centre"][0], y - sprite["centre"][1]
    solid = picture[..., 3] > 127
    spread = np.cov(np.stack([x[solid], y[solid]]))
    spreads, ways = np.linalg.eigh(spread)
    along, slenderness = ways[:, 1], float(np.sqrt(spreads[1] / spreads[0]))
    u = (x * along[0] + y * along[1]) / sprite["size"]
    v = (y * along[0] - x * along[1]) / sprite["size"]
    how = rng.random() if sprite["label"] == 7 else 1.0
    if how < 0.4:
        cover = picture[..., 3:] / 255
        soft = (0, 0), 0.12 * sprite["size"]
        near = cv2.GaussianBlur(cover, *soft)[..., None] + 1e-3
        plain = cv2.GaussianBlur(picture[..., :3] * cover, *soft) / near
        grain = 1 + rng.uniform(0, 0.06) * lumps(rng, rng.uniform(1, 5), shape=(tall, broad))[..., None]
        worn = rng.uniform(0.6, 1.0)
        picture[..., :3] = ((1 - worn) * picture[..., :3] + worn * plain * grain).clip(0, 255)
    elif how < 0.65:
        stain = np.array([rng.uniform(5, 60), rng.uniform(20, 90), rng.uniform(50, 150)], np.float32)
        reach = rng.uniform(0.1, 0.45, 2)
        edge = rng.uniform(0.1, 0.6) * lumps(rng, rng.uniform(4, 14), shape=(tall, broad))
        inside = np.clip((1 - np.hypot(u / reach[0], v / reach[1]) + edge) / 0.25, 0, 1)
        if rng.random() < 0.4:
            inside *= np.clip(lumps(rng, rng.uniform(3, 9), shape=(tall, broad)) + 0.5, 0, 1)
        inside = (inside * rng.uniform(0.4, 0.95))[..., None]
        picture[..., :3] = picture[..., :3] * (1 - inside) + stain * inside
    of = np.dtype(np.uint8)
    if shine:
        shining = mirrored(rng, sprite | {"picture": picture.astype(np.uint8)})["picture"]
        picture, of = shining.astype(np.float32), shining.dtype
    slim = float(rng.uniform(np.clip(slenderness / 2.4, 0.55, 1.0), 1.0))
    if rng.random() < 0.35:
        half = np.abs(u[solid]).max()
        away = np.abs(u) / half
        neck, wide = rng.uniform(0.74, 0.88), rng.uniform(0.06, 0.12)
        waist = 1 - rng.uniform(0.1, 0.35) * np.exp(-(((away - neck) / wide) ** 2))
        across = (v / waist - v) * sprite["size"]
        at = x + sprite["centre"][0] - along[1] * across, y + sprite["centre"][1] + along[0] * across
        picture = cv2.remap(picture, at[0].astype(np.float32), at[1].astype(np.float32), cv2.INTER_LINEAR)
    turn = np.array([along, [-along[1], along[0]]])
    move = np.hstack([turn.T @ np.diag([1.0, slim]) @ turn, np.zeros((2, 1))])
    move[:, 2] = sprite["centre"] - move[:, :2] @ sprite["centre"]
    picture = cv2.warpAffine(picture, move, (broad, tall), flags=cv2.INTER_AREA)
    return sprite | {"picture": picture.astype(of), "size": sprite["size"] * np.sqrt(slim)}


def tray(rng, inside):
    """Put a ground into a tray with a rim, on another ground; or leave it as it is."""
    if rng.random() < 0.65:
        return inside
    outside = ground(rng).astype(np.float32)
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    middle = (int(WIDTH / 2 + rng.normal(0, 20)), int(HEIGHT / 2 + rng.normal(0, 20)))
    reach = (int(rng.uniform(230, 340)), int(rng.uniform(190, 260)))
    if rng.random() < 0.5:
        cv2.ellipse(mask, middle, reach, 0, 0, 360, 255, -1, cv2.LINE_AA)
    else:
        corners = np.array(middle) + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach
        corners = corners + rng.normal(0, 12, (4, 2))
        cv2.fillPoly(mask, [corners.astype(np.int32)], 255, cv2.LINE_AA)
    wide = int(rng.uniform(6, 40))
    outer = cv2.dilate(mask, np.ones((2 * wide + 1, 2 * wide + 1), np.uint8))
    floor, rim = (m.astype(np.float32)[..., None] / 255 for m in (mask, outer))
    wood = colour(rng).astype(np.float32) * (1 + 0.1 * lumps(rng, 3, 30, shape=(HEIGHT, WIDTH)))[..., None]
    slope = cv2.GaussianBlur(floor[..., 0], (0, 0), wide / 2)
    turn = rng.uniform(0, 2 * np.pi)
    lit = cv2.Sobel(slope, cv2.CV_32F, 1, 0) * np.cos(turn) + cv2.Sobel(slope, cv2.CV_32F, 0, 1) * np.sin(
        turn
    )
    wood = wood * np.clip(1 + rng.uniform(0, 12) * lit, 0.2, 2.5)[..., None]
    shade = 1 - rng.uniform(0.1, 0.6) * np.clip(2 - 2 * slope, 0, 1)[..., None]
    outside = outside * (1 - 0.4 * cv2.GaussianBlur(rim, (0, 0), wide / 2)[..., None])
    return outside * (1 - rim) + (wood * (1 - floor) + inside * shade * floor) * rim


def compose(rng, pools, *, unsure=0.05, shells=0.4, harsh=0.0, pairs=0.0):
    """One picture and what lies in it. With `harsh` the camera may look from any side, and harms more.

    `pairs` is how often two things lie there that touch.
    """
    scene = tray(rng, ground(rng).astype(np.float32))
    shell_scene = rng.random() < shells
    size = float(np.exp(rng.uniform(np.log(18), np.log(170))))
    for _ in range(rng.choice([0, 0, 0, 0, 1, 1, 2, 3, 5, 8])):
        thing, cover = clutter(rng, size * rng.uniform(0.7, 1.6))
        soft = 1 - 0.5 * cv2.GaussianBlur(cover, (0, 0), max(1.0, size * 0.1))
        scene = scene * soft[..., None]
        scene = scene * (1 - cover[..., None]) + thing * cover[..., None]
    cover_all = np.zeros((HEIGHT, WIDTH), np.float32)
    turn = rng.uniform(0, 2 * np.pi)
    smear = np.array([np.cos(turn), np.sin(turn)]) * rng.choice([rng.uniform(0, 0.3), rng.uniform(0.2, 1.3)])
    dim = (rng.uniform(0.1, 0.85), rng.choice([rng.uniform(0.01, 0.05), rng.uniform(0.05, 0.25)]))
    slanted = rng.random() < 0.35
    kind = "shells" if shell_scene else "slanted" if slanted else "flat"
    wanted = int(rng.choice([0, 1, 2, 3, 4, 5, 6, 7], p=[0.05, 0.15, 0.2, 0.15, 0.15, 0.12, 0.12, 0.06]))
    wanted = min(wanted, max(1, int(0.35 * WIDTH * HEIGHT / (size * 1.4) ** 2)))
    same = rng.random() < 0.8
    crowd = rng.random() < 0.5
    objects: list[tuple[float, float, float, int, tuple]] = []
    side = rng.uniform(0, 2 * np.pi) if harsh else 0.0
    for _ in range(wanted):
        for _try in range(14):
            two = bool(pairs) and rng.random() < pairs
            sprite = pools.pair(rng, kind) if two else pools.pick(rng, kind, unsure=unsure)
            this = size * (rng.uniform(0.9, 1.1) if same else rng.uniform(0.7, 1.4))
            if objects and crowd and rng.random() < 0.8:
                other = objects[rng.integers(len(objects))]
                way = rng.uniform(0, 2 * np.pi)
                far = (this + other[2]) / 2 * rng.uniform(1.0, 1.5)
                x, y = other[0] + far * np.cos(way), other[1] + far * np.sin(way)
            else:
                x, y = rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT)
            free = shell_scene or sprite["tilt"] < 0.35
            angle = rng.uniform(0, 2 * np.pi) if free else side + rng.normal(0, 0.12)
            box = place(scene, cover_all, sprite, x, y, this, angle, False, smear, dim, 0.015)
            if box is not None:
                objects += [(*one, box) for one in members(sprite, x, y, this, angle)]
                break
    return spoil(rng, scene, harsh=harsh), objects


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=10)
    parser.add_argument("--shells", type=float, default=0.4, help="share of scenes with shells")
    parser.add_argument("--looks", type=float, default=0.0, help="share of parts with the looks of tables")
    parser.add_argument("--shine", type=float, default=0.0, help="share in which lamps are mirrored")
    parser.add_argument("--harsh", type=float, default=0.0, help="share with something amiss in the camera")
    parser.add_argument("--pairs", type=float, default=0.0, help="share of places where two things touch")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(asked.seed)
    pools = Pools(looks=asked.looks, shine=asked.shine)
    pictures, places = [], []
    for index in range(asked.count):
        picture, objects = compose(rng, pools, shells=asked.shells, harsh=asked.harsh, pairs=asked.pairs)
        pictures.append(cv2.resize(picture, (WIDTH // 2, HEIGHT // 2), interpolation=cv2.INTER_AREA))
        places += [(index, x / 2, y / 2, size / 2, label) for x, y, size, label, _ in objects]
    OUT.mkdir(parents=True, exist_ok=True)
    np.savez(OUT / f"{asked.seed}.npz", pictures=np.array(pictures), places=np.array(places, np.float32))


if __name__ == "__main__":
    main()
