"""A game of backgammon before a camera of paper: what stands there, hands over it, and time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace

import cv2
import numpy as np

from boards.board_camera import BoardCamera
from boards.hand_over_board import reaching
from boards.over_board import EYE, corners_of
from boards.painted_board import START, painted
from boards.read_boards import one_reader
from device.board.follow import BoardFollow
from device.board.reports import Reports
from device.camera.board import SetUp
from device.camera.placement import KeptBoard, plan_laid, posed
from device.camera.watch import Lies
from device.follow.board_spots import standing_of, taps_of
from engine.events import Logged, Setup
from engine.table import Table
from engine.table.commands import TakeThrow
from engine.throw import Dice
from vision import Frame
from vision.board.reader import BoardReader
from web.house.settings import Switches

PACE_S = 1 / 6
"""Between two pictures."""

POINTS = {24 - n: count for n, count in enumerate(START) if count}
"""The start: positive for the first player, by that player's points."""


class Pictures:
    """Frames of a camera that shows what a test has laid before it; each takes time."""

    def __init__(self) -> None:
        self.now = 100.0
        self.shown: Frame = painted(EYE, POINTS)
        self.is_away = False
        self.pauses: list[float | None] = []
        """How long each who asked could wait; None for one in haste."""
        self.before: Callable[[], None] = lambda: None
        """Called before a picture in full resolution is handed out."""
        self._chance = np.random.default_rng(7)

    def next(
        self,
        count: int = 1,
        *,
        longest: int | None = None,
        patience_s: float = 1.0,
        pause_s: float | None = None,
    ) -> list[Frame]:
        self.pauses.append(pause_s)
        if self.is_away:
            self.now += patience_s
            return []
        self.now += max(PACE_S, pause_s or 0.0)
        if longest is None:
            self.before()
            return [self._grainy(self.shown)]
        size = (longest, longest * self.shown.shape[0] // self.shown.shape[1])
        return [
            self._grainy(np.asarray(cv2.resize(self.shown, size, interpolation=cv2.INTER_AREA), np.uint8))
        ]

    def _grainy(self, picture: Frame) -> Frame:
        grain = self._chance.integers(-4, 5, picture.shape, np.int16)
        return np.asarray((picture + grain).clip(0, 255).astype(np.uint8))

    def clock(self) -> float:
        return self.now


class Photographs:
    """Keeps photographs in a list."""

    def __init__(self) -> None:
        self.kept: list[tuple[bytes, bytes]] = []

    def keep_photograph(self, raw: bytes, ringed: bytes, *, kind: str = "throw") -> str:
        self.kept.append((raw, ringed))
        return f"{kind}-{len(self.kept)}"


class ScriptedBoard:
    """The whole way from pictures to the table, in one thread, with the box's own reader and follower."""

    def __init__(self, *, eye: BoardCamera = EYE, reader: BoardReader | None = None) -> None:
        self.eye = eye
        self.events: list[Logged] = []
        self.table = Table(record=self.events.extend)
        self.table.start(Setup("backgammon", "standard", ("Asha", "Ravi"), {}, 0))
        self.pictures = Pictures()
        self.photographs = Photographs()
        self.reports = Reports(self.table, self.photographs)
        self.lies = True
        self.busy = False
        self.where: Callable[[Frame], Lies | None] = lambda _: Lies()
        self.switches = Switches()
        self._reader = reader or one_reader()
        self.set_up: SetUp | None = self._set_up()
        self.follow = self._follow()

    def start_again(self) -> None:
        """Let the eye begin anew as after a restart, on the same record."""
        self.table.resume(self.events)
        self.follow = self._follow()

    def _follow(self) -> BoardFollow:
        return BoardFollow(
            frames=self.pictures,  # type: ignore[arg-type]
            table=self.table,
            setup=SimpleNamespace(  # type: ignore[arg-type]
                set_up=lambda: self.set_up,
                lies=lambda: self.lies,
                watch=SimpleNamespace(where=lambda frame: self.where(frame)),
            ),
            switches=lambda _: self.switches,
            reader=self._reader,
            reports=self.reports,
            busy=lambda: self.busy,
            clock=self.pictures.clock,
        )

    def _set_up(self) -> SetUp:
        model = self.table.model
        kept = KeptBoard(tuple(corners_of(self.eye)), size=self.eye.size)
        plan = plan_laid(model.rules.layout, kept)
        frame = painted(self.eye, POINTS)
        pose = posed(plan, kept.corners, self.eye.size)
        taps = taps_of(standing_of(model.rules.placed(model.state), 2), pose, 2)
        return SetUp(kept, plan, self._reader.learn(frame, pose, taps, None))

    def throw(self, *throws: tuple[int, ...]) -> None:
        """Throw."""
        for throw in throws:
            self.table.do(TakeThrow(Dice(throw)))

    def show(self, points: Mapping[int, int], **painting: object) -> None:
        """Lay a position before the camera."""
        self.pictures.shown = painted(self.eye, points, **painting)  # type: ignore[arg-type]

    def hand(self, points: Mapping[int, int], x: float, y: float) -> None:
        """The same, with a hand over it."""
        self.pictures.shown = reaching(painted(self.eye, points), self.eye, x, y)

    def told(self) -> list[str]:
        """Name everything that has happened but throws and turns."""
        return told(self.events)

    def wait(self, seconds: float) -> None:
        """Let time go by."""
        until = self.pictures.now + seconds
        while self.pictures.now < until:
            pause = self.follow.step()
            self.pictures.now += pause

    def play(self, points: Mapping[int, int], *, x: float = 9.0) -> None:
        """Let a hand reach over the board, and leave it with another position."""
        for y in (9.0, 5.0):
            self.hand(points, x, y)
            self.wait(0.3)
        self.show(points)
        self.wait(0.2)


def told(events: Iterable[Logged]) -> list[str]:
    """Name all events but throws and turns."""
    left_out = {"GameStarted", "TurnBegan", "Threw", "ThrowKept", "Happened"}
    return [name for one in events if (name := type(one.event).__name__) not in left_out]
