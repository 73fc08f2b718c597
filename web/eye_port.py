"""What the page that sets up the eye needs of the box: its picture, the tray, the light, what it reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from engine.messages import Message, MessageError

Corner = tuple[float, float]
"""x and y, each as a part of the picture's width and height, 0 to 1; an oval's may lie a little outside."""

Shape = Literal["four-cornered", "oval"]
"""An oval, a round tray too, touches the middles of the four sides."""


class NoPictureError(MessageError):
    """The camera gives no picture now; the message says what would help."""


class NoTrayError(MessageError, ValueError):
    """Corners make no tray; the message says why."""


@dataclass(frozen=True, slots=True)
class TrayLine:
    """Where things are thrown."""

    corners: tuple[Corner, ...]
    """Four, clockwise from the upper left; none where the whole picture is the tray."""
    shape: Shape = "four-cornered"
    trust: float = 1.0
    """Part of the rim that was seen when it was found; 1 when it was set by hand."""
    area: float = 1.0
    """Part of the picture that it covers."""
    outline: tuple[Corner, ...] = ()
    """The outline, clockwise."""


@dataclass(frozen=True, slots=True)
class LightLine:
    """How the light on the tray was."""

    faults: Mapping[str, Message]
    """What was wrong (``dark``, ``noise``, ``glare``, ``shadow``, ``flicker``) → what to do."""
    when: float
    """Seconds since 1970."""
    saw_flicker: bool
    """Whether there were frames enough to see flicker."""


@dataclass(frozen=True, slots=True)
class ReadLine:
    """What was read in a picture."""

    number: int
    """Names its picture."""
    faces: tuple[str, ...]
    """``1`` to ``6``, ``mouth``, ``back`` or ``unsure``, one for each thing that lies there."""
    certain: bool
    """Whether nobody would be asked."""
    doubts: tuple[Message, ...]
    """Why it is not certain."""
    is_check: bool
    """Whether it was read as a check only, and not as a throw."""


class Sight(Protocol):
    """How the eye is set up."""

    def picture(self) -> bytes | None:
        """Return a fresh picture as JPEG, the last one where the camera gives none; None before the first."""

    def size(self) -> tuple[int, int] | None:
        """Return width and height of the pictures in pixels; None before the first."""

    def tray(self) -> TrayLine:
        """Tell where things are thrown."""

    def tray_before(self) -> TrayLine | None:
        """Tell what would be brought back; None if there is nothing else."""

    def may_lie_elsewhere(self) -> bool:
        """True if somebody should look whether the tray lies right: the pictures got another shape."""

    def lies_right(self) -> None:
        """Take that the tray lies right as it is drawn. Raises RecordError if that cannot be kept."""

    def is_new(self) -> bool:
        """True if nobody has set a tray yet, nor wished for the whole picture, and people throw into one."""

    def set_tray(self, corners: Sequence[Corner], shape: Shape) -> None:
        """Take corners set by hand, in their order around the tray.

        Raises NoTrayError, or RecordError if they cannot be kept.
        """

    def find_tray(self) -> tuple[TrayLine | None, bool]:
        """Find the rim in pictures of the empty tray, and take it if that is sure.

        Returns what was found, and whether it was taken. Raises NoPictureError or RecordError.
        """

    def forget_tray(self) -> None:
        """Take the whole picture. Raises RecordError if that cannot be kept."""

    def take_back(self) -> None:
        """Bring the tray before back; once more undoes that. Raises RecordError if it cannot be kept."""

    def light(self) -> LightLine | None:
        """Tell how the light was when it was measured last; None if it was not since the box started."""

    def measure_light(self) -> LightLine:
        """Measure the light, which takes two seconds. Raises NoPictureError."""

    def held(self) -> frozenset[str] | None:
        """Tell what the camera holds still: ``exposure``, ``white balance``, ``focus``; empty if it is free.

        None where it has nothing that could be held.
        """

    def hold(self, still: bool) -> None:
        """Hold the camera still, or let it look after itself."""

    def learnt(self) -> int:
        """Tell from how many throws of shells the eye has learnt."""

    def forget_learnt(self) -> None:
        """Forget all that the eye has learnt. Raises RecordError if that cannot be kept."""

    def last_read(self) -> ReadLine | None:
        """Tell what was read last, as a throw or as a check; None if nothing was."""

    def read(self) -> ReadLine:
        """Read what lies there now, as a check that no game hears of. Raises NoPictureError."""

    def read_picture(self, number: int) -> bytes | None:
        """Return the picture of the last reading as JPEG, what was seen ringed; None if it is another."""
