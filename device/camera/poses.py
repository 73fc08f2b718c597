"""How a board lies in a picture, as people set it, made the eye's plan and pose; or why not, for the page."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from device.camera.placement import Corner, KeptBoard, parts_of, pixels_of
from device.cameras.lenses import lens_of
from device.cameras.pictures import Size, size_of
from device.follow.camera_advice import closeness
from device.follow.plans import plan_of
from engine.board import Layout
from engine.messages import Message
from vision import Frame
from vision.board import CornerError, Plan, Pose, checked, refined
from vision.board.empty import EmptyBoard
from vision.board.placing.markers import Found
from vision.board.placing.pose import UNIT
from web.ports import NoBoardError, PiecesLine, Placement

_REACH = 0.025
"""So far from where a person set them, in parts of the picture's longer side, edges are looked for."""

_NEW_PLACE = 0.1
"""Markers that enclose the kept field to so many pieces offer nothing new."""


@lru_cache(maxsize=8)
def plan_for(layout: Layout, quarters: int, bar: float) -> Plan:
    """Return the plan of a board as it lies in the picture, without trays beside it."""
    return plan_of(layout, bar_columns=bar, trays=False).turned(quarters)


def plan_laid(layout: Layout, laid: Placement | KeptBoard) -> Plan:
    """Return the plan of a board that lies so."""
    return plan_for(layout, laid.quarters, laid.bar)


@lru_cache(maxsize=16)
def posed(plan: Plan, corners: tuple[Corner, ...], size: Size, lens: str = "") -> Pose:
    """Return where the camera is if the corners lie at parts of a picture that a lens has taken.

    Raises:
        CornerError: If no camera above the board sees these corners.
    """
    points = checked(pixels_of(corners, size), size=size)
    return Pose.of_corners(points, plan, size=size, lens=lens_of(lens))


@lru_cache(maxsize=4)
def empty_board(plan: Plan, kept: KeptBoard) -> EmptyBoard | None:
    """Return the board as somebody has shown it without pieces; None where nobody has."""
    frame = kept.frame() if kept.is_empty else None
    if frame is None:
        return None
    try:
        return EmptyBoard(frame, posed(plan, kept.shown, size_of(frame), kept.lens))
    except CornerError:
        return None


def posed_or_refused(layout: Layout, laid: Placement, size: Size) -> Pose:
    """Return where the camera is.

    Raises:
        NoBoardError: If the corners cannot be; says why and what would help.
    """
    try:
        return posed(plan_laid(layout, laid), laid.corners, size, laid.lens)
    except CornerError as error:
        raise NoBoardError(Message(error.doubt.template, error.doubt.fields)) from error


def near_enough(pose: Pose) -> None:
    """Look whether pieces are seen large enough to be told.

    Raises:
        NoBoardError: If not; says what would help.
    """
    advice = closeness(pose).advice
    if advice is not None:
        raise NoBoardError("the board is not kept so: {advice}", advice=advice)


def pieces_line(pose: Pose) -> PiecesLine:
    """Tell how large the pieces are seen."""
    told = closeness(pose)
    return PiecesLine(told.pixels, told.advice)


def drawn_to_edges(frame: Frame, corners: tuple[Corner, ...]) -> tuple[tuple[Corner, ...], float]:
    """Draw corners to edges near them; also tells which part of the sides was seen.

    Raises:
        NoBoardError: If the corners cannot be.
    """
    size = size_of(frame)
    try:
        points = checked(pixels_of(corners, size), size=size)
    except CornerError as error:
        raise NoBoardError(Message(error.doubt.template, error.doubt.fields)) from error
    found, part = refined(frame, points, reach_px=_REACH * max(size))
    inside = tuple((min(1.0, max(0.0, x)), min(1.0, max(0.0, y))) for x, y in parts_of(found, size))
    return inside, part


def laid_by_markers(found: Found, size: Size, *, bar: float) -> Placement | None:
    """Return how the board lies that four markers enclose; None unless all four are seen.

    The first marker lies at the upper left corner as the south player sees the board, so that they tell the
    quarter turn as well.
    """
    corners = found.field()
    if corners is None:
        return None
    first = int(np.argmin(corners.sum(axis=1)))  # nearest to the upper left of the picture
    return Placement(parts_of(np.roll(corners, -first, axis=0), size), -first % 4, bar)


def is_news(laid: Placement, kept: KeptBoard | None, pose: Pose | None) -> bool:
    """True if a board that lies so lies otherwise than the one that is kept."""
    if kept is None or pose is None or laid.quarters != kept.quarters:
        return True
    apart = pose.lies(pixels_of(laid.corners, pose.size)) - UNIT
    return float(np.linalg.norm(pose.plan.in_pieces(apart), axis=1).max()) > _NEW_PLACE
