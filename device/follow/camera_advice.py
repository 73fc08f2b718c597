"""How large a camera sees the pieces of a board, and what would help where they are too small."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from engine.messages import Message
from vision.board import Pose

LEAST_PX = 20.0
"""A piece that is seen narrower, in pixels, is not told from what lies beside it."""

_AIM_PX = 22.0
"""So wide it is to be after what is advised: nobody hangs a camera to the millimetre."""

_USUAL_MM: Mapping[str, float] = {"backgammon": 42.0, "chowka-bhara": 50.0, "pachisi": 25.0}
"""How wide a square or column usually is, by the first words of the board's name; see
`device.follow.plans`. Only distances that people are told follow from it."""

_ROOM = 0.98
"""Part of the picture that the board may fill."""


@dataclass(frozen=True, slots=True)
class Closeness:
    """How large pieces are seen."""

    pixels: float
    """The narrowest piece, on any place of the board."""
    advice: Message | None
    """What would help; None where they are large enough."""


def closeness(pose: Pose) -> Closeness:
    """Tell how large a camera sees the pieces, and where it should hang, or how it should see, if too small.

    The distance in centimetres takes pieces of the usual size for granted; angles of the lens and sizes of
    pictures do not.
    """
    pixels = pose.least_piece_px()
    if pixels >= LEAST_PX:
        return Closeness(pixels, None)
    nearer = _AIM_PX / max(pixels, 0.1)
    told = {"pixels": math.floor(pixels), "least": round(LEAST_PX)}
    if nearer <= _room(pose):
        now = round(pose.lens.degrees)
        narrower = replace(pose.lens, focal=pose.lens.focal * nearer)
        return Closeness(
            pixels,
            Message(
                "where they are smallest, pieces are {pixels} pixels wide and need {least}: hang the camera "
                "about {cm} cm nearer, or let it see {degrees}° instead of {now}°, with the wide view off or "
                "with another lens",
                told | {"cm": _cm(pose, 1 - 1 / nearer), "degrees": round(narrower.degrees), "now": now},
            ),
        )
    width, height = (math.ceil(side * nearer / _room(pose) / 10) * 10 for side in pose.size)
    return Closeness(
        pixels,
        Message(
            "where they are smallest, pieces are {pixels} pixels wide and need {least}, and nearer the board "
            "would not fit in the picture: let the camera give pictures of {width} × {height} pixels or more",
            told | {"width": width, "height": height},
        ),
    )


def _room(pose: Pose) -> float:
    """Return how many times as large the board could be seen, if the camera were above its middle."""
    around = np.concatenate([pose.outline(place, tall) for place in pose.plan.places for tall in (0.0, None)])
    wide, high = around.max(axis=0) - around.min(axis=0)
    return float(max(1.0, min(_ROOM * pose.size[0] / wide, _ROOM * pose.size[1] / high)))


def _cm(pose: Pose, part: float) -> int:
    """Return a part of the way to the camera in centimetres, in steps of five."""
    first = next((mm for name, mm in _USUAL_MM.items() if pose.plan.name.startswith(name)), 40.0)
    return max(5, 5 * round(part * float(np.linalg.norm(pose.shift)) * first / 50))
