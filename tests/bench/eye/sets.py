"""Pictures for the eye: photographs, real shells on composed surfaces, composed scenes."""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from tests.bench.eye.cutouts import Cut
from tests.bench.score import Sample
from vision.networks import MODELS
from vision.pictures import frame_at
from vision.reading import Expect, Face, Frame

_ROOT = Path(__file__).resolve().parents[3]
PHOTOS = _ROOT.parent / "shared" / "photos"
"""Where the photographs lie beside a checkout."""
FRAMES = _ROOT / "tests" / "frames"
"""The project's own test pictures."""
HELD = _ROOT / "vision" / "training" / "out" / "held"
"""Where a held-out set of composed scenes is made, from seeds that no training uses. In vision/training:
``mkdir -p out/held; python -m compose.frames --folder out/held $(seq 9500 9799) > out/held/truth.toml``."""
WHOLES = _ROOT / "vision" / "training" / "out" / "wholes"
"""Where `vision/training/render/wholes.py` puts path-traced scenes."""

NEAR = ("DamianTab_DiceDetection", "tomek-jankowiak_Dice_Detector", "llkadenll_Eyes-dice-recognition")
"""Folders of dice photographed from nearly above."""
SLANTED = "matteop65_oblique"

SURFACES = ("plain cloth", "weave", "wood", "carpet", "print")
LIGHTS = ("even", "one lamp", "warm", "dim", "coloured")

Floats = npt.NDArray[np.float64]


def trained(models: Path = MODELS) -> frozenset[str]:
    """List the photographs that were used in training, as ``folder/file``; lines with # are words."""
    lines = (models / "photographs.txt").read_text("utf-8").splitlines()
    return frozenset(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def photographs(folder: Path, *, counted: bool) -> Iterator[Sample]:
    """Yield the photographs of a folder with a ``labels.json``; none where there is no such folder.

    Args:
        folder: The folder.
        counted: The number of dice is told beforehand.
    """
    if not (folder / "labels.json").exists():
        return
    labels: dict[str, list[int]] = json.loads((folder / "labels.json").read_text())
    used = trained()
    for name, values in labels.items():
        picture = frame_at(folder / name)
        if picture is None:
            continue
        frame = np.asarray(picture, np.uint8)
        expect = Expect("dice", len(values) if counted else None)
        light, surface = looks(frame)
        truth = tuple(sorted(values, reverse=True))
        known = f"{folder.name}/{name}" in used
        yield Sample(folder.name, name, frame, expect, truth, light=light, surface=surface, trained=known)


def looks(frame: Frame) -> tuple[str, str]:
    """Tell how light and surface of a photograph look, by measure: nobody wrote them down."""
    small = cv2.resize(frame, (160, 120), interpolation=cv2.INTER_AREA)
    light = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float64)
    level, red, yellow = (float(np.median(light[..., i])) for i in range(3))
    cast = math.hypot(red - 128, yellow - 128)
    bright = "dim" if level < 70 else "bright" if level > 170 else "medium"
    tone = "coloured" if cast > 22 else "neutral"
    rough = float(np.median(np.abs(cv2.Laplacian(light[..., 0], cv2.CV_64F))))
    return f"{bright}, {tone}", "plain" if rough < 4 else "grained" if rough < 10 else "busy"


def framed(folder: Path, group: str) -> Iterator[Sample]:
    """Yield the pictures of a folder with a ``truth.toml``, their number told; none where there is none."""
    if not (folder / "truth.toml").exists():
        return
    truths = tomllib.loads((folder / "truth.toml").read_text("utf-8"))
    for name, truth in truths.items():
        picture = frame_at(folder / name)
        if picture is None:
            continue
        values, shells = tuple(truth.get("values", ())), int(truth.get("shells", 0))
        expect = Expect("cowries" if shells else "dice", shells or len(values) or None)
        yield Sample(
            f"{group}: {'cowries' if shells else 'dice'}",
            name,
            np.asarray(picture, np.uint8),
            expect,
            values,
            int(truth.get("mouths", 0)),
            shells,
            str(truth.get("light", "")),
            str(truth.get("ground", "")),
        )


def shells_on_surfaces(
    kinds: Mapping[str, Sequence[Cut]],
    *,
    group: str = "real shells on surfaces",
    throws: int = 8,
    seed: int = 2026,
) -> Iterator[Sample]:
    """Compose throws of real shells, cut out of photographs, on each surface in each light.

    Args:
        kinds: The shells by kind; without any there are no throws. A throw is of one kind: its shells are
            alike, as those in a bag are. Where a kind has few, the same shell lies there more than once.
        group: What the set is called.
        throws: How many for each surface in each light.
        seed: Decides all.
    """
    if not kinds:
        return
    rng = np.random.default_rng(seed)
    for surface in SURFACES:
        for light in LIGHTS:
            for turn in range(throws):
                kind = sorted(kinds)[turn % len(kinds)]
                cuts = {cut.name: cut for cut in kinds[kind]}
                few = len(cuts) < 8
                count = int(rng.integers(4, 8))
                picked = [cuts[str(name)] for name in rng.choice(list(cuts), size=count, replace=few)]
                frame, put = thrown(rng, surface, light, [cut.picture for cut in picked])
                lying = [(cut.side, *at) for cut, at in zip(picked, put, strict=True) if at is not None]
                mouths = sum(side is Face.MOUTH for side, *_ in lying)
                yield Sample(
                    group,
                    f"{surface}-{light}-{turn}".replace(" ", "-"),
                    frame,
                    Expect("cowries", len(lying)),
                    (),
                    mouths,
                    len(lying),
                    light,
                    surface,
                    places=tuple(lying),
                    look={"species": kind},
                )


def thrown(
    rng: np.random.Generator, surface: str, light: str, cuts: Iterable[npt.NDArray[np.uint8]]
) -> tuple[Frame, list[tuple[float, float, float] | None]]:
    """Lay cut-outs on a surface with shadows, light it, and take a noisy picture; say where each lies."""
    height, width = 480, 640
    ground = _ground(rng, surface, height, width)
    long = float(rng.uniform(55, 120))
    turn = float(rng.uniform(0, 2 * np.pi))
    hard = light == "one lamp"
    throw = (0.22 if hard else 0.06) * long * np.array([np.cos(turn), np.sin(turn)])
    taken: list[tuple[float, float]] = []
    put: list[tuple[float, float, float] | None] = []
    for cut in cuts:
        for _ in range(300):
            x, y = (
                float(rng.uniform(0.7 * long, width - 0.7 * long)),
                float(rng.uniform(0.7 * long, height - 0.7 * long)),
            )
            if all(math.dist((x, y), other) > 0.95 * long for other in taken):
                break
        else:
            put.append(None)
            continue
        ground = _laid(rng, ground, cut, (x, y), long, shadow=throw, hard=hard)
        taken.append((x, y))
        put.append((x, y, long))
    down, across = np.mgrid[0:height, 0:width] / max(height, width) - 0.4
    slope = across * math.cos(turn) + down * math.sin(turn)
    lit = ground * (1 + (0.9 if hard else 0.2) * slope)[..., None]
    colour = {
        "warm": np.array([0.5, 0.78, 1.0]),
        "coloured": np.exp(rng.normal(0, 0.25, 3)),
    }.get(light, np.ones(3))
    lit = lit * colour * (0.28 if light == "dim" else 1.0)
    noise = rng.normal(0, 6 if light == "dim" else 2, lit.shape)
    return np.asarray((255 * lit + noise).clip(0, 255), np.uint8), put


def _ground(rng: np.random.Generator, surface: str, height: int, width: int) -> Floats:
    def lumps(across: float, down: float) -> Floats:
        soft = cv2.GaussianBlur(rng.normal(0, 1, (height, width)), (0, 0), across, sigmaY=down)
        return np.asarray(soft / soft.std(), np.float64)

    tone = rng.uniform(0.12, 0.8) * rng.uniform(0.5, 1.0, 3)
    down, across = np.mgrid[0:height, 0:width]
    threads = np.sin(across * 2 * np.pi / 9) * np.sin(down * 2 * np.pi / 7)
    pattern = np.asarray(0.05 * lumps(1, 1), np.float64)
    if surface == "weave":
        pattern += 0.22 * threads
    elif surface == "wood":
        pattern = 0.16 * lumps(40, 1.5) + 0.08 * lumps(12, 0.8)
    elif surface == "carpet":
        pattern = 0.22 * lumps(4, 4) + 0.14 * lumps(1.2, 1.2)
    if surface == "wood":
        tone = rng.uniform(0.3, 0.8) * np.array([rng.uniform(0.35, 0.7), rng.uniform(0.6, 0.85), 1.0])
    ground = np.clip(tone * (1 + pattern)[..., None], 0.01, 1)
    if surface == "print":
        for _ in range(70):
            place = (int(rng.integers(0, width)), int(rng.integers(0, height)))
            ink = tuple(float(part) for part in rng.uniform(0.05, 0.95, 3))
            reach = int(rng.integers(6, 26))
            if rng.random() < 0.5:
                cv2.circle(ground, place, reach, ink, -1, cv2.LINE_AA)
            else:
                cv2.ellipse(
                    ground,
                    place,
                    (reach, reach // 3),
                    float(rng.uniform(0, 180)),
                    0,
                    360,
                    ink,
                    -1,
                    cv2.LINE_AA,
                )
    return np.asarray(ground, np.float64)


def _laid(
    rng: np.random.Generator,
    ground: Floats,
    cut: npt.NDArray[np.uint8],
    at: tuple[float, float],
    long: float,
    *,
    shadow: Floats,
    hard: bool,
) -> Floats:
    """Lay one cut-out with its shadow on the ground."""
    height, width = ground.shape[:2]
    scale = long / max(cut.shape[:2])
    flat = cut.astype(np.float64) / 255
    flat[..., :3] *= flat[..., 3:]
    flat = np.asarray(cv2.resize(flat, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.float64)
    middle = (flat.shape[1] / 2, flat.shape[0] / 2)
    move = cv2.getRotationMatrix2D(middle, float(rng.uniform(0, 360)), 1.0)
    move[:, 2] += (at[0] - middle[0], at[1] - middle[1])
    warped = np.asarray(cv2.warpAffine(flat, move, (width, height), flags=cv2.INTER_LINEAR), np.float64)
    shift = np.array([[1, 0, shadow[0]], [0, 1, shadow[1]]])
    dark = cv2.GaussianBlur(
        cv2.warpAffine(warped[..., 3], shift, (width, height)), (0, 0), (0.015 if hard else 0.05) * long
    )
    lit = ground * (1 - dark * rng.uniform(0.4, 0.7))[..., None]
    return np.asarray(lit * (1 - warped[..., 3:]) + warped[..., :3], np.float64)
