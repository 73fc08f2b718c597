"""What pages show of the box itself: eye, lamps, what phones let hear, what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.messages import Message
from engine.record import FLAT, About
from web.language.events import ALERTS
from web.language.labels import EYE_STATES
from web.language.locale import translated
from web.language.messages import said, upper_first
from web.language.speech import Level
from web.ports import EyeState, LampState

AWAITED = EyeState("later", Message(""))
"""What is told of the eye where the match is seen later."""

OUT = LampState((), 0.0, "still")
"""What is told of the lamps there."""


@dataclass(frozen=True, slots=True)
class CameraView:
    """How a camera is."""

    state: str
    """As in `web.ports.EyeState`."""
    camera: str
    message: str
    """What is wrong and what would help; empty when all is well."""


@dataclass(frozen=True, slots=True)
class EyeView(CameraView):
    """What the eye does, with its words."""

    text: str
    board: CameraView | None = None
    """None without a second camera."""


@dataclass(frozen=True, slots=True)
class LampsView:
    """What lamps and buzzer show."""

    state: Annotated[LampState, FLAT]
    sound_alert: bool
    """Phones play the sound that let only alerts hear, too."""


@dataclass(frozen=True, slots=True)
class BoxView:
    """The box as one phone sees it."""

    eye: EyeView
    lamps: LampsView
    hears: Annotated[Level, About("What phones let hear that have chosen nothing themselves.")]
    trouble: str
    """Why the journal cannot be written; empty when all is well."""
    minutes_late: Annotated[
        int, About("So many minutes later this phone sees the match; 0 for all who play.")
    ] = 0
    pips: bool = False
    """The house wants pip counts to be shown."""


def eye_view(state: EyeState) -> EyeView:
    """Write what the eye does, with its words."""
    board = None if state.board is None else CameraView(*_camera(state.board))
    return EyeView(*_camera(state), translated(EYE_STATES.get(state.state, state.state)), board)


def _camera(state: EyeState) -> tuple[str, str, str]:
    return state.state, said(state.camera), upper_first(said(state.message))


def lamps_view(state: LampState) -> LampsView:
    """Write what lamps and buzzer show."""
    return LampsView(state, state.sound in ALERTS)
