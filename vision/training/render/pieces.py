"""Render sheets of white pieces of boards, which `compose/dressing.py` paints, with shadow and surface.

    cd vision/training; .venv/bin/python -m render.pieces --count 400
    cd vision/training; .venv/bin/python -m render.pieces --first 9000 --count 20

Sheet `n` depends on `n` alone. It shows one form in eight poses under one light from one slant (0 to 40
degrees), seen from so far that lines stay parallel: `NNNNN.png` the pieces (R, G, B, alpha), `NNNNN-bare.png`
how their surface is turned, `NNNNN-shadow.png` their shadows on a flat floor. `pieces.jsonl` has a line for
each, written when all are done. Sheets from 9000 to 9999 are in no training. Four seconds of a core a sheet.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import bpy
import numpy as np
from PIL import Image, ImageFilter
from render import looks, studio
from render.index import render_missing
from shapes.lathe import CHECKERS, FORMS, Turned, drawn
from shapes.shape import Floats, Shape, rotation

CELL, COLUMNS, ROWS = 104, 4, 2
WIDE = 40
"""Pixels of a piece's foot."""
SAMPLES = 14
STOPS = -1.0
"""Exposure of the white pieces, so that they are not clipped; `compose/dressing.py` takes it back."""
OUT = Path(__file__).resolve().parents[1] / "out" / "pieces"
OFTEN = (0.13, 0.14, 0.1, 0.1, 0.07, 0.04, *(0.06,) * 5, 0.03, 0.03, 0.04, 0.02)
"""How often each of `FORMS` is drawn."""
TILTS_DEG = (7, 12, 17, 23)
"""By how much checkers of a point that is too full lean on each other."""


def poses(piece: Turned, toward: float, random: np.random.Generator) -> list[tuple[str, Floats]]:
    """Return the eight poses of a piece: a word and a turn (w, x, y, z).

    Args:
        piece: What is turned.
        toward: Direction in which leaning checkers look, radians in the picture.
        random: Of the other turns.
    """

    def about(angle: float, axis: tuple[float, float, float]) -> Floats:
        return np.array([np.cos(angle / 2), *(np.sin(angle / 2) * np.array(axis))])

    def leaning(angle: float, way: float) -> Floats:
        return about(angle, (-float(np.sin(way)), float(np.cos(way)), 0.0))

    level = ("level", about(float(random.uniform(0, 6.3)), (0.0, 0.0, 1.0)))
    if piece.form in CHECKERS:
        turned = [(f"tilt{tilt}", leaning(np.radians(tilt), toward)) for tilt in TILTS_DEG]
        askew = ("askew", leaning(float(random.uniform(0.05, 0.3)), float(random.uniform(0, 6.3))))
        over = ("over", about(np.pi, (1.0, 0.0, 0.0)))
        return [level, *turned, over, askew, ("edge", leaning(np.pi / 2, float(random.uniform(0, 6.3))))]
    if piece.form in ("pebble", "shell", "button"):
        spun = [("level", about(float(a), (0.0, 0.0, 1.0))) for a in random.uniform(0, 6.3, 4)]
        ways = random.uniform(0, 6.3, 3)
        return [level, *spun, *(("over", leaning(np.pi, float(way))) for way in ways)]
    ways = random.uniform(0, 2 * np.pi) + np.arange(6) * np.pi / 3
    return [level, ("level", level[1]), *(("lying", leaning(np.pi / 2, float(way))) for way in ways)]


def render(number: int) -> dict[str, object]:
    """Render sheet `number` and describe it."""
    random = np.random.default_rng([number, 81])
    form = str(random.choice(FORMS, p=np.array(OFTEN) / np.sum(OFTEN)))
    piece = drawn(form, random)
    slant = float(np.radians(random.uniform(0, 8) if random.uniform() < 0.35 else random.uniform(5, 40)))
    toward = float(random.uniform(0, 2 * np.pi))
    scene = studio.clean(width=CELL * COLUMNS, height=CELL * ROWS, samples=SAMPLES, threads=1)
    scene.render.film_transparent = True
    scene.render.image_settings.color_mode = "RGBA"
    scene.view_settings.exposure = STOPS
    gloss = float(random.uniform(0.0, 0.25))
    skin = studio.painted("skin", coat=gloss, roughness=0.6, coat_roughness=float(random.uniform(0.1, 0.4)))
    placed = []
    for spot, (word, turn) in enumerate(poses(piece, toward, random)):
        thing = studio.add(piece.shape, "piece", skin)
        points = piece.shape.points @ rotation(turn).T
        row, column = divmod(spot, COLUMNS)
        # On the floor a step up in the picture is longer by 1 / cos.
        x = (column + 0.5 - COLUMNS / 2) * CELL / WIDE
        y = (ROWS / 2 - row - 0.5) * CELL / WIDE / np.cos(slant)
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        if word == "level":
            middle[:2] = 0
        studio.place(thing, np.array([x - middle[0], y - middle[1], -points[:, 2].min()]), turn)
        placed.append({"pose": word, "high": round(float(np.ptp(points[:, 2])), 3)})
    _lights(random)
    camera = studio.look_down(distance=90.0, slant_deg=float(np.degrees(slant)), span=1.0)
    camera.data.type = "ORTHO"
    camera.data.ortho_scale = CELL * COLUMNS / WIDE
    name = f"{number:05}"
    floor = _floor()
    floor.visible_camera = False
    studio.render(OUT / f"{name}.png")
    level = _light_on(floor, scene, OUT / f"{name}-light.png")
    things = [one for one in scene.objects if one.name.startswith("piece")]
    _shadow(things, floor, scene, OUT / f"{name}-shadow.png")
    _bare(things, floor, scene, OUT / f"{name}-bare.png")
    return {
        "sheet": name,
        "form": form,
        "tall": round(piece.tall, 3),
        "slant_deg": round(float(np.degrees(slant)), 2),
        "toward_deg": round(float(np.degrees(toward)), 1),
        "light": level,
        "poses": placed,
        "seed": number,
    }


def _lights(random: np.random.Generator) -> None:
    if random.uniform() < 0.7:
        looks.lamps(random)
        return
    studio.room((1.0, 1.0, 1.0), float(random.uniform(0.1, 0.7)))
    turn, high = random.uniform(0, 2 * np.pi), random.uniform(0.5, 1.5)
    way = np.array([np.cos(turn) * np.cos(high), np.sin(turn) * np.cos(high), np.sin(high)])
    size = float(np.radians(random.choice([3, 12, 40])))
    studio.window(
        way, size, size, light=float(random.uniform(1.2, 2.8)), colour=(1.0, 1.0, 1.0), is_round=True
    )


def _floor() -> bpy.types.Object:
    points = np.array([(-40, -40, 0), (40, -40, 0), (40, 40, 0), (-40, 40, 0)], dtype=float)
    grey = np.tile([0.3, 0.3, 0.3, 0.0], (4, 1))
    return studio.add(Shape(points, [(0, 1, 2, 3)], grey), "floor", studio.painted("floor", coat=0.0))


def _light_on(floor: bpy.types.Object, scene: bpy.types.Scene, target: Path) -> list[float]:
    """Return the colour of white paper on the floor, 0 to 255; it may be more."""
    size = scene.render.resolution_percentage
    things = [one for one in scene.objects if one.name.startswith("piece")]
    for thing in things:
        thing.hide_render = True
    floor.visible_camera = True
    scene.render.resolution_percentage, scene.cycles.samples = 6, 8
    studio.render(target)
    with Image.open(target) as picture:
        grey = np.asarray(picture.convert("RGB"), dtype=np.float64).mean(axis=(0, 1)) / 255
    target.unlink()
    linear = np.where(grey <= 0.04045, grey / 12.92, ((grey + 0.055) / 1.055) ** 2.4)
    scene.render.resolution_percentage = size
    for thing in things:
        thing.hide_render = False
    return [round(float(value), 4) for value in linear / 0.3 / 2**STOPS]


def _shadow(
    things: list[bpy.types.Object], floor: bpy.types.Object, scene: bpy.types.Scene, target: Path
) -> None:
    floor.is_shadow_catcher = True
    for thing in things:
        thing.visible_camera = False
    scene.cycles.samples, scene.cycles.max_bounces = 4, 1
    studio.render(target)
    with Image.open(target) as picture:
        seen = picture.convert("RGBA").getchannel("A").filter(ImageFilter.GaussianBlur(0.8))
    seen.save(target)
    for thing in things:
        thing.visible_camera = True


def _bare(
    things: list[bpy.types.Object], floor: bpy.types.Object, scene: bpy.types.Scene, target: Path
) -> None:
    floor.hide_render = True
    surface = studio.bare()
    for thing in things:
        thing.data.materials[0] = surface
    scene.cycles.samples, scene.cycles.max_bounces = 4, 0
    scene.cycles.use_denoising = False
    scene.view_settings.view_transform = "Raw"
    scene.view_settings.exposure = 0.0
    studio.render(target)


def main() -> None:
    """Read the command line and render what is not there yet."""
    parser = argparse.ArgumentParser(description="Render sheets of pieces for boards.")
    parser.add_argument("--first", type=int, default=0, help="9000 to 9999: no training takes them")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--part", default="1/1", help="which part of the work, such as 1/2")
    given = parser.parse_args()
    which, of = (int(one) for one in given.part.split("/"))
    wanted = range(given.first, given.first + given.count)
    render_missing(OUT / "pieces.jsonl", (number for number in wanted if number % of == which - 1), render)


if __name__ == "__main__":
    main()
