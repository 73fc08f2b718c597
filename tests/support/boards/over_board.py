"""A camera of paper over a painted board, for tests of what is set up there; it paints when it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from boards.board_camera import BoardCamera
from boards.painted_board import painted, start
from vision import Frame

SIZE = (960, 720)
EYE = BoardCamera(13.0, 11.0, (0.0, 2.0, 20.0), size=SIZE)
"""Where the camera hangs."""
BUMPED = BoardCamera(13.0, 11.0, (0.8, 2.4, 20.0), roll=0.03, size=SIZE)
"""Where it hangs after somebody has pushed the board."""
FAR = BoardCamera(13.0, 11.0, (0.0, 2.0, 48.0), size=SIZE)
"""So far that pieces are seen too small."""

UNIT = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def corners_of(eye: BoardCamera) -> list[tuple[float, float]]:
    """Return where the corners of the field are seen, as parts of the picture."""
    return [(float(x), float(y)) for x, y in (eye.project(UNIT) + 0.5) / eye.size]


def at(eye: BoardCamera, x: float, y: float, *, tall: float = 0.25) -> tuple[float, float]:
    """Return where a place of the board, in pieces from its upper left, is seen, as a part of the picture."""
    [(left, top)] = (eye.project([(x / eye.width, y / eye.height)], tall) + 0.5) / eye.size
    return float(left), float(top)


@cache
def _picture(eye: BoardCamera, points: tuple[tuple[int, int], ...]) -> Frame:
    return painted(eye, dict(points))


def board(eye: BoardCamera = EYE, points: Mapping[int, int] | None = None) -> Frame:
    """Paint a board of backgammon, in its starting position by default; each picture once."""
    return _picture(eye, tuple((start() if points is None else points).items()))


class OverBoard:
    """Gives the picture that a test has chosen; time goes on when another one is chosen."""

    def __init__(self) -> None:
        self._frame: Frame | None = None
        self.is_away = False
        self.shows_board = True
        self.lens = ""
        self.looked = 0
        self.now = 0.0

    @property
    def frame(self) -> Frame:
        return board() if self._frame is None else self._frame

    @frame.setter
    def frame(self, frame: Frame | None) -> None:
        self._frame = frame
        self.later()

    def later(self) -> None:
        """Let so much time go by that whoever looks looks anew."""
        self.now += 60.0

    def look(self) -> Frame | None:
        self.looked += 1
        return None if self.is_away else self.frame

    def clock(self) -> float:
        return self.now
