"""Everything of a box that looks at the board: its set-up, what follows the game on it, what phones see."""

from __future__ import annotations

from collections.abc import Callable

from device.board.follow import BoardFollow
from device.board.page import SeenBoard
from device.board.reports import Photographs, Reports
from device.board.turn_ended import TurnEnded
from device.camera.board import BoardSetup
from device.camera.board_eye import SharedHold
from device.camera.frames import Frames, FreshFrames
from device.closing import Closing
from engine.messages import Message
from engine.table import Table
from vision.board.reader import BoardReader
from web.house.settings import HouseSettings
from web.ports import EyeState


class BoardSide(Closing):
    """The board's side of one box. Nothing happens before `start`."""

    def __init__(
        self,
        table: Table,
        photographs: Photographs,
        settings: HouseSettings,
        *,
        kept: HouseSettings,
        reader: BoardReader,
        frames: Frames,
        camera: Callable[[], EyeState],
        lens: Callable[[], str],
        tray: Callable[[], str],
        busy: Callable[[], bool],
        shows_board: bool,
        holding: SharedHold,
        rest_s: float,
    ) -> None:
        self.frames = FreshFrames(frames, hold_lights=holding.of_one())
        """The latest full frame of whichever camera sees the board; see `FreshFrames`."""

        self.setup = BoardSetup(
            frames=self.frames,
            table=table,
            settings=kept,
            reader=reader,
            shows_board=lambda: shows_board,
            busy=busy,
            lens=lens,
        )
        self.reports = Reports(table, photographs)
        """What the eye says to the table."""
        self.seen = SeenBoard(
            table,
            settings,
            seen=lambda: self.follow.seen(),
            setup=self.setup,
            reports=self.reports,
            camera=camera,
        )
        """What phones see of it."""
        self.turn_ended = TurnEnded(table, chosen=lambda: settings.get().board_turn_ends, tray=tray)
        self.follow = BoardFollow(
            frames=frames,
            table=table,
            setup=self.setup,
            switches=self.seen.in_force,
            reader=reader,
            reports=self.reports,
            busy=busy,
            turn_may_end=self.turn_ended,
            hold_lights=holding.of_one(),
            rest_s=rest_s,
        )
        """Follows the game on it."""

    def note(self) -> Message | None:
        """Tell at once what people should know of it; None when all is well."""
        return self.setup.watch.note()

    def start(self) -> None:
        """Keep it in view and follow."""
        self.setup.watch.start()
        self.follow.start()

    def close(self) -> None:
        """End both threads. May be called twice."""
        self.setup.watch.close()
        self.follow.close()
