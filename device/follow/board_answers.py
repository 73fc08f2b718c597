"""Questions from outside about pictures of a board of backgammon: one line of JSON in, one out."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import cv2
import numpy as np

from device.cameras.overlays import OverlayFolder
from device.cameras.pictures import load_unpacked
from device.errors import ConfigError, DeviceError
from device.follow.camera_advice import LEAST_PX
from device.follow.plans import WIDEST_BAR, plan_of
from engine.backgammon.board import CHECKERS, LAYOUTS
from engine.messages import shortened
from engine.record import Json, Within, parse_object, read, write
from vision import Doubt, Frame, VisionError
from vision.board import ANY, LENSES, BoardError, CornerError, Pose, checked
from vision.board.drift import drifted
from vision.board.learnt import FACES, Learnt
from vision.board.occupancy import LIKELY, Occupancy, PlaceSeen
from vision.board.placing.markers import CORNERS_ONLY, NUMBERS, Markers
from vision.board.placing.plan import Points
from vision.board.reader import BoardReader
from vision.board.whole_set import of_whole_sets
from vision.overlay import draw_board
from web.house.rows import Text

_Owner = Literal["a", "b"]
_OWNERS: tuple[_Owner, ...] = get_args(_Owner)
_ROWS: Mapping[str, tuple[str, ...]] = {
    "top": tuple(f"p{point}" for point in range(13, 25)),
    "bottom": tuple(f"p{point}" for point in range(12, 0, -1)),
}
"""The points of the layout from left to right, as they lie in the picture."""
_BARS = ("bar0", "bar1")

_MOST = 0.999
"""Nothing is told as if it could not be otherwise."""


PicturePath = Annotated[Text, Within(1, 4096)]
BarColumns = Annotated[float, Within(0, WIDEST_BAR)]
_Pixel = Annotated[float, Within(-1e6, 1e6)]
Taps = Annotated[
    tuple[tuple[_Pixel, _Pixel], ...], Within(0, FACES, f"up to {FACES} pairs of numbers, x and y in pixels")
]
"""Pixels on the pieces of one owner."""


@dataclass(frozen=True, slots=True)
class _Question:
    """One line."""

    picture: PicturePath
    layout: Literal["backgammon"]
    corners: Any
    bar_columns: BarColumns
    taps: Mapping[_Owner, Taps]
    before: Learnt | None = None

    @classmethod
    def from_fields(cls, fields: Json) -> _Question:
        """Put one together; without taps it needs what was learnt before, of both colours."""
        asked = cls(**fields)
        if asked.before is None:
            must_have_taps(asked.taps, _OWNERS)
        elif len(asked.before.colours) != len(_OWNERS):
            raise BoardError("what was learnt before must be of two colours, a and b")
        return asked


def must_have_taps(taps: Mapping[Any, Sequence[object]], owners: Sequence[str]) -> None:
    """Refuse a question without taps on the pieces of some owner.

    Raises:
        BoardError: If there are none.
    """
    if missing := [owner for owner in owners if not taps.get(owner)]:
        raise BoardError(f"taps of {missing[0]!r} must be 1 to {FACES} pairs of numbers, x and y in pixels")


class BoardAnswers:
    """Answers questions about pictures of boards in the words of the contract."""

    def __init__(
        self, *, save: Path | None = None, lens: str | None = None, reader: BoardReader | None = None
    ) -> None:
        """Make the reader.

        Args:
            save: Where overlays are written; None writes none.
            lens: Which camera took the pictures, by its name in `vision.board.LENSES`; None if nobody knows.
            reader: Looks what stands where; the box's own by default.

        Raises:
            ConfigError: If there is no such lens.
            CameraError: If `save` cannot be written.
        """
        if lens is not None and lens not in LENSES:
            raise ConfigError(f"there is no lens {lens!r}: there are {', '.join(LENSES)}")
        cv2.setNumThreads(1)
        self._overlays = None if save is None else OverlayFolder(save)
        self._lens = ANY if lens is None else LENSES[lens]
        self._markers = Markers()
        self._reader = reader or BoardReader()

    def answer_line(self, line: str) -> tuple[str, bool]:
        """Answer one line of text with one line of text, and say whether it was answered."""
        try:
            return json.dumps(self.answer(parse_object(line))), True
        except (ValueError, VisionError, DeviceError) as error:  # a BoardError is a ValueError
            return json.dumps({"error": shortened(error)}), False

    def answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Answer one question.

        Raises:
            VisionError: If the question, its corners, taps or picture cannot be.
            DeviceError: If the picture cannot be loaded or the overlay not written.
        """
        question = read(_Question, asked)
        all_taps = [question.taps.get(owner, ()) for owner in _OWNERS]
        picture = load_unpacked(Path(question.picture))
        frame, size = picture.frame, picture.size
        begin = time.perf_counter()
        if question.corners is None:
            corners = self._marked(frame)
        else:
            whole = checked(question.corners, size=size)
            corners = np.array(picture.in_frame([(x, y) for x, y in whole]))
        plan = plan_of(LAYOUTS["standard"], bar_columns=question.bar_columns, trays=False)
        pose = Pose.of_corners(corners, plan, size=(frame.shape[1], frame.shape[0]), lens=self._lens)
        learnt = question.before
        if learnt is None or any(all_taps):
            for x, y in (tap for one in all_taps for tap in one):
                if not (0 <= x < size[0] and 0 <= y < size[1]):
                    raise BoardError(
                        f"a tap lies outside the picture, at {x:g}, {y:g} of {size[0]} x {size[1]}"
                    )
            taps = [picture.in_frame(one) for one in all_taps]
            learnt = self._reader.learn(frame, pose, taps, question.before)
        seen = self._reader.read(frame, pose, learnt)
        alone, seen = seen, of_whole_sets(seen, CHECKERS)
        if question.before is not None:
            learnt = drifted(frame, pose, learnt, alone)
        milliseconds = 1000 * (time.perf_counter() - begin)
        if self._overlays is not None:
            drawn = draw_board(frame, pose, seen, learnt=learnt, sure=LIKELY)
            path = Path(question.picture)
            self._overlays.write(drawn, f"{path.stem}.jpg", of=path)
        return {
            "picture": question.picture,
            **{row: [_number(seen.place(name)) for name in names] for row, names in _ROWS.items()},
            "bar": _bar(seen),
            "sure": {row: [_sure(seen.place(name)) for name in names] for row, names in _ROWS.items()},
            "certain": seen.is_certain,
            "doubts": list(map(str, [*_small(pose), *seen.doubts])),
            "learnt": write(learnt),
            "ms": round(milliseconds, 1),
        }

    def _marked(self, frame: Frame) -> Points:
        """Return the corners that four printed markers enclose.

        Raises:
            CornerError: If not all four are seen, with what would help.
        """
        if not self._markers.can_find:
            raise CornerError(str(CORNERS_ONLY))
        found = self._markers.find(frame)
        corners = found.field()
        if corners is None:
            missing = ", ".join(str(number) for number in NUMBERS if number not in found.corners)
            why = "".join(f"; {doubt}" for doubt in found.doubts)
            raise CornerError(f"not all four markers are seen: {missing} is missing{why}")
        return checked(corners, size=(frame.shape[1], frame.shape[0]))


def _small(pose: Pose) -> list[Doubt]:
    """Return the doubt that checkers are seen too small, if they are."""
    pixels = pose.least_piece_px()
    if pixels >= LEAST_PX:
        return []
    told = (
        "checkers are {pixels} pixels wide and need {least}: bring the camera nearer, or take larger pictures"
    )
    return [Doubt(told, {"pixels": round(pixels), "least": round(LEAST_PX)})]


def _number(place: PlaceSeen) -> int | None:
    """Return how many checkers stand on a point, those of b negative; None where it is hidden."""
    standing = place.standing
    return None if standing is None else standing[0] - standing[1]


def _sure(place: PlaceSeen) -> float | None:
    return None if place.is_hidden else min(_MOST, round(place.sure, 3))


def _bar(seen: Occupancy) -> dict[str, int | None]:
    """Return the checkers on both halves of the bar; None for both colours if one is hidden."""
    standing: Sequence[tuple[int, ...] | None] = [seen.place(name).standing for name in _BARS]
    known = [one for one in standing if one is not None]
    if len(known) < len(_BARS):
        return dict.fromkeys(_OWNERS)
    return {owner: sum(one[n] for one in known) for n, owner in enumerate(_OWNERS)}
