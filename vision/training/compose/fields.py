"""Grounds of boards from above: points of backgammon, bars, and squares of cloth, wood, chalk, card."""

from __future__ import annotations

import cv2
import numpy as np
from compose.dressing import colour, near

STUFFS = ("felt", "wood", "leather", "cork", "cloth", "stone", "card", "print")


def lumps(rng: np.random.Generator, high: int, wide: int, across: float, down: float) -> np.ndarray:
    """Soft noise, about -1 to 1."""
    few = (max(2, int(high / down) + 2), max(2, int(wide / across) + 2))
    noise = rng.standard_normal(few).astype(np.float32)
    return cv2.resize(noise, (wide, high), interpolation=cv2.INTER_CUBIC)


def ground(
    rng: np.random.Generator, stuff: str, tone: np.ndarray, high: int, wide: int, px: float
) -> np.ndarray:
    """Draw a surface: linear B, G, R; `px` pixels are a square or point; "plain" has no grain."""
    grain = 0.0
    if stuff == "plain":
        return np.broadcast_to(np.clip(tone, 0.003, 0.95), (high, wide, 3)).astype(np.float32)
    if stuff == "felt":
        grain = 0.08 * rng.standard_normal((high, wide)) + 0.06 * lumps(rng, high, wide, px, px)
    elif stuff == "wood":
        along = rng.random() < 0.5
        long, short = 2.5 * px, px * rng.uniform(0.05, 0.25)
        lines = lumps(rng, high, wide, *((long, short) if along else (short, long)))
        grain = rng.uniform(0.05, 0.25) * lines + 0.05 * rng.standard_normal((high, wide))
    elif stuff in ("leather", "cork"):
        grain = rng.uniform(0.05, 0.18) * lumps(rng, high, wide, px * 0.08, px * 0.08)
    elif stuff == "cloth":
        y, x = np.mgrid[0:high, 0:wide]
        step = rng.uniform(2, 5)
        grain = 0.1 * np.sin(x * 6.28 / step) * np.sin(y * 6.28 / step) + 0.05 * lumps(
            rng, high, wide, px, px * 0.1
        )
    elif stuff == "stone":
        grain = 0.1 * lumps(rng, high, wide, px * 0.3, px * 0.3) + 0.12 * rng.standard_normal((high, wide))
    elif stuff == "print":
        y, x = np.mgrid[0:high, 0:wide] / px
        step = rng.uniform(0.15, 0.7)
        dots = np.hypot((x % step) - step / 2, (y % step) - step / 2) < step * rng.uniform(0.15, 0.35)
        part = dots.astype(np.float32)[..., None] * rng.uniform(0.3, 1.0)
        return tone * (1 - part) + near(rng, tone, float(rng.uniform(0.1, 0.5))) * part
    else:
        grain = 0.03 * lumps(rng, high, wide, px, px)
    return np.clip(tone * (1 + np.asarray(grain))[..., None], 0.003, 0.95).astype(np.float32)


def points(
    rng: np.random.Generator, px: float, long: float, *, plain: bool = False
) -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
    """Draw two sorts of points of one board with what is beside them, the rim at the bottom.

    Args:
        rng: Of the maker.
        px: Pixels of a point's width.
        long: Length of a point, in its widths.
        plain: All of it has no grain.

    Returns:
        Two pictures, shape (high, wide, 3), linear: half a width more to each side and above, one below,
        where the frame is; then the colour of the frame, and one of the field.
    """
    stuff = "plain" if plain else str(rng.choice(STUFFS[:-1]))
    field = colour(rng)
    if rng.random() < 0.2:
        tones = [near(rng, field, float(rng.uniform(0.05, 0.2))) for _ in range(2)]
    else:
        tones = [colour(rng), colour(rng)]
    if stuff == "wood" and rng.random() < 0.6:
        warm = np.array([0.3, 0.55, 0.85], np.float32)
        field, *tones = (warm ** rng.uniform(0.6, 1.6) * np.float32(rng.uniform(0.1, 0.8)) for _ in range(3))
    frame = near(rng, field, 0.2) if rng.random() < 0.5 else colour(rng)
    form = str(
        rng.choice(["straight", "round", "blunt", "outlined", "stripe"], p=(0.55, 0.15, 0.12, 0.13, 0.05))
    )
    inner = stuff if plain else str(rng.choice([stuff, "card", "print"], p=(0.7, 0.2, 0.1)))
    reach = float(rng.uniform(0.86, 1.0))
    made = []
    wide, high = int(2 * px), int((long + 1.5) * px)
    for own in (0, 1):
        picture = ground(rng, stuff, field, high, wide, px)
        foot = (long + 0.5) * px
        for beside in (-1, 0, 1):
            tone = tones[(own + beside) % 2]
            inked = ground(rng, inner, tone, high, wide, px)
            middle = wide / 2 + beside * px
            rise = np.linspace(0, 1, 12)
            half = (
                0.48
                * px
                * {
                    "round": np.sqrt(1 - rise**2.4),
                    "blunt": 1 - 0.7 * rise,
                    "stripe": np.full(12, 0.9),
                }.get(form, 1 - rise)
            )
            tops = foot - rise * reach * long * px
            edge = np.concatenate(
                [np.stack([middle - half, tops], 1), np.stack([middle + half, tops], 1)[::-1]]
            )
            spots = np.rint(edge * 16).astype(np.int32)
            mask = np.zeros((high, wide), np.float32)
            cv2.fillPoly(mask, [spots], 1.0, cv2.LINE_AA, 4)
            picture = picture * (1 - mask[..., None]) + inked * mask[..., None]
            if form == "outlined":
                rim = np.zeros((high, wide), np.float32)
                cv2.polylines(rim, [spots], True, 1.0, max(1, int(px * 0.03)), cv2.LINE_AA, 4)
                picture = picture * (1 - rim[..., None]) + frame * rim[..., None]
        lip = stuff if stuff in ("leather", "plain") else "wood"
        picture[int(foot) :] = ground(rng, lip, frame, high - int(foot), wide, px)
        made.append(picture.astype(np.float32))
    return made, frame, tones[0] if rng.random() < 0.7 else field


def bar(
    rng: np.random.Generator, frame: np.ndarray, px: float, long: float, *, plain: bool = False
) -> np.ndarray:
    """Draw a bar: a plain strip, its hinge or seam along the middle."""
    wide, high = int(2 * px), int((long + 1.5) * px)
    stuff = "plain" if plain else str(rng.choice(["wood", "leather", "card", "felt"]))
    picture = ground(rng, stuff, frame, high, wide, px)
    if rng.random() < 0.5:
        middle = wide // 2 + int(rng.normal(0, px * 0.05))
        picture[:, middle : middle + max(1, int(px * rng.uniform(0.02, 0.06)))] *= rng.uniform(0.2, 0.7)
    sides = int(px * rng.uniform(0.5, 0.62))
    beside = near(rng, frame, 0.3)
    picture[:, : wide // 2 - sides] = picture[:, wide // 2 + sides :] = beside
    return picture


def squares(
    rng: np.random.Generator, px: float, *, second: np.ndarray | None = None, plain: bool = False
) -> tuple[list[np.ndarray], np.ndarray]:
    """Draw four sorts of squares of one board, 3 wide and high with their neighbours; linear.

    Args:
        rng: Of the maker.
        px: Pixels of a square's width.
        second: Colour of every other square; None for any.
        plain: All of it has no grain.

    Returns:
        The pictures, the last at the edge of the board, and one of the board's colours.
    """
    stuff = "plain" if plain else str(rng.choice(STUFFS))
    field, line, mark = colour(rng), colour(rng), colour(rng)
    if float(np.abs(line ** (1 / 2.2) - field ** (1 / 2.2)).max()) < 0.12:
        line = near(rng, field, 0.35)
    if second is None:
        second = colour(rng) if rng.random() < 0.6 else field
    chalk = stuff == "stone" or rng.random() < 0.12
    size = int(3 * px)
    thick = max(1, int(px * rng.uniform(0.015, 0.07)))
    made = []
    for sort in range(4):
        picture = ground(rng, stuff, field, size, size, px)
        other = ground(rng, stuff, second, size, size, px)
        for row in range(3):
            for column in range(3):
                if (row + column + sort) % 2 if rng.random() < 0.8 else rng.random() < 0.5:
                    box = (
                        slice(int(row * px), int((row + 1) * px)),
                        slice(int(column * px), int((column + 1) * px)),
                    )
                    picture[box] = other[box]
        lines = np.zeros((size, size), np.float32)
        for step in range(4):
            at = int(min(size - 1, step * px + rng.normal(0, px * 0.015 * (1 + chalk))))
            cv2.line(lines, (0, at), (size, at), 1.0, thick, cv2.LINE_AA)
            cv2.line(lines, (at, 0), (at, size), 1.0, thick, cv2.LINE_AA)
        signs = np.zeros((size, size), np.float32)
        if sort == 1 or rng.random() < 0.12:
            _sign(rng, signs, px, thick)
        if chalk:
            rub = np.clip(0.7 + 0.5 * lumps(rng, size, size, 3, 3), 0, 1)
            lines, signs = lines * rub, signs * rub
        for mask, tone in ((lines, line), (signs, mark)):
            part = cv2.GaussianBlur(mask, (0, 0), 0.7)[..., None]
            picture = picture * (1 - part) + tone * part
        if sort == 3:
            bare = ground(rng, stuff, second if rng.random() < 0.2 else field, size, size, px)
            around = "plain" if plain and rng.random() < 0.5 else str(rng.choice(STUFFS))
            table = ground(rng, around, colour(rng), size, size, px)
            picture = _ended(rng, picture, bare, table, px, thick)
        made.append(picture.astype(np.float32))
    return made, second if rng.random() < 0.5 else field


def _ended(
    rng: np.random.Generator, picture: np.ndarray, bare: np.ndarray, table: np.ndarray, px: float, thick: int
) -> np.ndarray:
    """Let squares end at one or two sides of the middle one: there is the board's margin, or the table."""
    picture = picture.copy()
    for _ in range(1 + (rng.random() < 0.35)):
        if rng.random() < 0.6:  # the last line, the margin, perhaps the table
            end = int(px) + (-1 if rng.random() < 0.8 else 1) * (thick // 2 + 1)
            picture[:end] = bare[:end]
            end -= int(px * rng.uniform(0.05, 1.6))
        else:
            end = int(px * rng.uniform(0.6, 0.98))
        picture[: max(0, end)] = table[: max(0, end)]
        picture = np.rot90(picture)
    return np.ascontiguousarray(np.rot90(picture, int(rng.integers(4))))


def _sign(rng: np.random.Generator, signs: np.ndarray, px: float, thick: int) -> None:
    """Draw what castles have: a cross, a ring, a star or a flower, in the middle square."""
    kind = int(rng.integers(4))
    low, high = 1.5 * px - px * 0.42, 1.5 * px + px * 0.42
    if kind == 0:
        cv2.line(signs, (int(low), int(low)), (int(high), int(high)), 1.0, thick + 1, cv2.LINE_AA)
        cv2.line(signs, (int(low), int(high)), (int(high), int(low)), 1.0, thick + 1, cv2.LINE_AA)
    elif kind == 1:
        cv2.circle(
            signs,
            (int(1.5 * px), int(1.5 * px)),
            int(px * rng.uniform(0.2, 0.42)),
            1.0,
            thick + 1,
            cv2.LINE_AA,
        )
    else:
        angle = np.linspace(0, 2 * np.pi, 60)
        out = px * 0.36 * (0.65 + 0.35 * np.cos(int(rng.integers(4, 9)) * angle))
        edge = np.stack([1.5 * px + out * np.cos(angle), 1.5 * px + out * np.sin(angle)], 1)
        spots = [np.rint(edge).astype(np.int32)]
        if kind == 2:
            cv2.fillPoly(signs, spots, 1.0, cv2.LINE_AA)
        else:
            cv2.polylines(signs, spots, True, 1.0, thick + 1, cv2.LINE_AA)
