"""Render single shells and dice with see-through surroundings, to compose training pictures from.

    cd vision/training; .venv/bin/python -m render.parts --count 2000
    cd vision/training; .venv/bin/python -m render.parts --first 9000 --count 300
    cd vision/training; .venv/bin/python -m render.parts --first 20000 --count 1600

Part `n` depends on `n` alone: even numbers are cowries, odd ones dice. Each gives two pictures of 128 by
128 pixels in `vision/training/out/parts`: `NNNN.png`, the object (R, G, B, alpha), and `NNNN-shadow.png`,
its soft shadow on a flat floor (black, the alpha is how dark). Lay the shadow on a background first, the
object over it. `parts.jsonl` has one line for each, written when both are done; a part that is listed there
is not rendered again. Less than a second a part on one core.

From number 20000 on they have the looks of `render/looks.py`. Instead of the shadow, which no composer takes,
there is `NNNN-bare.png`: how the surface is turned and how it shines, from which `compose/gloss.py` mirrors
lamps in it anew each time.
"""

from __future__ import annotations

import argparse
from colorsys import hsv_to_rgb
from dataclasses import replace
from pathlib import Path

import bpy
import numpy as np
from mathutils import Quaternion, Vector
from PIL import Image, ImageFilter
from render import looks, studio
from render.index import render_missing
from render.part import Part
from shapes.cowrie import ANNULUS, MONETA, SPOTTED, CowrieLook, cowrie, random_look
from shapes.die import DieLook, die, facing
from shapes.shape import Colour, Shape, rotation, smoothstep

SIZE = 128
SAMPLES, SAMPLES_SHADOW = 8, 4
LOOKS = 20000
"""From this number on parts have the looks of `render.looks`."""
SAMPLES_LOOKS, SAMPLES_BARE = 16, 4
OUT = Path(__file__).resolve().parents[1] / "out" / "parts"
SHELL_TURN = ("mouth", "back", "mouth", "back", "other")
"""Faces of the shells, over and over; every other one of the others is on edge, the rest are holed."""
SPECIES_TURN = (MONETA, MONETA, ANNULUS, MONETA, SPOTTED, MONETA, ANNULUS)

WHITE: Colour = (0.93, 0.92, 0.90)
DARK: Colour = (0.05, 0.05, 0.06)
DICE: tuple[tuple[str, Colour, Colour], ...] = (
    ("ivory", (0.92, 0.87, 0.75), DARK),
    ("white", (0.94, 0.94, 0.93), DARK),
    ("red", (0.66, 0.06, 0.07), WHITE),
    ("black", (0.07, 0.07, 0.08), WHITE),
    ("blue", (0.08, 0.20, 0.55), WHITE),
    ("green", (0.06, 0.40, 0.20), WHITE),
    ("yellow", (0.90, 0.74, 0.16), DARK),
    ("wood", (0.66, 0.45, 0.26), (0.12, 0.07, 0.04)),
    ("clear-red", (0.85, 0.10, 0.14), WHITE),
    ("white-red-ace", (0.95, 0.95, 0.94), (0.08, 0.10, 0.35)),
    ("white-blue", (0.93, 0.93, 0.92), (0.10, 0.18, 0.55)),
    ("purple", (0.42, 0.10, 0.42), WHITE),
    ("clear-blue", (0.25, 0.45, 0.85), WHITE),
)


def cowrie_part(number: int, random: np.random.Generator) -> Part:
    face = SHELL_TURN[number % len(SHELL_TURN)]
    species = SPECIES_TURN[number % len(SPECIES_TURN)]
    holed = False
    if face == "other":
        face = "edge" if (number // len(SHELL_TURN)) % 2 else "back"
        holed = face == "back"
    look = _weathered(random_look(number + 1000, species, hole=holed), random)
    shell = cowrie(look, around=220, base_rings=64, back_rings=34)
    angles = {"mouth": np.pi + random.normal() * 0.16, "back": random.normal() * 0.05}
    side = float(random.choice([-1, 1]) * random.uniform(1.1, 1.9))
    roll = Quaternion((0, 1, 0), float(angles.get(face, side)))
    pitch = Quaternion((1, 0, 0), float(random.normal() * 0.07))
    yaw = Quaternion((0, 0, 1), float(random.uniform(0, 2 * np.pi)))
    name = species + ("-hole" if holed else "")
    return Part("cowrie", face, name, shell, yaw @ pitch @ roll, np.zeros(3))


def _weathered(look: CowrieLook, random: np.random.Generator) -> CowrieLook:
    """Bleach, stain and wear a shell: those of one handful come from many years and shores."""
    cast = np.exp(random.normal(size=3) * 0.07) * random.uniform(0.6, 1.08)
    colours = {}
    for name in ("base", "rim", "dome"):
        own = np.exp(random.normal(size=3) * 0.04)
        red, green, blue = np.clip(np.array(getattr(look, name)) * cast * own, 0.03, 1)
        colours[name] = (float(red), float(green), float(blue))
    return replace(
        look,
        breadth=look.breadth * float(random.uniform(0.88, 1.12)),
        slit_width=float(random.uniform(0.03, 0.085)),
        teeth=int(random.integers(9, 18)),
        gloss=float(random.uniform(0.1, 1.0)),
        **colours,
    )


def die_part(number: int, random: np.random.Generator) -> Part:
    face = number % 6 + 1
    name, body, pip = DICE[number % len(DICE)]
    if random.uniform() < 0.3:
        name, (body, pip) = "any", _colours(random)
    tint = random.uniform(0.88, 1.06)
    round_corners = random.uniform() < 0.5
    look = DieLook(
        edge=float(random.uniform(0.04, 0.4)),
        ball=float(random.uniform(1.28, 1.5) if round_corners else 1.8),
        body=tuple(float(min(1.0, c * tint)) for c in body),  # type: ignore[arg-type]
        pip=pip,
        ace=(0.75, 0.06, 0.08) if name == "white-red-ace" else None,
        ace_radius=float(0.34 if name == "white-red-ace" else random.uniform(0.14, 0.26)),
        pip_radius=float(random.uniform(0.11, 0.23)),
        pip_depth=float(random.uniform(0.02, 0.15)),
        spread=float(random.uniform(0.44, 0.6)),
        narrow=(float(random.choice([1.0, random.uniform(0.55, 0.85)])), float(random.uniform(0.65, 1.0))),
        left_handed=bool(random.uniform() < 0.5),
        material="wood" if name == "wood" else "clear" if name.startswith("clear") else "plastic",
        gloss=float(random.uniform(0.2, 1.0)),
        seed=number,
    )
    up = facing(look)[face]
    level = Vector(up).rotation_difference(Vector((0, 0, 1)))
    yaw = Quaternion((0, 0, 1), float(random.uniform(0, 2 * np.pi)))
    shape, top = die(look, across=60), up * look.size_cm / 2
    if number % 8 < 7:
        return Part("die", str(face), name, shape, yaw @ level, top)
    compass = float(random.uniform(0, 2 * np.pi))
    way = (float(np.cos(compass)), float(np.sin(compass)), 0.0)
    return Part(
        "die", "lean", name, shape, Quaternion(way, float(random.uniform(0.62, 0.79))) @ yaw @ level, top
    )


def _colours(random: np.random.Generator) -> tuple[Colour, Colour]:
    """Draw any colour of a body, and one of the pips that can be told from it."""
    red, green, blue = hsv_to_rgb(random.uniform(), random.uniform(0, 1) ** 0.7, random.uniform(0.05, 0.97))
    body = (float(red), float(green), float(blue))
    bright = 0.3 * red + 0.6 * green + 0.1 * blue
    if random.uniform() < 0.8:
        return body, DARK if bright > 0.5 else WHITE
    pip = hsv_to_rgb(
        random.uniform(), random.uniform(), 0.2 * random.uniform() + (0.0 if bright > 0.4 else 0.8)
    )
    return body, (float(pip[0]), float(pip[1]), float(pip[2]))


def _light(random: np.random.Generator) -> None:
    angle, height = random.uniform(0, 2 * np.pi), random.uniform(0.45, 1.45)
    place = 50.0 * np.array([np.cos(angle) * np.cos(height), np.sin(angle) * np.cos(height), np.sin(height)])
    warmth = random.uniform(-1, 1)
    colour = (1.0, float(0.90 + 0.06 * warmth), float(0.82 + 0.18 * warmth))
    bright = float(np.exp(random.normal() * 0.25))
    where = (float(place[0]), float(place[1]), float(place[2]))
    studio.lamp(
        where, size=float(random.choice([3.0, random.uniform(4, 36)])), watts=17000.0 * bright, colour=colour
    )
    studio.room(
        (1.0, float(random.uniform(0.9, 1.0)), float(random.uniform(0.8, 1.05))),
        float(random.uniform(0.15, 0.9)),
    )


def unseen_floor(random: np.random.Generator) -> bpy.types.Object:
    """Lay a floor of any colour, from which light comes back."""
    points = np.array([(-30, -30, 0), (30, -30, 0), (30, 30, 0), (-30, 30, 0)], dtype=float)
    tone = random.uniform(0.03, 0.5, 3)
    colours = np.tile([*tone, 0.0], (4, 1))
    return studio.add(Shape(points, [(0, 1, 2, 3)], colours), "floor", studio.painted("floor", coat=0.0))


def _fade(target: Path, *, margin: int = 14) -> None:
    """Smooth a shadow, and let it end softly before the edge of its picture."""
    with Image.open(target) as picture:
        seen = np.array(picture.convert("RGBA").filter(ImageFilter.GaussianBlur(1.3)))
    seen[:, :, :3] = 0
    place = np.arange(SIZE)
    ramp = smoothstep(0.0, float(margin), np.minimum(place, place[::-1]).astype(float))
    seen[:, :, 3] = (seen[:, :, 3] * np.minimum.outer(ramp, ramp)).astype(np.uint8)
    Image.fromarray(seen).save(target)


def _glaze(part: Part, random: np.random.Generator) -> bpy.types.Material:
    rough = float(random.uniform(0.3, 0.5))
    return studio.painted("glaze", roughness=rough, clear=part.look.startswith("clear"))


def show_bare(things: list[bpy.types.Object], target: Path) -> None:
    """Render how the surfaces are turned, without light."""
    scene = bpy.context.scene
    for thing in things:
        thing.data.materials[0] = studio.bare()
    scene.cycles.samples = SAMPLES_BARE
    scene.cycles.max_bounces = 0
    scene.cycles.use_denoising = False
    scene.view_settings.view_transform = "Raw"
    scene.render.image_settings.color_depth = "16"  # in 8 bits flat faces would show steps
    studio.render(target)


def render(number: int) -> dict[str, object]:
    """Render part `number` and describe it."""
    random = np.random.default_rng([number, 67])
    new = number >= LOOKS
    make = (looks.die_look if new else die_part) if number % 2 else looks.cowrie_look if new else cowrie_part
    part = make(number // 2, random)
    studio.clean(width=SIZE, height=SIZE, samples=SAMPLES_LOOKS if new else SAMPLES, threads=1)
    scene = bpy.context.scene
    scene.render.film_transparent = True
    scene.render.image_settings.color_mode = "RGBA"
    satin = number // 2 in looks.ROLLED
    glaze = looks.finish(part, random, satin=satin) if new else _glaze(part, random)
    thing = studio.add(part.shape, part.kind, glaze)
    turn = np.array(part.turn)
    points = part.shape.points @ rotation(turn).T
    where = np.array([*random.uniform(-0.2, 0.2, 2), -points[:, 2].min()])
    studio.place(thing, where, turn)
    (looks.lamps if new else _light)(random)
    slant = float(abs(random.normal() * 9) if random.uniform() < 0.5 else random.uniform(0, 38))
    if part.face == "lean" or (part.face == "edge" and number // 2 in looks.BOLD):
        # a little, and it would look like what lies level and is seen from aside
        slant = min(slant, 10.0)
    camera = studio.look_down(distance=float(random.choice([12, 18, 30, 45, 70])), slant_deg=slant, span=3.4)
    camera.location.z += where[2]
    bpy.context.view_layer.update()
    pixels = studio.outline(part.shape.points, where, turn)
    centre = (pixels.min(axis=0) + pixels.max(axis=0)) / 2
    top = studio.outline(part.top[None], where, turn)[0] if part.kind == "die" else centre
    floor = unseen_floor(random)
    floor.visible_camera = False
    name = f"{number:04}"
    studio.render(OUT / f"{name}.png")
    if new:
        show_bare([thing], OUT / f"{name}-bare.png")
    else:
        floor.visible_camera = floor.is_shadow_catcher = True
        thing.visible_camera = False
        scene.cycles.samples = SAMPLES_SHADOW
        scene.cycles.max_bounces = 1
        studio.render(OUT / f"{name}-shadow.png")
        _fade(OUT / f"{name}-shadow.png")
    return {
        "file": f"{name}.png",
        **({"bare": f"{name}-bare.png"} if new else {"shadow": f"{name}-shadow.png"}),
        "kind": part.kind,
        "face": part.face,
        "look": part.look,
        "centre_x": round(float(centre[0]), 1),
        "centre_y": round(float(centre[1]), 1),
        "radius_px": round(float(np.linalg.norm(pixels - centre, axis=1).max()), 1),
        "top_x": round(float(top[0]), 1),
        "top_y": round(float(top[1]), 1),
        "slant_deg": round(slant, 1),
        "seed": number,
    }


def main() -> None:
    """Read the command line and render what is not there yet."""
    parser = argparse.ArgumentParser(description="Render single shells and dice for training pictures.")
    parser.add_argument(
        "--first", type=int, default=0, help="9000 to 19999, and from 29000 on, no training takes them"
    )
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--kind", choices=("cowrie", "die"), help="leave out the others")
    given = parser.parse_args()
    wanted = range(given.first, given.first + given.count)
    render_missing(
        OUT / "parts.jsonl",
        (number for number in wanted if given.kind in (None, "die" if number % 2 else "cowrie")),
        render,
    )


if __name__ == "__main__":
    main()
