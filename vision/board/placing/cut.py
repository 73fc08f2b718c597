"""Columns and squares cut out of a picture, upright and straight, where their pieces are seen."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.board.placing.plan import Place, Points
from vision.board.placing.pose import Pose, homography, through
from vision.reading import Frame, check_frame

_Array = npt.NDArray[np.float64]

WAIST = 0.65
"""Part of a piece's height at which a stretched place is cut out: between the heads of checkers (0.6 to 1 in
training) and the waists of pieces that stand (0.4 to 0.6)."""


@dataclass(frozen=True, eq=False, slots=True)
class Cut:
    """A place, straightened: its rim below, or for a place without one the plan's upper side above."""

    picture: Frame
    """Shape (height, width, 3), uint8, BGR. What lies outside of the frame is black."""
    place: Place
    side_px: int
    """Pixels that one piece is wide."""
    margin: float
    """What is seen around the place on every side, in pieces."""
    tall: float
    """Height above the board that is straightened, in pieces."""
    to_unit: _Array
    """Shape (3, 3): from pixels of the picture to unit coordinates."""

    def unit(self, pixels: Points) -> Points:
        """Return unit coordinates of pixels of this picture, shape (n, 2)."""
        return through(self.to_unit, np.asarray(pixels, np.float64).reshape(-1, 2))


class Cutter:
    """Cuts places out of one frame. What is much larger than needed is made smaller once, for all of them."""

    def __init__(self, frame: Frame, pose: Pose, *, side_px: int = 32) -> None:
        """Prepare a frame.

        Args:
            frame: Shape (height, width, 3), uint8, BGR, of the size that the pose has. Not modified.
            pose: Where the camera is.
            side_px: Pixels that one piece is wide in what is cut out.

        Raises:
            FrameError: If the frame has another shape or dtype.
            ValueError: If it has another size than the pose.
        """
        check_frame(frame)
        if (frame.shape[1], frame.shape[0]) != pose.size:
            raise ValueError(f"the pose is for pictures of {pose.size}, not {frame.shape[1::-1]}")
        self.pose, self.side_px = pose, side_px
        most = pose.piece_px(0.5, 0.5)
        self._shrunk = max(1, int(most / side_px / 1.2))
        self._frame = frame
        if self._shrunk > 1:  # by the mean of whole blocks, so that fine grain does not become coarse
            high, wide = (length // self._shrunk for length in frame.shape[:2])
            whole = frame[: high * self._shrunk, : wide * self._shrunk]
            self._frame = np.asarray(cv2.resize(whole, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)

    def place(self, place: Place, *, tall: float | None = None, margin: float = 0.25) -> Cut:
        """Cut out a place.

        Args:
            place: The place.
            tall: Height above the board to straighten, in pieces; that of the place's pieces by default.
            margin: What is seen around it on every side, in pieces.
        """
        side, height = self.side_px, place.tall if tall is None else tall
        wide, high = round(side * (place.width + 2 * margin)), round(side * (place.length + 2 * margin))
        left, top = side * margin - 0.5, side * margin - 0.5
        right, bottom = left + side * place.width, top + side * place.length
        pixels = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        to_unit = homography(pixels, ends(place))
        picture = self._straightened(to_unit, wide, high, height)
        return Cut(picture, place, side, margin, height, to_unit)

    def stretched(
        self,
        place: Place,
        *,
        size: tuple[int, int],
        across: float,
        along: float,
        behind: Pose | None = None,
    ) -> Frame:
        """Cut out what is around the middle of a place, stretched to a size, at the waists of its pieces.

        Args:
            place: The place. One without a rim in the upper half of the plan is turned so that it has the
                nearer end of the board below, as those with a rim have.
            size: Width and height in pixels.
            across: How much of the board it shows from left to right, in pieces.
            along: The same from its upper end to its lower one.
            behind: A camera that looks at the place now: then the ground is cut out that it sees behind the
                pieces there, wherever this picture's camera was.
        """
        wide, high = size
        corners = ends(place)
        if not place.has_rim and place.length > 2 and place.middle[1] < 0.5:
            corners = np.roll(corners, -2, axis=0)
        x, y = wide / across, high / along
        left, top = (across - place.width) / 2 * x - 0.5, (along - place.length) / 2 * y - 0.5
        right, bottom = left + place.width * x, top + place.length * y
        pixels = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        to_unit = cv2.getPerspectiveTransform(pixels.astype(np.float32), corners.astype(np.float32))
        change, tall = np.asarray(to_unit, np.float64), WAIST * place.tall
        if behind is not None:
            change, tall = np.linalg.inv(behind.at(0.0)) @ behind.at(tall) @ change, 0.0
        return self._straightened(np.asarray(change, np.float64), wide, high, tall)

    def board(self, *, tall: float = 0.0, margin: float = 0.5) -> Frame:
        """Return the whole field with a margin in pieces around it, straightened at a height."""
        plan, side = self.pose.plan, self.side_px
        wide, high = round(side * (plan.width + 2 * margin)), round(side * (plan.height + 2 * margin))
        return self._straightened(self.to_unit(margin), wide, high, tall)

    def to_unit(self, margin: float = 0.5) -> _Array:
        """Return the change from pixels of `board` to unit coordinates, shape (3, 3)."""
        plan, side = self.pose.plan, self.side_px
        x, y = 1 / (side * plan.width), 1 / (side * plan.height)
        move = 0.5 - side * margin
        return np.array([[x, 0, move * x], [0, y, move * y], [0, 0, 1.0]])

    def _straightened(self, to_unit: _Array, wide: int, high: int, tall: float) -> Frame:
        pose, lens = self.pose, self.pose.lens
        change = pose.at(tall) @ to_unit
        scale, middle = pose.focal_px, (pose.size[0] / 2 - 0.5, pose.size[1] / 2 - 0.5)
        if not lens.k1 and not lens.k2:
            to_pixel = np.array([[scale, 0, middle[0]], [0, scale, middle[1]], [0, 0, 1]]) @ change
            half = 0.5 / self._shrunk - 0.5
            shrink = np.array([[1 / self._shrunk, 0, half], [0, 1 / self._shrunk, half], [0, 0, 1]])
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            return np.asarray(
                cv2.warpPerspective(self._frame, shrink @ to_pixel, (wide, high), flags=flags), np.uint8
            )
        grid = np.stack(np.meshgrid(np.arange(wide), np.arange(high)), axis=-1).reshape(-1, 2)
        pixels = lens.bent(through(change, grid.astype(np.float64))) * scale + middle
        maps = ((pixels + 0.5) / self._shrunk - 0.5).astype(np.float32).reshape(high, wide, 2)
        return np.asarray(cv2.remap(self._frame, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR), np.uint8)


def ends(place: Place) -> Points:
    """Return the corners of a place as it is cut out: upper left, upper right, lower right, lower left."""
    points = place.points
    if len(points) != 4:
        (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
        return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    return np.roll(points, -2, axis=0) if place.has_rim else points
