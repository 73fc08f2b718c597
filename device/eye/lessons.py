"""What the shells of the house look like, learnt from throws that people confirmed: a reader of the journal.

A throw teaches once its turn is over and the next player has thrown: what people answered or corrected, and
what the eye was certain of and they played on with. The photograph that the journal keeps of it is looked at
again, when nothing moves in the tray. All of it follows from the game as it stands: what is undone or
corrected later is taken back, and what comes back is learnt again.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

import cv2

from device.camera.trays import tray_for
from device.cameras.pictures import tray_in
from device.closing import Closing
from device.errors import DeviceError
from device.eye.taught import OneEye, keep_taught, taught_of
from device.store.photographs import is_name, number_of
from device.worker import end, lasting_thread
from engine.errors import EngineError
from engine.events import Logged, Threw, ThrowAsked
from engine.table.questions import Conflict
from engine.table.state import Model
from engine.throw import Cowries, Dice
from vision import VisionError
from vision.calibration import Taught
from vision.house_set import MOST, HouseSet
from vision.pictures import frame_of
from web.house.settings import HouseSettings

log = logging.getLogger(__name__)

_PAUSE_S = 0.8
"""How long one look into the journal waits; so long, at most, does `close` take."""

_PATIENCE_S = 20.0
"""So long at most it waits until nothing moves in the tray."""


class Kept(Protocol):
    """What the lessons need of the journal."""

    def last_seq(self) -> int:
        """Number of the newest event."""

    def wait(self, *, since: int, timeout_s: float) -> bool:
        """Wait until there is an event above `since`; False when the time is over or the box is stopping."""

    def game_events(self, game: int) -> list[Logged]:
        """List all events of one game, oldest first."""

    def photograph(self, name: str, *, ringed: bool = True) -> bytes | None:
        """Return the photograph of a throw as JPEG; None if it does not exist."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A throw of shells that stands, after its turn."""

    number: int
    """Of its photograph."""
    photo: str
    throw: Cowries
    answered: bool
    """People said what it was; else the eye was certain, and they played on."""


def confirmed(model: Model, asked: frozenset[str], *, since: int = 0) -> dict[int, Confirmed]:
    """Return the throws of shells that may teach, by the number of their photograph.

    Args:
        model: The game as it stands.
        asked: The photographs that people were asked about.
        since: What counted up to this event teaches nothing.
    """
    throws = [one for one in model.line.actions if isinstance(one.action, (Cowries, Dice))]
    last = max((i for i, one in enumerate(throws) if one.player != throws[-1].player), default=-1)
    ended = throws if model.outcome is not None else throws[: last + 1]
    return {
        number_of(one.photo): Confirmed(
            number_of(one.photo), one.photo, one.action, one.photo in asked or one.corrected > 0
        )
        for one in ended
        if isinstance(one.action, Cowries) and is_name(one.photo) and one.seq > since
    }


class Lessons(Closing):
    """Learns what the shells of the house look like. Runs in a thread of its own after `start`."""

    def __init__(
        self,
        *,
        journal: Kept,
        settings: HouseSettings,
        eye: OneEye,
        played: Callable[[], Model | None],
        busy: Callable[[], bool] = lambda: False,
    ) -> None:
        """Join journal and eye; the eye is given what is kept.

        Args:
            journal: Tells of throws, and keeps their photographs.
            settings: Keep what is learnt.
            eye: Looks, and tells by what is learnt.
            played: The game that lies on the table; None without one.
            busy: True while something moves in the tray.
        """
        self._journal = journal
        self._settings = settings
        self._eye = eye
        self._played = played
        self._busy = busy
        self._place = -1
        self._looked_at: tuple[int, Mapping[int, Confirmed]] | None = None
        self._taught_nothing: set[tuple[int, int]] = set()
        self._changing = threading.Lock()
        self._stop = threading.Event()
        self._thread = lasting_thread(self._run, name="lessons", pause=self._stop.wait)
        eye.use(taught_of(settings.get()))

    def start(self) -> None:
        """Begin to follow the journal."""
        self._thread.start()

    def close(self) -> None:
        """Follow it no longer. May be called twice."""
        self._stop.set()
        end(self._thread)

    def count(self) -> int:
        """Return from how many throws the eye has learnt."""
        return len(self._known().shells.throws)

    def forget(self) -> None:
        """Forget all that was learnt of dice and shells; throws up to now teach nothing any more.

        Raises:
            RecordError: If that cannot be kept.
        """
        with self._changing:
            self._settings.set(taught={}, taught_since=self._journal.last_seq())
            self._eye.use(Taught())

    def look(self) -> None:
        """Bring what is learnt up to the game as it stands now.

        Raises:
            EngineError: If the game cannot be read, or what is learnt cannot be kept.
        """
        model = self._played()
        if model is None or isinstance(model.question, Conflict):
            return  # until a correction is settled, the game stands as it was
        since = self._settings.get().taught_since
        now = model.game, confirmed(model, frozenset(), since=since)
        if now == self._looked_at:
            return
        events = [logged.event for logged in self._journal.game_events(model.game)]
        photos = {one.photo for one in events if isinstance(one, (Threw, ThrowAsked)) and is_name(one.photo)}
        asked = frozenset(one.photo for one in events if isinstance(one, ThrowAsked))
        stands = confirmed(model, asked, since=since)
        mine = {number_of(photo) for photo in photos}
        self._take_back(mine, stands)
        for number in sorted(stands)[-MOST:]:
            if self._stop.is_set() or not self._rests():
                return
            self._learn(stands[number])
        self._looked_at = now

    def _take_back(self, mine: set[int], stands: Mapping[int, Confirmed]) -> None:
        """Forget the throws of this game that stand no more, or were another one."""
        with self._changing:
            known = self._known()
            left = tuple(
                one
                for one in known.shells.throws
                if one.of not in mine or (one.of in stands and stands[one.of].throw.mouths == one.told)
            )
            if len(left) < len(known.shells.throws):
                log.info("%d throws are no lesson any more", len(known.shells.throws) - len(left))
                self._keep(replace(known, shells=HouseSet(left)))

    def _learn(self, one: Confirmed) -> None:
        """Look at one throw again, and remember what it shows."""
        kept = sorted(throw.of for throw in self._known().shells.throws)
        tried = one.number, one.throw.mouths
        if (
            one.number in kept
            or tried in self._taught_nothing
            or (len(kept) == MOST and one.number < kept[0])
        ):
            return
        jpeg = self._journal.photograph(one.photo, ringed=False) or b""
        frame = frame_of(jpeg)
        shown = None
        if frame is not None:
            shown = self._eye.lesson(
                frame,
                count=one.throw.shells,
                mouths=one.throw.mouths,
                answered=one.answered,
                tray=tray_in(jpeg) or tray_for(self._settings.get(), frame.shape[1], frame.shape[0]),
                number=one.number,
            )
        if shown is None:
            self._taught_nothing.add(tried)
            return
        with self._changing:
            if self._is_forgotten(one):
                return
            known = self._known()
            throws = sorted((*known.shells.throws, shown), key=lambda throw: throw.of)
            self._keep(replace(known, shells=HouseSet(tuple(throws[-MOST:]))))
        log.info("learnt from %s: %s", one.photo, one.throw)

    def _is_forgotten(self, one: Confirmed) -> bool:
        """True if people have forgotten all since this throw was looked at, or it stands no more."""
        model = self._played()
        since = self._settings.get().taught_since
        return model is None or one.number not in confirmed(model, frozenset(), since=since)

    def _known(self) -> Taught:
        """Return what is kept, as this eye can use it."""
        return taught_of(self._settings.get()).of_eye(self._eye.name)

    def _keep(self, taught: Taught) -> None:
        keep_taught(self._settings, taught)
        self._eye.use(taught)

    def _rests(self) -> bool:
        """Wait until nothing moves in the tray; False if it goes on, or the box stops."""
        left = _PATIENCE_S
        while self._busy() and left > 0:
            if self._stop.wait(_PAUSE_S):
                return False
            left -= _PAUSE_S
        return left > 0

    def _run(self) -> None:
        while not self._stop.is_set():
            newest = self._journal.last_seq()
            if newest > self._place:
                self._place = newest
                try:
                    self.look()
                except (EngineError, DeviceError, VisionError, KeyError, OSError, sqlite3.Error, cv2.error):
                    log.exception("nothing was learnt from the last throws")
            self._journal.wait(since=self._place, timeout_s=_PAUSE_S)
