"""Where the camera is over a board, and so where a piece of any height is seen.

A camera that hangs 70 cm above a board sees the head of a 30 mm piece at the edge of its view half a square
further out than its foot. Four corners fix where the flat board is seen; for what stands on it the camera's
place must be known. It follows from the corners, from the board's proportions and from what is known of the
lens: all three are a little unsure, and what fits them best together is taken (least squares by Gauss and
Newton with Levenberg's damping).

Board axes: x to the right, y downwards in the plan, z away from the camera, in pieces, from the middle of the
board.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.board.errors import CornerError
from vision.board.placing.lens import ANY, Lens
from vision.board.placing.plan import Place, Plan, Points

_Array = npt.NDArray[np.float64]

UNIT = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
"""The corners of the playing field: top left, top right, bottom right, bottom left."""

_ROUNDS = 40
_ENOUGH = 1e-6
"""A step that lowers the sum of squares by less than this part ends the search."""


@dataclass(frozen=True, eq=False, slots=True)
class Pose:
    """A camera over a board: from a place and a height to a pixel, and back."""

    plan: Plan
    """The board; its proportion is the one that fitted the corners best."""
    size: tuple[int, int]
    """Width and height of the picture in pixels."""
    lens: Lens
    """The lens; its focal length is the one that fitted best."""
    turn: _Array
    """Shape (3, 3): from board axes to the camera's (x right, y down, z forward)."""
    shift: _Array
    """Shape (3,): the middle of the board in the camera's axes, in pieces."""
    fitted: _Array
    """Shape (3, 3): what is left between this pose and the points that it was made of, as a homography in
    focal lengths; so near to the identity that only the given corners lie exactly where they were given."""
    off_px: float
    """How far the points that it was made of lie from where the pose alone would show them, in pixels (root
    of the mean square)."""

    @classmethod
    def of_corners(
        cls,
        corners: Sequence[Sequence[float]] | Points,
        plan: Plan,
        *,
        size: tuple[int, int],
        lens: Lens = ANY,
        sure_px: float = 2.0,
    ) -> Pose:
        """Return the pose at which the field's four corners are seen where they are.

        Args:
            corners: x and y in pixels: top left, top right, bottom right, bottom left of the plan; see
                `vision.board.placing.corners.checked`.
            plan: The board.
            size: Width and height of the picture in pixels.
            lens: What is known of the lens.
            sure_px: How well the corners are known, in pixels.

        Raises:
            CornerError: If no camera above the board sees these corners.
        """
        return cls.of_points(
            UNIT, np.asarray(corners, np.float64), plan, size=size, lens=lens, sure_px=sure_px
        )

    @classmethod
    def of_points(
        cls,
        points: Points,
        pixels: Points,
        plan: Plan,
        *,
        size: tuple[int, int],
        lens: Lens = ANY,
        sure_px: float = 2.0,
    ) -> Pose:
        """Return the pose at which points of the board are seen at pixels.

        Args:
            points: At least four, no three of the first four on a line, in unit coordinates, shape (n, 2).
            pixels: Where they are seen, shape (n, 2).
            plan: The board.
            size: Width and height of the picture in pixels.
            lens: What is known of the lens.
            sure_px: How well the pixels are known.

        Raises:
            CornerError: If no camera above the board sees them so.
        """
        pixels = np.asarray(pixels, np.float64)
        if points.shape != pixels.shape or len(points) < 4 or not np.isfinite(pixels).all():
            raise CornerError(
                "a camera’s place needs four points of the board and their pixels, finite numbers"
            )
        start = _start(points, pixels, plan, size, lens)
        pose = _fit(start, points, pixels, lens, plan, sure_px)
        seen = pose.seen(points)
        off = float(np.sqrt(((seen - pixels) ** 2).sum(axis=1).mean()))
        fitted = homography(pose.straight(seen), pose.straight(pixels))
        pose = replace(pose, fitted=fitted, off_px=off)
        if not (pose.at(0.0) @ np.column_stack([UNIT, np.ones(4)]).T)[2].min() > 0:
            raise CornerError(
                "no camera above the board sees these corners: set one at each corner of the field"
            )
        return pose

    @property
    def focal_px(self) -> float:
        """The focal length in pixels."""
        return self.lens.focal * max(self.size)

    @property
    def eye(self) -> tuple[float, float, float]:
        """Where the camera is: x and y in unit coordinates, and its height above the board in pieces."""
        x, y, z = -self.turn.T @ self.shift
        return float(x / self.plan.width + 0.5), float(y / self.plan.height + 0.5), float(-z)

    @property
    def slant(self) -> float:
        """Angle between the way from the board's middle to the camera and straight up, in degrees."""
        height = self.eye[2]
        return math.degrees(math.acos(max(-1.0, min(1.0, height / float(np.linalg.norm(self.shift))))))

    def at(self, tall: float) -> _Array:
        """Return the homography from unit coordinates at a height to focal lengths, shape (3, 3)."""
        x, y, z = self.turn.T
        wide, high = self.plan.width, self.plan.height
        middle = self.shift - tall * z - 0.5 * wide * x - 0.5 * high * y
        return np.asarray(self.fitted @ np.column_stack([wide * x, high * y, middle]), np.float64)

    def seen(self, points: Points, tall: float | _Array = 0.0) -> Points:
        """Return where points of the board are seen, at a height above it.

        Args:
            points: Unit coordinates, shape (n, 2).
            tall: Height above the board, in pieces; one number, or one for each point.

        Returns:
            x and y in pixels, shape (n, 2). They may lie outside of the picture.
        """
        points = np.asarray(points, np.float64).reshape(-1, 2)
        heights = np.broadcast_to(np.asarray(tall, np.float64), (len(points),))
        lying = self.plan.in_pieces(points - 0.5)
        there = np.column_stack([lying, -heights]) @ self.turn.T + self.shift
        return self.pixels(there @ self.fitted.T)

    def pixels(self, there: _Array) -> Points:
        """Return the pixels of directions in the camera's axes, shape (n, 3)."""
        ahead = np.where(np.abs(there[:, 2:]) < 1e-9, 1e-9, there[:, 2:])
        return np.asarray(
            self.lens.bent(np.asarray(there[:, :2] / ahead, np.float64)) * self.focal_px + self._middle,
            np.float64,
        )

    def straight(self, pixels: Points) -> Points:
        """Return pixels as an ideal lens would show them, in focal lengths from the middle, shape (n, 2)."""
        flat = (np.asarray(pixels, np.float64).reshape(-1, 2) - self._middle) / self.focal_px
        return self.lens.straight(np.asarray(flat, np.float64))

    def lies(self, pixels: Points, tall: float = 0.0) -> Points:
        """Return which points of the board, at a height in pieces, are seen at pixels; what `seen` undoes."""
        return through(np.asarray(np.linalg.inv(self.at(tall)), np.float64), self.straight(pixels))

    def piece_px(self, x: float, y: float, tall: float = 0.0) -> float:
        """Return how many pixels wide a piece is seen at a point, along its narrower way."""
        step = 0.05
        points: Points = np.array([[x, y], [x + step / self.plan.width, y], [x, y + step / self.plan.height]])
        seen = self.seen(points, tall)
        return float(np.linalg.svd((seen[1:] - seen[0]) / step, compute_uv=False)[1])

    def least_piece_px(self) -> float:
        """Return how many pixels wide a piece is seen where it is seen smallest, on any place."""
        return min(self.piece_px(x, y) for place in self.plan.places for x, y in place.outline)

    def outline(self, place: Place, tall: float | None = None) -> Points:
        """Return where a place is seen at the height of its pieces, or at another: shape (n, 2), pixels."""
        return self.seen(place.points, place.tall if tall is None else tall)

    def in_view(self) -> frozenset[str]:
        """Return the names of the places that lie inside the picture, with all that stands on them."""
        places = self.plan.places
        outlines = np.concatenate([place.points for place in places])
        tall = np.concatenate([np.full(len(place.outline), place.tall) for place in places])
        inside = np.ones(len(outlines), bool)
        for points in (self.seen(outlines), self.seen(outlines, tall)):
            inside &= ((points >= -1) & (points <= self.size)).all(axis=1)
        each = np.split(inside, np.cumsum([len(place.outline) for place in places])[:-1])
        return frozenset(place.name for place, one in zip(places, each, strict=True) if one.all())

    @property
    def _middle(self) -> tuple[float, float]:
        return self.size[0] / 2 - 0.5, self.size[1] / 2 - 0.5


def through(change: _Array, points: Points) -> Points:
    """Return points after a homography, shape (n, 2)."""
    laid = np.column_stack([points, np.ones(len(points))]) @ change.T
    return np.asarray(laid[:, :2] / np.where(np.abs(laid[:, 2:]) < 1e-12, 1e-12, laid[:, 2:]), np.float64)


def homography(before: Points, after: Points) -> _Array:
    """Return the homography that takes points to others, as well as it can: shape (3, 3), last number 1.

    Source: Hartley and Zisserman, Multiple View Geometry, 2nd ed. 2003, algorithm 4.2 (normalised DLT).
    """
    left, right = _levelled(before), _levelled(after)
    (x, y), (u, v) = through(left, before).T, through(right, after).T
    one, none = np.ones_like(x), np.zeros_like(x)
    rows = np.concatenate(
        [
            np.column_stack([x, y, one, none, none, none, -u * x, -u * y, -u]),
            np.column_stack([none, none, none, x, y, one, -v * x, -v * y, -v]),
        ]
    )
    found = np.linalg.svd(rows)[2][-1].reshape(3, 3)
    change = np.linalg.inv(right) @ found @ left
    return np.asarray(change / change[2, 2], np.float64)


def _levelled(points: Points) -> _Array:
    """Return the change that brings points around zero, about one apart."""
    middle = points.mean(axis=0)
    scale = math.sqrt(2) / max(1e-9, float(np.linalg.norm(points - middle, axis=1).mean()))
    return np.array([[scale, 0, -scale * middle[0]], [0, scale, -scale * middle[1]], [0, 0, 1.0]])


def _start(points: Points, pixels: Points, plan: Plan, size: tuple[int, int], lens: Lens) -> Pose:
    """Return a first pose: the homography taken apart as if the lens and the proportion were sure.

    Raises:
        CornerError: If the board would be behind the camera, or is seen from below.
    """
    pose = Pose(plan, size, replace(lens), np.eye(3), np.array([0, 0, 1.0]), np.eye(3), 0.0)
    try:
        change = homography(plan.in_pieces(points - 0.5), pose.straight(pixels))
    except np.linalg.LinAlgError as error:
        raise CornerError("the corners lie on one line: set one at each corner of the field") from error
    lengths = np.linalg.norm(change[:, :2], axis=0)
    if not np.isfinite(change).all() or lengths.min() < 1e-9:
        raise CornerError("the corners lie on one line: set one at each corner of the field")
    change = change * 2 / lengths.sum()
    x, y = change[:, 0], change[:, 1]
    left, _, right = np.linalg.svd(np.column_stack([x, y, np.cross(x, y)]))
    turn = left @ np.diag([1, 1, np.linalg.det(left @ right)]) @ right
    if turn[2, 2] <= 0:
        raise CornerError(
            "the corners go the wrong way around: top left, top right, bottom right, bottom left"
        )
    return replace(pose, turn=turn, shift=change[:, 2])


def _fit(start: Pose, points: Points, pixels: Points, lens: Lens, plan: Plan, sure_px: float) -> Pose:
    """Return the pose for which pixels, lens and proportion together are likeliest."""
    flat = np.column_stack([plan.in_pieces(points - 0.5), np.zeros(len(points))])
    middle, side = np.array(start.size) / 2 - 0.5, max(start.size)
    turn, shift, focal, part = start.turn, start.shift, lens.focal, 1.0

    def seen() -> tuple[_Array, _Array, _Array]:
        """Return the points in board axes, in the camera's, and what is wrong in pixels."""
        lying = flat * (part, 1 / part, 0.0)
        there = lying @ turn.T + shift
        ahead = np.where(np.abs(there[:, 2:]) < 1e-9, 1e-9, there[:, 2:])
        told = lens.bent(np.asarray(there[:, :2] / ahead, np.float64)) * focal * side + middle
        return lying, there, np.asarray(told - pixels, np.float64)

    def cost() -> float:
        unlike = math.log(focal / lens.focal) / lens.spread
        squeezed = 2 * math.log(part) / plan.loose if plan.loose else 0.0
        return float((seen()[2] ** 2).sum() / sure_px**2 + unlike**2 + squeezed**2)

    now, damping = cost(), 1e-3
    for _ in range(_ROUNDS):
        lying, there, wrong = seen()
        slopes = _slopes(lying, there, turn, lens, plan) * (focal * side / sure_px)
        slopes[..., 6] = (wrong + pixels - middle) * lens.spread / sure_px
        rows = np.vstack([slopes.reshape(-1, 8), np.eye(8)[6:]])
        squeezed = 2 * math.log(part) / plan.loose if plan.loose else 0.0
        off = np.append((wrong / sure_px).ravel(), [math.log(focal / lens.focal) / lens.spread, squeezed])
        square, pull = rows.T @ rows, rows.T @ off
        before = turn, shift, focal, part
        while damping < 1e9:
            step = np.linalg.solve(square + damping * np.diag(np.diag(square) + 1e-9), -pull)
            step = np.clip(step, [-0.5] * 3 + [-0.5 * before[1][2]] * 3 + [-2] * 2, None)
            step = np.clip(step, None, [0.5] * 3 + [0.5 * before[1][2]] * 3 + [2] * 2)
            turn, shift = _rotation(step[:3]) @ before[0], before[1] + step[3:6]
            focal = before[2] * math.exp(step[6] * lens.spread)
            part = before[3] * math.exp(0.5 * step[7] * plan.loose)
            then = cost() if shift[2] > 0 else math.inf
            if then < now:
                break
            damping *= 10
        else:
            turn, shift, focal, part = before
            break
        gain, now, damping = 1 - then / now, then, max(damping / 10, 1e-9)
        if gain < _ENOUGH or now < 1e-9:
            break
    return replace(
        start,
        plan=replace(plan, width=plan.width * part, height=plan.height / part),
        lens=replace(lens, focal=focal),
        turn=turn,
        shift=shift,
    )


def _slopes(lying: _Array, there: _Array, turn: _Array, lens: Lens, plan: Plan) -> _Array:
    """Return how the seen points, in focal lengths, go with what is fitted: shape (n, 2, 8).

    Turn, shift, focal length (0 here) and proportion. Points in board axes and in the camera's: shape (n, 3).
    """
    count = len(lying)
    moved = np.zeros((count, 3, 8))
    x, y, z = (lying @ turn.T).T
    moved[:, 0, 1], moved[:, 0, 2] = z, -y
    moved[:, 1, 0], moved[:, 1, 2] = -z, x
    moved[:, 2, 0], moved[:, 2, 1] = y, -x
    moved[:, :, 3:6] = np.eye(3)
    moved[:, :, 7] = 0.5 * plan.loose * (lying * (1.0, -1.0, 0.0)) @ turn.T
    ahead = there[:, 2]
    seen = there[:, :2] / ahead[:, None]
    flat = np.zeros((count, 2, 3))
    flat[:, 0, 0] = flat[:, 1, 1] = 1 / ahead
    flat[:, :, 2] = -seen / ahead[:, None]
    if lens.k1 or lens.k2:
        r2 = (seen**2).sum(axis=1)[:, None, None]
        outer = seen[:, :, None] * seen[:, None, :]
        bend = np.eye(2) * (1 + lens.k1 * r2 + lens.k2 * r2**2) + outer * (2 * lens.k1 + 4 * lens.k2 * r2)
        flat = bend @ flat
    return np.asarray(flat @ moved, np.float64)


def _rotation(by: _Array) -> _Array:
    """Return the rotation about an axis by its length in radians. Source: Rodrigues' formula."""
    angle = float(np.linalg.norm(by))
    if angle < 1e-12:
        return np.eye(3)
    x, y, z = by / angle
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(
        np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * (cross @ cross), np.float64
    )
