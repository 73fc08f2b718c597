"""Paints white pieces: plastic, marbled, wooden, of metal or glass, with marks and with two faces.

`render/pieces.py` made the sheets. A sheet is painted anew for every board that is composed: it holds how
light falls on eight poses of one form, how their surface is turned, and their shadows.
"""

from __future__ import annotations

import json
from colorsys import hsv_to_rgb
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from compose.gloss import mirrored, normals
from shapes.lathe import CHECKERS

CELL, COLUMNS, WIDE = 104, 4, 40
"""As in `render/pieces.py`: side of a pose, poses in a row, pixels of a piece's foot."""
PAIRS = ("apart", "dark", "near", "wood", "marble", "metal", "ground", "any")
PAIRS_OFTEN = (0.24, 0.13, 0.14, 0.13, 0.1, 0.07, 0.12, 0.07)
"""What the colours of a set have to do with each other and with the board, and how often."""


@dataclass
class Sheet:
    """Eight poses of one form under one light; all pictures float32."""

    form: str
    tall: float
    slant: float
    """Of the camera, radians off the upright."""
    toward: float
    """Direction in the picture in which leaning checkers look, radians, up is pi / 2."""
    poses: list[dict]
    shade: np.ndarray
    """Light given back by white, shape (high, wide, 3), B, G, R; 1 is white paper on the board."""
    alpha: np.ndarray
    bare: np.ndarray
    shadow: np.ndarray
    light: np.ndarray
    """Colour of the light, B, G, R, its mean 1."""

    @property
    def is_checker(self) -> bool:
        return self.form in CHECKERS

    def cells(self, pose: str) -> list[int]:
        """List the cells of a pose."""
        return [number for number, one in enumerate(self.poses) if one["pose"] == pose]


def sheets(folder: Path, *, held: bool = False) -> list[dict]:
    """List the lines of all sheets that training may take, or of those that it may not."""
    lines = (folder / "pieces.jsonl").read_text(encoding="utf-8").splitlines()
    return [line for line in map(json.loads, lines) if (9000 <= line["seed"] < 10000) == held]


def load(folder: Path, line: dict) -> Sheet:
    """Read a sheet."""
    name = line["sheet"]
    white = cv2.imread(str(folder / f"{name}.png"), cv2.IMREAD_UNCHANGED).astype(np.float32) / 255
    bare = cv2.imread(str(folder / f"{name}-bare.png"), cv2.IMREAD_UNCHANGED)
    shadow = cv2.imread(str(folder / f"{name}-shadow.png"), cv2.IMREAD_GRAYSCALE).astype(np.float32) / 255
    light = np.maximum(np.array(line["light"][::-1], np.float32), 0.02)
    shade = 2 * white[..., :3] ** 2.2 / 0.8 / light  # one stop, as in `render/pieces.py`
    place = np.minimum(np.arange(CELL), np.arange(CELL)[::-1]) / 10
    fade = np.tile(np.minimum.outer(np.clip(place, 0, 1), np.clip(place, 0, 1)), (2, COLUMNS))
    return Sheet(
        line["form"],
        line["tall"],
        float(np.radians(line["slant_deg"])),
        float(np.radians(line["toward_deg"])),
        line["poses"],
        shade,
        white[..., 3],
        bare,
        (shadow * fade * rng_soft(line["seed"])).astype(np.float32),
        light / light.mean(),
    )


def rng_soft(seed: int) -> float:
    """Return how dark the shadows of a sheet are: rooms with light walls fill them."""
    return float(np.random.default_rng([seed, 3]).uniform(0.75, 1.0))


@dataclass
class Skin:
    """What one owner's pieces are made of."""

    faces: list[np.ndarray]
    """Colours of either face, shape (96, 96, 3), linear, B, G, R."""
    gloss: float
    metal: float
    differ: float
    """By how much single pieces are lighter or darker."""


def colour(rng: np.random.Generator, low: float = 0.03, high: float = 0.95) -> np.ndarray:
    """Draw any colour: linear, B, G, R."""
    depth = float(
        rng.choice(
            [rng.uniform(0, 0.18), rng.uniform(0.1, 0.65), rng.uniform(0.5, 0.95)], p=(0.35, 0.47, 0.18)
        )
    )
    seen = np.array(hsv_to_rgb(rng.uniform(), depth, rng.uniform(low, high)))
    return (seen[::-1] ** 2.2).astype(np.float32)


def near(rng: np.random.Generator, tone: np.ndarray, far: float) -> np.ndarray:
    """Draw a colour beside another: `far` is the step in each channel on a screen."""
    seen = tone ** (1 / 2.2) + far * rng.uniform(0.5, 1.2) * rng.choice([-1, 1]) + rng.normal(0, far / 3, 3)
    return (np.clip(seen, 0.02, 0.98) ** 2.2).astype(np.float32)


def skins(rng: np.random.Generator, count: int, ground: np.ndarray) -> list[Skin]:
    """Draw what the pieces of `count` owners are made of; `ground` is a colour of the board."""
    kind = str(rng.choice(PAIRS, p=PAIRS_OFTEN))
    first = colour(rng, 0.7) if kind == "near" else colour(rng, 0.03, 0.25) if kind == "dark" else colour(rng)
    tones: list[np.ndarray] = []
    while len(tones) < count:
        if kind == "ground" and not tones:
            tone = near(rng, ground, 0.04)
        elif kind == "near":
            tone = first if not tones else near(rng, first, float(rng.uniform(0.07, 0.14)))
        elif kind == "dark":
            tone = first if not tones else near(rng, first, float(rng.uniform(0.08, 0.2)))
        elif kind == "wood":
            warm = np.array([0.25, 0.5, 0.8]) ** rng.uniform(0.5, 1.3) * rng.uniform(0.08, 0.9)
            tone = warm.astype(np.float32)
        else:
            tone = colour(rng)
        apart = min(
            (float(np.abs(tone ** (1 / 2.2) - other ** (1 / 2.2)).max()) for other in tones), default=1.0
        )
        if apart > (0.055 if kind in ("near", "dark") else 0.16):
            tones.append(tone)
        elif rng.random() < 0.1:
            kind, first = "any", colour(rng)
    stuff = {"wood": "wood", "marble": "marble", "metal": "metal"}.get(kind)
    two_faced = rng.random() < 0.1
    marked = rng.random() < 0.15
    made = []
    for tone in tones:
        own = stuff or str(rng.choice(["plain", "plain", "plain", "wood", "marble", "metal"]))
        other = near(rng, tone, float(rng.uniform(0.1, 0.35))) if two_faced else tone
        faces = [_face(rng, own, tone, marked=marked), _face(rng, own, other, marked=marked and two_faced)]
        gloss = {"wood": 0.4, "metal": 1.0}.get(own, 1.0) * float(rng.choice([0.0, rng.uniform(0.2, 1.0)]))
        made.append(Skin(faces, gloss, float(own == "metal"), {"wood": 0.16}.get(own, 0.04)))
    return made


def _face(rng: np.random.Generator, stuff: str, tone: np.ndarray, *, marked: bool) -> np.ndarray:
    size = 96
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size - 0.5
    face = np.broadcast_to(tone, (size, size, 3)).copy()
    if stuff == "wood":
        bend = cv2.resize(
            rng.standard_normal((5, 4)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC
        )
        rings = np.sin(x * rng.uniform(20, 70) + bend * rng.uniform(1, 4))
        fibre = cv2.GaussianBlur(rng.standard_normal((size, size)).astype(np.float32), (0, 0), 0.8, sigmaY=9)
        face *= (1 + rng.uniform(0.05, 0.3) * rings + rng.uniform(0.2, 0.6) * fibre)[..., None]
    elif stuff == "marble":
        other = near(rng, tone, float(rng.uniform(0.12, 0.45)))
        lumps = cv2.resize(
            rng.standard_normal((7, 7)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC
        )
        part = np.clip(0.5 + 0.6 * np.sin(lumps * rng.uniform(1.5, 4)), 0, 1)[..., None]
        face = face * (1 - part) + other * part
    out = np.hypot(x, y) * 2
    if marked:
        ink = near(rng, tone, float(rng.uniform(0.25, 0.6)))
        turn = np.arctan2(y, x)
        inside = [
            np.abs(out - rng.uniform(0.4, 0.75)) < rng.uniform(0.03, 0.09),
            out < rng.uniform(0.2, 0.45),
            out < 0.35 + 0.2 * np.cos(turn * int(rng.integers(3, 9))),
            (np.abs(x) < 0.2) & (np.abs(y) < 0.14 + 0.1 * np.abs(np.sin(x * 24))),
        ][int(rng.integers(4))]
        part = cv2.GaussianBlur(inside.astype(np.float32), (0, 0), 1.0)[..., None] * rng.uniform(0.5, 1.0)
        face = face * (1 - part) + ink * part
    return np.clip(face, 0.004, 0.97).astype(np.float32)


def dressed(
    rng: np.random.Generator, sheet: Sheet, skin: Skin, shine: np.ndarray, cell: int, *, lower: bool
) -> np.ndarray:
    """Return one pose painted: shape (CELL, CELL, 4), linear B, G, R, then alpha; not multiplied by it.

    Args:
        rng: Of how the piece is turned about itself.
        sheet: Of its form.
        skin: Of its owner.
        shine: What is mirrored in the sheet (`mirror`).
        cell: Which pose.
        lower: Its other face is up.
    """
    row, column = divmod(cell, COLUMNS)
    box = (slice(row * CELL, (row + 1) * CELL), slice(column * CELL, (column + 1) * CELL))
    scale = WIDE / 96 * 1.04
    spin = cv2.getRotationMatrix2D((48, 48), float(rng.uniform(0, 360)), scale)
    high = 0.0 if sheet.poses[cell]["pose"] == "lying" else sheet.tall
    spin[:, 2] += (CELL / 2 - 48, CELL / 2 - 48 - high * WIDE * np.sin(sheet.slant))
    face = skin.faces[int(lower)]
    paint = cv2.warpAffine(face, spin, (CELL, CELL), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    paint = paint * np.float32(1 + rng.normal(0, skin.differ))
    shade, bright = sheet.shade[box], shine[box]
    if skin.metal:
        turned, _ = normals(sheet.bare[box])
        sky = (
            0.35
            + 0.5 * np.clip(turned[..., 1] * 0.7 + 0.3 * turned[..., 0] + 0.3, 0, 1)
            + 0.25 * turned[..., 2] ** 8
        )
        body = paint * (0.35 * shade + 0.75 * sky[..., None] + 1.4 * bright)
    else:
        body = paint * shade + skin.gloss * bright
    return np.dstack([body, sheet.alpha[box]]).astype(np.float32)


def mirror(rng: np.random.Generator, sheet: Sheet) -> np.ndarray:
    """Return what lamps and windows look like in the surfaces of a sheet, shape (high, wide, 3)."""
    black = np.zeros((*sheet.alpha.shape, 4), np.uint8)
    black[..., 3] = (sheet.alpha * 255).astype(np.uint8)
    bare = sheet.bare.copy()
    bare[..., 0] = np.iinfo(bare.dtype).max
    seen = mirrored(rng, {"picture": black, "bare": bare, "label": 9})["picture"]
    return (
        np.asarray(seen[..., :3], np.float32)
        if seen.dtype == np.float32
        else np.zeros((*black.shape[:2], 3), np.float32)
    )
