"""Measures the eye on real photographs: `python -m vision.bench`.

One row a folder: how many pictures were read exactly right (every value, nothing extra), how many were wrong
although the eye was certain, how many it asked about, and the time. The photographs are no part of this
project; a folder that is not there is skipped with a word.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.eye import Eye
from vision.reading import Expect, Face, Frame, Reading

PHOTOS = Path(__file__).resolve().parents[2] / "shared" / "photos"
"""Where the photographs lie beside a checkout."""

DICE = (
    "DamianTab_DiceDetection",
    "tomek-jankowiak_Dice_Detector",
    "llkadenll_Eyes-dice-recognition",
    "matteop65_oblique",
)
SLANTED = "matteop65_oblique"
SHELLS = "Ademola111_seashell_cutouts"


@dataclass(slots=True)
class Row:
    """What came out of one folder."""

    name: str
    right: int = 0
    seen: int = 0
    wrong_certain: int = 0
    asked: int = 0
    asked_right: int = 0
    times_ms: list[float] = field(default_factory=list)
    misses: list[str] = field(default_factory=list)

    def add(self, name: str, *, right: bool, certain: bool, ms: float, told: str) -> None:
        """Count one picture."""
        self.seen += 1
        self.right += right
        self.wrong_certain += certain and not right
        self.asked += not certain
        self.asked_right += right and not certain
        self.times_ms.append(ms)
        if not right:
            self.misses.append(f"{name}: {told}{' (certain)' if certain else ''}")

    def plus(self, other: Row, *, name: str) -> Row:
        """Give the sum of two rows."""
        return Row(
            name,
            self.right + other.right,
            self.seen + other.seen,
            self.wrong_certain + other.wrong_certain,
            self.asked + other.asked,
            self.asked_right + other.asked_right,
            self.times_ms + other.times_ms,
            self.misses + other.misses,
        )

    def __str__(self) -> str:
        low, high = interval(self.right, self.seen)
        median, late = np.percentile(self.times_ms, [50, 99]) if self.times_ms else (0.0, 0.0)
        return (
            f"{self.name:34} {self.right:4}/{self.seen:<4} {100 * self.right / max(1, self.seen):5.1f} % "
            f"({100 * low:3.0f}-{100 * high:3.0f})  {self.wrong_certain:7}  {self.asked:5} "
            f"{self.asked_right:6}  {median:6.1f} {late:6.1f}"
        )


HEAD = f"{'folder':34} right/seen         95 %     wrong,   asked  of it   ms     ms\n" + (
    f"{'':34}                    of       certain        right   median 99 %"
)


def interval(right: int, seen: int) -> tuple[float, float]:
    """Give the 95 % interval of a part, after Wilson.

    >>> [round(end, 3) for end in interval(50, 100)]
    [0.404, 0.596]
    """
    if not seen:
        return 0.0, 1.0
    z, part = 1.96, right / seen
    middle = part + z * z / (2 * seen)
    half = z * math.sqrt(part * (1 - part) / seen + z * z / (4 * seen * seen))
    return max(0.0, (middle - half) / (1 + z * z / seen)), min(1.0, (middle + half) / (1 + z * z / seen))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m vision.bench", description=__doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder of the photographs")
    parser.add_argument("--misses", action="store_true", help="list every picture that was read wrong")
    parser.add_argument("--threads", type=int, default=1, help="threads to read with")
    asked = parser.parse_args()
    eye = Eye(threads=asked.threads)
    rows = [
        row
        for counted in (False, True)
        for row in dice_rows(eye, asked.photos / "dice", counted=counted, report=print)
    ]
    rows += shell_rows(eye, asked.photos / "cowries" / SHELLS, report=print)
    if asked.misses:
        for row in rows:
            for miss in row.misses:
                print(f"{row.name}: {miss}")


def dice_rows(eye: Eye, folder: Path, *, counted: bool, report: Callable[[str], None]) -> list[Row]:
    """Read the folders of dice, with the number of dice told beforehand or not."""
    report(f"\ndice, their number {'told' if counted else 'not told'} beforehand\n{HEAD}")
    rows = []
    above = Row("near overhead, all")
    for name in DICE:
        if not (folder / name / "labels.json").exists():
            report(f"{name:34} skipped: no such folder under {folder}")
            continue
        row = Row(name)
        for file, frame, truth in photographs(folder / name):
            expect = Expect("dice", len(truth) if counted else None)
            reading, ms = timed(eye, frame, expect)
            told = f"{list(reading.values)} instead of {truth}"
            row.add(file, right=list(reading.values) == truth, certain=reading.certain, ms=ms, told=told)
        report(str(row))
        rows.append(row)
        if name != SLANTED:
            above = above.plus(row, name=above.name)
    if above.seen:
        report(str(above))
    return rows


def photographs(folder: Path) -> Iterator[tuple[str, Frame, list[int]]]:
    """Give name, picture and values from high to low of each photograph of a folder."""
    labels: dict[str, list[int]] = json.loads((folder / "labels.json").read_text())
    for name, values in labels.items():
        picture = cv2.imread(str(folder / name), cv2.IMREAD_COLOR)
        if picture is not None:
            yield name, np.asarray(picture, np.uint8), sorted(values, reverse=True)


def timed(eye: Eye, frame: Frame, expect: Expect) -> tuple[Reading, float]:
    """Read a frame; give the reading and how long it took, in milliseconds."""
    begin = time.perf_counter()
    reading = eye.read(frame, expect=expect)
    return reading, 1000 * (time.perf_counter() - begin)


def shell_rows(eye: Eye, folder: Path, *, report: Callable[[str], None]) -> list[Row]:
    """Read real cowries, cut out and put on plain cloth: alone, and four to seven in a throw."""
    report(f"\ncowries cut out of photographs and put on plain cloth\n{HEAD}")
    if not (folder / "labels.json").exists():
        report(f"{SHELLS:34} skipped: no such folder under {folder.parent}")
        return []
    labels: dict[str, str] = json.loads((folder / "labels.json").read_text())
    cut = {
        name: np.asarray(cv2.imread(str(folder / name), cv2.IMREAD_UNCHANGED), np.uint8) for name in labels
    }
    sides = {name: Face.MOUTH if side == "up" else Face.BACK for name, side in labels.items()}
    rng = np.random.default_rng(2026)
    single, throws, shells = (
        Row("alone, by shell"),
        Row("4 to 7 together, by throw"),
        Row("4 to 7 together, by shell"),
    )
    for name in labels:
        for _ in range(3):
            frame, truth = on_cloth(rng, [cut[name]], [sides[name]])
            score_shells(eye, name, frame, truth, throw=None, shell=single)
    for turn in range(100):
        names = [str(name) for name in rng.choice(list(labels), size=int(rng.integers(4, 8)), replace=False)]
        frame, truth = on_cloth(rng, [cut[name] for name in names], [sides[name] for name in names])
        score_shells(eye, f"throw {turn}", frame, truth, throw=throws, shell=shells)
    rows = [single, shells, throws]
    for row in rows:
        report(str(row))
    return rows


_Placed = tuple[Face, float, float, float]


def score_shells(
    eye: Eye, name: str, frame: Frame, truth: list[_Placed], *, throw: Row | None, shell: Row
) -> None:
    """Count a throw of shells: each shell by the one seen at its place, and the throw as a whole."""
    reading, ms = timed(eye, frame, Expect("cowries"))
    left = list(reading.seen)
    for side, x, y, size in truth:
        near = [one for one in left if math.dist(one.centre, (x, y)) < 0.5 * size]
        told = "nothing"
        if near:
            best = min(near, key=lambda one: math.dist(one.centre, (x, y)))
            left.remove(best)
            told = best.face.value
        right = told == side.value and (throw is not None or len(reading.seen) == 1)
        shell.add(name, right=right, certain=reading.certain, ms=ms, told=f"{told} instead of {side.value}")
    if throw is not None:
        mouths = sum(side is Face.MOUTH for side, *_ in truth)
        right = reading.mouths == mouths and reading.shells == len(truth)
        told = f"{reading.mouths} of {reading.shells} instead of {mouths} of {len(truth)}"
        throw.add(name, right=right, certain=reading.certain, ms=ms, told=told)


def on_cloth(
    rng: np.random.Generator, cuts: Iterable[npt.NDArray[np.uint8]], sides: Iterable[Face]
) -> tuple[Frame, list[_Placed]]:
    """Put cut-outs on plain cloth with a soft shadow; give the picture and where each one lies."""
    height, width = 480, 640
    tone = rng.uniform(0.1, 0.85) * rng.uniform(0.5, 1.0, 3)
    weave = cv2.GaussianBlur(rng.normal(0, 1, (height, width)), (0, 0), float(rng.uniform(0.5, 2)))
    cloth = np.clip(tone * (1 + 0.06 * weave / weave.std())[..., None], 0, 1)
    long = float(rng.uniform(60, 130))
    placed: list[_Placed] = []
    for cut, side in zip(cuts, sides, strict=True):
        for _ in range(200):
            x, y = rng.uniform(0.7 * long, width - 0.7 * long), rng.uniform(0.7 * long, height - 0.7 * long)
            if all(math.dist((x, y), one[1:3]) > 0.95 * long for one in placed):
                break
        else:
            continue
        cloth = _put(rng, cloth, cut, float(x), float(y), long)
        placed.append((side, float(x), float(y), long))
    noisy = 255 * cloth * rng.uniform(0.8, 1.1) + rng.normal(0, 2, cloth.shape)
    return noisy.clip(0, 255).astype(np.uint8), placed


def _put(
    rng: np.random.Generator,
    cloth: npt.NDArray[np.float64],
    cut: npt.NDArray[np.uint8],
    x: float,
    y: float,
    long: float,
) -> npt.NDArray[np.float64]:
    height, width = cloth.shape[:2]
    scale = long / max(cut.shape[:2])
    flat = cut.astype(np.float64) / 255
    flat[..., :3] *= flat[..., 3:]
    flat = np.asarray(cv2.resize(flat, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.float64)
    move = cv2.getRotationMatrix2D((flat.shape[1] / 2, flat.shape[0] / 2), float(rng.uniform(0, 360)), 1.0)
    move[:, 2] += (x - flat.shape[1] / 2, y - flat.shape[0] / 2)
    warped = cv2.warpAffine(flat, move, (width, height), flags=cv2.INTER_LINEAR)
    shift = np.array([[1, 0, rng.uniform(-0.06, 0.06) * long], [0, 1, rng.uniform(0.02, 0.07) * long]])
    shadow = cv2.warpAffine(warped[..., 3], shift, (width, height))
    shadow = cv2.GaussianBlur(shadow, (0, 0), 0.05 * long) * rng.uniform(0.3, 0.6)
    lit = cloth * (1 - shadow)[..., None]
    return np.asarray(lit * (1 - warped[..., 3:]) + warped[..., :3], np.float64)


if __name__ == "__main__":
    main()
