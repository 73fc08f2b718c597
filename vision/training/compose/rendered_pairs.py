"""Takes the pairs of `render/pairs.py` into a form to compose with: pictures, and what each of the two shows.

    python -m compose.rendered_pairs

reads `out/pairs/pairs.jsonl` and writes `out/sprites/pairs.pickle`; pairs from number 9000 on, which are kept
for measuring, land in `held_pairs.pickle`.
"""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import cv2
import numpy as np
from compose.dice import OUT, UNSURE
from compose.rendered_parts import HELD, die_edge

PAIRS = Path(__file__).resolve().parents[1] / "out" / "pairs"
UNKNOWN = 10
"""A class that is no class: of this one nobody can say whether it still shows its face."""
CUT = 0.05, 0.12
"""Of the lower thing so much may be hidden, and it is told as if alone; from the second on it is not told."""
LEAST_DEG = 22.0
"""What leans without hiding a part of the other is seen to lean from this tilt on."""
BURIED = 0.6
"""What is hidden more than this is not there."""


def label(thing: dict, *, how: str, tilt_deg: float, hides: float) -> int:
    """Return the class of one of two.

    Args:
        thing: A line's entry: `face` and how much of it is `hidden`.
        how: How the upper one was laid.
        tilt_deg: And how far it is tilted.
        hides: How much of the other one it hides.

    >>> flat = {"face": "mouth", "hidden": 0.0}
    >>> label(flat, how="flat", tilt_deg=0, hides=0)
    6
    >>> label(flat | {"hidden": 0.3}, how="flat", tilt_deg=0, hides=0)
    9
    """
    if thing["hidden"] > CUT[1] or thing["face"] == "edge":
        return UNSURE
    if thing["hidden"] > CUT[0]:
        return UNKNOWN
    if thing["face"] == "lean":
        plain = how == "propped" and hides < CUT[0] and tilt_deg < LEAST_DEG
        return UNKNOWN if plain else UNSURE
    return {"mouth": 6, "back": 7}[thing["face"]] if thing["kind"] == "cowrie" else int(thing["face"]) - 1


def size_of(outline: np.ndarray, *, kind: str, leans: bool, slant: float) -> float:
    """Return the size of a thing from its outline, as `compose.rendered_parts` does for one that is alone."""
    if kind == "die" and not leans:
        area = np.float32([cv2.contourArea(outline)])
        return die_edge(area, slant) * float(np.sqrt((1 + np.cos(slant)) / 2))
    sides = cv2.minAreaRect(outline)[1]
    return float(np.sqrt(sides[0] * sides[1])) * (0.85 if kind == "die" else 1)


def sprite(pair: dict, picture: np.ndarray, bare: np.ndarray) -> dict:
    """Return both things as one picture, cut to what is seen, with `members` that tell of each."""
    rows, columns = np.nonzero(picture[..., 3])
    low = np.float32([columns.min(), rows.min()])
    cut = np.s_[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    slant = float(np.deg2rad(pair["slant_deg"]))
    members = []
    for thing in pair["things"]:
        outline = np.float32(thing["outline"])
        leans = thing["face"] == "lean"
        is_flat_die = thing["kind"] == "die" and not leans
        middle = np.float32(thing["top"] if is_flat_die else cv2.minAreaRect(outline)[0])
        size = size_of(outline, kind=thing["kind"], leans=leans, slant=slant)
        told = label(thing, how=pair["how"], tilt_deg=pair["tilt_deg"], hides=pair["things"][0]["hidden"])
        is_there = thing["hidden"] < BURIED
        members.append({"centre": middle - low, "size": size, "label": told, "there": is_there})
    has_die = any(thing["kind"] == "die" for thing in pair["things"])
    return {
        "picture": picture[cut],
        "bare": bare[cut],
        "tilt": slant,
        "die": has_die,
        "part": True,
        "members": members,
    }


def main() -> None:
    made: dict[str, list[dict]] = {"pairs": [], "held_pairs": []}
    for line in (PAIRS / "pairs.jsonl").read_text().splitlines():
        pair = json.loads(line)
        files = [str(PAIRS / pair[name]) for name in ("file", "bare")]
        picture, bare = (cv2.imread(file, cv2.IMREAD_UNCHANGED) for file in files)
        if picture is not None and bare is not None:
            made["held_pairs" if pair["seed"] >= HELD else "pairs"].append(sprite(pair, picture, bare))
    for name, sprites in made.items():
        with (OUT / f"{name}.pickle").open("wb") as file:
            pickle.dump(sprites, file, protocol=5)
        labels = [one["label"] for some in sprites for one in some["members"]]
        print(name, len(sprites), np.bincount(labels, minlength=UNKNOWN + 1))


if __name__ == "__main__":
    main()
