"""The eye follows the game on the board, on a thread of its own: from pictures at rest to the table.

Nothing else waits for it. It takes frames as they come, watches a small copy of each for movement
(`vision.board.stillness`), reads the board once it has rested, lets the follower conclude
(`device.follow.follower`), and tells the table (`device.board.reports`). Where the board was bumped, is
not set up, is switched off or is another one, it does nothing.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from device.board.reports import Reports
from device.camera.board import BoardSetup, SetUp
from device.camera.frames import Frames
from device.camera.placement import KeptBoard, posed
from device.cameras.camera import REST_AFTER_S
from device.cameras.pictures import size_of
from device.errors import DeviceError
from device.follow.conclusions import Asks, Conclusion, Followed, Found, Lost, Objects, Waits, Why
from device.follow.follower import Follower
from device.worker import Worker
from engine.errors import EngineError, StaleError
from engine.table import Table
from engine.table.state import Model
from vision import Frame, VisionError
from vision.board import Pose
from vision.board.drift import drifted
from vision.board.learnt import Learnt
from vision.board.occupancy import Occupancy
from vision.board.reader import BoardReader
from vision.board.stillness import Still, Stillness, concealed
from web.house.settings import Switches
from web.ports import Corner

log = logging.getLogger(__name__)

REST_S = 1.0
"""A picture counts when board and rim have rested so long."""

_LATE_S = (0.6, 0.6, 1.0, 1.0, 1.0, 1.0)
"""Pauses between the readings of one rest: questions, objections and a loss want several."""

_SLOW_S = 10.0
"""Later on it is read so seldom; hands that move the board's pieces begin a new rest."""

_COVERED_S = 1.5
"""A rest with something over the board counts for no longer than this."""

_IDLE_S = 1.0
"""So long it sleeps while there is nothing to follow."""

_EVERY_S = 0.12
"""A picture is watched for movement so often at most, however many the tray's camera gives."""

_REST_EVERY_S = 0.6
"""The same once board and rim have rested for long."""

_LONGEST = 640
"""Pixels of the longer side of the pictures that are watched for movement."""

_REST = 2.0
"""After a reading nothing is read for so many times as long as it took: the tray comes first."""

_AGAIN_S = 2.0
"""After so long a board that was not found where it was is looked for again: twice is believed."""

_ALL = 0.5
"""What covers more than this part of the places..."""

_BARE = 0.5
"""...is no thing if more than this part of what is known of the board is seen all the same."""

_SAME = 5e-3
"""Corners that lie apart by less, in parts of the picture, are the same."""

_MOVES = 5
"""A board that lay elsewhere so often in a row is read where it lies."""

_DRIFT_S = 20.0
"""So often the colours of the pieces go with the light."""

_QUIET = frozenset({Why.AGREES, Why.BEHIND, Why.UNDONE, Why.SAID})
"""Nothing new comes of another picture of the same rest."""


@dataclass(frozen=True, eq=False, slots=True)
class Seen:
    """The latest picture at rest that was read."""

    frame: Frame
    pose: Pose
    occupancy: Occupancy
    model: Model
    kept: KeptBoard
    at_s: float


@dataclass(eq=False, slots=True)
class _Watch:
    """What belongs to one board that is followed in one game."""

    set_up: SetUp
    game: int
    stillness: Stillness
    follower: Follower
    learnt: Learnt
    corners: Sequence[Corner]
    """Where the board lies: a nudge is followed."""
    reads: int = 0
    next_s: float = 0.0
    drifted_s: float = 0.0
    revision: int = -1
    has_ended: bool = False
    """The turn was over as the house says, when it was read last."""
    is_still: bool = False
    """Board and rim have rested for long."""
    since_s: float = 0.0
    """When the rest began of which `reads` were read."""
    moves: int = 0
    """Times in a row that the board lay elsewhere, without a reading between them."""


class BoardFollow(Worker):
    """Follows the game on the board. Runs in a thread of its own after `start`."""

    def __init__(
        self,
        *,
        frames: Frames,
        table: Table,
        setup: BoardSetup,
        switches: Callable[[int], Switches],
        reader: BoardReader,
        reports: Reports,
        busy: Callable[[], bool] = lambda: False,
        turn_may_end: Callable[[Model], bool] = lambda _: False,
        hold_lights: Callable[[bool], None] = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
        rest_s: float = REST_S,
    ) -> None:
        """See nothing yet.

        Args:
            frames: Of whichever camera sees the board.
            table: The game.
            setup: Says how the board of the game in progress was set up, and where it lies.
            switches: Says what the eye may do in the game of a number.
            reader: Looks what stands where.
            reports: Tells the table.
            busy: True while something moves in the tray: then nothing is read.
            turn_may_end: True if the house takes the turn for ended without the next throw.
            hold_lights: Told whether the lamps must hold still.
            clock: Seconds.
            rest_s: So long board and rim rest before a picture counts.
        """
        super().__init__(self._run, name="board follow")
        self._frames = frames
        self._table = table
        self._setup = setup
        self._switches = switches
        self._reader = reader
        self._reports = reports
        self._busy = busy
        self._turn_may_end = turn_may_end
        self._hold_lights = hold_lights
        self._clock = clock
        self._rest_s = rest_s
        self._watch: _Watch | None = None
        self._seen: Seen | None = None
        self._last = threading.Lock()

    def start(self) -> None:
        """Follow, until it is closed."""
        self._begin()

    def seen(self) -> Seen | None:
        """Return the latest picture at rest, of the game in progress; None without one. For any thread."""
        with self._last:
            seen = self._seen
        has_game = self._table.has_game and seen is not None and self._table.model.game == seen.model.game
        return seen if has_game else None

    def step(self) -> float:
        """Take one picture, and conclude from it where it is time. Only for its own thread, and for tests.

        Returns:
            So many seconds nothing need be looked at; 0 for the next picture at once.
        """
        watch = self._watched()
        if watch is None:
            return _IDLE_S
        small = self._frames.next(1, longest=_LONGEST, pause_s=_REST_EVERY_S if watch.is_still else None)
        if not small:
            return 0.0  # the camera is away: it was waited for
        now = self._clock()
        still = watch.stillness.look(small[0], time_s=now)
        watch.is_still = still.rested_s >= REST_AFTER_S
        if not self._is_due(watch, still, now):
            return 0.0
        self._hold_lights(True)
        try:
            full = self._frames.next(1, pause_s=0.0 if watch.is_still else None)
        finally:
            self._hold_lights(False)
        if full:
            self._read(watch, full[0])
        return 0.0

    def _watched(self) -> _Watch | None:
        """Return what is followed now, begun anew for another game or board; None where nothing is."""
        set_up = self._setup.set_up() if self._table.has_game else None
        model = self._table.model if set_up is not None else None
        if set_up is None or model is None or not self._setup.lies() or not self._switches(model.game).follow:
            self._watch = None
            return None
        watch = self._watch
        if watch is None or watch.game != model.game or watch.set_up != set_up:
            pose = posed(set_up.plan, set_up.kept.corners, set_up.kept.size, set_up.kept.lens)
            owners = range(len(model.setup.names))
            follower, corners = Follower(owners), set_up.kept.corners
            watch = _Watch(set_up, model.game, Stillness(pose), follower, set_up.learnt, corners)
            self._watch = watch
        return watch

    def _is_due(self, watch: _Watch, still: Still, now: float) -> bool:
        """True if this rest is to be read now."""
        if still.rested_s < self._rest_s:
            return False
        began, model = now - still.rested_s, self._table.model
        is_old = watch.revision == model.revision and watch.has_ended == self._turn_may_end(model)
        if began > watch.since_s + 1e-3 or not is_old:
            watch.since_s, watch.reads = max(began, watch.since_s), 0
            watch.next_s = min(watch.next_s, now)
        return now >= watch.next_s and not self._busy()

    def _read(self, watch: _Watch, frame: Frame) -> None:
        """Read a picture in full resolution, and tell the table what follows."""
        now, size = self._clock(), size_of(frame)
        still = watch.stillness.look(frame, time_s=now)
        kept = watch.set_up.kept
        if still.rested_s < self._rest_s or not kept.fits(size):
            return
        altered = watch.stillness.altered()
        covered = len(still.covered) > _ALL * len(watch.set_up.plan.places)
        if (covered or watch.stillness.is_stirred) and not self._is_known(watch, frame, now, covered=covered):
            return
        pose = posed(watch.set_up.plan, watch.corners, size, kept.lens)
        seen = concealed(self._reader.read(frame, pose, watch.learnt), still.covered)
        model = self._table.model
        if model.game != watch.game:
            return
        with self._last:
            self._seen = Seen(frame, pose, seen, model, kept, now)
        ends = self._turn_may_end(model)
        # A hand that rests over the board goes away: meanwhile nothing is asked or objected to.
        rested = min(still.rested_s, _COVERED_S) if still.covered else still.rested_s
        conclusion = watch.follower.look(
            model,
            seen,
            at_s=now,
            turn_may_end=ends,
            rested_s=rested,
            objects=self._switches(model.game).object,
            altered=altered,
        )
        watch.stillness.remember(watch.follower.remembered - still.covered)
        watch.revision, watch.has_ended = model.revision, ends
        is_quiet = isinstance(conclusion, Waits) and conclusion.why in _QUIET
        pause = _LATE_S[watch.reads] if watch.reads < len(_LATE_S) else _SLOW_S
        took = self._clock() - now
        watch.next_s = now + took + max(_REST * took, _SLOW_S if is_quiet and not ends else pause)
        watch.reads += 1
        if isinstance(conclusion, Waits) and conclusion.why is Why.AGREES:
            self._go_with_the_light(watch, frame, pose, seen, now)
        self._tell(watch, model, conclusion, frame, pose)

    def _is_known(self, watch: _Watch, frame: Frame, now: float, *, covered: bool) -> bool:
        """Look where the board lies after all of it has changed; false if it is not to be read now."""
        lies = self._setup.watch.where(frame)
        if lies is None:
            watch.next_s = now + _AGAIN_S
            return False
        corners = lies.corners or watch.corners
        is_bare = covered and lies.part > _BARE
        is_same = np.allclose(corners, watch.corners, atol=_SAME)
        # A board that is never twice in the same place is hard to see: what is read of it will say so.
        if not is_bare and (is_same or watch.moves >= _MOVES):
            watch.moves = 0
            return True
        watch.moves += 1
        # It was no hand that changed so much: the next picture is read, with nothing over the board.
        watch.corners, watch.next_s = corners, now
        watch.stillness.settle()
        return False

    def _go_with_the_light(
        self, watch: _Watch, frame: Frame, pose: Pose, seen: Occupancy, now: float
    ) -> None:
        """Let the colours of the pieces go with the light; what was kept at the set-up stays."""
        if now - watch.drifted_s >= _DRIFT_S and seen.is_certain:
            watch.learnt, watch.drifted_s = drifted(frame, pose, watch.learnt, seen), now

    def _tell(self, watch: _Watch, model: Model, conclusion: Conclusion, frame: Frame, pose: Pose) -> None:
        """Tell the table, if it still stands as it was looked at; else it is looked again at once."""
        if isinstance(conclusion, Waits):
            log.debug("the board: %s", conclusion.why)
            return
        try:
            match conclusion:
                case Followed():
                    self._reports.follow(conclusion, model, frame, pose)
                case Asks():
                    self._reports.ask(conclusion, model, frame, pose)
                case Objects() if self._switches(model.game).object:
                    self._reports.object(conclusion, model, frame, pose)
                case Objects():
                    self._reports.enter(conclusion, model, frame, pose)
                case Lost():
                    self._reports.lose(conclusion, model, frame, pose)
                case Found():
                    self._reports.find(model)
        except StaleError:
            # A phone was quicker. What it played may be the very same: the board is judged anew.
            self._judge_anew(watch, conclusion)
        except EngineError as error:
            # A full disk, or a question of phones that is answered first: it is said later.
            log.warning("what the eye saw on the board was not taken: %s", error)
            self._judge_anew(watch, conclusion)
            watch.revision, watch.next_s = model.revision, self._clock() + _SLOW_S

    def _judge_anew(self, watch: _Watch, conclusion: Conclusion) -> None:
        """Look again; what was said and not heard may be said again."""
        if not isinstance(conclusion, Followed):
            watch.follower = Follower(range(len(self._table.model.setup.names)))
        watch.revision = -1

    def _run(self) -> None:
        while True:
            with self._changed:
                if self._closed:
                    return
            pause, began = _IDLE_S, time.monotonic()
            try:
                pause = max(self.step(), _EVERY_S - (time.monotonic() - began))
            except (VisionError, DeviceError, EngineError, cv2.error) as error:
                log.warning("the board could not be followed: %s", error)
                self._watch = None
            # The edge of a thread: whatever it is, the box goes on, and so does this.
            except Exception:
                log.exception("following the board broke down; it begins anew")
                self._watch = None
                pause = _SLOW_S
            if pause > 0:
                with self._changed:
                    if self._closed or self._changed.wait(pause) or self._closed:
                        return
