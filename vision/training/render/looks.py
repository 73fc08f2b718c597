"""The looks that tables have: polished, painted and worn shells of seven kinds, rolled; dice of any make.

`render.parts` renders these from number 20000 on; from 24000 on, shells that those before had too little of.
Even numbers are cowries, odd ones dice, as before. Here are also the lamps and windows that are mirrored in
them: sharp, bright enough to be clipped, many-sided.
"""

from __future__ import annotations

from colorsys import hsv_to_rgb

import bpy
import numpy as np
from mathutils import Quaternion, Vector
from render import studio
from render.part import Part
from shapes.cowrie import cowrie
from shapes.die import DieLook, die, facing
from shapes.shape import Colour, kelvin
from shapes.species import FINISHES, KINDS, LONG, OFTEN, SLENDER, table_look

FACES = ("mouth", "back", "mouth", "back", "mouth", "back", "mouth", "back", "mouth", "edge", "back")
"""Faces of the shells, over and over."""
HOLED = 0.12
"""Share of the backs whose dome is cut open."""
LEVEL = 0.55
"""Share of the mouths that lie nearly level; the others are rolled, all angles alike."""
MOST_ROLL_DEG = 62.0
"""So far a mouth is rolled: its slit lies .7 half widths off the middle then."""
EDGE_DEG = (74.0, 104.0)
"""From here to there, off the mouth, a shell lies on edge."""
BOLD = range(12000, 14500)
"""Of these numbers, parts 24000 to 28999, shells are slender, painted or polished more often than not."""
FACES_BOLD = ("edge", "back", "edge", "mouth", "back")
"""Faces of those, over and over."""
OFTEN_BOLD = (0.44, 0.1, 0.06, 0.22, 0.14, 0.04)
"""How often they have each of `FINISHES`."""
EDGE_BOLD_DEG = (66.0, 112.0)
"""From here to there they lie on edge."""
ROLLED = range(13000, 14500)
"""Of these numbers, parts 26000 to 28999, shells are slender, satin as often as polished, and rolled."""
FACES_ROLLED = ("mouth", "back", "mouth", "back", "edge", "back")
"""Faces of those, over and over."""


def cowrie_look(number: int, random: np.random.Generator) -> Part:
    """Build shell `number`, lying on a table."""
    if number in ROLLED:
        face = FACES_ROLLED[number % len(FACES_ROLLED)]
        some = LONG if random.uniform() < 0.75 else KINDS
        kind = some[int(random.integers(len(some)))]
        finish = str(random.choice(FINISHES, p=OFTEN))
    elif number not in BOLD:
        face = FACES[number % len(FACES)]
        kind = KINDS[int(random.choice(len(KINDS), p=(0.4, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1)))]
        finish = str(random.choice(FINISHES, p=OFTEN))
    else:
        face = FACES_BOLD[number % len(FACES_BOLD)]
        some = SLENDER if random.uniform() < 0.5 else KINDS
        kind = some[int(random.integers(len(some)))]
        finish = str(random.choice(FINISHES, p=OFTEN_BOLD))
    holed = face == "back" and random.uniform() < HOLED
    look = table_look(number, kind, finish, hole=holed)
    shell = cowrie(look, around=220, base_rings=64, back_rings=40)
    if face == "mouth":
        level = random.uniform() < (0.25 if number in ROLLED else LEVEL)
        roll = np.pi + np.radians(
            random.normal() * 12 if level else random.choice([-1, 1]) * random.uniform(0, MOST_ROLL_DEG)
        )
    elif face == "back":
        level = random.uniform() < (0.3 if number in ROLLED else 0.7)
        roll = np.radians(random.normal() * 7 if level else random.uniform(-35, 35))
    else:
        off = EDGE_BOLD_DEG if number in BOLD else EDGE_DEG
        roll = np.pi + np.radians(random.choice([-1, 1]) * random.uniform(*off))
    about = Quaternion((0, 1, 0), float(roll))
    pitch = Quaternion((1, 0, 0), float(random.normal() * 0.1))
    yaw = Quaternion((0, 0, 1), float(random.uniform(0, 2 * np.pi)))
    name = f"{kind.name}-{finish}" + ("-hole" if holed else "")
    return Part("cowrie", face, name, shell, yaw @ pitch @ about, np.zeros(3))


def _any(random: np.random.Generator) -> tuple[Colour, Colour]:
    """Draw colours of a body and of pips that can be told from it."""
    bright = random.uniform(0.04, 0.96)
    red, green, blue = hsv_to_rgb(random.uniform(), random.choice([0.06, random.uniform(0, 1)]), bright)
    grey = 0.3 * red + 0.6 * green + 0.1 * blue
    low, high = (0.02, max(0.03, grey - 0.3)) if grey > 0.45 else (grey + 0.3, 1.0)
    if random.uniform() < 0.75:
        tone = float(0.04 if grey > 0.45 else random.uniform(0.85, 0.97))
        return (float(red), float(green), float(blue)), (tone, tone, tone)
    pip = hsv_to_rgb(random.uniform(), random.uniform(0, 0.9), random.uniform(low, min(1.0, high + 0.1)))
    return (float(red), float(green), float(blue)), (float(pip[0]), float(pip[1]), float(pip[2]))


def die_look(number: int, random: np.random.Generator) -> Part:
    """Build die `number`: any colour, clear or swirled or not, its pips drilled deep or printed flat."""
    face = number % 6 + 1
    body, pip = _any(random)
    material = str(random.choice(["plastic", "clear", "swirl", "wood"], p=(0.5, 0.2, 0.22, 0.08)))
    swirl = np.clip(np.array(body) * np.exp(random.normal() * 0.25 + random.normal(size=3) * 0.2), 0.02, 0.97)
    printed = random.uniform() < 0.4
    ace = bool(random.uniform() < 0.12)
    look = DieLook(
        edge=float(random.choice([random.uniform(0.03, 0.12), random.uniform(0.1, 0.42)])),
        ball=float(random.uniform(1.25, 1.5) if random.uniform() < 0.5 else 1.8),
        body=body,
        pip=pip,
        ace=(0.75, 0.06, 0.08) if ace and sum(body) > 1.8 else None,
        ace_radius=float(random.uniform(0.28, 0.36) if ace else random.uniform(0.12, 0.26)),
        pip_radius=float(random.uniform(0.1, 0.23)),
        pip_depth=0.0 if printed else float(random.uniform(0.03, 0.18)),
        spread=float(random.uniform(0.42, 0.6)),
        narrow=(float(random.choice([1.0, random.uniform(0.55, 0.9)])), float(random.uniform(0.65, 1.0))),
        left_handed=bool(random.uniform() < 0.5),
        material=material,
        swirl=(float(swirl[0]), float(swirl[1]), float(swirl[2])),
        gloss=float(random.uniform(0.6, 1.0)),
        seed=number,
    )
    up = facing(look)[face]
    level = Vector(up).rotation_difference(Vector((0, 0, 1)))
    yaw = Quaternion((0, 0, 1), float(random.uniform(0, 2 * np.pi)))
    shape, top = die(look, across=60), up * look.size_cm / 2
    name = material + ("-printed" if printed else "-drilled")
    if random.uniform() < 0.9:
        return Part("die", str(face), name, shape, yaw @ level, top)
    compass = float(random.uniform(0, 2 * np.pi))
    way = (float(np.cos(compass)), float(np.sin(compass)), 0.0)
    lean = Quaternion(way, float(random.uniform(0.5, 0.79)))
    return Part("die", "lean", name, shape, lean @ yaw @ level, top)


def lamps(random: np.random.Generator) -> None:
    """Hang one to four lamps and windows, and fill the room with a little light."""
    count = int(random.integers(1, 5))
    shares = random.dirichlet(np.ones(count))
    whole = float(random.uniform(1.6, 3.2))
    base = float(random.uniform(2200, 8000))
    for share in shares:
        angle, height = random.uniform(0, 2 * np.pi), random.uniform(0.6, 1.5)
        way = (np.cos(angle) * np.cos(height), np.sin(angle) * np.cos(height), np.sin(height))
        temperature = base if random.uniform() < 0.6 else float(random.uniform(2200, 8000))
        red, green, blue = kelvin(temperature) ** 0.5  # cameras take half of a cast away
        colour = float(red), float(green), float(blue)
        kind = str(random.choice(["window", "lamp", "ring", "strip"], p=(0.5, 0.2, 0.12, 0.18)))
        light = float(share * whole)
        if kind == "window":
            wide, high = np.radians(random.uniform(10, 44)), np.radians(random.uniform(10, 44))
            panes = int(random.integers(1, 4)), int(random.integers(1, 4))
            gap = float(random.uniform(0.05, 0.16))
            studio.window(way, float(wide), float(high), panes=panes, gap=gap, light=light, colour=colour)
        elif kind == "strip":
            long = float(np.radians(random.uniform(25, 80)))
            thin = float(np.radians(random.uniform(2, 7)))
            studio.window(way, long, thin, panes=(int(random.integers(1, 3)), 1), light=light, colour=colour)
        elif kind == "ring":
            studio.ring(way, float(np.radians(random.uniform(8, 24))), light=light, colour=colour)
        else:
            size = float(np.radians(random.uniform(2, 16)))
            studio.window(way, size, size, light=light, colour=colour, is_round=True)
    fill = (1.0, float(random.uniform(0.9, 1.0)), float(random.uniform(0.8, 1.05)))
    studio.room(fill, float(random.uniform(0.08, 0.6)))


def finish(part: Part, random: np.random.Generator, *, satin: bool = False) -> bpy.types.Material:
    """Make the material: most are polished, with a coat of roughness .01 to .15; `satin` makes half satin."""
    if satin and random.uniform() < 0.5:
        return studio.painted(
            "glaze",
            coat=float(random.uniform(0.3, 0.9)),
            roughness=float(random.uniform(0.2, 0.45)),
            coat_roughness=float(random.uniform(0.12, 0.4)),
        )
    matt = "worn" in part.look or "wood" in part.look or random.uniform() < 0.12
    return studio.painted(
        "glaze",
        coat=float(random.uniform(0.1, 0.5) if matt else random.uniform(0.75, 1.0)),
        roughness=float(random.uniform(0.3, 0.5) if matt else random.uniform(0.1, 0.4)),
        coat_roughness=float(random.uniform(0.1, 0.3) if matt else 0.01 * 15 ** random.uniform(0, 1)),
        clear=part.look.startswith("clear"),
    )
