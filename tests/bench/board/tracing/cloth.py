"""Boards of squares: the cross, five by five, seven by seven; sewn, painted, chalked, printed."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tests.bench.board.tracing.meshes import block, plate
from tests.bench.board.tracing.painting import SURFACES, Colour, cloud, image
from tests.bench.board.tracing.scene import Board, Paint, Place, Thing
from tests.bench.eye.looks.grain import Grid

CROSS, SIDES = "cross", {"cross": 19, "5x5": 5, "7x7": 7}


@dataclass(frozen=True, slots=True)
class Style:
    """What a board of squares looks like."""

    ground: Colour
    line: Colour
    second: Colour
    """Every other square, or the middle columns."""
    mark: Colour
    """Of castles and crossed squares."""
    surface: str = "cloth"
    chalk: bool = False
    bands: bool = False
    """The second colour is used."""
    framed: bool = False
    cells: Colour | None = None
    """Of the squares, where they are of another colour than the ground."""


def squares(layout: str) -> list[tuple[int, int]]:
    """List rows and columns of the squares where pieces stand."""
    side = SIDES[layout]
    every = [(r, c) for r in range(side) for c in range(side)]
    if layout != CROSS:
        return every
    return [(r, c) for r, c in every if (8 <= r <= 10) != (8 <= c <= 10)]


def crossed(layout: str) -> set[tuple[int, int]]:
    """Return the squares that are marked."""
    if layout == CROSS:
        first = {(18, 9), (14, 8), (14, 10)}
        return {spot for r, c in first for spot in ((r, c), (18 - r, c), (c, r), (c, 18 - r))}
    side = SIDES[layout]
    m = side // 2
    marked = {(0, m), (m, 0), (side - 1, m), (m, side - 1), (m, m)}
    return marked | ({(1, 1), (1, 5), (5, 1), (5, 5)} if side == 7 else set())


def board(layout: str, style: Style, unit: float, rng: np.random.Generator) -> Board:
    """Build a board; `unit` is the side of a square in centimetres."""
    side = SIDES[layout]
    half = (side * unit / 2, side * unit / 2)
    margin = unit * (0.12 if style.framed else 0.55 if layout != CROSS else 0.25)
    px = int(1500 / (2 * (half[0] + margin)))
    picture = _painted(layout, style, unit, margin, px, rng)
    soft = style.surface in ("cloth", "felt")
    skin = Paint(
        image(picture),
        rough=0.9 if soft or style.chalk else 0.5,
        relief=0.5 if soft else 0.15 if style.chalk else 0.0,
        relief_cm=0.08,
        coat=0.0 if soft or style.chalk else 0.35,
        coat_rough=0.2,
        fuzz=0.25 if soft else 0.0,
    )
    outer = (half[0] + margin, half[1] + margin)
    things = [Thing(plate(outer), skin)]
    if style.framed:
        wood = Paint(
            image(SURFACES["timber"](rng, style.line, (400, 400))), rough=0.4, coat=0.4, coat_rough=0.15
        )
        t = unit * 0.25
        for s in (-1, 1):
            things.append(
                Thing(
                    block((t / 2, outer[1] + t, 0.9), along=1, scale=26.0),
                    wood,
                    (s * (outer[0] + t / 2), 0.0, -1.0),
                )
            )
            things.append(
                Thing(
                    block((outer[0], t / 2, 0.9), along=0, scale=26.0),
                    wood,
                    (0.0, s * (outer[1] + t / 2), -1.0),
                )
            )
    places = [Place(f"r{r}c{c}", _corners(r, c, 1, unit, half)) for r, c in squares(layout)]
    if layout == CROSS:
        places.append(Place("charkoni", _corners(8, 8, 3, unit, half)))
    return Board(layout, half, tuple(things), tuple(places), unit)


def _corners(
    row: int, column: int, size: int, unit: float, half: tuple[float, float]
) -> tuple[tuple[float, float], ...]:
    left, top = column * unit - half[0], half[1] - row * unit
    right, low = left + size * unit, top - size * unit
    return ((left, top), (right, top), (right, low), (left, low))


def _painted(
    layout: str, style: Style, unit: float, margin: float, px: int, rng: np.random.Generator
) -> Grid:
    side = SIDES[layout]
    size = int(2 * margin * px + side * unit * px)
    shape = (size, size)
    paint = SURFACES[style.surface]
    picture = paint(rng, style.ground, shape)
    step, edge = unit * px, margin * px
    second = paint(rng, style.second, shape)
    cells = None if style.cells is None else paint(rng, style.cells, shape)
    inked = np.zeros(shape, np.float32)
    signs = np.zeros(shape, np.float32)
    thin = max(2, int(step * rng.uniform(0.02, 0.05)))

    def line(mask: Grid, one: tuple[float, float], two: tuple[float, float], wide: int) -> None:
        ends = [
            tuple(round((edge + v * step) * 16 + rng.normal(0, 10 if style.chalk else 2)) for v in end)
            for end in (one, two)
        ]
        cv2.line(mask, ends[0], ends[1], 1.0, wide, cv2.LINE_AA, 4)

    for r, c in squares(layout):
        if cells is not None:
            a, b = (int(edge + v * step) for v in (c, r))
            picture[b : int(b + step), a : int(a + step)] = cells[b : int(b + step), a : int(a + step)]
        if style.bands and ((layout == CROSS and (r == 9 or c == 9)) or (layout != CROSS and (r + c) % 2)):
            a, b = (int(edge + v * step) for v in (c, r))
            picture[b : int(b + step), a : int(a + step)] = second[b : int(b + step), a : int(a + step)]
        for one, two in (
            ((c, r), (c + 1, r)),
            ((c, r + 1), (c + 1, r + 1)),
            ((c, r), (c, r + 1)),
            ((c + 1, r), (c + 1, r + 1)),
        ):
            line(inked, one, two, thin)
        if (r, c) in crossed(layout):
            g = 0.12 if layout != CROSS else 0.2
            line(signs, (c + g, r + g), (c + 1 - g, r + 1 - g), thin + 1)
            line(signs, (c + 1 - g, r + g), (c + g, r + 1 - g), thin + 1)
    if layout == CROSS:
        a, b = int(edge + 8 * step), int(edge + 11 * step)
        picture[a:b, a:b] = second[a:b, a:b]
        middle = (int(edge + 9.5 * step), int(edge + 9.5 * step))
        for ring in (0.45, 0.9, 1.25):
            cv2.circle(signs, middle, int(step * ring), 1.0, thin, cv2.LINE_AA)
    if style.chalk:
        rub = np.clip(0.75 + 0.45 * cloud(rng, shape, 5, 5), 0, 1)
        inked, signs = (
            np.asarray(cv2.GaussianBlur(m, (0, 0), 1.2) * rub, np.float32) for m in (inked, signs)
        )
    for mask, colour in ((inked, style.line), (signs, style.mark)):
        picture = picture * (1 - mask[..., None]) + np.array(colour, np.float32) * mask[..., None]
    return np.asarray(picture, np.float32)


def position(layout: str, owners: str, rng: np.random.Generator) -> dict[str, dict[str, list[bool]]]:
    """Return what stands where: by place, then by owner, for every piece whether it lies."""
    where: dict[str, dict[str, list[bool]]] = {}
    free = squares(layout)
    marked = sorted(crossed(layout))
    for owner in owners:
        for _ in range(4 if layout != "7x7" else int(rng.choice([4, 6]))):
            draw = rng.random()
            if layout == CROSS and draw < 0.2:
                name = "charkoni"
            elif draw < 0.42:
                r, c = marked[int(rng.integers(len(marked)))]
                name = f"r{r}c{c}"
            elif draw < 0.55 and where:
                name = str(rng.choice(sorted(where)))
                if layout == CROSS and any(one != owner for one in where[name]):
                    name = "charkoni"
            else:
                r, c = free[int(rng.integers(len(free)))]
                name = f"r{r}c{c}"
            lies = bool(layout == CROSS and name != "charkoni" and rng.random() < 0.25)
            there = where.setdefault(name, {})
            if sum(len(each) for each in there.values()) < 4 or name == "charkoni":
                there.setdefault(owner, []).append(lies)
    return {name: there for name, there in where.items() if there}
