"""The stills as the bench reads them: each with its plan, its taps and its truth."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.board import Place, Plan, Pose
from vision.board.empty import EmptyBoard
from vision.board.occupancy import Occupancy, Standing
from vision.pictures import frame_at, unpack
from vision.reading import Frame

STILLS = Path("build/boards")
"""Where `make boards` puts them."""

MAY_BE_HIDDEN = 0.2
"""A place of which more is covered may be told hidden although all its pieces can be seen."""

EMPTY = "-empty"
"""What the name of a picture of the same board without pieces ends with."""
KEPT_PX, KEPT_QUALITY = 24, 75
"""How wide a piece is in the picture that the box keeps of an empty board, and its JPEG's quality."""

BAR = "bar"
_HALVES = ("bar0", "bar1")
_SIDES = {"cross": 19, "5x5": 5, "7x7": 7}
_TALL = {"cross": 1.0, "5x5": 0.5, "7x7": 0.5}
"""How tall pieces usually are, in widths of a square; nobody tells the eye more."""


CHECKERS = 15
"""Of each owner's set of backgammon."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be told of one place."""

    standing: Standing
    must_hide: bool
    """Pieces lie behind something: it is to be told hidden."""
    may_hide: bool
    """So much of it is covered that hidden is right too."""
    lying: tuple[int, ...] = ()
    """By owner, how many of its pieces lie on their side."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was told of one place."""

    standing: Standing | None
    """None where it is told hidden."""
    sure: float

    def is_right(self, wanted: Wanted) -> bool:
        """True if it is what was wanted."""
        if self.standing is None:
            return wanted.must_hide or wanted.may_hide
        return not wanted.must_hide and self.standing == wanted.standing


@dataclass(frozen=True, slots=True)
class BoardStill:
    """One picture of a board with its truth."""

    path: Path
    """Of the picture."""
    look: str
    view: str
    layout: str
    corners: tuple[tuple[float, float], ...]
    plan: Plan
    taps: tuple[tuple[tuple[float, float], ...], ...]
    pieces: int | None
    """Of each owner's set, where places are weighed by it: on points alone."""
    wanted: Mapping[str, Wanted]
    """By the truth's name of the place."""

    @property
    def name(self) -> str:
        """View and name of the picture."""
        return f"{self.path.parent.name}/{self.path.stem}"

    @property
    def frame(self) -> Frame:
        """The picture, shape (height, width, 3), uint8, BGR.

        Raises:
            FileNotFoundError: If it is none.
        """
        loaded = frame_at(self.path)
        if loaded is None:
            raise FileNotFoundError(f"{self.path} is no picture")
        return loaded

    @property
    def bare(self) -> Path:
        """The picture of the same board without pieces, which few have."""
        return self.path.with_stem(f"{self.path.stem}{EMPTY}")

    def empty(self) -> EmptyBoard | None:
        """Return the board without pieces as the box keeps it, small and packed; None where there is none."""
        if (loaded := frame_at(self.bare)) is None:
            return None
        size = loaded.shape[1], loaded.shape[0]
        pose = Pose.of_corners(self.corners, self.plan, size=size)
        part = min(1.0, KEPT_PX / pose.piece_px(0.5, 0.5))
        small = cv2.resize(loaded, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
        done, packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, KEPT_QUALITY])
        if not done:
            return None
        frame = unpack(packed.tobytes()).frame
        shrunk = (np.array(self.corners) + 0.5) * (frame.shape[1] / size[0], frame.shape[0] / size[1]) - 0.5
        return EmptyBoard(frame, Pose.of_corners(shrunk, self.plan, size=(frame.shape[1], frame.shape[0])))

    def answers(self, seen: Occupancy) -> dict[str, Answer]:
        """Return what was told by the truth's names: both halves of a bar are one place."""
        told = {
            place.name: Answer(place.standing, place.sure)
            for place in seen.places
            if place.name not in _HALVES
        }
        halves = [place for place in seen.places if place.name in _HALVES]
        if halves:
            known = [half.standing for half in halves if half.standing is not None]
            if len(known) < len(halves):
                told[BAR] = Answer(None, max(half.sure for half in halves if half.standing is None))
            else:
                total = tuple(map(sum, zip(*known, strict=True)))
                told[BAR] = Answer(total, float(np.prod([half.sure for half in halves])))
        return told


def stills(folder: Path) -> Iterator[BoardStill]:
    """Yield the stills of a folder in the order of their names; none where there is no folder."""
    for beside in sorted(folder.glob("*/*.json")):
        yield _still(beside, json.loads(beside.read_text("utf-8")))


def _still(beside: Path, truth: Mapping[str, Any]) -> BoardStill:
    owners = sorted(truth["taps"])
    layout = str(truth["layout"])
    wanted = {}
    for place in truth["places"]:
        there = place["pieces"]
        wanted[str(place["name"])] = Wanted(
            tuple(int(there.get(owner, 0)) for owner in owners),
            bool(place["hidden"]),
            float(place["covered"]) > MAY_BE_HIDDEN,
            tuple(int(place.get("lying", {}).get(owner, 0)) for owner in owners),
        )
    names = list(wanted)
    plan = points(float(truth["bar_columns"])) if layout == "backgammon" else squares(layout, names)
    return BoardStill(
        path=beside.with_name(truth["picture"]),
        look=str(truth["look"]),
        view=str(truth["view"]),
        layout=layout,
        corners=tuple((float(x), float(y)) for x, y in truth["corners"]),
        plan=plan,
        taps=tuple(tuple((float(x), float(y)) for x, y in truth["taps"][owner]) for owner in owners),
        pieces=CHECKERS if layout == "backgammon" else None,
        wanted=wanted,
    )


def points(bar_columns: float) -> Plan:
    """Make the plan of a board of backgammon, its points named as the truth does.

    A test compares it with the one that the box makes of its own board.
    """
    wide, high, long = 12 + bar_columns, 11.0, 5.0
    places = []
    for row, from_top in (("t", True), ("b", False)):
        for column in range(12):
            left = column + (bar_columns if column > 5 else 0.0)
            edge, tip = (0.0, long) if from_top else (high, high - long)
            corners = [(left, edge), (left + 1, edge), (left + 1, tip), (left, tip)]
            places.append(
                _place(f"{row}{column}", corners if from_top else _swapped(corners), wide, high, rim=True)
            )
    bar = max(1.0, bar_columns)
    left = 6 + bar_columns / 2 - bar / 2
    for name, top in zip(_HALVES, (high / 2, 0.0), strict=True):
        corners = [(left, top), (left + bar, top), (left + bar, top + high / 2), (left, top + high / 2)]
        places.append(_place(name, corners, wide, high, rim=False))
    return Plan("backgammon", wide, high, tuple(places), 0.08)


def squares(layout: str, names: Sequence[str]) -> Plan:
    """Make the plan of a board of squares, which are named after row and column."""
    side = _SIDES[layout]
    places = []
    for name in names:
        if name == "charkoni":
            row, column, size = side // 2 - 1, side // 2 - 1, 3
        else:
            row, column = (int(part) for part in name[1:].split("c"))
            size = 1
        corners = [(column, row), (column + size, row), (column + size, row + size), (column, row + size)]
        outline = tuple((x / side, y / side) for x, y in corners)
        places.append(Place(name, outline, tall=_TALL[layout], length=float(size), width=float(size)))
    return Plan(layout, float(side), float(side), tuple(places), 0.03)


def _swapped(corners: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return corners clockwise again where the rim lies at the bottom."""
    left, right, far_right, far_left = corners
    return [right, left, far_left, far_right]


def _place(
    name: str, corners: Sequence[tuple[float, float]], wide: float, high: float, *, rim: bool
) -> Place:
    outline = tuple((x / wide, y / high) for x, y in corners)
    ys, xs = [y for _, y in corners], [x for x, _ in corners]
    return Place(name, outline, has_rim=rim, tall=0.25, length=max(ys) - min(ys), width=max(xs) - min(xs))
