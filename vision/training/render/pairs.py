"""Render two shells or dice that touch: one leans on the other or lies on it, or both lie flat side by side.

    cd vision/training; .venv/bin/python -m render.pairs --count 900

Pair `n` depends on `n` alone; numbers from 9000 on are in no training. Each gives a picture of 208 by 208
pixels in `vision/training/out/pairs`, `NNNN.png` (R, G, B, alpha), and `NNNN-bare.png`, from which
`compose/gloss.py` mirrors lamps in it. `pairs.jsonl` has a line for each: of both things the face, the
outline, and how much of it the other hides. The looks and the lamps are those of `render/looks.py`.

The upper one is laid as hands and tosses lay it: tilted, it slides near until it rests on the floor and on
the lower one; or it comes down on it from above.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import bpy
import numpy as np
from mathutils import Quaternion
from render import looks, studio
from render.index import render_missing
from render.part import Part
from render.parts import show_bare, unseen_floor
from shapes.contact import lift, relief, touching
from shapes.cowrie import cowrie
from shapes.shape import Floats, rotation
from shapes.species import FINISHES, KINDS, SLENDER, table_look

SIZE, SPAN = 208, 6.2
SAMPLES = 10
OUT = Path(__file__).resolve().parents[1] / "out" / "pairs"
HOW = (
    "propped",
    "flat",
    "flat",
    "upon",
    "propped",
    "flat",
    "edge",
    "flat",
    "propped",
    "flat",
    "flat",
    "upon",
)
"""How the second thing lies, over and over: as often flat as not."""
TILT_DEG = (12.0, 50.0)
"""So far one is tilted that leans on another."""
DICE = 0.16
"""Share of the pairs of two dice; half as often a die lies by a shell."""
STEEP = range(3000, 9000)
"""Of these pairs more are shells, and what leans is tilted steeply: it hides nothing and looks short."""
HOW_STEEP = ("propped", "flat", "propped", "edge", "propped", "flat", "propped", "edge", "flat", "propped")
STEEP_DEG = (24.0, 72.0)
STEEP_DICE = 0.06


@dataclass(frozen=True, slots=True)
class Laid:
    """One thing of a pair, and where it lies."""

    part: Part
    turn: Floats
    """Quaternion w, x, y, z."""
    where: Floats
    """Of its centre of mass, shape (3,), centimetres."""

    def points(self) -> Floats:
        """Return its corners where they lie, shape (n, 3)."""
        return self.part.shape.points @ rotation(self.turn).T + self.where


def _shell(number: int, random: np.random.Generator, like: tuple[int, str], *, edge: bool) -> Part:
    kinds = KINDS + SLENDER
    kind, finish = kinds[like[0]], like[1]
    face = "edge" if edge else "mouth" if random.uniform() < 0.5 else "back"
    look = table_look(number + 50000, kind, finish, hole=face == "back" and random.uniform() < looks.HOLED)
    level = random.uniform() < 0.7
    if face == "mouth":
        roll = 180 + (random.normal() * 10 if level else random.uniform(-45, 45))
    elif face == "back":
        roll = random.normal() * 6 if level else random.uniform(-25, 25)
    else:
        roll = 180 + random.choice([-1, 1]) * random.uniform(*looks.EDGE_BOLD_DEG)
    turn = Quaternion((0, 0, 1), float(random.uniform(0, 2 * np.pi)))
    turn = turn @ Quaternion((1, 0, 0), float(random.normal() * 0.06))
    turn = turn @ Quaternion((0, 1, 0), float(np.radians(roll)))
    shape = cowrie(look, around=180, base_rings=52, back_rings=32)
    return Part("cowrie", face, f"{kind.name}-{finish}", shape, turn, np.zeros(3))


def pair(number: int) -> tuple[str, tuple[Laid, Laid], float, np.random.Generator]:
    """Build pair `number`: how the second lies, both things, its tilt in degrees, and chance for the rest."""
    random = np.random.default_rng([number, 71])
    steep = number in STEEP
    how = HOW_STEEP[number % len(HOW_STEEP)] if steep else HOW[number % len(HOW)]
    draw, often = random.uniform(), STEEP_DICE if steep else DICE
    dice = (draw < 1.25 * often, draw < often or 1.25 * often <= draw < 1.5 * often)

    def like() -> tuple[int, str]:
        kind = int(random.integers(len(KINDS) + len(SLENDER)))
        return kind, str(random.choice(FINISHES, p=looks.OFTEN_BOLD))

    usual = like()
    parts = []
    for n, die in enumerate(dice):
        if die:
            parts.append(looks.die_look(2 * number + n + 50000, random))
        else:
            same = usual if random.uniform() < 0.85 else like()
            parts.append(_shell(2 * number + n, random, same, edge=bool(n and how == "edge")))
    first, second = parts
    ground = np.array([0.0, 0.0, -(first.shape.points @ rotation(np.array(first.turn)).T)[:, 2].min()])
    lower = Laid(first, np.array(first.turn), ground)
    compass = float(random.uniform(0, 2 * np.pi))
    way = np.array([np.cos(compass), np.sin(compass)])
    axis = (-way[1], way[0], 0.0)  # turned about it, the side towards the other rises
    turn, tilt = second.turn, 0.0
    if how == "propped":
        tilt = float(random.uniform(*(STEEP_DEG if steep else TILT_DEG)))
        turn = Quaternion(axis, float(np.radians(tilt))) @ turn
        turn = Quaternion((*way, 0.0), float(random.normal() * 0.15)) @ turn
    elif how == "upon":
        aslant = float(random.uniform(0, 2 * np.pi))
        way_up = (float(np.cos(aslant)), float(np.sin(aslant)), 0.0)
        tilt = float(random.uniform(2, 28))
        turn = Quaternion(way_up, float(np.radians(tilt))) @ turn
    own = second.shape.points @ rotation(np.array(turn)).T
    own[:, 2] -= (floor := own[:, 2].min())
    top, under = relief(lower.points(), top=True), relief(own, top=False)
    if how == "upon":
        step = way * random.uniform(0.1, 1.1)
        height = max(0.0, lift(top, under, step))
    else:
        gap = 0.0 if how == "propped" or random.uniform() < 0.5 else random.uniform(0, 0.3)
        step, height = way * (touching(top, under, way) + gap), 0.0
    upper = Laid(second, np.array(turn), np.array([*step, height - floor]))
    middle = np.array([*(step / 2), 0.0])
    both = Laid(first, lower.turn, ground - middle), Laid(second, upper.turn, upper.where - middle)
    return how, both, tilt, random


def rim(pixels: Floats, *, corners: int = 64) -> Floats:
    """Return the hull of places in the picture, as its outermost in 64 directions: shape (64, 2)."""
    angle = np.arange(corners) * 2 * np.pi / corners
    return pixels[np.argmax(pixels @ np.stack([np.cos(angle), np.sin(angle)]), axis=0)]


def inside(outline: Floats) -> Floats:
    """Return which pixels a hull covers, shape (size, size), of truth values."""
    y, x = np.mgrid[0:SIZE, 0:SIZE] + 0.5
    corners = outline[np.append(np.any(np.diff(outline, axis=0), axis=1), True)]
    covered = np.ones((SIZE, SIZE), bool)
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        covered &= (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= -1e-6
    return covered


def render(number: int) -> dict[str, object]:
    """Render pair `number` and describe it."""
    how, laid, tilt, random = pair(number)
    studio.clean(width=SIZE, height=SIZE, samples=SAMPLES, threads=1)
    scene = bpy.context.scene
    scene.render.film_transparent = True
    scene.render.image_settings.color_mode = "RGBA"
    things = []
    for one in laid:
        thing = studio.add(one.part.shape, one.part.kind, looks.finish(one.part, random))
        studio.place(thing, one.where, one.turn)
        things.append(thing)
    looks.lamps(random)
    slant = float(abs(random.normal() * 9) if random.uniform() < 0.5 else random.uniform(0, 38))
    if how != "flat":  # what leans a little looks like what is seen from aside
        slant = min(slant, 10.0 if how == "edge" else 18.0)
    studio.look_down(distance=float(random.choice([18, 30, 45, 70])), slant_deg=slant, span=SPAN)
    bpy.context.view_layer.update()
    outlines = [studio.outline(one.part.shape.points, one.where, one.turn) for one in laid]
    covers = [inside(rim(pixels)) for pixels in outlines]
    floor = unseen_floor(random)
    floor.visible_camera = False
    name = f"{number:04}"
    studio.render(OUT / f"{name}.png")
    show_bare(things, OUT / f"{name}-bare.png")
    hidden = (covers[0] & covers[1]).sum() / covers[0].sum()
    told = []
    for n, one in enumerate(laid):
        leans = n == 1 and how in ("propped", "upon")
        middle = (outlines[n].min(axis=0) + outlines[n].max(axis=0)) / 2
        top = studio.outline(one.part.top[None], one.where, one.turn)[0] if one.part.kind == "die" else middle
        told.append(
            {
                "kind": one.part.kind,
                "face": "lean" if leans else one.part.face,
                "look": one.part.look,
                "top": [round(float(v), 1) for v in top],
                "outline": [[round(float(v), 1) for v in corner] for corner in rim(outlines[n])],
                "hidden": 0.0 if n else round(float(hidden), 3),
            }
        )
    return {
        "file": f"{name}.png",
        "bare": f"{name}-bare.png",
        "how": how,
        "tilt_deg": round(tilt, 1),
        "slant_deg": round(slant, 1),
        "things": told,
        "seed": number,
    }


def main() -> None:
    """Read the command line and render what is not there yet."""
    parser = argparse.ArgumentParser(description="Render two shells or dice that touch, to train on.")
    parser.add_argument("--first", type=int, default=0, help="from 9000 on, no training takes them")
    parser.add_argument("--count", type=int, default=900)
    given = parser.parse_args()
    wanted = range(given.first, given.first + given.count)
    render_missing(OUT / "pairs.jsonl", wanted, render)


if __name__ == "__main__":
    main()
