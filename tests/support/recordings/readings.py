"""What the eye reads: in all frames, in the built-in film, in the kept films, and on painted boards.

How surely differs in its last digits between versions of OpenCV, so a number counts as recorded if it is
within `NEAR` of that; and of two guesses neither is better than the other.
"""

from __future__ import annotations

import re
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from boards.board_camera import BoardCamera
from boards.painted_board import cell_of, painted, start
from boards.painted_cloth import painted_cloth
from boards.spoilt_board import SPOILT
from device.follow.plans import plan_of
from engine.backgammon.board import LAYOUTS
from engine.registry import make_rules
from places import FILMS, FRAMES, ROOT
from recordings.blocks import Blocks, blocks_of, recorded
from vision import Expect, Eye, Frame, Reading, Tray, Watch
from vision.board import Pose
from vision.board.occupancy import LIKELY, Occupancy
from vision.board.placing.pose import UNIT
from vision.board.reader import BoardReader

NEAR = 0.03
"""Of a probability, 0 to 1."""
BUILT_IN = ROOT / "device" / "film"

MIDDLE = {24: 1, 20: -2, 18: 3, 13: -4, 11: 1, 8: 5, 6: -3, 5: 2, 1: -1}
POSITIONS = {"start": start(), "middle": MIDDLE}
EYES = {
    "overhead": BoardCamera(13, 11, (0.3, 0.2, 18.0), size=(960, 720)),
    "slanted": BoardCamera(13, 11, (2.0, 9.0, 17.0), roll=0.05, size=(960, 720)),
}


def readings() -> Blocks:
    """Read every picture; films are read by `films`."""
    eye = Eye()
    found: Blocks = {}
    for path in sorted(FRAMES.rglob("*.jpg")):
        found[f"frame {path.relative_to(FRAMES)}"] = told(eye.read(_picture(path), expect=Expect("auto")))
    for path in sorted(BUILT_IN.glob("*/*.jpg")):
        if path == max(path.parent.glob("*.jpg")):
            found[f"film {path.relative_to(BUILT_IN)}"] = told(
                eye.read(_picture(path), expect=Expect("auto"))
            )
    return found | dict(_boards()) | dict(_cloths())


def films(names: Sequence[str]) -> Blocks:
    """Let the watch follow films: what it told, at which frame."""
    return {f"film {name}": list(_watched(name)) for name in names}


def film_names() -> list[str]:
    """Return the names of the kept films."""
    return [path.stem for path in sorted(FILMS.glob("*.toml"))]


def told(reading: Reading) -> list[str]:
    """Write a reading: what lies there, how surely, and what is doubted."""
    things = [
        f"{one.face.value} {one.confidence:.3f}{f' ({one.doubt})' if one.doubt else ''}"
        for one in reading.seen
    ]
    doubts = [f"doubt: {one}" for one in reading.doubts]
    return [
        f"{reading.kind}, {'certain' if reading.certain else 'not certain'}: {', '.join(things)}",
        *doubts,
    ]


def near(now: Mapping[str, list[str]], name: str) -> Blocks:
    """Put numbers of a recording in the place of those that are near to them."""
    was = blocks_of(recorded(name).decode())
    return {
        key: [_near(line, before) for line, before in _paired(lines, was.get(key, []))]
        for key, lines in now.items()
    }


def _paired(lines: Sequence[str], before: Sequence[str]) -> Iterator[tuple[str, str]]:
    return zip(lines, before if len(before) == len(lines) else lines, strict=True)


_NUMBER = re.compile(r"\d\.\d{3}")


def _near(line: str, before: str) -> str:
    """Return the recorded line if this one says the same, as surely."""
    numbers = [float(one) for one in _NUMBER.findall(line)]
    known = [float(one) for one in _NUMBER.findall(before)]
    alike = len(numbers) == len(known) and all(
        abs(a - b) <= NEAR or max(a, b) < LIKELY for a, b in zip(numbers, known, strict=True)
    )
    guessed = len(numbers) == 1 and max(numbers + known) < LIKELY
    return before if alike and (guessed or _NUMBER.sub("", line) == _NUMBER.sub("", before)) else line


def _picture(path: Path) -> Frame:
    return np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)


def _watched(name: str) -> Iterator[str]:
    about = tomllib.loads((FILMS / f"{name}.toml").read_text())
    tray = Tray.from_corners(about["tray"]) if "tray" in about else None
    watch = Watch(
        Eye(),
        expect=Expect.parse(about["expect"]),
        tray=tray,
        fps=about["fps"],
        ignore_present=about["ignore_present"],
    )
    state = None
    for number, frame in enumerate(_shown(FILMS / f"{name}.zip", about["frames"])):
        step = watch.step(frame, time_s=number / about["fps"])
        if step.reading is not None:
            yield f"frame {number}, {'change' if step.changed else 'throw'}: {' | '.join(told(step.reading))}"
        elif step.state is not state:
            yield f"frame {number}, {step.state.value}"
        state = step.state


def _shown(archive: Path, frames: Sequence[tuple[int, int]]) -> Iterator[Frame]:
    """Yield the frames of a film: pieces of pictures laid on the first one, without the camera's noise."""
    with zipfile.ZipFile(archive) as film:
        base = _unpacked(film.read("base.jpg"))
        for number, count in frames:
            picture = base.copy()
            for name in film.namelist():
                if name != "base.jpg" and int(name[:4]) == number:
                    left, top = (int(part) for part in name[5:-4].split("-"))
                    piece = _unpacked(film.read(name))
                    picture[top : top + piece.shape[0], left : left + piece.shape[1]] = piece
            for _ in range(count):
                yield picture.copy()


def _unpacked(data: bytes) -> Frame:
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _boards() -> Iterator[tuple[str, list[str]]]:
    """Read painted boards of backgammon, whole ones and spoilt ones."""
    reader, plan = BoardReader(), plan_of(LAYOUTS["standard"], trays=False)
    for eye_name, eye in EYES.items():
        pose = Pose.of_corners(eye.project(UNIT), plan, size=eye.size)
        for position, points in POSITIONS.items():
            picture = painted(eye, points, table=3)
            taps = [[_tap(eye, points, sign)] for sign in (1, -1)]
            learnt = reader.learn(picture, pose, taps, None)
            yield f"board {position}, {eye_name}", occupied(reader.read(picture, pose, learnt))
            if (eye_name, position) == ("overhead", "middle"):
                for name, spoil in SPOILT.items():
                    spoilt = spoil(picture, eye, np.random.default_rng(5))
                    yield f"board {position}, {eye_name}, {name}", occupied(reader.read(spoilt, pose, learnt))


def _tap(eye: BoardCamera, points: Mapping[int, int], sign: int) -> tuple[float, float]:
    x, y = cell_of(next(point for point, n in points.items() if n * sign > 0), 0)
    [[left, top]] = eye.project(np.array([[x / 13, y / 11]]), 0.25)
    return float(left), float(top)


def _cloths() -> Iterator[tuple[str, list[str]]]:
    """Read painted boards of squares."""
    reader = BoardReader()
    for game, preset in (("chowka-bhara", "5x5"), ("pachisi", "six")):
        layout = make_rules(game, preset, options={}, players=2).layout
        squares = [square for square in layout.squares if square.width == square.height == 1]
        pieces = [(square.id, number % 2) for number, square in enumerate(squares[::4])]
        eye = BoardCamera(layout.width, layout.height, (0.2, 0.4, 1.6 * layout.width), size=(960, 720))
        plan = plan_of(layout)
        pose = Pose.of_corners(eye.project(UNIT), plan, size=eye.size)
        picture = painted_cloth(eye, layout, pieces)
        taps = []
        for seat in (0, 1):
            square = layout.square(next(name for name, owner in pieces if owner == seat))
            middle = [[(square.x + 0.5) / layout.width, (square.y + 0.5) / layout.height]]
            [[left, top]] = eye.project(np.array(middle), 0.25)
            taps.append([(float(left), float(top))])
        yield (
            f"board of {game}",
            occupied(reader.read(picture, pose, reader.learn(picture, pose, taps, None))),
        )


def occupied(seen: Occupancy) -> list[str]:
    """Write what stands on each place, how surely, and what is doubted."""
    places = [
        f"{one.name} {'hidden' if one.is_hidden else one.standing} {one.sure:.3f}" for one in seen.places
    ]
    return [*places, *(f"doubt: {one}" for one in seen.doubts)]
