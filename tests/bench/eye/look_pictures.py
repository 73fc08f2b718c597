"""The held-out looks with their truth, from the folder that `python -m tests.bench.eye.looks` filled."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import numpy as np

from tests.bench.score import Sample
from vision.pictures import frame_at
from vision.reading import Expect, Face

LOOKS = Path(__file__).resolve().parents[3] / "build" / "looks"
"""Where ``python -m tests.bench.eye.looks --folder build/looks`` writes."""
THROWS = ("dev", "test")
"""Folders of ordinary throws: those that people may look at, and those that are only counted."""
ASKING = {
    "die-in-place": "a die in a shell's place",
    "leaning": "leaning, on edge or stacked",
    "hand": "a hand in coloured light",
}
"""Folders of pictures about which a person must be asked."""
BESIDE = "dice-beside"
"""A folder of throws with dice beside them, which are not counted."""

_WORDS = ("look", "species", "finish", "roll")
_SIDES = {"mouth": Face.MOUTH, "back": Face.BACK}


def throws(
    folder: Path,
    names: tuple[str, ...] = THROWS,
    *,
    kind: Literal["dice", "cowries"] | None = None,
    every: int = 1,
    counted: bool = True,
) -> Iterator[Sample]:
    """Yield the throws of looks; none where there are none.

    Args:
        folder: Where they lie.
        names: Which of its folders.
        kind: Only throws of these; None for both.
        every: Only every so many pictures of each look.
        counted: The number of shells or dice is told beforehand.
    """
    for name in names:
        for path in sorted((folder / name).glob("*.json")):
            if int(path.stem.rsplit("-", 1)[1]) % every:
                continue
            truth = json.loads(path.read_text("utf-8"))
            if kind not in (None, truth["kind"]):
                continue
            shows = [str(one["shows"]) for one in truth["things"]]
            lying = [one for one in shows if one in _SIDES] if name == BESIDE else shows
            expect = Expect(truth["kind"], len(lying) if counted else None)
            yield _sample(path, truth, expect, group=f"looks {name}")


def asking(folder: Path, name: str) -> Iterator[Sample]:
    """Yield the pictures of one of the folders about which a person must be asked; the number is told."""
    for path in sorted((folder / name).glob("*.json")):
        truth = json.loads(path.read_text("utf-8"))
        expect = Expect("cowries", len(truth["things"]))
        yield _sample(path, truth, expect, group=ASKING[name], must_ask=True)


def _sample(
    path: Path, truth: dict[str, Any], expect: Expect, *, group: str, must_ask: bool = False
) -> Sample:
    picture = frame_at(path.with_suffix(".jpg"))
    if picture is None:
        raise FileNotFoundError(f"{path.with_suffix('.jpg')} is not beside {path.name}: make the looks anew")
    shows = [str(one["shows"]) for one in truth["things"]]
    pips = sorted((int(one) for one in shows if one.isdecimal()), reverse=True)
    places = tuple(
        (_SIDES[one["shows"]], float(one["x"]), float(one["y"]), float(one["long"]))
        for one in truth["things"]
        if one["shows"] in _SIDES
    )
    words: dict[str, str] = {key: str(truth[key]) for key in _WORDS}
    words["half"] = path.parent.name
    words["how"] = "".join(str(one.get("how", "")) for one in truth["things"])
    return Sample(
        group,
        path.stem,
        np.asarray(picture, np.uint8),
        expect,
        tuple(pips) if truth["kind"] == "dice" else (),
        shows.count("mouth"),
        len(places),
        str(truth["light"]),
        str(truth["ground"]),
        places=places,
        look=words,
        must_ask=must_ask,
    )
