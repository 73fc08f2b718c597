"""Camera → vision → table: the one place where a reading becomes a throw.

One thread runs `Loop.run`. It owns the camera, is the only one that looks at frames, and is what the page
knows as the eye. A lost camera is not the end: it is asked for again every few seconds.
"""

from __future__ import annotations

import functools
import logging
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from device.camera.frames import Frames
from device.camera.preview import Preview
from device.camera.trays import TrayPlace
from device.camera.wanted import ONE_DIE, expected, wanted_throw
from device.cameras.camera import BROKEN, FPS, REST_AFTER_S, REST_FPS, Camera, Dropouts, Shot
from device.cameras.pictures import packed, size_of, telling_tray
from device.doubts import message_of, nudged, void_of
from device.errors import CameraError
from engine.errors import EngineError, RecordError
from engine.events import Source, ThrowAsked
from engine.game import Waits
from engine.messages import Message
from engine.table import Table
from engine.table.commands import AskThrow, CorrectThrow, DropThrow, TakeThrow, VoidSeenThrow
from engine.table.questions import Waiting
from engine.throw import Cowries, Dice, Throw, ThrowKind
from vision import Frame, Reading, State, Tray, Watch, WatchStep, draw
from vision.doubts import OF_NUMBER, of_number
from vision.motion.view import kept
from web.listeners import Listeners
from web.ports import EyeState

log = logging.getLogger(__name__)

RETRY_S = 3.0
"""A lost camera is asked for again after this."""

HASTE_S = 10.0
"""Another tray waits until nothing moves, but no longer than this."""

_BUSY = frozenset({State.HAND, State.MOVING, State.SETTLED})
"""The lamps hold still from the first movement until the throw has been read."""

WHOSE = Message("both have thrown: which die is whose?")
"""Asked where both players of a match throw for the beginning at once."""

_SURE = 0.8
"""Probability of a face from which a thing surely lies there."""

_SHOWN = frozenset({State.READ, State.UNCERTAIN})
"""As long as the throw lies there, the picture shows what was read."""


class Photographs(Protocol):
    """Keeps the pictures of throws; the journal does."""

    def keep_photograph(self, raw: bytes, ringed: bytes) -> str:
        """Keep a picture, plain and ringed, as JPEG; give its name."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A throw that was read and is not yet on the table."""

    reading: Reading
    wanted: ThrowKind
    raw: bytes
    ringed: bytes


class Loop:
    """Watches the tray and tells the table what was thrown; implements the page's `Eye`."""

    def __init__(
        self,
        *,
        camera: Camera,
        table: Table,
        watch: Callable[[], Watch],
        photographs: Photographs,
        stop: threading.Event,
        clock: Callable[[], float] = time.monotonic,
        place: TrayPlace | None = None,
        hold_lights: Callable[[bool], None] = lambda _: None,
        beat: Callable[[], None] = lambda: None,
        board: Callable[[], EyeState | None] = lambda: None,
        note: Callable[[], Message | None] = lambda: None,
    ) -> None:
        """Join camera and table; nothing happens before `run`.

        Args:
            camera: Where frames come from.
            table: Whom throws are told.
            watch: Makes a new watch, when the camera is opened; what lies in the tray then is no throw.
            photographs: Keeps the picture of every throw.
            stop: Ends `run`.
            clock: Seconds; times only the next try after a failure.
            place: Where the tray lies; None where the whole picture is the tray.
            hold_lights: Told whether the lamps must hold still.
            beat: Called as the loop turns, for the watchdog.
            board: Tells how the board's own camera is, for the page; None without one.
            note: Says at once what else people should know of what cameras see; None when all is well.
        """
        self.ready = threading.Event()
        """Set when the first frame has been seen, or the camera is known to be missing."""
        self.frames = Frames()
        """The camera's frames for others."""
        self.looks = 0
        """Frames that were looked at."""
        self._camera = camera
        self._table = table
        self._make_watch = watch
        self._watch = watch()
        self._photographs = photographs
        self._stop = stop
        self._clock = clock
        self._hold_lights = hold_lights
        self._beat = beat
        self._board = board
        self._note = note
        self._place = place
        self._shape: tuple[int, ...] = ()
        self._state = EyeState("starting", camera.title)
        self._listeners = Listeners()
        self._expecting: ThrowKind | None = None
        self._unwritten: deque[_Read] = deque()
        self._next_try = 0.0
        self._moved_s = math.inf
        self._dropouts = Dropouts()
        self._left_at: tuple[int, ...] | None = None
        """While the camera is away, the newest throw when it went."""
        self._photo = ""
        self._holding = False
        self._message: Message | None = None
        self._read: tuple[Frame, Reading] | None = None
        self.preview = Preview(place)
        """What it shows now."""
        self._tray: tuple[Tray | None, float] | None = None

    def state(self) -> EyeState:
        """Tell what the eye does now."""
        return replace(self._state, board=self._board())

    def tray_state(self) -> str:
        """Return what the tray does, in the page's word."""
        return self._state.state

    def is_busy(self) -> bool:
        """True while something moves in the tray, or is read."""
        return self._state.state in {state.value for state in _BUSY}

    def picture(self) -> bytes | None:
        """Return what is looked at as JPEG, a throw that lies there ringed; None before the first."""
        return self.preview.whole()

    def tray_picture(self) -> bytes | None:
        """Return the same cut to the tray; None before the first picture, and while no tray is set."""
        return self.preview.of_tray()

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` (quick, from the loop's thread) whenever the state has changed."""
        return self._listeners.add(changed)

    def run(self) -> None:
        """Watch until the box stops."""
        while not self._stop.is_set():
            try:
                try:
                    has_ended = self._watch_shots()
                finally:
                    self._hold(False)
                    self._camera.close()
            except CameraError as error:
                self._lose(error)
            # The edge of a thread: whatever a driver does, the camera is asked for again.
            except Exception:
                log.exception("the camera broke down")
                self._lose(CameraError(BROKEN, name=self._camera.title))
            else:
                if has_ended:
                    self._rest(None)

    def _watch_shots(self) -> bool:
        """Look at the camera's shots until the box stops; true if the camera has no more.

        Raises:
            CameraError: If the camera is lost.
        """
        self._dropouts.begin()
        for shot in self._camera.shots():
            now_s = self._clock()
            self._beat()
            try:
                self._look(shot)
            # The edge of a frame: whatever it is, the next one is looked at.
            except Exception as error:
                unread = CameraError(
                    "a picture of {camera} cannot be read: {error}",
                    camera=self._camera.title,
                    error=str(error),
                )
                if self._dropouts.is_loss(error, now_s):
                    raise unread from error
                self._tell(self._state.state, unread.message)
            else:
                self._dropouts.good(self._clock())
            self.ready.set()
            if self._stop.is_set():
                return False
        log.info("%s: no more frames", self._camera.title)
        self._tell("off", self._camera.ended)
        return True

    def _lose(self, error: CameraError) -> None:
        """Wait until a lost camera is to be asked for again."""
        if self._state.state != "away":
            log.warning("%s", error)
        self._tell("away", Message("{sentence}; until then, type the throws", {"sentence": error.message}))
        if self._left_at is None:
            self._left_at = self._throw_in_play()
        self._moved_s = math.inf
        self._rest(RETRY_S)

    def _return(self) -> None:
        """Go on after the camera was away; what people typed meanwhile may lie in the tray."""
        if self._left_at == self._throw_in_play():
            self._watch.interrupt()
        else:
            self._watch, self._expecting = self._make_watch(), None
        self._left_at = None

    def _throw_in_play(self) -> tuple[int, ...]:
        """Return which throw is the newest, by its game and number."""
        if not self._table.has_game:
            return ()
        model = self._table.model
        last = model.last_throw
        return model.game, 0 if last is None else last.seq, len(model.waiting)

    def _look(self, shot: Shot) -> None:
        """Take one frame."""
        if self._left_at is not None:
            self._return()
        wanted = wanted_throw(self._table)
        if wanted is not None and wanted != self._expecting:
            self._watch.set_expect(expected(wanted))
            self._expecting = wanted
        full = None if shot.full is None else functools.cache(shot.full)
        self.frames.take(shot, full)
        if shot.frame.shape != self._shape:
            self._shape = shot.frame.shape
            if self._place is not None:
                self._place.sized(*size_of(shot.frame))
        step = self._step(shot, full)
        self.looks += 1
        self._pace(shot.time_s, moves=step.state in _BUSY)
        self._hold(step.state in _BUSY)
        if step.state in _BUSY:
            self._message = None
        tray = step.view.tray
        if step.reading is not None:
            # Camera's memory is not kept; without a picture of its own the step was of the whole frame.
            frame, reading = kept(shot.frame if step.picture is None else step.picture, step.reading)
            self._read = self.preview.last_read = (frame, reading)
            if step.changed:
                self._complete(reading)
            else:
                try:
                    self._take(frame, reading, tray)
                except Exception:
                    self._watch.forget()  # the throw is read again with one of the next frames
                    raise
        shown, lies = self._read if step.state in _SHOWN and self._read else (step.view.cut(shot.frame), None)
        self.preview.show(shown, lies, None if step.view.is_whole else tray)
        if self._unwritten and self._clock() >= self._next_try:
            self._deliver()
        self._tell(step.state.value, self._message or self._camera.note or self._note())

    def _pace(self, now_s: float, *, moves: bool) -> None:
        """Slow the camera down once nothing has moved for a while, and nobody waits for its frames."""
        if moves or self._moved_s > now_s:
            self._moved_s = now_s
        self.frames.are_few = now_s - self._moved_s >= REST_AFTER_S and not self.frames.in_haste
        self._camera.set_pace(REST_FPS if self.frames.are_few else FPS)

    def _step(self, shot: Shot, full: Callable[[], Frame] | None) -> WatchStep:
        """Let the watch take a frame, with another tray if one is wished and nothing moves."""
        while self._place is not None and not self._place.wishes.empty():
            since = shot.time_s if self._tray is None else self._tray[1]
            self._tray = self._place.wishes.get(), since
        if self._tray is None or (self._holding and shot.time_s - self._tray[1] < HASTE_S):
            return self._watch.step(shot.frame, time_s=shot.time_s, full=full)
        step = self._watch.set_tray(self._tray[0], shot.frame, time_s=shot.time_s, full=full)
        log.info("the eye looks at another tray now")
        self._tray, self._read = None, None
        return step

    def _take(self, frame: Frame, reading: Reading, tray: Tray | None) -> None:
        """Take a new throw; its picture remembers where the tray lies in it."""
        wanted = self._expecting
        if not self._table.has_game:
            self._message = Message("a throw was seen, but no game lies on the table: start one on a phone")
            return
        model = self._table.model
        if wanted is None or (model.waits is Waits.OVER and not model.game_follows):
            self._message = Message("a throw was seen, but the game is over: start a new one on a phone")
            return
        raw, ringed = packed(frame, quality=90), packed(draw(frame, reading), quality=85)
        raw = raw if tray is None else telling_tray(raw, tray)
        self._unwritten.append(_Read(reading, wanted, raw, ringed))
        self._deliver()

    def _complete(self, reading: Reading) -> None:
        """Take a throw that was touched: the right number of things answers the question about it."""
        asked, wanted = self._asked_of_number(), self._expecting
        can_be = asked is not None and reading.certain and wanted is not None and wanted != ONE_DIE
        guess = throw_of(reading, wanted) if can_be and wanted is not None else None
        if asked is None or guess is None:
            self._message = nudged(reading)
            return
        try:
            self._table.do(CorrectThrow(asked.seq, guess))
        except EngineError as error:
            log.warning("a throw was not completed: %s", error)
            self._message = error.message

    def _asked_of_number(self) -> Waiting | None:
        """Return the newest throw if it is asked about because too few or too many things lay there."""
        waiting = self._table.model.waiting if self._table.has_game else ()
        asked = waiting[-1].asked if waiting and waiting[-1].throw is None else None
        is_of_number = asked is not None and any(doubt.template in OF_NUMBER for doubt in asked.doubts)
        return waiting[-1] if is_of_number else None

    def _deliver(self) -> None:
        """Bring what was read onto the table, in order; what cannot be written is kept and tried again."""
        while self._unwritten:
            read = self._unwritten[0]
            try:
                self._bring(read)
            except RecordError as error:
                log.warning("%s", error)
                self._message = Message(
                    "{sentence}; the throw is kept and written as soon as that works",
                    {"sentence": error.message},
                )
                self._next_try = self._clock() + RETRY_S
                return
            except EngineError as error:
                log.warning("a throw was not taken: %s", error)
                self._message = error.message
            # The edge of a throw: kept, it would stand in the way of all later ones.
            except Exception as error:
                log.exception("a throw was not taken")
                refused = "the journal cannot hold this, so nothing was changed: {error}"
                self._message = Message(refused, {"error": str(error)})
            self._unwritten.popleft()
            self._photo = ""

    def _bring(self, read: _Read) -> None:
        reading, wanted = read.reading, read.wanted
        source: Source = "film" if self._camera.throws else "camera"
        guess = self._without_first(throw_of(reading, wanted), wanted)
        self._photo = photo = self._photo or self._photographs.keep_photograph(read.raw, read.ringed)
        faces = tuple(one.face.value for one in reading.seen)
        model = self._table.model
        earlier = self._asked_of_number()
        if earlier is not None and earlier.asked is not None and not earlier.asked.alternatives:
            self._table.do(DropThrow(earlier.seq))  # nothing could be read of it, and it is thrown again
        in_match = model.setup.match is not None
        both_throw = in_match and wanted == ONE_DIE and (model.turn == 0 or model.game_follows)
        if reading.certain and guess is not None:
            log.info("read %s", guess)
            both = both_ways([guess]) if both_throw else [guess]
            if len(both) > 1:
                self._table.do(AskThrow(ThrowAsked(faces, tuple(both), photo, (WHOSE,), source=source)))
            else:
                self._table.do(TakeThrow(guess, source, photo))
            return
        log.info("not sure of %s: %s", faces, "; ".join(map(str, reading.doubts)))
        likely = alternatives(reading, wanted)
        too_many = of_number(len(faces), wanted.count, dice=wanted.kind == "dice")
        doubts = tuple(message_of(doubt) for doubt in reading.doubts or (too_many,))
        if in_match and likely and (why := void_of(reading.doubts)):
            seen = ThrowAsked(faces, tuple(likely), photo, doubts, source=source)
            self._table.do(VoidSeenThrow(seen, why))
            return
        likely = both_ways(likely) if both_throw else likely
        self._table.do(AskThrow(ThrowAsked(faces, tuple(likely), photo, doubts, source=source)))

    def _without_first(self, guess: Throw | None, wanted: ThrowKind) -> Throw | None:
        """Leave out the first player's die, which still lies there when the second player throws."""
        last = self._table.model.last_throw
        if wanted != ONE_DIE or not isinstance(guess, Dice) or len(guess.pips) != 2 or last is None:
            return guess
        if isinstance(last.action, Dice) and len(last.action.pips) == 1 and last.action.pips[0] in guess.pips:
            left, right = guess.pips
            return Dice((right if left == last.action.pips[0] else left,))
        return guess

    def _tell(self, state: str, message: Message | None) -> None:
        """Let the page know, if anything is new."""
        now = EyeState(state, self._camera.title, message)
        if now == self._state:
            return
        self._state = now
        self._listeners.tell()

    def _hold(self, still: bool) -> None:
        if still != self._holding:
            self._holding = still
            self._hold_lights(still)

    def _rest(self, seconds: float | None) -> None:
        """Turn without a camera: for a while, or until the box stops."""
        self.ready.set()
        self._hold(False)  # it may have gone in the middle of a movement
        left = seconds
        while left is None or left > 0:
            self._beat()
            if self._unwritten:
                self._deliver()
            pause = 1.0 if left is None else min(1.0, left)
            if self._stop.wait(pause):
                return
            left = None if left is None else left - pause


def throw_of(reading: Reading, wanted: ThrowKind) -> Throw | None:
    """Turn the best guess of a reading into a throw; None if it is no throw of the wanted kind.

    Dice are ordered as they lie, from left to right. Where one die is wanted, two are a throw as well.
    """
    if not _fits(len(reading.seen), wanted):
        return None
    if wanted.kind == "cowries":
        shells = all(one.face.is_shell for one in reading.seen)
        return Cowries(reading.mouths, wanted.count) if shells else None
    ordered = sorted(reading.seen, key=lambda one: one.centre[0])
    pips = tuple(one.face.pips for one in ordered if one.face.pips is not None)
    return Dice(pips) if len(pips) == len(ordered) else None


def alternatives(reading: Reading, wanted: ThrowKind) -> list[Throw]:
    """List what a doubtful reading may be, the likeliest first: its best guess, then the eye's others.

    Empty where far too few things lie there, or too many.
    """
    found: list[Throw] = []
    sure = sum(one.confidence > _SURE for one in (*reading.seen, *reading.surplus))
    if sure > (2 if wanted == ONE_DIE else wanted.count):
        return found  # which of them were thrown, nobody can see
    guess = throw_of(reading, wanted)
    if guess is not None:
        found.append(Dice(tuple(sorted(guess.pips))[::-1]) if isinstance(guess, Dice) else guess)
    for answer in reading.alternatives():
        if not _fits(len(answer.faces), wanted):
            continue
        if wanted.kind == "cowries" and answer.shells == len(answer.faces):
            found.append(Cowries(answer.mouths, wanted.count))
        elif wanted.kind == "dice" and len(answer.values) == len(answer.faces):
            found.append(Dice(answer.values))
    return list(dict.fromkeys(found))


def both_ways(throws: Sequence[Throw]) -> list[Throw]:
    """List whose die may be which, where both players of a match have thrown for the beginning at once.

    Dice roll over to the other half of the tray: where they lie tells nobody. Two equal dice tie.
    """
    ways = [(one, Dice(one.pips[::-1])) if isinstance(one, Dice) else (one,) for one in throws]
    return list(dict.fromkeys(way for both in ways for way in both))


def _fits(lying: int, wanted: ThrowKind) -> bool:
    return lying == wanted.count or (wanted == ONE_DIE and lying == 2)
