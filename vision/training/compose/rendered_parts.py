"""Takes the rendered single dice and shells of `render/parts.py` into the form of `compose_dice`.

    python -m compose.rendered_parts

reads `out/parts/parts.jsonl` and writes `out/sprites/parts_dice.pickle`, `parts_shells.pickle` and
`parts_unsure.pickle`: dice that lean and shells on edge, of which nobody can say what they show. Parts from
number 9000 on are kept for measuring: `held_dice.pickle` and so on. Those from 20000 on have the looks of
tables and land in `looks_dice.pickle` and so on, from 29000 on in `held_looks_dice.pickle`.
"""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import cv2
import numpy as np
from compose.dice import OUT, UNSURE

HELD, LOOKS = 9000, 20000
PARTS = Path(__file__).resolve().parents[1] / "out" / "parts"


def die_edge(cover: np.ndarray, slant: float) -> float:
    """The edge of a die in pixels, from the area of its outline."""
    area = float(cover.sum())
    return float(np.sqrt(area / (0.96 * (np.cos(slant) + 1.27 * np.sin(slant)))))


def group(number: int) -> str:
    """Begin the name of the file for part `number`.

    >>> [group(n) for n in (0, 8999, 9000, 20000, 28999, 29000)]
    ['parts_', 'parts_', 'held_', 'looks_', 'looks_', 'held_looks_']
    """
    if number < LOOKS:
        return "held_" if number >= HELD else "parts_"
    return "held_looks_" if number - LOOKS >= HELD else "looks_"


def main() -> None:
    made: dict[str, list[dict]] = {}
    for line in (PARTS / "parts.jsonl").read_text().splitlines():
        part = json.loads(line)
        picture = cv2.imread(str(PARTS / part["file"]), cv2.IMREAD_UNCHANGED)
        if picture is None:
            continue
        cover = picture[..., 3].astype(np.float32) / 255
        slant = float(np.deg2rad(part["slant_deg"]))
        sprite = {"picture": picture, "tilt": slant, "part": True}
        if part["face"] in "123456":
            edge = die_edge(cover, slant) * np.sqrt((1 + np.cos(slant)) / 2)
            middle = np.float32([part["top_x"], part["top_y"]])
            name = "dice"
            sprite |= {"label": int(part["face"]) - 1, "centre": middle, "size": float(edge)}
        else:
            points = np.argwhere(cover > 0.5)[:, ::-1].astype(np.float32)
            centre, sides, _ = cv2.minAreaRect(points)
            label = {"mouth": 6, "back": 7}.get(part["face"], UNSURE)
            size = float(np.sqrt(sides[0] * sides[1])) * (0.85 if part["face"] == "lean" else 1)
            name = "unsure" if label == UNSURE else "shells"
            sprite |= {"label": label, "centre": np.float32(centre), "size": size}
            sprite["die"] = part["face"] == "lean"
        if "bare" in part:
            sprite["bare"] = cv2.imread(str(PARTS / part["bare"]), cv2.IMREAD_UNCHANGED)
        made.setdefault(group(part["seed"]) + name, []).append(sprite)
    for name, sprites in made.items():
        with (OUT / f"{name}.pickle").open("wb") as file:
            pickle.dump(sprites, file, protocol=5)
        print(name, len(sprites), np.bincount([s["label"] for s in sprites]))


if __name__ == "__main__":
    main()
