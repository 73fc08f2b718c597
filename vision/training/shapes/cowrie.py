"""A money cowrie made of numbers: two height fields over an egg-like outline.

Seen from above the shell spans half a unit of width and two units of length; `y` runs from the narrow end
(-1) to the broad end (+1). The base lies at z = 0 and carries the mouth, a slit with teeth on both lips.
The back is a thick rim (callus) with a dome on top. All is scaled to centimetres at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from shapes.patterns import PAINTERS
from shapes.shape import Colour, Floats, Shape, linear, mix, smoothstep, waves

MONETA = "moneta"
ANNULUS = "annulus"
SPOTTED = "spotted"
SPECIES = (MONETA, ANNULUS, SPOTTED)

RIM_HEIGHT = 0.24
"""Height of the widest place above the base, in half lengths. Found by trial on photographs."""
OUTLINE = (
    (0.10, 1.00),
    (0.30, 0.93),
    (0.52, 0.76),
    (0.70, 0.50),
    (0.755, 0.22),
    (0.70, -0.10),
    (0.58, -0.45),
    (0.42, -0.76),
    (0.27, -0.96),
    (0.10, -1.02),
)
"""Right half of the outline, from the broad end to the narrow one, in half lengths. Drawn by eye."""


@dataclass(frozen=True, slots=True)
class CowrieLook:
    """What makes one shell differ from its sister."""

    species: str = MONETA
    length_cm: float = 2.35
    breadth: float = 1.0
    """Factor on the width."""
    height: float = 1.0
    """Factor on the height."""
    angular: float = 1.0
    """How far the shoulder humps stand out; 0 is an egg."""
    slit_width: float = 0.05
    """Half width of the mouth, in half lengths."""
    slit_bend: float = 0.09
    teeth: int = 12
    """Teeth on one lip."""
    base: Colour = (0.93, 0.89, 0.79)
    rim: Colour = (0.90, 0.84, 0.64)
    dome: Colour = (0.80, 0.75, 0.55)
    gloss: float = 0.8
    hole: bool = False
    """Whether the dome is cut open, as strung shells are."""
    seed: int = 0
    patterns: tuple[tuple[str, Colour], ...] | None = None
    """What is painted on the back, one over the other, of `PAINTERS`; None is what the species has."""
    stain: Colour = (0.68, 0.54, 0.36)
    """Colour between the teeth."""
    inside: Colour = (0.13, 0.09, 0.06)
    """Colour within the mouth."""
    slit_aside: float = 0.0
    """How far the mouth lies aside of the middle, in half lengths."""
    beak: float = 0.0
    """How far the ends are drawn out, in half lengths."""


def random_look(seed: int, species: str = MONETA, *, hole: bool = False) -> CowrieLook:
    """Draw a shell that is like its kind, and like no other."""
    random = np.random.default_rng([seed, 17])
    warm = random.uniform(-0.03, 0.03)
    shade = random.uniform(0.90, 1.03)

    def tinted(colour: Colour) -> Colour:
        red, green, blue = colour
        return (
            float(np.clip((red + warm * 0.3) * shade, 0, 1)),
            float(np.clip(green * shade, 0, 1)),
            float(np.clip((blue - warm * 2) * shade, 0, 1)),
        )

    look = CowrieLook(
        species=species,
        length_cm=float(random.uniform(2.15, 2.6)),
        breadth=float(random.uniform(0.92, 1.07)),
        height=float(random.uniform(0.92, 1.06)),
        angular=float(random.uniform(0.5, 1.4)),
        slit_width=float(random.uniform(0.042, 0.066)),
        slit_bend=float(random.uniform(0.05, 0.13)),
        teeth=int(random.integers(10, 14)),
        base=tinted((0.93, 0.89, 0.80)),
        rim=tinted((0.91, 0.85, 0.66)),
        dome=tinted((0.82, 0.76, 0.54)),
        gloss=float(random.uniform(0.55, 0.95)),
        hole=hole,
        seed=seed,
    )
    if species == ANNULUS:
        return replace(look, angular=0.25, rim=tinted((0.90, 0.87, 0.80)), dome=tinted((0.80, 0.79, 0.74)))
    if species == SPOTTED:
        return replace(look, angular=0.0, rim=tinted((0.80, 0.68, 0.50)), dome=tinted((0.66, 0.52, 0.36)))
    return look


def cowrie(look: CowrieLook, *, around: int = 300, base_rings: int = 84, back_rings: int = 44) -> Shape:
    """Build the shell: base towards -z, back towards +z, broad end towards +y.

    Args:
        look: What this one is like.
        around: Corners in one ring.
        base_rings: Rings from the middle of the base to the rim.
        back_rings: Rings from the rim to the top of the dome.
    """
    random = np.random.default_rng([look.seed, 23])
    angle = np.arange(around) * (2 * np.pi / around)
    reach = _outline(angle, look)
    t = np.linspace(0, 1, base_rings + 1)
    base_s = 0.55 * t + 0.45 * np.sin(t * np.pi / 2)
    back_s = np.sin(np.linspace(1, 0, back_rings + 1)[1:] * np.pi / 2)
    s = np.concatenate([base_s, back_s])
    reach = np.tile(reach, (len(s), 1))
    if look.patterns is not None:  # what the ends are like is not seen on top
        smooth = _outline(angle, look, ends=False)
        reach = smooth + (reach - smooth) * s[:, None] ** 8
    plan = s[:, None, None] * reach[:, :, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)[None]
    flat = plan.reshape(-1, 2)
    rings = np.repeat(s, around)
    is_base = np.repeat(np.arange(len(s)) <= base_rings, around)
    z = np.empty(len(flat))
    colours = np.empty((len(flat), 4))
    z[is_base], colours[is_base] = _base(flat[is_base], rings[is_base], look, random)
    z[~is_base], colours[~is_base] = _back(flat[~is_base], rings[~is_base], look, random)
    z *= look.height
    points = np.column_stack([flat * [look.breadth, 1.0], z])
    # Shells are hollow with a heavy base: the centre of mass lies low.
    points -= [0.0, 0.04, 0.36 * look.height]
    return Shape(points * (look.length_cm / 2.0), _faces(len(s), around), colours)


def _faces(rings: int, around: int) -> list[tuple[int, ...]]:
    nxt = [(i + 1) % around for i in range(around)]
    return [
        (r * around + i, r * around + nxt[i], (r + 1) * around + nxt[i], (r + 1) * around + i)
        for r in range(rings - 1)
        for i in range(around)
    ]


def _outline(angle: Floats, look: CowrieLook, *, ends: bool = True) -> Floats:
    """Distance from the middle to the rim for each angle, in half lengths."""
    right = np.array(OUTLINE)
    left = right[::-1] * [-1, 1] * [0.96, 1]
    ring = np.concatenate([right, left])
    a = np.arctan2(ring[:, 1], ring[:, 0]) % (2 * np.pi)
    r = np.hypot(ring[:, 0], ring[:, 1])
    order = np.argsort(a)
    fine = np.linspace(0, 2 * np.pi, 720, endpoint=False)
    values = np.interp(fine, a[order], r[order], period=2 * np.pi)
    kernel = np.exp(-0.5 * (np.arange(-40, 41) / 15.0) ** 2)
    values = np.convolve(np.tile(values, 3), kernel / kernel.sum(), mode="same")[720:1440]
    reach: Floats = np.interp(angle, fine, values, period=2 * np.pi)
    for where, size, width in ((28, 0.05, 14), (152, 0.045, 14), (-52, 0.02, 14), (232, 0.015, 14)):
        away = (angle - np.radians(where) + np.pi) % (2 * np.pi) - np.pi
        reach = reach + look.angular * size * np.exp(-((away / np.radians(width)) ** 2))
    if not ends:
        return reach
    for where, size in ((90 - 4, 0.055), (270, 0.04)):
        away = (angle - np.radians(where) + np.pi) % (2 * np.pi) - np.pi
        reach = reach - size * np.exp(-((away / 0.075) ** 2))
    for where in (80, 100, 262, 278) if look.beak else ():
        away = (angle - np.radians(where) + np.pi) % (2 * np.pi) - np.pi
        reach = reach + look.beak * np.exp(-((away / 0.07) ** 2))
    return reach


def _base(plan: Floats, s: Floats, look: CowrieLook, random: np.random.Generator) -> tuple[Floats, Floats]:
    x, y = plan[:, 0], plan[:, 1]
    z = RIM_HEIGHT * (1.0 - np.sqrt(np.clip(1.0 - s**3.6, 0, 1)))
    middle = 0.03 + look.slit_aside + look.slit_bend * np.sin(1.9 * y + 0.5) - 0.05 * smoothstep(0.55, 1.0, y)
    away = x - middle
    side = np.where(away > 0, 1.0, 0.0)
    distance = np.abs(away)
    width = look.slit_width * (1.05 - 0.35 * y) * (0.72 + 0.28 * smoothstep(1.02, 0.7, np.abs(y)))
    wobble = 0.12 * np.sin(7.3 * y + look.seed) + 0.08 * np.sin(13.1 * y + 2.0 * look.seed)
    phase = look.teeth * (y + 1.0) / 2.0 + wobble + side * 0.45
    ridge = (0.5 + 0.5 * np.cos(2 * np.pi * phase)) ** 0.8
    toothed = smoothstep(0.93, 0.72, np.abs(y)) * (0.8 + 0.2 * np.sin(5.0 * y + side * 2.0 + look.seed))
    lip = width - (0.055 * ridge - 0.012) * toothed
    inside = smoothstep(lip + 0.018, lip - 0.022, distance)
    beyond = np.clip(distance - lip, 0, None)
    reach = np.where(side > 0, 0.16, 0.20)
    groove = (1.0 - ridge) * toothed * np.exp(-((beyond / reach) ** 2))
    z = z + 0.045 * np.exp(-((distance / 0.13) ** 2)) + 0.034 * groove * (1 - inside)
    z = z + (0.05 + 0.31 * smoothstep(0.97, 0.72, s)) * inside * smoothstep(1.03, 0.93, s)
    cream = np.tile(linear(look.base), (len(plan), 1))
    cream *= 1.0 + 0.05 * waves(plan, random, frequency=4.0)[:, None]
    rim = np.tile(linear(look.rim), (len(plan), 1))
    colour = mix(cream, rim, smoothstep(0.72, 1.0, s))
    colour = mix(colour, np.tile(linear(look.stain), (len(plan), 1)), np.clip(0.75 * groove, 0, 1))
    near = np.exp(-((beyond / 0.035) ** 2)) * 0.35 * toothed
    colour = mix(colour, np.tile(linear((0.55, 0.42, 0.28)), (len(plan), 1)), near)
    dark = np.tile(linear(look.inside), (len(plan), 1))
    colour = mix(colour, dark, smoothstep(0.12, 0.6, inside) * smoothstep(1.02, 0.93, s))
    gloss = look.gloss * (1.0 - inside)
    return z, np.column_stack([np.clip(colour, 0, 1), gloss])


def _back(plan: Floats, s: Floats, look: CowrieLook, random: np.random.Generator) -> tuple[Floats, Floats]:
    x, y = plan[:, 0], plan[:, 1]
    callus = RIM_HEIGHT + 0.36 * np.sqrt(np.clip(1.0 - s**2.3, 0, 1))
    edge = 0.66 if look.species == MONETA else 0.80
    wander = 0.03 * waves(plan, random, frequency=4.0)
    t = np.clip(s + wander, 0, None) / edge
    rise = 0.27 if look.species == MONETA else 0.20
    dome = rise * np.clip(1.0 - t**2.2, 0, 1) ** 0.75
    crease = -0.03 * np.exp(-(((t - 1.0) / 0.13) ** 2)) * (look.species == MONETA)
    humps = np.zeros(len(plan))
    for hx, hy, size in ((0.50, 0.36, 1.0), (-0.50, 0.36, 0.9), (0.36, -0.52, 0.5), (-0.36, -0.5, 0.45)):
        humps += size * np.exp(-(((x - hx) ** 2 + (y - hy) ** 2) / 0.035))
    z = callus + dome + crease + 0.055 * look.angular * humps
    z = z + 0.012 * waves(plan, random, frequency=6.0) * (1 - s)
    many = (len(plan), 1)
    rim = np.tile(linear(look.rim), many) * (1.0 + 0.06 * waves(plan, random, frequency=4.0)[:, None])
    colour = mix(rim, np.tile(linear(look.dome), many), smoothstep(1.12, 0.86, t))
    if look.patterns is not None:
        for name, ink in look.patterns:
            colour = PAINTERS[name](colour, plan, t, ink, random)
    elif look.species == MONETA:
        bands = np.exp(-(((y - 0.02) / 0.05) ** 2)) + np.exp(-(((y - 0.4) / 0.05) ** 2))
        bands = (bands + np.exp(-(((y + 0.36) / 0.05) ** 2))) * smoothstep(1.0, 0.8, t)
        patch = np.clip(0.35 + 0.5 * waves(plan, random, frequency=5.0), 0, 1)
        colour = mix(colour, np.tile(linear((0.55, 0.53, 0.36)), many), np.clip(0.42 * bands * patch, 0, 1))
        worn = smoothstep(0.3, 1.0, waves(plan, random, frequency=3.2)) * smoothstep(0.95, 0.6, t)
        colour = mix(colour, np.tile(linear((0.88, 0.85, 0.74)), many), 0.55 * worn)
        halo = np.exp(-(((t - 1.0) / 0.10) ** 2)) * np.clip(
            0.5 + 0.5 * waves(plan, random, frequency=3), 0, 1
        )
        colour = mix(colour, np.tile(linear((0.80, 0.66, 0.34)), many), 0.4 * halo)
    elif look.species == ANNULUS:
        ring = np.abs(s - 0.66 - 0.05 * waves(plan, random, frequency=3.0)) / 0.034
        wide = 1.0 + 0.35 * waves(plan, random, frequency=6.0)
        orange = np.tile(linear((0.85, 0.50, 0.14)), many)
        colour = mix(colour, orange, 0.95 * smoothstep(1.4, 0.7, ring / np.clip(wide, 0.5, None)))
    else:
        brown = np.tile(linear((0.27, 0.16, 0.09)), many)
        field = waves(np.column_stack([x, y]), random, frequency=13.0, count=14)
        colour = mix(colour, brown, smoothstep(0.25, 0.5, field) * smoothstep(1.05, 0.85, s))
    gloss = np.full(len(plan), look.gloss)
    if look.hole:
        open_at = smoothstep(1.05, 0.92, np.hypot(x / 0.36, (y - 0.02) / 0.44) + 0.08 * wander / 0.03 * 0.3)
        z = z - 0.5 * open_at
        colour = mix(colour, np.tile(linear((0.20, 0.15, 0.11)), many), smoothstep(0.1, 0.7, open_at))
        gloss = gloss * (1 - open_at)
    return z, np.column_stack([np.clip(colour, 0, 1), gloss])
