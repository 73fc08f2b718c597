"""A box's eye over a painted board, as a phone sets it up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boards.over_board import EYE, OverBoard, board, corners_of
from boards.read_boards import one_reader
from device.camera.board import BoardSetup
from device.camera.placement import KeptBoard, kept_board
from device.store import Journal
from engine.events import Setup
from engine.table import Table
from vision import Frame
from vision.board import Pose
from vision.board.learnt import Learnt
from vision.board.occupancy import Occupancy
from web.house.settings import HouseSettings
from web.ports import BoardLine, Placement, StandingLine

LAID = Placement(tuple(corners_of(EYE)))


class Scenery(OverBoard):
    """A box's eye over a painted board."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.is_busy = False
        self.reads = 0
        self.known: Learnt | None = None
        """By what was read last."""
        self._reader = one_reader()
        self._folder = folder
        self.open()

    def open(self) -> None:
        self.journal = Journal(self._folder)
        self.settings = HouseSettings(self.journal)
        self.table = Table(record=lambda _: None)
        self.board = BoardSetup(
            frames=self.look,
            table=self.table,
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

    def restart(self) -> None:
        """Start the box again, with another game of backgammon."""
        self.journal.close()
        self.open()
        self.play()

    def watch(self, frame: Frame | None) -> None:
        """Show a picture, None for the usual one, until the watch believes it."""
        self.frame = frame
        for _ in range(2):
            self.board.watch.look()

    def take_empty(self) -> None:
        """Take the picture of the empty board; then its pieces stand there again."""
        self.frame = board(points={})
        self.board.take_empty()
        self.frame = None

    def line(self) -> BoardLine:
        line = self.board.line()
        assert line is not None
        return line

    def laid(self) -> Placement:
        laid = self.line().laid
        assert laid is not None
        return laid

    def kept(self) -> KeptBoard:
        """Return what the settings hold of the board of this game."""
        kept = kept_board(self.settings.get(), self.table.model.rules.layout.name)
        assert kept is not None
        return kept

    def standing(self) -> StandingLine:
        standing = self.board.standing()
        assert standing is not None
        return standing
