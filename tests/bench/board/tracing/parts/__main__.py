"""Makes boards in parts: `python -m tests.bench.board.tracing.parts --folder build/board-parts`, in Blender.

Without `--look` those that the box shows by itself are made (`--folder device/pretend/boards`), seen from the
south; with it one or several of the held-out looks, each in one view. What is there already is left. What the
files say: `README.md` in the folder above.
"""

from __future__ import annotations

import argparse
import json
import math
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tests.bench.board.tracing import backgammon, cloth
from tests.bench.board.tracing.catalogue import BY_NAME
from tests.bench.board.tracing.look import Look
from tests.bench.board.tracing.parts.hands import PX_PER_CM, hand
from tests.bench.board.tracing.parts.looks import GROUNDS, PRETEND, SHARES
from tests.bench.board.tracing.parts.strewn import mask, strewn
from tests.bench.board.tracing.rooms import hue, lamps
from tests.bench.board.tracing.scene import Board, Lamp, Thing, Triple
from tests.bench.board.tracing.stills import FINER, SIZES, table
from tests.bench.board.tracing.tracer import traced
from tests.bench.board.tracing.view import View, bent, hung, over
from tests.bench.eye.looks.camera import Shot, developed
from tests.bench.eye.looks.grain import Grid

SLANTS = {"overhead": (0.0, 6.0), "slanted": (12.0, 22.0), "steep": (28.0, 35.0)}
"""By how many degrees the camera leans."""
_WIDTHS = {"backgammon": (4.2, 4.2), "5x5": (6.0, 6.0), "7x7": (5.0, 5.0), "cross": (3.0, 3.0)}
"""Of a point or square, centimetres."""
_HUNG = {"backgammon": (13.0, 1.05, 0.83), "5x5": (10.0, 1.0, 0.82), "cross": (13.0, 1.05, 0.96)}
"""How the camera of the box's boards hangs: degrees off the upright, focal length in widths of its picture,
and the part of it that the board takes. Frames, heads and what was borne off are seen as well."""
_FINER = {"backgammon": 1.2}
_LEVEL = {"cross": 0.31}
"""How bright their pictures are; cream on a dark cloth would turn white."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A look with its camera and lamps, without pieces."""

    look: Look
    board: Board
    view: View
    things: tuple[Thing, ...]
    lamps: tuple[Lamp, ...]
    fill: Triple
    width: float
    """Of a piece, centimetres."""
    rng: np.random.Generator

    def light(self, pieces: tuple[Thing, ...], *, rays: int, threads: int) -> Grid:
        """Trace it with pieces."""
        every = (*self.things, *pieces)
        straight = traced(every, self.lamps, self.fill, self.view, rays=rays, threads=threads)
        return bent(straight, self.view)


def scene(look: Look, view_name: str) -> Scene:
    """Lay a look out as one of its views has it; `pretend` for the box's own."""
    rng = np.random.default_rng([zlib.crc32(f"parts: {look.name}, {view_name}".encode()), 1])
    unit = float(rng.uniform(*_WIDTHS[look.layout]))
    if isinstance(look.style, backgammon.Style):
        board = backgammon.board(look.style, unit, rng)
    else:
        board = cloth.board(look.layout, look.style, unit, rng)
    finer = FINER.get(look.layout, 1.0)
    wide, high = SIZES["overhead"]
    if view_name == "pretend":
        finer = _FINER.get(look.layout, finer)
    size = (round(wide * finer), round(high * finer))
    if view_name == "pretend":
        lean, focal, full = _HUNG[look.layout]
        view = over(
            board, size=size, lean=math.radians(lean), toward=math.pi / 2, focal=size[0] * focal, full=full
        )
        share = SHARES[look.layout]
    else:
        view = hung(rng, board, size=size, slant=SLANTS[view_name], bent=False)
        shares = {"backgammon": (0.86, 0.97), "cross": (0.5, 0.66)}.get(look.layout, (0.3, 0.44))
        share = float(rng.uniform(*shares)) * (0.8 if look.kit.form == "cowrie" else 1.0)
    lit, fill = lamps(look.light, rng, board.half)
    if view_name == "pretend":
        name, number = GROUNDS[look.layout]
        laid = table(board, np.random.default_rng(number), name)
    else:
        laid = table(board, rng)
    things = (*laid, *board.things)
    return Scene(look, board, view, things, tuple(lit), fill, unit * share, rng)


def make(look: Look, view_name: str, folder: Path, *, rays: int, threads: int, quality: int) -> None:
    """Trace a look in parts into a folder of its own; what it has to tell is written last."""
    one = scene(look, view_name)
    folder.mkdir(exist_ok=True, parents=True)
    how = Shot(
        level=_LEVEL.get(look.layout, 0.37) if view_name == "pretend" else 0.37,
        soft=0.45,
        noise=0.0,
        balance=0.85,
    )
    metered: Grid | None = None

    def take(name: str, pieces: tuple[Thing, ...]) -> None:
        nonlocal metered
        begun = time.perf_counter()
        light = one.light(pieces, rays=rays, threads=threads)
        metered = light if metered is None else metered
        shade = np.maximum(np.array(hue(list(one.lamps), one.fill), np.float32), 0.15)
        frame = developed(light, how, np.random.default_rng(0), hue=shade, metered=metered)
        cv2.imwrite(str(folder / f"{name}.jpg"), frame, [cv2.IMWRITE_JPEG_QUALITY, quality])
        print(f"{folder.name} {name} {time.perf_counter() - begun:.1f} s", flush=True)

    take("empty", ())
    layers = []
    for layer in strewn(look, one.board, one.width, one.view, one.rng):
        take(layer.name, layer.pieces)
        cv2.imwrite(str(folder / f"{layer.name}.png"), mask(layer.pieces, one.view))
        layers.append(
            {
                "name": layer.name,
                "lying": layer.lying,
                "pieces": [
                    [piece.owner, *(round(float(v), 3) for v in spot)]
                    for piece, spot in zip(layer.pieces, layer.spots, strict=True)
                ],
            }
        )
    (folder / "parts.json").write_text(json.dumps(_told(one, view_name, layers), indent=1) + "\n", "utf-8")


def _told(one: Scene, view_name: str, layers: list[dict[str, object]]) -> dict[str, object]:
    view, board = one.view, one.board
    tall = {}
    for owner, own in one.look.kit.makes.items():
        flat = own.form == "button" and one.look.kit.form != "button"
        tall[owner] = round(one.look.kit.thick * one.width * (0.5 if flat else 1.0), 3)
    return {
        "look": one.look.name,
        "view": view_name,
        "light": one.look.light,
        "layout": board.layout,
        "size": list(view.size),
        "camera": {
            name: np.round(np.asarray(getattr(view, name), float), 6).tolist()
            for name in ("at", "right", "down", "ahead")
        },
        "focal": round(view.focal, 3),
        "half": [round(v, 4) for v in board.half],
        "unit": round(board.unit, 4),
        "bar_columns": board.bar_columns,
        "bar_height": board.bar_height,
        "width": round(one.width, 4),
        "tall": tall,
        "layers": layers,
    }


def make_hand(folder: Path, *, rays: int, threads: int, quality: int) -> None:
    """Trace the hand that moves the pieces of all boards of the box."""
    one = scene(PRETEND[0], "pretend")
    light, tip = hand(
        one.lamps, one.fill, skin=(0.66, 0.46, 0.36), wool=(0.16, 0.2, 0.32), rays=rays, threads=threads
    )
    cover = light[..., 3]
    rows, columns = np.flatnonzero(cover.max(1) > 0.01), np.flatnonzero(cover.max(0) > 0.01)
    top, left, right = rows[0], columns[0], columns[-1] + 1
    light = light[top:, left:right]
    shade = np.maximum(np.array(hue(list(one.lamps), one.fill), np.float32), 0.15)
    hides = np.clip(light[..., 3], 0, 1)
    colour = np.maximum(light[..., :3] / np.power(shade / shade.mean(), 0.85), 0)
    own = colour / np.maximum(hides, 0.02)[..., None]
    own *= 0.13 / float(np.percentile(own.mean(2)[hides > 0.9], 60))
    # A shadow takes light before the curve of the picture: after it, it takes less.
    part = np.clip(own.mean(2) / 0.03, 0, 1)
    cover = part * hides + (1 - part) * (1 - np.power(1 - hides, 1 / 2.2))
    seen = np.power(np.clip(own, 0, 1), 1 / 2.2) * cover[..., None]
    folder.mkdir(exist_ok=True, parents=True)
    cv2.imwrite(
        str(folder / "hand.jpg"),
        np.round(255 * seen[..., ::-1]).astype(np.uint8),
        [cv2.IMWRITE_JPEG_QUALITY, quality],
    )
    cv2.imwrite(str(folder / "hand.png"), np.round(255 * cover).astype(np.uint8))
    told = {"tip": [round(tip[0] - float(left), 1), round(tip[1] - float(top), 1)], "px_per_cm": PX_PER_CM}
    (folder / "hand.json").write_text(json.dumps(told) + "\n", "utf-8")


def _tasks(asked: argparse.Namespace) -> Iterator[tuple[Look, str, Path]]:
    if not asked.look:
        for look in PRETEND:
            yield look, "pretend", asked.folder / look.name
        return
    for name in asked.look:
        plain = name.replace(",", "").replace(":", "").replace(" ", "-")
        yield BY_NAME[name], asked.view, asked.folder / f"{plain}-{asked.view}"


def main() -> None:
    """Make what is not there yet."""
    asking = argparse.ArgumentParser(prog="python -m tests.bench.board.tracing.parts", description=__doc__)
    asking.add_argument("--folder", type=Path, required=True)
    asking.add_argument("--look", nargs="*", choices=sorted(BY_NAME), metavar="NAME", help="held-out looks")
    asking.add_argument("--view", choices=sorted(SLANTS), default="slanted")
    asking.add_argument("--only", nargs="*", help="of the box's own these alone")
    asking.add_argument("--rays", type=int, default=8)
    asking.add_argument("--quality", type=int, default=90, help="of the files")
    asking.add_argument("--threads", type=int, default=1)
    asked = asking.parse_args()
    cv2.setNumThreads(1)
    if (
        not asked.look
        and not (asked.folder / "hand" / "hand.json").exists()
        and asked.only in (None, ["hand"])
    ):
        make_hand(asked.folder / "hand", rays=4 * asked.rays, threads=asked.threads, quality=asked.quality)
    for look, view_name, folder in _tasks(asked):
        if asked.only and look.name not in asked.only:
            continue
        if not (folder / "parts.json").exists():
            make(look, view_name, folder, rays=asked.rays, threads=asked.threads, quality=asked.quality)


if __name__ == "__main__":
    main()
