"""Between a film and the box: its pictures as those of a camera, and what the box concludes from them."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from device.board.reports import Reports
from device.follow.conclusions import Asks, Conclusion, Followed, Found, Lost, Objects
from engine.table import Table
from engine.table.state import Model
from tests.bench.follow.film import Film
from vision import Frame
from vision.board import Pose


class _Nowhere:
    def keep_photograph(self, _raw: bytes, _ringed: bytes, *, kind: str = "throw") -> str:
        return kind


class Heard(Reports):
    """Keeps what was concluded, then tells the table."""

    def __init__(self, table: Table, hear: Callable[[Conclusion], None]) -> None:
        """Name whom it tells, and who hears it as well."""
        super().__init__(table, _Nowhere())
        self._hear = hear

    def follow(self, followed: Followed, model: Model, frame: Frame, pose: Pose) -> None:
        """Play the turn that was seen."""
        super().follow(followed, model, frame, pose)
        self._hear(followed)

    def ask(self, asked: Asks, model: Model, frame: Frame, pose: Pose) -> None:
        """Ask which turn it was."""
        self._hear(asked)
        super().ask(asked, model, frame, pose)

    def object(self, objects: Objects, model: Model, frame: Frame, pose: Pose) -> None:
        """Object to what the rules forbid."""
        self._hear(objects)
        super().object(objects, model, frame, pose)

    def lose(self, lost: Lost, model: Model, frame: Frame, pose: Pose) -> None:
        """Say that nothing explains the board."""
        self._hear(lost)
        super().lose(lost, model, frame, pose)

    def find(self, model: Model) -> None:
        """Close what was said."""
        self._hear(Found())
        super().find(model)


class FilmFrames:
    """Pictures of a film, one a step of time."""

    def __init__(self, film: Film) -> None:
        self._film = film

    def next(self, _count: int = 1, *, longest: int | None = None, **_: object) -> list[Frame]:
        """Take a picture, as `device.camera.frames.Frames` does."""
        frame = self._film.picture()
        part = 1.0 if longest is None else min(1.0, longest / max(frame.shape[:2]))
        if part == 1.0:
            return [frame]
        size = round(part * frame.shape[1]), round(part * frame.shape[0])
        return [np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)]
