"""Compose columns and squares of boards as the eye cuts them out, with what it is told about set and board.

    cd vision/training; python -m compose.boards --kind column --count 100000
    cd vision/training; python -m compose.boards --kind square --count 60000

It takes the sheets of `render/pieces.py`. A board is drawn at a time: 24 points and a bar, or 16 squares, of
one set, one light, one camera. `out/boards/column-NNNN.npz` holds 100 boards; board `n` depends on `n`
and on the sheets that there are. About 20 ms a patch.
What is in a file, for N patches:

    patch     (N, 128, 32, 3) or (N, 48, 48, 3), uint8, B, G, R: what is seen
    empty     the same without pieces, taken at another time; black where `known` is 0
    known     (N,) 1 if there is a picture of the empty board
    colours   (N, 4, 2, 3), uint8, B, G, R: two samples of each owner's pieces, one of either face
    owners    (N,) how many of the four there are; two in columns
    count     (N, 4) how many pieces of each owner stand or lie on the place, hidden ones too
    lying     (N, 4) how many of them lie
    hidden    (N,) of how many more than .6 lies behind a hand, a sleeve, a cup
    covered   (N,) which part of the place such a thing covers, 0 to 1
    slant     (N,) of the camera, degrees
    board     (N,) number of the board: what belongs together, for a split

A column has the rim at the bottom and the board's middle on top, is 1.25 points wide and as high as a point
is long; a square shows 1.5 squares. Both lie in the plane of the pieces' heads (columns) or waists (squares).
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from compose import fields, stands
from compose.dressing import CELL, COLUMNS, WIDE, Sheet, Skin, dressed, load, mirror, near, sheets, skins
from compose.lens import Taking, falling, in_the_way, taken, taking
from compose.stands import Stand

SIZES = {"column": (32, 128), "square": (48, 48)}
"""Width and height of the patches."""
SHOWN = {"column": 1.25, "square": 1.5}
"""Points or squares that they show across."""
PX = 46
"""Pixels of a point or square while it is composed."""
BOARDS = 100
"""In one file."""
OUT = Path(__file__).resolve().parents[1] / "out"
KEYS = (
    "patch",
    "empty",
    "known",
    "colours",
    "owners",
    "count",
    "lying",
    "hidden",
    "covered",
    "slant",
    "board",
)


@dataclass
class Table:
    """One board with its set, as all its patches share it."""

    sheet: Sheet
    skins: list[Skin]
    shine: np.ndarray
    wide: float
    """Of a foot, in points or squares."""
    turn: float
    """By how much the sheet is turned, radians."""
    long: float
    """Of a point; 1 for squares."""
    how: Taking
    rim: float
    """Height of the frame in points; 0 for none."""
    frame: np.ndarray
    is_two_faced: bool

    @property
    def tall(self) -> float:
        """Height of a piece, in points or squares."""
        return self.sheet.tall * self.wide

    @property
    def lean(self) -> np.ndarray:
        """Where a thing of height 1 is seen, off its foot: x to the right, y upwards."""
        way = self.turn + np.pi / 2
        return np.tan(self.sheet.slant) * np.array([np.cos(way), np.sin(way)])


def table(rng: np.random.Generator, sheet: Sheet, kind: str, ground: np.ndarray, frame: np.ndarray) -> Table:
    """Draw a set and a camera for a board."""
    owners = 2 if kind == "column" else int(rng.choice([2, 3, 4], p=(0.4, 0.15, 0.45)))
    made = skins(rng, owners, ground)
    two_faced = any(
        np.abs(skin.faces[0].mean((0, 1)) - skin.faces[1].mean((0, 1))).max() > 0.02 for skin in made
    )
    turn = float(rng.uniform(0, 6.2832))
    if kind == "column":  # checkers that lean look away from the rim
        turn = np.pi / 2 - sheet.toward
        wide = float(rng.uniform(0.82, 1.02))
    else:
        wide = float(rng.uniform(0.26, 0.62) if not sheet.is_checker else rng.uniform(0.3, 0.8))
    high = float(rng.uniform(0.0, 0.6)) if kind == "column" and rng.random() < 0.8 else 0.0
    how = taking(rng, sheet.light)
    # Cameras seldom let the brightest things of a board turn white.
    brightest = max(
        0.25, *(float(tone.max()) for tone in (ground, frame, *(skin.faces[0].mean((0, 1)) for skin in made)))
    )
    how = replace(how, level=min(how.level, 0.18 * float(rng.uniform(0.5, 1.0)) / brightest))
    return Table(sheet, made, mirror(rng, sheet), wide, turn, 1.0, how, high, frame, two_faced)


def laid(
    rng: np.random.Generator, one: Table, ground: np.ndarray, there: list[Stand], origin: tuple[float, float]
):
    """Put pieces on a ground.

    Args:
        rng: Of single pieces.
        one: The board.
        ground: Linear light, shape (high, wide, 3).
        there: The pieces.
        origin: Where x = y = 0 lies on it, pixels.

    Returns:
        The scene, and for each piece of the place itself the pixels that it fills.
    """
    scene = ground.copy()
    away = one.lean / max(1e-6, float(np.linalg.norm(one.lean)))
    order = sorted(there, key=lambda s: (s.order, round(s.up, 3), -(s.x * away[0] + s.y * away[1])))
    cells = []
    for stand in order:
        poses = one.sheet.cells(stand.pose) or one.sheet.cells("level")
        cells.append(int(rng.choice(poses)))
    for stand, cell in zip(order, cells, strict=True):
        if stand.up == 0 and stand.order == 0:
            _shade(one, scene, stand, cell, origin, 1.0)
    own = []
    for stand, cell in zip(order, cells, strict=True):
        if stand.up or stand.order:
            _shade(one, scene, stand, cell, origin, 0.8)
        lower = stand.pose == "over" or (one.is_two_faced and rng.random() < 0.5)
        sprite = dressed(rng, one.sheet, one.skins[stand.owner], one.shine, cell, lower=lower)
        sprite[..., :3] *= sprite[..., 3:]
        part, box = _warped(one, sprite, stand, origin, scene.shape)
        if part is None:
            continue
        scene[box] = scene[box] * (1 - part[..., 3:]) + part[..., :3]
        if not stand.beside:
            filled = np.zeros(scene.shape[:2], np.float32)
            filled[box] = part[..., 3]
            own.append(filled)
    return scene, own


def _warped(
    one: Table, sprite: np.ndarray, stand: Stand, origin: tuple[float, float], shape: tuple[int, ...]
):
    """Lay a pose into the board's plane: returns it and where it lies, or none outside the picture."""
    k = one.wide * PX / WIDE
    c, s = np.cos(one.turn), np.sin(one.turn)
    stretch = 1 / np.cos(one.sheet.slant)
    place = np.array([stand.x, stand.y]) + stand.up * one.lean
    x, y = origin[0] + place[0] * PX, origin[1] - place[1] * PX
    reach = int(CELL / 2 * k * stretch * 1.35) + 2
    left, top = int(x) - reach, int(y) - reach
    a, b = max(0, left), max(0, top)
    right, low = min(shape[1], int(x) + reach), min(shape[0], int(y) + reach)
    if right - a < 2 or low - b < 2:
        return None, None
    move = np.array([[k * c, k * s * stretch, 0.0], [-k * s, k * c * stretch, 0.0]])
    move[:, 2] = (x - a, y - b) - move[:, :2] @ np.array([CELL / 2, CELL / 2])
    part = cv2.warpAffine(sprite, move, (right - a, low - b), flags=cv2.INTER_LINEAR)
    return part, (slice(b, low), slice(a, right))


def _shade(
    one: Table, scene: np.ndarray, stand: Stand, cell: int, origin: tuple[float, float], strong: float
) -> None:
    row, column = divmod(cell, COLUMNS)
    dark = one.sheet.shadow[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
    part, box = _warped(one, dark, stand, origin, scene.shape)
    if part is not None:
        scene[box] *= 1 - strong * np.clip(part, 0, 0.97)[..., None]


def column_board(rng: np.random.Generator, sheet: Sheet, number: int) -> list[dict]:
    """Draw the 24 points and the bar of a board."""
    long = float(rng.uniform(4.4, 6.2))
    grounds, frame, tone = fields.points(rng, PX, long)
    one = replace(table(rng, sheet, "column", tone, frame), long=long)
    tilts = [int(pose["pose"][4:]) for pose in sheet.poses if pose["pose"].startswith("tilt")]
    if rng.random() < 0.4:  # the other row of points: nothing leans there, as it would look the wrong way
        one, tilts = replace(one, turn=one.turn + np.pi), []
    strip = fields.bar(rng, frame, PX, long)
    origin = (1.0 * PX, (long + 0.5) * PX)
    waist = one.tall * float(rng.uniform(0.6, 1.0))
    colours = _tapped(rng, one, grounds[0], origin, [(0.0, 1.0), (0.0, 2.6)], waist, "column")
    known = rng.random() < 0.88
    made = []
    for place in range(25):
        is_bar = place == 24
        ground = strip if is_bar else grounds[place % 2]
        there = []
        if is_bar:
            there = stands.on_bar(rng, wide=one.wide, long=long)
        else:
            for beside in (-1, 0, 1):
                count = stands.counts(rng)
                some = stands.checkers(
                    rng, int(rng.integers(2)), count, wide=one.wide, tall=one.tall, long=long, tilts=tilts
                )
                there += [replace(s, x=s.x + beside, beside=beside != 0) for s in some]
        made.append(_patch(rng, one, ground, there, origin, waist, "column", known=known))
    return [one_ | {"colours": colours, "board": number} for one_ in made]


def square_board(rng: np.random.Generator, sheet: Sheet, number: int) -> list[dict]:
    """Draw 16 squares of a board."""
    grounds, tone = fields.squares(rng, PX)
    one = table(rng, sheet, "square", tone, tone)
    if rng.random() < 0.3:  # owners' home columns are often of the colour of their pieces
        own = one.skins[int(rng.integers(len(one.skins)))].faces[0].mean((0, 1))
        grounds, _ = fields.squares(rng, PX, second=near(rng, own, float(rng.uniform(0.02, 0.15))))
    origin = (1.5 * PX, 1.5 * PX)
    waist = one.tall * float(rng.uniform(0.4, 0.6))
    reach = min(0.45, one.wide * 0.75)
    colours = _tapped(rng, one, grounds[0], origin, [(-reach, 0.0), (reach, 0.0)], waist, "square")
    known = rng.random() < 0.88
    poses = [str(pose["pose"]) for pose in sheet.poses]
    low = "over" in poses
    made = []
    for _ in range(16):
        there = stands.pieces(rng, len(one.skins), wide=one.wide, poses=poses, low=low)
        for beside in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if rng.random() < 0.4:
                some = stands.pieces(rng, len(one.skins), wide=one.wide, poses=poses, low=low)
                there += [replace(s, x=s.x + beside[0], y=s.y + beside[1], beside=True) for s in some]
        ground = grounds[int(rng.choice(4, p=(0.45, 0.25, 0.15, 0.15)))]
        made.append(_patch(rng, one, ground, there, origin, waist, "square", known=known))
    return [one_ | {"colours": colours, "board": number} for one_ in made]


def _cut(
    rng: np.random.Generator, one: Table, origin: tuple[float, float], waist: float, kind: str
) -> np.ndarray:
    """Return where a patch lies in the scene: a matrix (2, 3) from the patch, PX to a point, to the scene."""
    width = SHOWN[kind] * PX
    height = (one.long if kind == "column" else SHOWN[kind]) * PX
    up = one.long / 2 if kind == "column" else 0.0
    seen = np.array([0.0, up]) + waist * one.lean + rng.normal(0, 0.025, 2)
    middle = np.array([origin[0] + seen[0] * PX, origin[1] - seen[1] * PX])
    angle, scale = float(rng.normal(0, 0.01)), float(np.exp(rng.normal(0, 0.012)))
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.column_stack([turn, middle - turn @ np.array([width / 2, height / 2])])


def _seen(
    rng: np.random.Generator, one: Table, scene: np.ndarray, cut: np.ndarray, kind: str, how: Taking
) -> np.ndarray:
    height = round((one.long if kind == "column" else SHOWN[kind]) * PX)
    size = (round(SHOWN[kind] * PX), height)
    flat = cv2.warpAffine(
        scene, cut, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REFLECT_101
    )
    return taken(rng, flat * falling(rng, flat.shape[0], flat.shape[1]), how, px=PX, size=SIZES[kind])


def _patch(
    rng: np.random.Generator, one: Table, ground: np.ndarray, there: list[Stand], origin: tuple[float, float],
    waist: float, kind: str, *, known: bool,
) -> dict:  # fmt: skip
    """Draw one place, with its truth."""
    scene, own = laid(rng, one, ground, there, origin)
    rise = one.rim * one.lean[1]
    if kind == "column" and rise > 0:  # the camera looks over the rim
        low, up = int(origin[1] - rise * PX), int(origin[1]) + 1
        band = ground[min(len(ground) - 1, up + 2) :][: up - low]
        scene[up - len(band) : up] = band
    cover = np.zeros(scene.shape[:2], np.float32)
    if rng.random() < 0.13:
        things, cover = in_the_way(rng, *scene.shape[:2], PX)
        scene = scene * (1 - cover[..., None]) + things * cover[..., None]
    hidden = sum(float((filled * cover).sum()) > 0.6 * float(filled.sum()) for filled in own)
    half = PX / 2
    top, low = (
        (origin[1] - one.long * PX, origin[1]) if kind == "column" else (origin[1] - half, origin[1] + half)
    )
    inside = cover[max(0, int(top)) : int(low), int(origin[0] - half) : int(origin[0] + half)]
    before = replace(
        one.how,
        level=one.how.level * float(np.exp(rng.normal(0, 0.12))),
        cast=(one.how.cast * rng.normal(1, 0.03, 3)).astype(np.float32),
        is_harsh=False,
    )
    cut = _cut(rng, one, origin, waist, kind)
    later = cut + np.array([[0, 0, 1.0], [0, 0, 1.0]]) * rng.normal(0, 0.02 * PX, (2, 1))
    picture = _seen(rng, one, scene, cut, kind, one.how)
    empty = _seen(rng, one, ground, later, kind, before) if known else np.zeros_like(picture)
    counts, lying = np.zeros(4, np.uint8), np.zeros(4, np.uint8)
    for stand in there:
        if not stand.beside:
            counts[stand.owner] += 1
            lying[stand.owner] += stand.pose == "lying"
    return {
        "patch": picture,
        "empty": empty,
        "known": np.uint8(known),
        "owners": np.uint8(len(one.skins)),
        "count": counts,
        "lying": lying,
        "hidden": np.uint8(hidden),
        "covered": np.float32(inside.mean()),
        "slant": np.float32(np.degrees(one.sheet.slant)),
    }


def _tapped(
    rng: np.random.Generator, one: Table, ground: np.ndarray, origin: tuple[float, float],
    spots: list[tuple[float, float]], waist: float, kind: str,
) -> np.ndarray:  # fmt: skip
    """Return two samples of each owner's colour, (4, 2, 3), as somebody tapped them on this board."""
    colours = np.zeros((4, 2, 3), np.uint8)
    wide, high = SIZES[kind]
    for owner in range(len(one.skins)):
        there = [
            Stand(owner, x, y, pose="over" if n and one.sheet.cells("over") else "level")
            for n, (x, y) in enumerate(spots)
        ]
        scene, _ = laid(rng, one, ground, there, origin)
        cut = _cut(rng, one, origin, waist, kind)
        seen = _seen(rng, one, scene, cut, kind, replace(one.how, is_harsh=False))
        back = np.linalg.inv(np.vstack([cut, [0, 0, 1]]))
        for number, (x, y) in enumerate(spots):
            head = np.array([x, y]) + 0.9 * one.tall * one.lean + rng.uniform(-0.14, 0.14, 2) * one.wide
            place = back @ np.array([origin[0] + head[0] * PX, origin[1] - head[1] * PX, 1.0])
            column = int(np.clip(place[0] / (SHOWN[kind] * PX) * wide, 1, wide - 2))
            row = int(
                np.clip(place[1] / ((one.long if kind == "column" else SHOWN[kind]) * PX) * high, 1, high - 2)
            )
            colours[owner, number] = seen[row - 1 : row + 2, column - 1 : column + 2].mean((0, 1))
    return colours


def main() -> None:
    """Read the command line and compose what is not there yet."""
    parser = argparse.ArgumentParser(description="Compose columns and squares of boards.")
    parser.add_argument("--kind", choices=tuple(SIZES), default="column")
    parser.add_argument("--count", type=int, default=100000, help="about so many patches")
    parser.add_argument("--held", action="store_true", help="of sheets that no training takes")
    parser.add_argument("--part", default="1/1", help="which part of the work, such as 1/2")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    which, of = (int(one) for one in given.part.split("/"))
    lines = sheets(OUT / "pieces", held=given.held)
    if given.kind == "column":
        lines = [line for line in lines if any(pose["pose"].startswith("tilt") for pose in line["poses"])]
    draw = column_board if given.kind == "column" else square_board
    (OUT / "boards").mkdir(parents=True, exist_ok=True)
    files = -(-given.count // (BOARDS * (25 if given.kind == "column" else 16)))
    for file in range(files):
        target = OUT / "boards" / f"{'held-' if given.held else ''}{given.kind}-{file:04}.npz"
        if target.exists() or file % of != which - 1:
            continue
        rows: list[dict] = []
        for number in range(file * BOARDS, (file + 1) * BOARDS):
            rng = np.random.default_rng([number, 83, given.kind == "column", given.held])
            rows += draw(rng, load(OUT / "pieces", lines[int(rng.integers(len(lines)))]), number)
        part = target.with_suffix(".part")
        with part.open("wb") as open_:
            np.savez(open_, **{key: np.array([row[key] for row in rows]) for key in KEYS})
        part.rename(target)
        print(target.name, len(rows), flush=True)


if __name__ == "__main__":
    main()
