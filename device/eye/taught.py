"""The eye that several threads ask, and what it was taught of the set; kept in the settings."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from engine.messages import Message
from engine.record import Form, has_form, read, write
from vision import Expect, Eye, Frame, Reading, Seen, Tray
from vision.calibration import Taught
from vision.house_set import MOST, HouseSet, ShownThrow
from web.house.settings import HouseSettings, Settings

log = logging.getLogger(__name__)


class OneEye:
    """The eye with its models, for several threads: one reading after the other."""

    def __init__(self, eye: Eye) -> None:
        self._eye = eye
        self._one = threading.Lock()

    def read(
        self, frame: Frame, *, expect: Expect, tray: Tray | None = None, without: Sequence[Seen] = ()
    ) -> Reading:
        """Read the throw in a picture, as `vision.Eye.read` does. For any thread."""
        with self._one:
            return self._eye.read(frame, expect=expect, tray=tray, without=without)

    @property
    def name(self) -> str:
        """Names the eye's weights."""
        return self._eye.name

    def use(self, taught: Taught) -> None:
        """Tell by what was learnt from now on. For any thread."""
        lost = len(taught.shells.throws) - len(taught.of_eye(self.name).shells.throws)
        if lost:
            log.warning("what %d throws taught is let go: the eye has other models now, and sees anew", lost)
        with self._one:
            self._eye.use(taught)

    def lesson(
        self,
        frame: Frame,
        *,
        count: int,
        mouths: int,
        answered: bool,
        tray: Tray | None,
        number: int = 0,
    ) -> ShownThrow | None:
        """Return what a throw of shells teaches, as `vision.Eye.lesson` does. For any thread."""
        with self._one:
            return self._eye.lesson(
                frame, count=count, mouths=mouths, answered=answered, tray=tray, number=number
            )


def taught_of(settings: Settings) -> Taught:
    """Return what the eye was taught of the set; the usual where it was taught nothing."""
    return read(Taught, settings.taught)


def keep_taught(settings: HouseSettings, taught: Taught) -> None:
    """Remember what the eye was taught.

    Raises:
        RecordError: If it cannot be written.
    """
    written = write(taught)
    if not taught.shells.throws:
        del written["shells"], written["eye"]
    settings.set(taught=written)


def _shells(rows: list[Any]) -> HouseSet:
    """Read the throws that were kept; one that cannot be is passed over."""
    throws = []
    for row in rows[-MOST:]:
        with suppress(ValueError):
            throws.append(read(ShownThrow, row))
    return HouseSet(tuple(throws))


has_form(
    HouseSet,
    Form(lambda shells: write(shells.throws), _shells, Message("a list"), {"type": "array"}, kinds=(list,)),
)
