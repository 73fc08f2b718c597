"""The eye: a frame in, a reading out."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import CLASSES, Faces
from vision.find import Finder, Spot
from vision.reading import Expect, Face, Frame, Kind, Reading, Seen, check_frame
from vision.tray import Tray

_SURE = 0.9
"""Smallest probability of a face that is told instead of asked."""


class Eye:
    """Reads throws. The models are loaded once; one eye may be used by one thread at a time."""

    def __init__(self, *, threads: int = 1) -> None:
        cv2.setNumThreads(threads)
        self._finder = Finder()
        self._faces = Faces()

    def read(self, frame: Frame, *, expect: Expect, tray: Tray | None = None) -> Reading:
        """Read the throw in a picture.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.
            expect: What should lie there. Without a count the number is not checked.
            tray: What lies outside is not looked at. None looks at the whole picture.

        Returns:
            The reading; `nothing` when no die and no shell is seen.

        Raises:
            FrameError: If the frame has another shape or dtype.
        """
        check_frame(frame)
        height, width = frame.shape[:2]
        spots = [
            spot
            for spot in self._finder.find(frame)
            if tray is None or tray.contains(spot.x, spot.y, width=width, height=height)
        ]
        told = self._faces.tell(frame, spots)
        dice, shells = told[:, :6].sum(), told[:, 6:8].sum()
        kind: Kind = "nothing"
        if len(spots):
            kind = (
                "dice" if expect.kind == "dice" or (expect.kind == "auto" and dice >= shells) else "cowries"
            )
        seen = tuple(self._seen(spot, row, kind) for spot, row in zip(spots, told, strict=True))
        doubts = [one.doubt for one in seen if one.doubt]
        missing = 0
        if expect.count is not None and len(seen) != expect.count:
            word = "dice" if expect.kind == "dice" else "shells"
            doubts.append(f"{len(seen)} {word} seen, {expect.count} expected")
            missing = max(0, expect.count - len(seen))
        return Reading(kind, seen, not doubts and bool(seen), tuple(doubts), missing)

    def _seen(self, spot: Spot, row: npt.NDArray[np.float32], kind: str) -> Seen:
        columns = range(6) if kind == "dice" else range(6, 8)
        ranked = sorted(((float(row[i]), i) for i in columns), reverse=True)
        faces = [(CLASSES[i] or Face.UNSURE, p) for p, i in ranked]
        half = spot.size / 2
        doubt = None if faces[0][1] >= _SURE else "one cannot be told"
        return Seen(
            faces[0][0],
            faces[0][1],
            spot.x - half,
            spot.y - half,
            spot.size,
            spot.size,
            tuple(faces[1:]),
            doubt,
        )
