"""Films of throws with their truth, played as a camera would have seen them.

`vision/training/films/make.py` makes them. A film is two files: `NAME.zip` holds the pictures without noise,
as patches on that of the empty table, and `NAME.toml` says what happens. Noise, JPEG, flicker, lamps, shadows
and a bumped table are added while it is played, the same every time.
"""

from __future__ import annotations

import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import unpack
from vision.reading import Doubt, Expect, Face, Frame, Reading, Seen
from vision.tray import Tray

_ROOT = Path(__file__).resolve().parents[3]
KEPT = _ROOT / "tests" / "films"
"""The films in the repository."""
MADE = _ROOT / "vision" / "training" / "out" / "films"
"""All films, once they were made."""
_NOISE_FIELD = 48
"""The noise of a frame is cut out of one field, so many pixels larger, at a place that changes."""


@dataclass(frozen=True, slots=True)
class Event:
    """What a watch has to tell of a stretch of frames."""

    kind: str
    """throw, change, cleared or nothing; either: a change or nothing."""
    first: int
    """First frame of the stretch."""
    last: int
    """The last frame in which something moves in the tray or a hand is in it."""
    until: int
    """The first frame after the stretch."""
    faces: tuple[str, ...]
    """What lies there at its end."""


@dataclass(frozen=True, slots=True)
class Film:
    """One film."""

    name: str
    expect: Expect
    tray: Tray | None
    fps: float
    ignore_present: bool
    events: tuple[Event, ...]
    pictures: Path
    truth: Mapping[str, Any]
    """The whole truth file."""

    @classmethod
    def load(cls, truth: Path) -> Film:
        """Load a film by its truth file."""
        told = tomllib.loads(truth.read_text(encoding="utf-8"))
        return cls(
            name=told["name"],
            expect=Expect.parse(told["expect"]),
            tray=Tray.from_corners(told["tray"]) if "tray" in told else None,
            fps=told["fps"],
            ignore_present=told["ignore_present"],
            events=tuple(
                Event(one["kind"], one["from"], one["last"], one["until"], tuple(one["faces"]))
                for one in told.get("event", [])
            ),
            pictures=truth.with_suffix(".zip"),
            truth=told,
        )

    @property
    def length(self) -> int:
        """The number of its frames."""
        return sum(count for _, count in self.truth["frames"])

    def frames(self) -> Iterator[Frame]:
        """Yield the frames one after the other, as the camera saw them."""
        camera = _Camera(self.truth)
        number = 0
        for picture, count in self._pictures():
            for _ in range(count):
                yield camera.see(picture, number)
                number += 1

    def _pictures(self) -> Iterator[tuple[Frame, int]]:
        """Yield each different picture without noise, and for how many frames it is shown."""
        with zipfile.ZipFile(self.pictures) as archive:
            patches: dict[int, list[str]] = {}
            for name in archive.namelist():
                if name != "base.jpg":
                    patches.setdefault(int(name[:4]), []).append(name)
            base = unpack(archive.read("base.jpg")).frame
            for number, count in self.truth["frames"]:
                picture = base.copy()
                for name in patches.get(number, ()):
                    left, top = (int(part) for part in name[5:-4].split("-"))
                    piece = unpack(archive.read(name)).frame
                    picture[top : top + piece.shape[0], left : left + piece.shape[1]] = piece
                yield picture, count

    def lying(self, frame: int) -> tuple[Seen, ...]:
        """Return what lies in the tray in a frame, each face quite sure."""
        things: list[list[Any]] = []
        for one in self.truth.get("lying", []):
            if one["from"] <= frame:
                things = one["things"]
        return tuple(Seen(Face(face), 1.0, x, y, wide, tall) for face, x, y, wide, tall in things)


def films(*folders: Path) -> list[Film]:
    """Load all films of some folders; of two with the same name, the first."""
    found: dict[str, Film] = {}
    for folder in folders:
        for path in sorted(folder.glob("*.toml")):
            found.setdefault(path.stem, Film.load(path))
    return list(found.values())


class TrueEye:
    """Reads what the truth file says: so the watch is judged apart from the models."""

    def __init__(self, film: Film) -> None:
        self._film = film
        self.frame = 0
        """The number of the frame that is read."""

    def read(
        self, frame: Frame, *, expect: Expect, tray: Tray | None = None, without: Sequence[Seen] = ()
    ) -> Reading:
        """Return what lies there; nothing can be seen in the dark."""
        del tray  # the truth lists only what lies in it
        wanted = expect.count or 0
        if float(frame.mean()) < 14:
            return Reading("nothing", (), False, (Doubt("too dark to read"),), wanted)
        seen = tuple(one for one in self._film.lying(self.frame) if one not in without)
        doubts = []
        if wanted not in (0, len(seen)):
            counts = {"seen": len(seen), "expected": wanted}
            doubts.append(Doubt("{seen} seen, {expected} expected", counts))
        doubts += [Doubt("one cannot be told") for one in seen if one.face is Face.UNSURE]
        if not seen:
            return Reading("nothing", (), not wanted, tuple(doubts), wanted)
        return Reading(
            "dice" if expect.kind == "dice" else "cowries",
            seen,
            not doubts,
            tuple(doubts),
            max(0, wanted - len(seen)),
        )


class _Camera:
    """Adds what light, lens and sensor do."""

    def __init__(self, truth: Mapping[str, Any]) -> None:
        self._effects: list[dict[str, Any]] = truth.get("effect", [])
        self._jpeg = int(truth["jpeg"])
        self._random = np.random.default_rng([int(truth["seed"]), 3])
        field = self._random.standard_normal((480 + _NOISE_FIELD, 640 + _NOISE_FIELD, 3)).astype(np.float32)
        grey = self._random.standard_normal(field.shape[:2]).astype(np.float32)[..., None]
        # Neighbouring pixels share noise, because colours are mixed from a mosaic of filters.
        soft = cv2.GaussianBlur(0.5 * field + grey, (0, 0), 0.6)
        noise = soft / soft.std() * float(truth["noise"])
        self._noise = np.asarray(noise.round(), np.int16)

    def see(self, clean: Frame, number: int) -> Frame:
        height, width = clean.shape[:2]
        light: npt.NDArray[np.float32] | None = None
        shift: tuple[float, float] | None = None
        for effect in self._effects:
            if not effect["from"] <= number < effect["until"]:
                continue
            if effect["kind"] == "shift":
                after = number - effect["from"]
                swing = 2.2 * np.cos(2.4 * after) * np.exp(-after / 1.6)
                shift = float(effect["x"] + swing), float(effect["y"] - 0.5 * swing)
            else:
                lit = _light(effect, number, height, width, self._random)
                light = lit if light is None else np.asarray(light * lit, np.float32)
        seen = clean if light is None else (clean * light).clip(0, 255).astype(np.uint8)
        if shift is not None:
            move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
            moved = cv2.warpAffine(seen, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
            seen = np.asarray(moved, np.uint8)
        top, left = self._random.integers(0, _NOISE_FIELD, 2)
        noise = self._noise[top : top + height, left : left + width]
        noisy = cv2.add(seen, noise, dtype=cv2.CV_8U)
        return unpack(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, self._jpeg])[1].tobytes()).frame


def _light(
    effect: Mapping[str, Any], number: int, height: int, width: int, random: np.random.Generator
) -> npt.NDArray[np.float32]:
    """Return by what an effect multiplies the picture: one number, or one for each row or pixel."""
    kind, after, left = effect["kind"], number - effect["from"], effect["until"] - number
    if kind == "lamp":
        whole = effect["level"] ** (1 / 2.2)
    elif kind == "dusk":
        whole = 1 - (1 - effect["level"]) * min(1.0, after / effect["over"])
    elif kind == "gain":
        whole = 1 + effect["level"] * np.sin(after / 4) + random.normal(0, 0.01)
    elif kind == "bands":
        rows = np.arange(height) / height
        return np.asarray(
            1 + effect["level"] * np.sin(2 * np.pi * (2.4 * rows + 0.37 * after))[:, None, None], np.float32
        )
    elif kind == "side lamp":
        return np.asarray(1 + effect["level"] * (np.linspace(1, 0, width) ** 2)[None, :, None], np.float32)
    elif kind == "shadow":
        deep = min(1.0, after / 12, left / 12)  # it comes, stays and goes
        mask = np.zeros((height // 4, width // 4), np.float32)
        cv2.ellipse(mask, (round(width / 4 * (1.5 - deep)), height // 8), (70, 50), 20, 0, 360, 1.0, -1)
        mask = np.asarray(cv2.resize(cv2.GaussianBlur(mask, (0, 0), 5), (width, height)), np.float32)
        return np.asarray(1 - effect["depth"] * mask[..., None], np.float32)
    else:
        raise ValueError(f"an effect of the kind {kind!r} is not known")
    return np.asarray(whole, np.float32)
