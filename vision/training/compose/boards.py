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
    printed   (N,) 1 if a disc is printed there: `empty` shows it too, alone it may look like a piece

A column has the rim at the bottom and the board's middle on top, is 1.25 points wide and as high as a point
is long; a square shows 1.5 squares. Both lie in the plane of the pieces' heads (columns) or waists (squares).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from compose import fields, flat, stands
from compose.dressing import Sheet, load, mirror, near, sheets, skins
from compose.laid import PX, Table, laid
from compose.lens import Taking, falling, in_the_way, taken, taking
from compose.stands import Stand

SIZES = {"column": (32, 128), "square": (48, 48)}
"""Width and height of the patches."""
SHOWN = {"column": 1.25, "square": 1.5}
"""Points or squares that they show across."""
WAIST = 0.65
"""As in `vision.board.placing.cut`."""
FLAT = 0.2
"""Of all boards so many have pieces that are drawn flat, if nothing else is asked."""
PRINTED = 0.25
"""Of all boards whose empty places are known so many have discs printed on some of them."""
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
    "printed",
)


def table(
    rng: np.random.Generator, sheet: Sheet, kind: str, ground: np.ndarray, frame: np.ndarray,
    *, drawn: bool = False,
) -> Table:  # fmt: skip
    """Draw a set and a camera for a board; `drawn` for pieces without shades."""
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
        wide = float(rng.uniform(0.24, 0.72) if not sheet.is_checker else rng.uniform(0.24, 0.8))
    paint = None
    if drawn:
        paint, two_faced = flat.paint(rng, low=kind == "column" or sheet.is_checker), False
        wide *= float(rng.uniform(0.8, 1.05)) if kind == "column" else 1.0
    high = float(rng.uniform(0.0, 0.6)) if kind == "column" and rng.random() < 0.8 else 0.0
    how = taking(rng, sheet.light)
    # Cameras seldom let the brightest things of a board turn white.
    brightest = max(
        0.25, *(float(tone.max()) for tone in (ground, frame, *(skin.faces[0].mean((0, 1)) for skin in made)))
    )
    how = replace(how, level=min(how.level, 0.18 * float(rng.uniform(0.5, 1.0)) / brightest))
    if drawn and rng.random() < 0.5:  # and hardly any noise, in even light
        how = replace(how, noise=min(how.noise, 3.0), quality=max(90, how.quality), is_even=True)
    return Table(sheet, made, mirror(rng, sheet), wide, turn, 1.0, how, high, frame, two_faced, paint)


def column_board(rng: np.random.Generator, sheet: Sheet, number: int, share: float = FLAT) -> list[dict]:
    """Draw the 24 points and the bar of a board; of all boards a `share` has pieces that are drawn flat."""
    long, drawn = float(rng.uniform(4.4, 6.2)), bool(rng.random() < share)
    plain = drawn and rng.random() < 0.6
    grounds, frame, tone = fields.points(rng, PX, long, plain=plain)
    one = replace(table(rng, sheet, "column", tone, frame, drawn=drawn), long=long)
    tilts = [int(pose["pose"][4:]) for pose in sheet.poses if pose["pose"].startswith("tilt")]
    if rng.random() < 0.4:  # the other row of points: nothing leans there, as it would look the wrong way
        one, tilts = replace(one, turn=one.turn + np.pi), []
    strip = fields.bar(rng, frame, PX, long, plain=plain)
    origin = (1.0 * PX, (long + 0.5) * PX)
    waist = one.tall * float(rng.uniform(0.6, 1.0))
    colours = _tapped(rng, one, grounds[0], origin, [(0.0, 1.0), (0.0, 2.6)], waist, "column")
    known = rng.random() < 0.88
    spots = [(0.0, one.wide * 0.5), (0.0, one.wide * 1.5), (0.0, long / 2), (0.0, long * 0.8)]
    prints = _prints(rng, one, origin, spots, known=known)
    made = []
    for place in range(25):
        is_bar = place == 24
        ground, has_print = prints(strip if is_bar else grounds[place % 2])
        there = []
        if is_bar:
            there = stands.on_bar(rng, wide=one.wide, long=long)
        else:
            for beside in (-1, 0, 1):
                count = stands.counts(rng)
                who = int(rng.integers(2))
                if drawn and (one.tall < 0.1 or rng.random() < 0.85):  # no pile hides what is below
                    some = flat.row(rng, who, count, wide=one.wide, long=long)
                else:
                    some = stands.checkers(
                        rng, who, count, wide=one.wide, tall=one.tall, long=long, tilts=tilts
                    )
                there += [replace(s, x=s.x + beside, beside=beside != 0) for s in some]
        seen = _patch(rng, one, ground, there, origin, waist, "column", known=known)
        made.append(seen | {"colours": colours, "board": number, "printed": np.uint8(has_print)})
    return made


def square_board(rng: np.random.Generator, sheet: Sheet, number: int, share: float = FLAT) -> list[dict]:
    """Draw 16 squares of a board; of all boards a `share` has pieces that are drawn flat."""
    drawn = bool(rng.random() < share)
    plain = drawn and bool(rng.random() < 0.6)
    grounds, tone = fields.squares(rng, PX, plain=plain)
    one = table(rng, sheet, "square", tone, tone, drawn=drawn)
    if rng.random() < 0.3:  # owners' home columns are often of the colour of their pieces
        own = one.skins[int(rng.integers(len(one.skins)))].faces[0].mean((0, 1))
        grounds, _ = fields.squares(
            rng, PX, second=near(rng, own, float(rng.uniform(0.02, 0.15))), plain=plain
        )
    origin = (1.5 * PX, 1.5 * PX)
    waist = _waist(rng, one)
    reach = min(0.45, one.wide * 0.75)
    colours = _tapped(rng, one, grounds[0], origin, [(-reach, 0.0), (reach, 0.0)], waist, "square")
    known = rng.random() < 0.88
    prints = _prints(rng, one, origin, [(0.0, 0.0), (-reach, 0.0), (reach, 0.1)], known=known)
    poses = ["level"] if drawn else [str(pose["pose"]) for pose in sheet.poses]
    low = "over" in poses
    made = []
    for _ in range(16):
        there = stands.pieces(rng, len(one.skins), wide=one.wide, poses=poses, low=low)
        for beside in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if rng.random() < 0.4:
                some = stands.pieces(rng, len(one.skins), wide=one.wide, poses=poses, low=low)
                there += [replace(s, x=s.x + beside[0], y=s.y + beside[1], beside=True) for s in some]
        ground, has_print = prints(grounds[int(rng.choice(4, p=(0.38, 0.21, 0.13, 0.28)))])
        seen = _patch(rng, one, ground, there, origin, waist, "square", known=known)
        made.append(seen | {"colours": colours, "board": number, "printed": np.uint8(has_print)})
    return made


def _waist(rng: np.random.Generator, one: Table) -> float:
    """Draw how high above a board squares are cut: nobody tells the eye how tall its pieces are.

    It takes `WAIST` of usual pieces: half a square tall, or a whole one on the narrow squares of a cross.
    """
    if rng.random() < 0.2:
        return one.tall * float(rng.uniform(0.4, 0.6))
    is_narrow = rng.random() < (0.8 if one.wide > 0.5 else 0.15)
    return WAIST * (1.0 if is_narrow else 0.5) * float(rng.uniform(0.85, 1.15))


def _prints(
    rng: np.random.Generator, one: Table, origin: tuple[float, float], spots: list[tuple[float, float]],
    *, known: bool,
) -> Callable[[np.ndarray], tuple[np.ndarray, bool]]:  # fmt: skip
    """Return what prints discs on some grounds of a board, and says whether it did."""
    tones = [skin.faces[0].mean((0, 1)) for skin in one.skins]
    often = float(rng.uniform(0.15, 0.6)) if known and rng.random() < PRINTED else 0.0

    def some(ground: np.ndarray) -> tuple[np.ndarray, bool]:
        if rng.random() >= often:
            return ground, False
        return flat.printed(rng, ground, tones, wide=one.wide, origin=origin, px=PX, spots=spots), True

    return some


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
    straight = cv2.warpAffine(
        scene, cut, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REFLECT_101
    )
    light = 1.0 if how.is_even else falling(rng, straight.shape[0], straight.shape[1])
    return taken(rng, straight * np.float32(light), how, px=PX, size=SIZES[kind])


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
    parser.add_argument("--flat", type=float, default=FLAT, help="share of boards with pieces drawn flat")
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
            rows += draw(rng, load(OUT / "pieces", lines[int(rng.integers(len(lines)))]), number, given.flat)
        part = target.with_suffix(".part")
        with part.open("wb") as open_:
            np.savez(open_, **{key: np.array([row[key] for row in rows]) for key in KEYS})
        part.rename(target)
        print(target.name, len(rows), flush=True)


if __name__ == "__main__":
    main()
