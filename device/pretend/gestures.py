"""How a pretend hand moves pieces: it comes in, takes one, puts it down, and goes away, in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from device.pretend.hand import Reach
from device.pretend.laying import Laid
from device.pretend.parts import OWNERS, Parts, Point
from device.pretend.picture import Piece
from device.pretend.turns import Transfer, moved, transfers
from engine.board import Side
from engine.game import Rules
from engine.reachable import Appearance

_COMES_S, _PICKS_S, _CARRIES_S, _PUTS_S, _GOES_S = 0.6, 0.25, 0.7, 0.25, 0.5
_MANY = 6
"""More pieces than this are set by one sweep: nobody wants to watch that."""
_SWEEP_S = 2.0
_OVER = 2.5
"""Height of the finger tips over the board, centimetres."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a gesture."""

    lasts_s: float
    start: Point
    end: Point
    """Where the finger tips are, from and to."""
    shown: Appearance
    """What stands on the board meanwhile."""
    carried: Transfer | None = None


@dataclass(frozen=True, slots=True)
class Pose:
    """What is seen of a hand at a moment."""

    reach: Reach
    carried: Piece | None


class Gesture:
    """One gesture from its beginning to its end."""

    def __init__(self, stages: Sequence[Stage], side: Side, *, begin_s: float) -> None:
        """Take its parts; the hand comes from a side of the board."""
        self._stages = stages
        self._side = side
        self._begin_s = begin_s

    def at(self, now_s: float) -> tuple[Appearance, Pose | None]:
        """Return what stands on the board and where the hand is; None after the end."""
        passed = now_s - self._begin_s
        for stage in self._stages:
            if passed < stage.lasts_s:
                part = _eased(max(0.0, passed) / stage.lasts_s)
                x, y, z = (a + (b - a) * part for a, b in zip(stage.start, stage.end, strict=True))
                return stage.shown, Pose(Reach((x, y, z), self._side), _carried(stage.carried, (x, y, z)))
            passed -= stage.lasts_s
        return self._stages[-1].shown, None


def gesture(
    before: Appearance,
    after: Appearance,
    *,
    laid: Laid,
    parts: Parts,
    rules: Rules[Any],
    seat: int,
    side: Side,
    now_s: float,
) -> Gesture:
    """Plan how a hand makes one look of the board another."""
    todo = transfers(before, after, rules, first=seat)
    away = _away(parts, side)
    if len(todo) > _MANY:
        middle = (0.0, 0.0, _OVER)
        sweep = [Stage(_COMES_S, away, middle, before), Stage(_SWEEP_S, middle, middle, before)]
        return Gesture([*sweep, Stage(_GOES_S, middle, away, after)], side, begin_s=now_s)
    stages: list[Stage] = []
    shown, tip = before, away
    for one in todo:
        start = _over(laid.at(one.start, one.seat)) if one.start else away
        end = _over(laid.at(one.end, one.seat)) if one.end else away
        stages.append(Stage(_COMES_S, tip, start, shown))
        picked, put = moved(shown, one, picked=True), moved(shown, one)
        stages.append(Stage(_PICKS_S, start, start, shown))
        stages.append(Stage(_CARRIES_S, start, end, picked, one))
        stages.append(Stage(_PUTS_S, end, end, put))
        shown, tip = put, end
    stages.append(Stage(_GOES_S, tip, away, shown))
    return Gesture(stages, side, begin_s=now_s)


def _eased(part: float) -> float:
    return part * part * (3 - 2 * part)


def _over(spot: Point) -> Point:
    return spot[0], spot[1], max(0.0, spot[2]) + _OVER


def _away(parts: Parts, side: Side) -> Point:
    """Return where finger tips are out of view at a side, with their shadow."""
    x, y = parts.half
    far = 16.0 + 1.2 * parts.unit
    away = {
        "bottom": (0.0, -y - far),
        "top": (0.0, y + far),
        "left": (-x - far, 0.0),
        "right": (x + far, 0.0),
    }
    return (*away[side], _OVER)


def _carried(one: Transfer | None, tip: Point) -> Piece | None:
    if one is None:
        return None
    return Piece(OWNERS[one.seat], (tip[0], tip[1], max(0.0, tip[2] - 1.0)), one.lay[1])
