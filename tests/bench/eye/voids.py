"""How often the eye takes dice for cocked, so that the throw of a match is void (BS6).

Of dice that lie flat nothing must be void: the photographs of strangers, and the project's own composed
pictures, held-out ones where they were made. Of dice that lean all should be void or at least asked about; a
picture in which nobody knows how the dice lie is asked about and never void.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from device.doubts import void_of
from tests.bench.eye.sets import FRAMES, HELD, NEAR, PHOTOS, SLANTED, framed, photographs
from tests.bench.figures import Figure
from vision.eye import Eye
from vision.pictures import frame_at
from vision.reading import Expect, Frame

LEANING = FRAMES / "leaning"
"""Composed pictures in which something leans or stands on edge."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A picture of dice."""

    name: str
    frame: Frame
    count: int
    """How many lie there."""


def voids(eye: Eye) -> Iterator[Figure]:
    """Read every set that is there, their number told as a match tells it."""
    for name, pictures, must_be_flat in (
        ("near photographs, flat", _photographs(*NEAR), True),
        ("slanted photographs, flat", _photographs(SLANTED), True),
        ("many dice, odd files, flat", _many(PHOTOS / "rune55"), True),
        ("own test pictures, flat", flat_dice(FRAMES), True),
        ("held-out scenes, flat", flat_dice(HELD), True),
        ("composed, leaning or on edge", leaning_dice(LEANING), False),
    ):
        yield from figures(name, eye, pictures, must_be_flat=must_be_flat)


def figures(name: str, eye: Eye, pictures: Iterator[Thrown], *, must_be_flat: bool) -> Iterator[Figure]:
    """Count what becomes of the throws of a set; a set that is not there has none.

    Args:
        name: What the set is called.
        eye: Reads them.
        pictures: With dice alone.
        must_be_flat: None of them is cocked; else all have a die that is.
    """
    what: Counter[str] = Counter()
    found: list[str] = []
    for one in pictures:
        reading = eye.read(one.frame, expect=Expect("dice", one.count))
        why = void_of(reading.doubts) if not reading.certain else ""
        what["void" if why else "told" if reading.certain else "asked"] += 1
        if bool(why) == must_be_flat:
            found.append(f"{one.name} {why}".strip())
    total = what.total()
    note = f"{what['told']} told, {what['asked']} asked" if total else "skipped: no pictures"
    if found and must_be_flat:
        note += f"; {', '.join(found[:6])}"
    share = 100 * what["void"] / total if total else 0.0
    yield Figure(f"{name}: void", share, "%", total, None, note)
    if not must_be_flat and total:
        yield Figure(f"{name}: told for sure", 100 * what["told"] / total, "%", total)


def _photographs(*folders: str) -> Iterator[Thrown]:
    for folder in folders:
        for one in photographs(PHOTOS / "dice" / folder, counted=True):
            if not one.trained:
                yield Thrown(f"{folder}/{one.name}", one.frame, len(one.values))


def _many(folder: Path) -> Iterator[Thrown]:
    """Yield photographs of many dice; files of even number may have been trained with."""
    if not (folder / "truth.json").exists():
        return
    truths: dict[str, list[object]] = json.loads((folder / "truth.json").read_text("utf-8"))
    for name, dice in truths.items():
        is_odd = int(Path(name).stem.rpartition("-")[2]) % 2
        if is_odd and (picture := frame_at(folder / name)) is not None:
            yield Thrown(name, picture, len(dice))


def flat_dice(folder: Path) -> Iterator[Thrown]:
    """Yield the pictures of flat dice of a folder with a ``truth.toml``; none where there is none."""
    for one in framed(folder, folder.name):
        if not one.shells and one.values:
            yield Thrown(one.name, one.frame, len(one.values))


def leaning_dice(folder: Path) -> Iterator[Thrown]:
    """Yield the pictures of a folder in each of which a die leans or stands on edge."""
    truths = tomllib.loads((folder / "truth.toml").read_text("utf-8"))
    for name, truth in truths.items():
        if (picture := frame_at(folder / name)) is not None:
            yield Thrown(name, picture, int(truth["things"]))
