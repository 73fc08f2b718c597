"""A box's eye over a painted board, as a phone sets it up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boards.over_board import EYE, OverBoard, corners_of
from device.board.setup import BoxBoard
from device.follow.board_reader import board_reader
from device.store import Journal
from device.store.settings import HouseSettings
from engine.events import Setup
from engine.table import Table
from vision import Frame
from vision.board import Pose
from vision.board.learnt import Learnt
from vision.board.occupancy import Occupancy
from web.board_port import BoardLine, Laid, StandingLine

LAID = Laid(tuple(corners_of(EYE)))


class Scenery(OverBoard):
    """A box's eye over a painted board."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.is_busy = False
        self.reads = 0
        self.known: Learnt | None = None
        """By what was read last."""
        self._reader = board_reader()
        self.open(folder)

    def open(self, folder: Path) -> None:
        self.journal = Journal(folder)
        self.settings = HouseSettings(self.journal)
        self.table = Table(record=lambda _: None)
        self.board = BoxBoard(
            frames=self.look,
            game=lambda: self.table.model if self.table.has_game else None,
            settings=self.settings,
            reader=self,
            shows_board=lambda: self.shows_board,
            busy=lambda: self.is_busy,
            lens=lambda: self.lens,
            clock=self.clock,
        )

    def learn(self, *what: Any) -> Learnt:
        return self._reader.learn(*what)

    def read(self, frame: Frame, pose: Pose, learnt: Learnt) -> Occupancy:
        self.reads += 1
        self.known = learnt
        return self._reader.read(frame, pose, learnt)

    def play(self, game: str = "backgammon", preset: str = "standard", *, players: int = 2) -> None:
        names = ("Asha", "Ravi", "Mina", "Dev")[:players]
        self.table.start(Setup(game, preset, names, {}, 0))
        self.later()

    def line(self) -> BoardLine:
        line = self.board.line()
        assert line is not None
        return line

    def standing(self) -> StandingLine:
        standing = self.board.standing()
        assert standing is not None
        return standing


def set_up_over(folder: Path) -> Scenery:
    """Return such an eye with a game of backgammon and its corners set."""
    made = Scenery(folder)
    made.play()
    made.board.keep(LAID)
    return made
