"""The pretend board as a camera: it shows the table's game, and hands that play it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from device.cameras.camera import Camera, Pause, Shot
from device.pretend.hand import Hand
from device.pretend.hands import PretendHands, Showing
from device.pretend.light import PLAIN, lit
from device.pretend.parts import BOARDS, parts_in
from device.pretend.picture import Painter
from engine.board import Layout
from engine.messages import Message
from engine.table import Table
from engine.table.state import Model
from vision import Frame

log = logging.getLogger(__name__)

_GREY = (96, 104, 110)
"""Of the bare table where there is no such board, blue, green, red."""
_BARE = (960, 720)


class PretendBoard(Camera):
    """Composes pictures of the board while they are asked for."""

    def __init__(
        self,
        table: Table,
        *,
        plays: Callable[[], bool] = lambda: True,
        begins: Callable[[Model], None] = lambda _: None,
        folder: Path = BOARDS,
        fps: float = 6.0,
        seed: int = 0,
        clock: Callable[[], float] = time.monotonic,
        pause: Pause,
    ) -> None:
        """Show an empty table until a game begins.

        Args:
            table: The game.
            plays: Whether hands play by themselves.
            begins: Told of every game whose board is laid out, before it is seen.
            folder: Of the boards in parts.
            fps: Pictures a second.
            seed: Of all that is by chance.
            clock: Seconds; stamps the frames.
            pause: Waits between frames; true ends the pictures.
        """
        self._table = table
        self._plays = plays
        self._begins = begins
        self._folder = folder
        self._fps = self._rate = fps
        self._seed = seed
        self._clock = clock
        self._pause = pause
        self._hand: Hand | None = None
        self._hands: PretendHands | None = None
        self._game = -1
        self._painter: Painter | None = None
        self._still: tuple[int, Frame] | None = None
        self._number = 0

    @property
    def title(self) -> Message:
        """Which camera."""
        return Message("the pretend board")

    @property
    def note(self) -> Message | None:
        """Tell that there is no such board; None where there is."""
        if not self._table.has_game or has_board(self._table.model.rules.layout, self._folder):
            return None
        return Message("there is no pretend board for this game: hands play it on a real one")

    def rests(self) -> bool:
        """True if no hand moves and the board stands as the game has it. For any thread."""
        hands = self._hands
        return hands is None or hands.is_idle

    def shots(self) -> Iterator[Shot]:
        """Give pictures until the box stops.

        Raises:
            CameraError: If the boards cannot be read.
        """
        due = self._clock()
        while True:
            yield Shot(self.frame(due), due)
            due += 1 / self._rate
            if self._pause(max(0.0, due - self._clock())):
                return
            due = max(due, self._clock() - 1.0)

    def set_pace(self, fps: float) -> None:
        """Compose about so many pictures a second, and no more than at first."""
        self._rate = min(fps, self._fps)

    def close(self) -> None:
        """Forget the pictures. May be called twice."""
        self._still = None

    def frame(self, now_s: float) -> Frame:
        """Return the picture of a moment; moments go on."""
        self._number += 1
        hands = self._at_work()
        if hands is None or self._painter is None:
            return lit(_bare(), PLAIN, self._number)
        showing = hands.step(now_s, plays=self._plays())
        return lit(self._drawn(showing, self._painter), PLAIN, self._number)

    def _at_work(self) -> PretendHands | None:
        """Return the hands of the game in progress; None without one, or without such a board."""
        if not self._table.has_game:
            self._hands = None
            return None
        model = self._table.model
        if self._hands is None or model.game != self._game or self._hands.layout != model.rules.layout:
            self._game, self._hands, self._painter, self._still = model.game, None, None, None
            if has_board(model.rules.layout, self._folder):
                self._begins(model)
                parts = parts_in(self._folder / model.rules.layout.name)
                self._painter = Painter(parts)
                self._hands = PretendHands(
                    self._table,
                    parts=parts,
                    model=model,
                    seed=self._seed + model.game,
                )
        return self._hands

    def _drawn(self, showing: Showing, painter: Painter) -> Frame:
        if self._still is None or self._still[0] != showing.version:
            self._still = showing.version, painter.drawn(showing.laid.pieces())
        picture = self._still[1]
        if showing.pose is None:
            return picture
        if showing.pose.carried is not None:
            picture = painter.drawn([showing.pose.carried], picture)
        self._hand = self._hand or Hand(self._folder / "hand")
        return self._hand.drawn(picture, painter.parts.eye, showing.pose.reach)


def has_board(layout: Layout, folder: Path = BOARDS) -> bool:
    """True if there are parts of such a board."""
    return (folder / layout.name / "parts.json").is_file()


@lru_cache(maxsize=1)
def _bare() -> Frame:
    plain = np.empty((_BARE[1], _BARE[0], 3), np.uint8)
    plain[:] = _GREY
    return np.asarray(cv2.GaussianBlur(plain, (0, 0), 2), np.uint8)
