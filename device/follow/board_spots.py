"""Where pieces of each player surely stand on the board, as the game has it: there colours can be learnt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from engine.board import Placed
from vision.board import Place, Plan, Pose
from vision.board.learnt import FACES
from vision.board.occupancy import Occupancy

Counts = dict[str, tuple[int, ...]]
"""By square: pieces by seat."""

Taps = list[list[tuple[float, float]]]
"""By seat: pixels on its pieces."""


def standing_of(placed: Sequence[Placed], seats: int) -> Counts:
    """Count the pieces on every square, by seat; squares without any are left out."""
    found: dict[str, list[int]] = defaultdict(lambda: [0] * seats)
    for piece in placed:
        found[piece.square][piece.player] += 1
    return {square: tuple(counts) for square, counts in found.items()}


def is_known(standing: Mapping[str, tuple[int, ...]], plan: Plan, seats: int) -> bool:
    """True if every seat has pieces on a place that tells whose they are: a point, or a square of its own."""
    owners = {
        next(seat for seat, count in enumerate(counts) if count)
        for name, counts in standing.items()
        for place in plan.places
        if place.name == name and sum(map(bool, counts)) == 1 and (place.has_rim or place.length <= 2)
    }
    return len(owners) == seats


def taps_of(standing: Mapping[str, tuple[int, ...]], pose: Pose, seats: int) -> Taps:
    """Return pixels on pieces of each player, on as many places as there are taps.

    On a point pieces begin at its rim, so that the first one's place is known; on a square without a rim it
    is known where one piece stands alone. A bar tells nothing.
    """
    taps: Taps = [[] for _ in range(seats)]
    for place in pose.plan.places:
        counts = standing.get(place.name, ())
        owners = [seat for seat, count in enumerate(counts) if count]
        if len(owners) != 1 or (not place.has_rim and (sum(counts) > 1 or place.length > 2)):
            continue
        if len(taps[owners[0]]) < FACES:
            x, y = pose.seen(np.array([_first(place)]), place.tall)[0]
            taps[owners[0]].append((float(x), float(y)))
    return taps


def _first(place: Place) -> tuple[float, float]:
    """Return where the piece nearest to the rim stands, or the only one of a place without a rim."""
    if not place.has_rim:
        return place.middle
    points = place.points
    rim, end = points[:2].mean(axis=0), points[2:4].mean(axis=0)
    x, y = rim + 0.5 / place.length * (end - rim)
    return float(x), float(y)


def differing(seen: Occupancy, standing: Mapping[str, tuple[int, ...]], plan: Plan) -> tuple[int, int]:
    """Return on how many places the eye sees the owner that the game has there, and on how many another.

    Places at which nobody can look, and those without pieces in both, count for neither.
    """
    alike = other = 0
    for place in plan.places:
        told = seen.place(place.name).standing
        wanted = tuple(map(bool, standing.get(place.name, ())))
        if told is None or not (any(told) or any(wanted)):
            continue
        is_alike = tuple(map(bool, told)) == (wanted or tuple(False for _ in told))
        alike, other = alike + is_alike, other + (not is_alike)
    return alike, other


def is_on(pose: Pose, tap: tuple[float, float]) -> bool:
    """True if a tap, in pixels, lies on the field, or at most a piece beside it."""
    plan = pose.plan
    x, y = plan.in_pieces(pose.lies(np.array([tap]), max(place.tall for place in plan.places)))[0]
    return bool(-1 <= x <= plan.width + 1 and -1 <= y <= plan.height + 1)
